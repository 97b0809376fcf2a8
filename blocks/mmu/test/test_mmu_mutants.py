# SPDX-License-Identifier: Apache-2.0
"""The tests are tested: faults built into the block are found by its benches."""

from __future__ import annotations

from pathlib import Path

import pytest
from blocks.mmu.test.test_mmu_units import TESTS, program_of

from freightyard.hardware.sources import BLOCKS
from freightyard.verification.bench import random_start
from freightyard.verification.campaign import campaign
from freightyard.verification.mutate import mutate

FILES = sorted(path for path in (BLOCKS / "mmu" / "rtl").glob("*.sv") if "_pkg" not in path.name)


@pytest.mark.default
def test_benches_find_mutants(seed: int) -> None:
    mutation = mutate(FILES, 60, seed)
    program = program_of(mutation.apply)
    result = campaign(commands(program, seed), mutation.mutants)
    print(result)
    assert result.share >= 0.85, result


def commands(program: Path, seed: int) -> list[list[object]]:
    """Every test once, then random tables."""
    tests = [[program, "--test", name, "--count", 5000] for name in TESTS]
    tests += [[program, "--test", "random", "--count", 50_000]]
    return [[*test, "--seed", seed, *random_start(seed)] for test in tests]
