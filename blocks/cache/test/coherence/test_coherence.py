# SPDX-License-Identifier: Apache-2.0
"""Two to four real data caches and an uncached agent against the real L2 and memory."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from freightyard.hardware.verilator import build_verilated
from freightyard.store import BUILD
from freightyard.verification.bench import run_program, seed_of

HERE = Path(__file__).parent
TOP = ("../l2/hooks/fy_l2_hook_client.sv", "fy_coherence_memory.sv", "fy_coherence_top.sv")


def bench(harts: int = 3, beat: int = 32, banks: int = 1) -> Path:
    """Small caches, so that both levels evict all the time; monitors on every client."""
    width = {"BeatBytes": beat} if beat != 32 else {}
    if banks > 1:
        width |= {"Banks": banks, "BankSets": 4, "Hooked": 1}  # as many sets in all
    return build_verilated(
        "fy_coherence_top",
        ["cache", "tilelink", "memory"],
        cpp=[HERE / "coherence.cpp"],
        sv=[HERE / name for name in TOP],
        parameters={"Harts": harts, **width},
        layouts=True,
        flat=True,
        cflags=["-O0"] if beat != 32 else [],  # short runs: the build is what costs
    )


def test_coherence_short() -> None:
    print(run_program(bench(), "--count", 60_000, seed=seed_of()))


@pytest.mark.default
@pytest.mark.parametrize(("harts", "banks"), [(2, 2), (3, 1), (4, 1)])
def test_coherence(harts: int, banks: int) -> None:
    """Two banks by line behind one memory port, a client of the hooks at each; or one bank alone.

    Each bank sees every event.
    """
    program = bench(harts, banks=banks)
    for seed in range(seed_of(), seed_of() + (4 if harts == 3 else 1)):
        print(run_program(program, "--count", 250_000, "--hooked", int(banks > 1), seed=seed))


@pytest.mark.default
@pytest.mark.parametrize("beat", [8, 64])
def test_coherence_beats(beat: int) -> None:
    """A line in eight beats, and in one."""
    print(run_program(bench(2, beat), "--count", 100_000, seed=seed_of()))


@pytest.mark.long
def test_coherence_long() -> None:
    """10^8 operations in steps; finished steps are not repeated after an interruption."""
    log = BUILD / "long" / f"coherence-{bench().parent.name}-{seed_of()}.json"
    log.parent.mkdir(parents=True, exist_ok=True)
    done: list[int] = json.loads(log.read_text()) if log.exists() else []
    for step in range(100):
        if step in done:
            continue
        print(run_program(bench(), "--count", 1_000_000, seed=seed_of() * 1000 + step))
        done.append(step)
        log.write_text(json.dumps(done))
