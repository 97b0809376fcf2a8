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
    )


def test_coherence_short() -> None:
    print(run_program(bench(), "--count", 60_000, seed=seed_of()))


# Harts, bytes of a beat, banks, operations. A build costs more than its run, so CI has corners.
USUAL = (3, 32, 1, 1_000_000)
CORNERS = ((2, 8, 2, 350_000), (4, 64, 1, 350_000))
BETWEEN = ((2, 32, 2, 250_000), (4, 32, 1, 250_000), (2, 8, 1, 100_000), (2, 64, 1, 100_000))


@pytest.mark.default
@pytest.mark.parametrize(
    ("harts", "beat", "banks", "operations"),
    [USUAL, *CORNERS, *(pytest.param(*one, marks=pytest.mark.long) for one in BETWEEN)],
)
def test_coherence(harts: int, beat: int, banks: int, operations: int) -> None:
    """Two banks by line behind one memory port, a client of the hooks at each; or one bank alone.

    Each bank sees every event. A line is eight beats, two or one.
    """
    program = bench(harts, beat, banks)
    for start in range(0, operations, 250_000):
        count = min(250_000, operations - start)
        seed = seed_of() + start // 250_000
        print(run_program(program, "--count", count, "--hooked", int(banks > 1), seed=seed))


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
