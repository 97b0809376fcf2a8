# SPDX-License-Identifier: Apache-2.0
"""fy_hart in lockstep with QEMU: random programs, all that occurs counted, no row empty."""

from __future__ import annotations

import pytest

from freightyard.lockstep import run
from freightyard.lockstep.judged.bench import Bench, kept_seeds
from freightyard.lockstep.table import print_table
from freightyard.store import BUILD

FIRST_SEED = 1  # the same programs every time; `--seed N` of fy test chooses others


def lockstep(xlen: int, seed: int, instructions: int, complete: bool = True) -> None:
    print(f"lockstep Xlen {xlen}, first seed {seed}, {instructions} instructions")
    result = run.run(Bench(xlen), seed, instructions)
    print_table(result.occurrence)
    run.write_json(result, BUILD / f"lockstep-{xlen}-{seed}-{instructions}.json")
    assert not result.failures, str(result.failures[0])
    assert result.occurrence.counts["records"] >= instructions
    if complete:
        assert not result.occurrence.missing(), result.occurrence.missing()


def test_small_program(seed: int) -> None:
    lockstep(64, seed, 3000, complete=False)


@pytest.mark.default
@pytest.mark.parametrize("xlen", (64, 32))
def test_random_programs(xlen: int, seed: int) -> None:
    lockstep(xlen, FIRST_SEED if seed == 1 else 1000 * seed, 150_000)


@pytest.mark.long
@pytest.mark.parametrize("xlen", (64, 32))
def test_many_random_programs(xlen: int, seed: int) -> None:
    lockstep(xlen, 1_000_000 * seed, 2_000_000)


@pytest.mark.default
def test_kept_seeds() -> None:
    """Programs that once found a bug."""
    for xlen, seed, instructions in kept_seeds():
        result = run.run(Bench(xlen), seed, instructions)
        assert not result.failures, str(result.failures[0])
