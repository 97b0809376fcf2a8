# SPDX-License-Identifier: Apache-2.0
"""The tests are tested: faults built into the interconnect are found by its bench."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.bench import random_start
from freightyard.hdl import build_verilated, is_package, read_list
from freightyard.mutate import campaign, mutate

HERE = Path(__file__).parent
CASES = ["random", "throughput", "fairness", "lock", "unmapped", "routing", "tap"]


def check(number: int, seed: int) -> None:
    # fy_tl_device belongs to the tests of the devices: it is not in this top.
    files = [
        path
        for path in read_list("tilelink")[2]
        if not is_package(path) and "sim" not in path.parts and path.stem != "fy_tl_device"
    ]
    mutation = mutate(files, number, seed)
    program = build_verilated(
        "fy_tl_test",
        ["tilelink"],
        sv=[HERE / "fy_tl_test.sv"],
        cpp=[HERE / "crossbar.cpp"],
        layouts=True,
        change=mutation.apply,
    )
    runs = [
        [program, "--seed", seed, "--test", case, "--operations", 3000, *random_start(seed)]
        for case in CASES
    ]
    result = campaign(runs, mutation.mutants)
    print(result)
    assert result.share >= 0.85, result


@pytest.mark.default
def test_bench_finds_mutants(seed: int) -> None:
    check(10, seed)


@pytest.mark.long
def test_bench_finds_every_mutant(seed: int) -> None:
    check(1000, seed)
