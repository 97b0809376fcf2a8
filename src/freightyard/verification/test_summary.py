# SPDX-License-Identifier: Apache-2.0
"""Pytest plug-in: what tests tell, their CPU seconds by quota, then the counts as the last line."""

from __future__ import annotations

import json
import os
import resource
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from freightyard.verification import quotas

SECONDS = "fy_cpu_seconds"  # attribute of reports, which pytest-xdist carries to the controller
TOLD = "told"  # property of a test: a line for whoever reads the summary


def cpu_seconds() -> float:
    """Of this process and of all that it started and that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


class Meter:
    """Runs where tests run: gives each report what was used since the one before."""

    def __init__(self) -> None:
        self.last = cpu_seconds()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self) -> Generator[None, Any, Any]:
        self.last = cpu_seconds()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, Any, Any]:
        report: Any = yield
        now = cpu_seconds()
        setattr(report, SECONDS, now - self.last)
        self.last = now
        return report


class Summary:
    """Counts reports, in the controlling process."""

    def __init__(self) -> None:
        self.outcomes: Counter[str] = Counter()
        self.files: dict[str, float] = {}
        self.tests: dict[str, float] = {}
        self.told: list[str] = []
        self.quotas = quotas.read()

    def pytest_runtest_logreport(self, report: Any) -> None:
        """A test counts by its body, or by a set-up or clean-up that failed."""
        if report.when == "call" or report.outcome != "passed":
            self.outcomes[report.outcome] += 1
            self.told += [text for name, text in report.user_properties if name == TOLD]
        file, seconds = report.nodeid.split("::")[0], getattr(report, SECONDS, 0.0)
        self.files[file] = self.files.get(file, 0.0) + seconds
        self.tests[report.nodeid] = self.tests.get(report.nodeid, 0.0) + seconds

    def pytest_collectreport(self, report: Any) -> None:
        """A file that cannot be read is a failure."""
        if report.outcome == "failed":
            self.outcomes["failed"] += 1

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: Any) -> None:
        """Far above a quota is a failure; the quotas are those of the default tier."""
        bound = os.environ.get("FY_TIER") == "default"
        self.complaints = quotas.too_much(self.shares()) if bound else []
        if self.complaints and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def shares(self) -> list[quotas.Share]:
        return quotas.shares(self.files, self.quotas)

    def pytest_unconfigure(self) -> None:
        found = self.shares()
        rest = max(0.0, cpu_seconds() - sum(share.seconds for share in found))
        print("\n".join([*self.told, *quotas.table(found, rest)]))
        target = os.environ.get("FY_TEST_JSON")
        if target:
            text = json.dumps(quotas.as_json(found, self.files, self.tests, rest), indent=1)
            Path(target).write_text(f"{text}\n")
        for complaint in self.complaints:
            print(f"error: {complaint}")
        skipped = f", {self.outcomes['skipped']} skipped" if self.outcomes["skipped"] else ""
        failed = self.outcomes["failed"]
        print(f"{self.outcomes['passed']} passed, {failed} failed{skipped}")


def pytest_configure(config: Any) -> None:
    """Workers of pytest-xdist measure and report to the controlling process, which prints."""
    worker = hasattr(config, "workerinput")
    if worker or not config.getoption("numprocesses", None):
        config.pluginmanager.register(Meter(), "fy-meter")
    if not worker:
        config.pluginmanager.register(Summary(), "fy-summary")
