# SPDX-License-Identifier: Apache-2.0
"""The L2 bank: random agents against a flat memory, and exact cycles."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from freightyard.hardware.verilator import build_verilated
from freightyard.store import BUILD
from freightyard.verification.bench import run_program, seed_of

HERE = Path(__file__).parent
MODULES = (  # exercised here as parts of the bank
    "fy_l2_accept fy_l2_data fy_l2_events fy_l2_probe fy_l2_refill fy_l2_release fy_l2_response "
    "fy_l2_tags fy_l2_transactor fy_l2_writeback "
    "fy_l2_hooks fy_l2_materialise fy_l2_notices"
)
SMALL = ("--sets", 8, "--used-sets", 8, "--lines", 40)
REAL = ("--sets", 2048, "--used-sets", 3, "--lines", 45)


def bench(sets: int, ways: int, beat: int = 32, line: int = 64) -> Path:
    """The bank with the stress bench; a small one evicts all the time."""
    parameters = {"Sets": sets, "Ways": ways, "Clients": 4, "CachingClients": 3}
    cflags = []
    if beat != 32:
        parameters["BeatBytes"] = beat
        cflags = ["-O0"]  # short runs: the build is what costs
    if line != 64:
        parameters["LineBytes"] = line
        cflags = ["-O0", f"-DFY_LINE_BYTES={line}"]
    cpp = [HERE / "l2_stress.cpp"]
    return build_verilated(
        "fy_l2_bank",
        ["cache"],
        cpp=cpp,
        parameters=parameters,
        layouts=True,
        flat=True,
        cflags=cflags,
    )


def stress(program: Path, operations: int, seed: int, shape: tuple[object, ...]) -> None:
    print(run_program(program, "--count", operations, *shape, seed=seed))


def test_l2_stress_small() -> None:
    """Eight sets of two ways: evictions, back-invalidations, waits for a way."""
    for seed in range(seed_of(), seed_of() + 2):
        stress(bench(8, 2), 20_000, seed, SMALL)


def test_l2_cycles() -> None:
    """Latencies, occupancy and the streaming rate of an idle bank, to the cycle."""
    print(run_program(bench(2048, 8), "--mode", "cycles", seed=seed_of()))


def test_l2_hints() -> None:
    """Gets and Puts that must not allocate: counts, evictions, memory, order, cycles."""
    print(run_program(bench(2048, 8), "--mode", "hints", seed=seed_of()))


def test_l2_release_race() -> None:
    """A Release whose lookup is made stale by a late record of its line looks up again."""
    print(run_program(bench(2048, 8), "--mode", "race", seed=seed_of()))


def test_l2_counters() -> None:
    """Every counter after every request, against a model of lines, copies and victims."""
    for seed in range(seed_of(), seed_of() + 3):
        run_program(bench(8, 2), "--mode", "counts", "--count", 2000, *SMALL, seed=seed)


@pytest.mark.default
@pytest.mark.parametrize("beat", [8, pytest.param(64, marks=pytest.mark.long)])
def test_l2_stress_beats(beat: int) -> None:
    """A line in eight beats, and in one (in CI that of test_l2_hooks)."""
    stress(bench(8, 2, beat), 60_000, seed_of(), SMALL)


@pytest.mark.default
@pytest.mark.parametrize(("line", "beat"), [(16, 8), (16, 16)])
def test_l2_stress_lines(line: int, beat: int) -> None:
    """The smallest line, in two beats and in one."""
    stress(bench(8, 2, beat, line), 60_000, seed_of(), SMALL)


@pytest.mark.default
@pytest.mark.parametrize("beat", [pytest.param(32, marks=pytest.mark.long), 64])
def test_l2_hooks(beat: int) -> None:
    """A client of the hooks: notices against a shadow of the tags, lines written before a change.

    Its transactors stand still meanwhile; the rules of the bank and its counters stay. CI has the
    build of two beats a line with faults in it (tests/mutants/cache.py).
    """
    program = build_verilated(
        "fy_hooked_l2",
        ["cache"],
        cpp=[HERE / "l2_stress.cpp"],
        sv=[HERE / "hooks" / "fy_l2_hook_client.sv", HERE / "hooks" / "fy_hooked_l2.sv"],
        parameters={"BeatBytes": beat} if beat != 32 else {},
        prefix="Vfy_l2_bank",
        layouts=True,
        flat=True,
    )
    for seed in range(seed_of(), seed_of() + 2):
        stress(program, 60_000, seed, (*SMALL, "--hooked", 1))


@pytest.mark.default
def test_l2_stress() -> None:
    """10^6 operations over both geometries."""
    for seed in range(seed_of(), seed_of() + 4):
        stress(bench(8, 2), 150_000, seed, SMALL)
    for seed in range(seed_of(), seed_of() + 2):
        stress(bench(2048, 8), 200_000, seed, REAL)


@pytest.mark.long
def test_l2_stress_long() -> None:
    """10^8 operations in steps of 10^6; finished steps are not repeated after an interruption."""
    log = BUILD / "long" / f"l2_stress-{bench(8, 2).parent.name}-{seed_of()}.json"
    log.parent.mkdir(parents=True, exist_ok=True)
    done: list[int] = json.loads(log.read_text()) if log.exists() else []
    for step in range(100):
        if step in done:
            continue
        small = step % 2 == 0
        program = bench(8, 2) if small else bench(2048, 8)
        stress(program, 1_000_000, seed_of() * 1000 + step, SMALL if small else REAL)
        done.append(step)
        log.write_text(json.dumps(done))
