# SPDX-License-Identifier: Apache-2.0
"""Limits of tests are CPU seconds: one that waits is not over, one that works for ever is."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from freightyard.verification import limits
from freightyard.verification.bench import run_program
from freightyard.verification.campaign import campaign
from freightyard.verification.mutate import Mutant
from freightyard.verification.prove import INDUCTION, prove

ENDLESS = "while :; do :; done"


def script(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_waiting_is_no_work(tmp_path: Path) -> None:
    waits = script(tmp_path / "waits", "sleep 2; echo done")
    assert subprocess.run(limits.limited([waits], 1), capture_output=True).stdout == b"done\n"
    works = subprocess.run(limits.limited([script(tmp_path / "works", ENDLESS)], 1))
    assert limits.reached(works.returncode)


def test_an_endless_bench_is_told(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="no end after 1 CPU seconds"):
        run_program(script(tmp_path / "works", ENDLESS), limit=1)


def test_an_endless_mutant_is_neither_killed_nor_alive(tmp_path: Path) -> None:
    text = f'case "$*" in *mutant=1) {ENDLESS};; *mutant=2) exit 1;; *mutant=4) echo other;; esac'
    bench = script(tmp_path / "bench", text)
    mutants = [Mutant(number, "a.sv", 1, "a fault") for number in (1, 2, 3, 4)]
    result = campaign([[bench]], mutants, limit=1)
    assert [m.number for m in result.killed] == [2]
    assert [m.number for m in result.survivors] == [3, 4]
    assert [m.number for m in result.endless] == [1] and result.share == 0.25
    assert "endless: mutant 1 a.sv:1: a fault" in str(result)
    assert [m.number for m in campaign([], mutants, pinned=[[bench]], limit=1).killed] == [2, 4]


def test_a_proof_that_takes_too_long_is_unknown() -> None:
    common = Path(__file__).parents[1] / "blocks/common"
    files = [common / "sim/fy_stream_checker.sv", common / "test/fy_fifo_properties.sv"]
    options = {"mode": "bmc", "engine": INDUCTION, "depth": 300, "limit": 2}
    outcome = prove("limit", "fy_fifo_properties", ["common"], sv=files, **options)
    assert outcome.status == "UNKNOWN", outcome
