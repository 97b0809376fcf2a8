# SPDX-License-Identifier: Apache-2.0
"""Pytest plug-in: the count of passed and failed tests as the last line."""

from __future__ import annotations

from collections import Counter
from typing import Any


class Summary:
    """Counts reports of the controlling process."""

    def __init__(self) -> None:
        self.outcomes: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: Any) -> None:
        """A test counts by its body, or by a set-up or clean-up that failed."""
        if report.when == "call" or report.outcome != "passed":
            self.outcomes[report.outcome] += 1

    def pytest_collectreport(self, report: Any) -> None:
        """A file that cannot be read is a failure."""
        if report.outcome == "failed":
            self.outcomes["failed"] += 1

    def pytest_unconfigure(self) -> None:
        skipped = f", {self.outcomes['skipped']} skipped" if self.outcomes["skipped"] else ""
        print(f"{self.outcomes['passed']} passed, {self.outcomes['failed']} failed{skipped}")


def pytest_configure(config: Any) -> None:
    """Workers of pytest-xdist report to the controlling process, which alone prints."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Summary(), "fy-summary")
