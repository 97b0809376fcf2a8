# SPDX-License-Identifier: Apache-2.0
"""The pages for newcomers are true: their commands exist, the first system is built as written.

Marks of a fenced block in docs/first-system.md, after its language: `file=PATH` is that file,
`append=PATH` stands at its end, `apply` is a patch, `run` a command, `says` lines of its output.
"""

import os
import re
import subprocess
import sys
import tomllib

import pytest
import typer
from tests.declarations.conftest import copied

from freightyard.cli import main
from freightyard.commands import all_commands
from freightyard.store import ROOT

PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md")), *sorted(ROOT.glob("*/*/README.md"))]
FENCE = re.compile(r"^```(\w+) (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"`(?:\./)?fy ([^`\n]+)`|^\./fy (.+?)(?:\s{2,}.*)?$", re.MULTILINE)
BUILDS = re.compile(r"\./fy (run|exp|lint)\b")
PARTS = ("src", "systems", "blocks", "sim", "sw", "experiments", "lint", "requirements-dev.lock")
CPU_SECONDS = 400  # of one command, a build among them


def commands(page):
    """Words of every command of `fy` on a page; what stands in capitals is left to the reader."""
    text = page.read_text().replace("\n`", "`")
    for one, other in COMMAND.findall(text):
        yield (one or other).partition(" #")[0].partition(" | ")[0].split()


def options(verb):
    """The options of a command, as its help has them."""
    app = typer.Typer()
    app.command(verb)(main._module(verb, all_commands()[verb]).command)
    parameters = typer.main.get_command(app).params
    return {"--help"} | {name for one in parameters for name in (*one.opts, *one.secondary_opts)}


def test_commands_of_the_pages_have_their_options():
    found = [(page, words) for page in PAGES for words in commands(page)]
    assert len(found) > 60
    tables = [tomllib.loads(file.read_text()) for file in ROOT.glob("examples/*/system.toml")]
    example_verbs = {verb for table in tables for verb in table["verb"]}
    example_options = {f"--{option}" for table in tables for option in table["option"]}
    for page, words in found:
        place = f"{page.relative_to(ROOT)}: fy {' '.join(words)}"
        if not words[0].isalpha() or not words[0].islower():
            continue
        if words[0] in example_verbs:
            continue
        assert words[0] in all_commands(), place
        asked = {re.match(r"--[\w-]+", word)[0] for word in words if re.match(r"--\w", word)}
        assert asked <= options(words[0]) | example_options, place


@pytest.fixture(scope="module")
def steps():
    text = (ROOT / "docs" / "first-system.md").read_text()
    found = [match.groups() for match in FENCE.finditer(text)]
    assert len(found) == text.count("\n```\n"), "a block without a mark"
    return found


def shell(scratch, text):
    """A command as a reader types it; its output."""
    environment = {**os.environ, "PYTHONPATH": str(scratch.folder / "src"), "COLUMNS": "120"}
    done = subprocess.run(
        ["sh", "-ec", f"ulimit -t {CPU_SECONDS}\n{text}"], cwd=scratch.folder, env=environment,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert done.returncode == 0, f"{text}\n{done.stdout[-3000:]}"
    return done.stdout


def follow(scratch, steps, *, built):
    """Do the steps; only those that build nothing when not `built`."""
    entry = scratch.folder / "fy"
    entry.write_text(f'#!/bin/sh\nexec {sys.executable} -m freightyard "$@"\n')
    entry.chmod(0o755)
    (scratch.folder / "build").mkdir()
    said = ""
    for _, mark, text in steps:
        kind, _, name = mark.partition("=")
        if kind == "file":
            path = scratch.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        elif kind == "append":
            with (scratch.folder / name).open("a") as file:
                file.write(f"\n{text}")
        elif kind == "apply":
            (scratch.folder / "build" / "patch").write_text(text)
            shell(scratch, "git apply build/patch")
        elif kind == "run":
            lines = [line for line in text.splitlines() if built or not BUILDS.match(line)]
            said = shell(scratch, "\n".join(lines)) if built or len(lines) else None
            said = said if len(lines) == len(text.splitlines()) else None
        else:
            assert kind == "says", f"unknown mark {mark}"
            for line in text.splitlines():
                assert said is None or line in said, said


def test_first_system_elaborates(tmp_path, steps):
    """All files and patches fit, and every tool that reads tables and sources takes them."""
    scratch = copied(tmp_path, *PARTS)
    follow(scratch, steps, built=False)
    show = "from freightyard.experiments import experiment as e; print(e.load('fill').config.name)"
    told = scratch.python("-c", show)
    assert told.stdout == "my-first\n", told.stderr
    result = scratch.lint("fy_minimal_system", system="my_first")
    assert result.returncode == 0, result.stderr[:2000]


@pytest.mark.default
def test_first_system_runs(tmp_path, steps):
    """One simulator is built, with which the program and the experiment run."""
    follow(copied(tmp_path, *PARTS, without=()), steps, built=True)
