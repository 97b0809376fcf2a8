# SPDX-License-Identifier: Apache-2.0
"""The tests are tested: faults built into fy_fifo are found by its bench."""

from __future__ import annotations

from pathlib import Path

from freightyard.hardware.sources import BLOCKS
from freightyard.hardware.verilator import build_verilated
from freightyard.verification.bench import random_start, run_program
from freightyard.verification.campaign import campaign
from freightyard.verification.mutate import FLAGS, mutate

FIFO = BLOCKS / "common" / "rtl" / "fy_fifo.sv"
# Without fall-through `bypass` is constant, so that faults of these lines cannot be seen.
DEAD = ("FallThrough", "bypass")


def test_bench_finds_mutants(seed: int) -> None:
    mutation = mutate([FIFO], 60, seed)
    program = build_verilated(
        "fy_fifo",
        ["common"],
        cpp=[Path(__file__).with_name("fifo.cpp")],
        parameters={"Depth": 3},
        flags=FLAGS,
        change=mutation.apply,
    )
    run_program(program, seed=seed)
    live = [mutant for mutant in mutation.mutants if not any(d in mutant.what for d in DEAD)]
    result = campaign([[program, "--seed", s, *random_start(s)] for s in (seed, seed + 1)], live)
    print(result)
    assert result.share >= 0.85, result
