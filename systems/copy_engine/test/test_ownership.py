# SPDX-License-Identifier: Apache-2.0
"""Processes that know nothing of each other copy by one engine, interrupted anywhere (CE-F30, O2).

The program checks every byte of both, and that no page that was taken away is written.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from freightyard.hardware import configuration as config
from freightyard.store import ROOT
from freightyard.system import programs, simulator
from freightyard.system.simulator import Options

PROGRAM = programs.TEST / "ownership"
EVENTS = 10
PARTS = ("src", "sim", "sw", "blocks", "systems", "experiments", "lint", "docs")
# Without ownership: every caller is the owner, fences keep what runs, and every FENCE waits.
TWIN = {
    "passes = mine;": "passes = 1'b1;",
    "mine       = owner_q.claimed": "mine       = 1'b1 || owner_q.claimed",
    "above      = owner_q.claimed": "above      = 1'b0 && owner_q.claimed",
    "assign abort_o  = translation_fence_i.valid": "assign abort_o  = 1'b0",
}


def run(memory_model: int = 0, options: Options = Options()) -> simulator.Outcome:  # noqa: B008
    chosen = config.change(config.load("copy-engine"), memory_model=memory_model)
    program = programs.resolve(str(PROGRAM), 64, "copy_engine")
    return simulator.run(chosen, simulator.build(chosen), program, options)


@pytest.mark.default
def test_no_byte_is_wrong() -> None:
    outcome = run()
    assert outcome.exit_code == 0, outcome.console or outcome.message
    assert outcome.console.count("places") == EVENTS


@pytest.mark.long
@pytest.mark.parametrize("memory_model", [0, 2])
def test_at_every_place(memory_model: int, tmp_path: Path) -> None:
    """After each cycle, so after each instruction of the sequence, with both models of memory."""
    script = tmp_path / "script"
    script.write_text("preempted first=120 step=1\nend\n")
    outcome = run(memory_model, Options(script))
    assert outcome.exit_code == 0, outcome.console or outcome.message


@pytest.mark.long
def test_twin_without_ownership_is_found(tmp_path: Path) -> None:
    skip = shutil.ignore_patterns("__pycache__", "build")
    for part in PARTS:
        shutil.copytree(ROOT / part, tmp_path / part, ignore=skip)
    for file in ROOT.glob("*.*"):
        if file.is_file():
            shutil.copy(file, tmp_path)
    source = tmp_path / "blocks/copy_engine/rtl/fy_copy_claim.sv"
    text = source.read_text()
    for rule, without in TWIN.items():
        assert text.count(rule) == 1, rule
        text = text.replace(rule, without)
    source.write_text(text)
    # What a stranger may do is another test; here bytes must be wrong.
    main = tmp_path / "sw/test/ownership/main.c"
    main.write_text(main.read_text().replace("  rights_of_others();\n", ""))
    words = [sys.executable, "-m", "freightyard", "run", "copy-engine", "sw/test/ownership"]
    environment = os.environ | {"PYTHONPATH": str(tmp_path / "src")}
    result = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert result.returncode == 1 and "wrong_bytes" in result.stdout, result.stdout + result.stderr
