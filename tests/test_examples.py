# SPDX-License-Identifier: Apache-2.0
"""The folders of examples/, each as a user has it: a copy elsewhere, nothing of ours edited."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from freightyard import store
from freightyard.cli.main import main
from freightyard.experiments import experiment
from freightyard.hardware import verilator
from freightyard.system import results
from freightyard.verification.bench import run_program

EXAMPLES = store.ROOT / "examples"


def copied(name: str, folder: Path) -> Path:
    return Path(shutil.copytree(EXAMPLES / name, folder / "mine"))


def commands(name: str) -> list[str]:
    """What the page tells to type."""
    blocks = re.findall(
        r"^```\n(.*?)^```", (EXAMPLES / name / "README.md").read_text(), re.M | re.S
    )
    return next(str(text) for text in blocks if "./fy" in text).splitlines()


def test_every_example_has_a_test() -> None:
    assert sorted(path.name for path in EXAMPLES.iterdir() if path.is_dir()) == [
        "own-experiment",
        "own-ports",  # systems/minimal/test/test_copied_system.py
        "own-program",
        "own-top",
    ]


@pytest.mark.default
def test_a_program(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = copied("own-program", tmp_path)
    (command,) = commands("own-program")
    words = command.replace("FOLDER", str(folder)).removeprefix("./fy ").split()
    assert main([*words, "--json", str(tmp_path / "x.json")]) == 0
    told = capfd.readouterr().out
    by_memcpy, by_engine = (int(n) for n in re.findall(r"^\w+: (\d+) cycles", told, re.M))
    alone, beside = (
        int(n) for n in re.findall(r"a sum: (\d+) cycles, .*: (\d+), status 0", told)[0]
    )
    assert by_engine * 5 < by_memcpy and alone < beside < alone + by_engine
    assert "bytes right" in told


@pytest.mark.default
def test_an_experiment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(experiment, "EXPERIMENTS", tmp_path)
    monkeypatch.setattr(results, "RESULTS", tmp_path / "results")
    shutil.copytree(EXAMPLES / "own-experiment", tmp_path / "my-question")
    smoke, whole = (words for words in commands("own-experiment") if words.startswith("./fy exp"))
    assert whole == smoke.removesuffix(" --smoke")
    assert main(smoke.removeprefix("./fy ").split()) == 0
    assert re.search(r"wrong_bytes +0 +<= 0 +yes", capfd.readouterr().out)
    assert (tmp_path / "results" / "my-question-smoke.json").is_file()


@pytest.mark.default
def test_a_top(tmp_path: Path) -> None:
    """By the builder of the benches, which takes a fifth of what Verilator's makefile does."""
    folder = copied("own-top", tmp_path)
    export, _, build, _ = commands("own-top")
    words = export.replace("FOLDER", str(folder)).removeprefix("./fy ").split()
    assert main(words) == 0
    listed = (folder / "engine" / "copy-engine-engine.f").read_text().split()
    sv = [folder / "engine" / name for name in listed]
    sv += [folder / name for name in build.split() if name.endswith(".sv")]
    cpp = [folder / name for name in build.split() if name.endswith(".cpp")]
    program = verilator.build_verilated("my_test", [], sv=sv, cpp=cpp, cflags=["-O0"])
    assert said(tmp_path) in run_program(program)


@pytest.mark.long
def test_a_top_by_its_page(tmp_path: Path) -> None:
    folder = copied("own-top", tmp_path)
    export, _, build, run = commands("own-top")
    assert main(export.replace("FOLDER", str(folder)).removeprefix("./fy ").split()) == 0
    tool = build.replace("verilator", str(verilator.verilator()), 1).split()
    tool += ["-MAKEFLAGS", "CFG_CXXFLAGS_PCH_I=-include"]
    subprocess.run(tool, cwd=folder, check=True, capture_output=True)
    done = subprocess.run([folder / run], check=True, capture_output=True, text=True)
    assert said(tmp_path) in done.stdout


def said(tmp_path: Path) -> str:
    """What the page says that the run prints."""
    page = (tmp_path / "mine" / "README.md").read_text()
    found = re.search(r"It prints `(.*?)`", page)
    assert found is not None
    return found[1]
