# SPDX-License-Identifier: Apache-2.0
"""Every command of the README and of the guide is run, or at least read to its last word.

Cheap ones run in CI, those that build a simulator or take minutes with --long. Of the others (whole
experiments, synthesis, tests) the words are read, and the names that they say must be there.
"""

from __future__ import annotations

import functools
import shutil
from pathlib import Path

import pytest
from systems.copy_engine.test.test_standard_programs import build
from tests.test_guide import commands

from freightyard.cli.main import main
from freightyard.cli.quality import help_pages
from freightyard.errors import UserError
from freightyard.experiments import axes, experiment
from freightyard.hardware import configuration
from freightyard.litmus.shapes import SHAPES
from freightyard.report import claims
from freightyard.store import ROOT
from freightyard.synthesis import parts
from freightyard.system import loading, programs

FOLDER = ROOT / "systems" / "minimal" / "test" / "programs" / "score"
# What the reader puts there; my-first is made by the test of docs/first-system.md.
STAND_FOR = {
    "FILE": "workloads/timezones.tar", "my/folder": str(FOLDER), "<id>": "one-copy",
    "ID": "one-copy", "CONFIG": "minimal", "[SYSTEM]": "copy-engine",
    "my-first": "minimal", "systems/my_first": "systems/minimal",
}  # fmt: skip
HEAVY = {"demo", "exp", "litmus", "synth", "test", "lint"}  # read alone; each has tests of its own
LONG = {"trace", "wave", "lockstep", "report"}


def found() -> list[str]:
    """Each command once; a verb without a word, or an option alone, is a mention."""
    pages = (ROOT / "README.md", ROOT / "docs" / "guide.md")
    every = [words for page in pages for words in commands(page)]
    whole = [
        w
        for w in every
        if w[0] in help_pages.commands() and (len(w) > 1 or w[0] in ("demo", "list"))
    ]
    mentions = {("run", 2)}  # `fy run --gdb`
    return sorted({" ".join(w) for w in whole if (w[0], len(w)) not in mentions})


def tier(words: list[str]) -> str:
    """How much of a command is tried."""
    if words[0] in HEAVY or "--gdb" in words:
        return "read"
    built = "--set" in words or (words[0] == "export" and words[1] not in ("page", "rdl"))
    return "long" if words[0] in LONG or built else "run"


def of(name: str) -> list[str]:
    return [text for text in found() if tier(text.split()) == name]


@functools.cache
def elf(name: str, folder: Path) -> str:
    """A program of others: one that is compiled here, or one of riscv-tests."""
    if name == "program.elf":
        return str(programs.resolve("hello", 64, "copy_engine").elf)
    return str(build(folder, "numbered", 64, "-DFAIL=0"))


def filled(text: str, folder: Path) -> list[str]:
    stand = STAND_FOR | {"DIR": str(folder / "exported")}
    words = [stand.get(word, word) for word in text.split()]
    return [elf(w, folder) if w in ("program.elf", "rv64ui-p-add") else w for w in words]


def test_the_pages_have_commands_of_every_kind() -> None:
    assert len(found()) > 30
    assert all(len(of(name)) >= 5 for name in ("run", "long", "read"))


@pytest.mark.parametrize("text", found())
def test_words_are_read_to_the_last(text: str, tmp_path: Path) -> None:
    verb, *rest = filled(text, tmp_path)
    given = help_pages.parser(verb).make_context(verb, rest).params
    settings = given.get("set_") or ()
    if "program" in given:
        loading.load(given["config"], settings, given["program"], print)
    elif "config" in given and verb != "litmus":
        chosen = configuration.load(given["config"], settings)
        for name in given.get("part") or ():
            parts.part(chosen.system, name)
    if "id_" in given:
        chosen_id = claims.experiment_of(given["id_"])
        experiment.with_axes(experiment.load(chosen_id), axes.parse(settings))
    for name in given.get("systems") or ():
        claims.load(name)
    assert set(given.get("shape") or ()) <= {shape.name for shape in SHAPES}


def test_a_wrong_word_would_be_seen(tmp_path: Path) -> None:
    for text in ("run copy-engine helo", "run minimal hello --set xlne=3", "exp one-copie"):
        with pytest.raises(UserError):
            test_words_are_read_to_the_last(text, tmp_path)
    with pytest.raises(Exception, match="No such option"):
        test_words_are_read_to_the_last("list --sytem minimal", tmp_path)


def run(text: str, folder: Path) -> None:
    verb, *rest = filled(text, folder)
    assert main([verb, *rest]) == 0
    shutil.rmtree(folder / "exported", ignore_errors=True)


@pytest.mark.default
@pytest.mark.parametrize("text", of("run"))
def test_cheap_commands_run(text: str, tmp_path: Path) -> None:
    run(text, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("text", of("long"))
def test_commands_that_build_run(text: str, tmp_path: Path) -> None:
    run(text, tmp_path)
