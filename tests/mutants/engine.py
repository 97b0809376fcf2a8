# SPDX-License-Identifier: Apache-2.0
"""Faults of the copy engine."""

from __future__ import annotations

from blocks.copy_engine.test.units.test_copy_units import PARTS, TESTS
from tests.mutants.judges import Block, Judge, of_parts

CASES = {
    "lengths": 1,
    "timing": 1,
    "strides": 40,
    "instructions": 500,
    "occupancy": 1,
    "pause": 40,
    "errors": 120,
    "reset": 20,
    "offsets": 500,
    "translated": 40,
    "faults": 80,
    "absent": 1,
    "fences": 20,
    "translated_pause": 20,
    "switches": 15,
    "translated_errors": 60,
    "translated_timing": 1,
    "page_loss": 1,
    "queue": 40,
}
# Several trackers and commands: the bench of the units reaches all of it, that of one tracker less.
SEVERAL = ("dispatch", "throttle", "turns", "queue", "history")

ENGINE = Block(
    "engine",
    ("copy_engine",),
    200,
    (
        Judge(
            "copy_units",
            "copy_engine",
            of_parts("units/copy_units", PARTS),
            (
                *(("--test", name) for name in TESTS),
                *(("--test", name, "--seed", 2) for name in SEVERAL),
            ),
            sv=("units/copy_units_trackers.sv", "units/copy_units.sv"),
        ),
        Judge(
            "fy_copy_engine",
            "copy_engine",
            ("engine/copy_volume_unit.cpp",),
            (
                *(("--test", case, "--count", amount) for case, amount in CASES.items()),
                *(("--test", "lengths", "--count", 1, "--seed", seed) for seed in (2, 3)),
            ),
            flat=True,
        ),
    ),
    sampled=10,
    turning=12,  # not all of it is recorded yet
)
