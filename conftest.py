# SPDX-License-Identifier: Apache-2.0
"""Tiers of the tests: unmarked = fast, `default` = CI, `long` = volume. See `./fy test --help`."""

from __future__ import annotations

import os

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is above the tier in FY_TIER (fast, default, long; default when unset)."""
    tier = os.environ.get("FY_TIER", "default")
    above = {"fast": {"default", "long"}, "default": {"long"}, "long": set()}[tier]
    keep = [i for i in items if not above & {m.name for m in i.iter_markers()}]
    config.hook.pytest_deselected(items=[i for i in items if i not in set(keep)])
    items[:] = keep


@pytest.fixture
def seed() -> int:
    """Seed of this call (`fy test --seed N`); print it in random tests."""
    from freightyard.verification.bench import seed_of

    return seed_of()
