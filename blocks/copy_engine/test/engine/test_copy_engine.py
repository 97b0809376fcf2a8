# SPDX-License-Identifier: Apache-2.0
"""Copies, errors, pauses and cycles of fy_copy_engine against a C++ memory (copy_volume.cpp).

The cases run the whole engine, so each is also the test of the modules named beside it:
instructions: fy_copy_registers; strides, pause, errors: fy_copy_frontend, fy_copy_cursor;
translated, faults, absent, fences, switches: fy_copy_translate;
occupancy, rates, timing: fy_copy_reader, fy_copy_arbiter, fy_copy_writer;
offsets, lengths: fy_copy_buffer, fy_copy_tracker.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.hardware.sources import BuildError
from freightyard.hardware.verilator import build_verilated
from freightyard.verification.bench import run_program, seed_of

HERE = Path(__file__).parent

BANKS = {2: 4, 4: 8}  # kBanks of cases.h


def run(
    case: str,
    amount: int = 1,
    *,
    blocks: int = 8,
    beat: int = 32,
    limit: int = 0,
    trackers: int = 1,
) -> str:
    """Run one case on the build of these parameters; returns what it printed."""
    several = {"Trackers": trackers, "Banks": BANKS[trackers]} if trackers > 1 else {}
    program = build_verilated(
        "fy_copy_engine",
        ["copy_engine"],
        cpp=[HERE / "copy_volume_unit.cpp"],
        parameters={"BufferBlocks": blocks, "BeatBytes": beat, **several},
        layouts=True,
        flat=True,
    )
    options = ["--count", amount, "--blocks", blocks, "--limit", limit]
    return run_program(program, "--test", case, *options, seed=seed_of())


@pytest.mark.parametrize(
    ("case", "amount"),
    [
        ("instructions", 2000),
        ("lengths", 2),
        ("offsets", 1000),
        ("strides", 100),
        ("pause", 100),
        ("errors", 200),
        ("reset", 50),
        ("occupancy", 1),
        ("translated", 60),
        ("faults", 150),
        ("absent", 1),
        ("fences", 30),
        ("translated_pause", 30),
        ("switches", 20),
        ("translated_errors", 60),
        ("queue", 60),
    ],
)
def test_case(case: str, amount: int) -> None:
    run(case, amount)


def test_cycles() -> None:
    """Launch and whole copies, exactly."""
    run("timing")


def test_translated_cycles() -> None:
    """Launch with and without translations at hand, Resume, exactly."""
    run("translated_timing")


@pytest.mark.default
def test_page_loss() -> None:
    """Walks of 60 cycles cost at most 2 % of the rate, whatever the distance of the ends."""
    run("page_loss")


@pytest.mark.default
def test_rates() -> None:
    """At least 20.9 of 21.33 bytes a cycle with 8 blocks, 12.3 with 2; channel A never idle."""
    run("rates")


@pytest.mark.default
def test_strap_is_worth_its_parameter() -> None:
    """Two of eight blocks copy in the cycles of an engine that has two."""
    found = [run("rates", blocks=blocks).splitlines() for blocks in (8, 2)]
    strapped, small = ([line for line in lines if line.startswith("limit  2")] for lines in found)
    assert len(small) == 7
    assert strapped == small


@pytest.mark.default
def test_all_offsets() -> None:
    """All 128 x 128 pairs of offsets, in random order."""
    assert "offset pairs 16384" in run("offsets", 16384)


@pytest.mark.default
@pytest.mark.parametrize(("blocks", "beat"), [(2, 32), (2, 8), (2, 64), (4, 16), (32, 32)])
def test_shapes(blocks: int, beat: int) -> None:
    """Other buffers and beats, the smallest buffer with all pairs of offsets."""
    for case, amount in [("lengths", 3), ("strides", 150), ("pause", 80), ("errors", 200)]:
        run(case, amount, blocks=blocks, beat=beat)
    run("offsets", 16384 if blocks == 2 else 2000, blocks=blocks, beat=beat)
    run("occupancy", blocks=blocks, beat=beat)


SEVERAL = {
    "lengths": 2, "offsets": 1000, "strides": 150, "pause": 100, "errors": 200, "reset": 50,
    "queue": 100, "translated": 60, "faults": 100, "fences": 30, "translated_pause": 30,
    "switches": 20, "translated_errors": 60,
}  # fmt: skip


@pytest.mark.default
@pytest.mark.parametrize("case", SEVERAL)
def test_four_trackers(case: str) -> None:
    """Banks, throttle and straps vary; answers come late, reordered and failing."""
    run(case, SEVERAL[case], trackers=4)


@pytest.mark.long
@pytest.mark.parametrize("trackers", [2, 4])
@pytest.mark.parametrize("case", SEVERAL)
def test_several_trackers_volume(case: str, trackers: int) -> None:
    run(case, 20 * SEVERAL[case], trackers=trackers)


@pytest.mark.default
def test_tracker_rates() -> None:
    """All four at once; gains at several distances of source and target."""
    run("tracker_rates", trackers=4)


TRANSLATED = ["translated", "faults", "fences", "translated_pause", "switches", "translated_errors"]


@pytest.mark.default
@pytest.mark.parametrize("case", TRANSLATED)
def test_more_translated(case: str) -> None:
    run(case, 300)
    run(case, 100, limit=2)


@pytest.mark.long
@pytest.mark.parametrize("case", TRANSLATED)
def test_translated_volume(case: str) -> None:
    run(case, 5000)


@pytest.mark.default
@pytest.mark.parametrize("case", ["lengths", "strides", "pause", "errors", "reset"])
def test_more(case: str) -> None:
    run(case, {"lengths": 20}.get(case, 1500))


@pytest.mark.long
@pytest.mark.parametrize("limit", [2, 3, 5, 8])
@pytest.mark.parametrize("case", ["lengths", "strides", "pause", "errors", "reset", "offsets"])
def test_volume(case: str, limit: int) -> None:
    amount = {"lengths": 200, "offsets": 16384}.get(case, 10000)
    run(case, amount, limit=limit)


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"BufferBlocks": 1}, "BufferBlocks is 1; it must be 2, 4, 8, 16 or 32"),
        ({"BufferBlocks": 6}, "BufferBlocks is 6; it must be 2, 4, 8, 16 or 32"),
        ({"BufferBlocks": 64}, "BufferBlocks is 64; it must be 2, 4, 8, 16 or 32"),
        ({"BeatBytes": 128}, "BeatBytes is 128; it must be a power of two, 2 to BlockBytes 64"),
        ({"Trackers": 5}, "Trackers is 5; it must be 1 to 4"),
    ],
)
def test_illegal_parameters(tmp_path: Path, parameters: dict[str, int], sentence: str) -> None:
    """A build stops at the refusal, and at nothing else: the program would be whole."""
    main = tmp_path / "main.cpp"
    main.write_text("int main() {}\n")
    with pytest.raises(BuildError, match=f"%Error-USERERROR: [^\n]*\n?[^\n]*{sentence}"):
        build_verilated("fy_copy_engine", ["copy_engine"], cpp=[main], parameters=parameters)
