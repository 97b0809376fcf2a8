# SPDX-License-Identifier: Apache-2.0
"""fy_instruction_cache on its own: random fetches with flushes and errors, and exact cycles."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.hardware.verilator import build_verilated
from freightyard.verification.bench import measured, run_program, seed_of

HERE = Path(__file__).parent

# The memory answers a Get 5 cycles after its handshake, then a beat a cycle.
CYCLES = {
    "miss_first_beat": 8,
    "miss_second_beat": 9,
    "line_straight_miss": 23,
    "line_straight_buffer": 16,
    "line_straight_hit": 16,
    "hit": 1,
}


def program(beat: int = 32, line: int = 64, ways: int = 4) -> Path:
    """The bench, built once for each size."""
    sizes = {"BeatBytes": (beat, 32), "LineBytes": (line, 64), "Ways": (ways, 4)}
    return build_verilated(
        "fy_instruction_cache",
        ["cache"],
        cpp=[HERE / "instruction_cache.cpp"],
        parameters={name: value for name, (value, usual) in sizes.items() if value != usual},
        layouts=True,
        flat=True,
        cflags=[] if line == 64 else [f"-DFY_LINE_BYTES={line}"],
    )


def test_cycles() -> None:
    assert measured(run_program(program(), "--mode", "cycles")) == CYCLES


def test_stress_short() -> None:
    print(run_program(program(), "--count", 50000, seed=seed_of()))


@pytest.mark.default
@pytest.mark.parametrize("beat", [8, 64])
def test_stress_beats(beat: int) -> None:
    """A line in eight beats, and in one."""
    print(run_program(program(beat), "--count", 50000, seed=seed_of()))


@pytest.mark.default
@pytest.mark.parametrize(("line", "beat", "ways"), [(16, 8, 1), (16, 16, 8)])
def test_stress_sizes(line: int, beat: int, ways: int) -> None:
    """The smallest line, alone in its set and one of eight."""
    print(run_program(program(beat, line, ways), "--count", 50000, seed=seed_of()))


@pytest.mark.long
@pytest.mark.parametrize("turn", range(8))
def test_stress_long(turn: int) -> None:
    print(run_program(program(), "--count", 2000000, seed=seed_of() + turn))
