# SPDX-License-Identifier: Apache-2.0
"""fy_data_cache on its own: random accesses against a TL-C manager model, and exact cycles."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.hardware.verilator import build_verilated
from freightyard.verification.bench import measured, run_program, seed_of

HERE = Path(__file__).parent


def program(miss_slots: int, beat: int = 32, line: int = 64, ways: int = 4) -> Path:
    """The bench with this many miss slots, bytes a beat and a line, and ways, built once."""
    sizes = {"BeatBytes": (beat, 32), "LineBytes": (line, 64), "Ways": (ways, 4)}
    other = {name: value for name, (value, usual) in sizes.items() if value != usual}
    return build_verilated(
        "fy_data_cache",
        ["cache"],
        cpp=[HERE / "data_cache.cpp"],
        parameters={"MissSlots": miss_slots, **other},
        layouts=True,
        flat=True,
        # Short runs: the build is what costs.
        cflags=["-O0", f"-DFY_LINE_BYTES={line}"] if line != 64 else [],
    )


def test_stress_short() -> None:
    print(run_program(program(2), "--count", 20000, seed=seed_of()))


# Miss slots, bytes of a beat, operations. A build costs more than its run, so CI has corners.
CORNERS = ((4, 8, 300_000), (1, 64, 100_000))
BETWEEN = ((4, 32, 200_000), (2, 8, 100_000), (2, 64, 100_000))


@pytest.mark.default
@pytest.mark.parametrize(
    ("miss_slots", "beat", "operations"),
    [(2, 32, 200_000), *CORNERS, *(pytest.param(*one, marks=pytest.mark.long) for one in BETWEEN)],
)
def test_stress(miss_slots: int, beat: int, operations: int) -> None:
    """A line is eight beats, two or one."""
    words = ("--count", operations, "--miss-slots", miss_slots)
    print(run_program(program(miss_slots, beat), *words, seed=seed_of(7)))


@pytest.mark.default
@pytest.mark.parametrize(("line", "beat", "ways"), [(16, 16, 1), (32, 8, 8)])
def test_stress_sizes(line: int, beat: int, ways: int) -> None:
    """The smallest line, alone in its set, and one between the corners; more lines than ways."""
    words = ("--count", 60000, "--tags", ways + 3)
    print(run_program(program(2, beat, line, ways), *words, seed=seed_of()))


@pytest.mark.default
def test_stress_guarded() -> None:
    """A guard that holds, replays, and has taken one line over; the cache's rules stay.

    Between the two stand fy_data_cache_guard and fy_guard_late.
    """
    bench = build_verilated(
        "fy_guarded_cache",
        ["cache"],
        cpp=[HERE / "data_cache.cpp"],
        sv=[HERE / "guard" / "fy_guarded_cache.sv"],
        prefix="Vfy_data_cache",
        layouts=True,
        flat=True,
    )
    words = ("--count", 100000, "--window", "0x88000000")
    print(run_program(bench, *words, seed=seed_of()))


@pytest.mark.long
@pytest.mark.parametrize("miss_slots", [1, 2, 4, 8])
@pytest.mark.parametrize("turn", range(8))
def test_stress_long(miss_slots: int, turn: int) -> None:
    words = ("--count", 2000000, "--miss-slots", miss_slots)
    print(run_program(program(miss_slots), *words, seed=seed_of() + turn))


# Cycle counts are exact: the manager answers an Acquire 5 cycles after its handshake, then a beat a
# cycle. A loop iteration is 8 loads, 8 stores and 3 other instructions for 64 bytes.
CYCLES = {
    "hit_latency": 1,
    "hit_load_use_stall": 1,
    "sixteen_hits": 16,
    "sixteen_store_load_pairs": 32,
    "miss_latency_first_beat": 8,
    "miss_latency_worst_beat": 9,
    "miss_load_use_stall_first_beat": 9,
    "miss_load_use_stall_worst_beat": 9,
    "line_of_loads": 15,
    "loop_4096_first_pass": 1344,
    "loop_4096_second_pass": 1216,
    "loop_4096_replays": 0,
    "loop_65536_from_l2": 22466,
    "loop_65536_replays": 0,
}


def test_cycles() -> None:
    assert measured(run_program(program(2), "--mode", "cycles")) == CYCLES
