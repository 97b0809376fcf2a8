# SPDX-License-Identifier: Apache-2.0
"""Engine of `fy lint`: jobs with a content key, results kept, waivers applied."""

from __future__ import annotations

import fnmatch
import functools
import json
import tomllib
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from freightyard import store

LINT = store.ROOT / "lint"
CACHE = store.BUILD / "lint"


@dataclass(frozen=True, order=True)
class Finding:
    """One thing to repair."""

    check: str
    file: str
    line: int
    rule: str
    message: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.message} [{self.check} {self.rule}]"


@functools.cache
def checkers() -> tuple[Path, ...]:
    """What the checks themselves are made of: a change repeats all of them."""
    own = sorted(Path(__file__).parent.glob("*.py"))
    return (
        *own,
        Path(__file__).parents[1] / "verification" / "yosys_command.py",
        store.ROOT / "requirements-dev.lock",
    )


@dataclass(frozen=True)
class Job:
    """One run of one tool: files whose content, with the facts, decides whether it is repeated."""

    check: str
    what: str
    run: Callable[[], list[Finding]]
    files: Sequence[Path]
    facts: Sequence[object] = ()

    def key(self) -> str:
        return store.content_key(
            [*self.files, *checkers()], self.check, self.what, list(self.facts)
        )


@dataclass
class Tally:
    """What a check looked at and what it found."""

    jobs: int = 0
    ran: int = 0
    findings: list[Finding] = field(default_factory=list)


def run_job(job: Job) -> tuple[list[Finding], bool]:
    """Findings of a job and whether it had to run."""
    kept = CACHE / f"{job.check}-{job.key()}.json"
    if kept.is_file():
        return [Finding(**item) for item in json.loads(kept.read_text())], False
    found = sorted(set(job.run()))
    CACHE.mkdir(parents=True, exist_ok=True)
    part = kept.with_suffix(f".{id(job)}.part")
    part.write_text(json.dumps([asdict(f) for f in found]))
    part.rename(kept)
    return found, True


def run_jobs(
    jobs: Sequence[Job], workers: int, progress: Callable[[str], None]
) -> dict[str, Tally]:
    """Run all jobs, `workers` at a time; tally by check, in order of appearance."""
    tallies: dict[str, Tally] = {job.check: Tally() for job in jobs}

    def one(job: Job) -> tuple[Job, list[Finding], bool]:
        progress(f"{job.check} {job.what}")
        return job, *run_job(job)

    with ThreadPoolExecutor(workers) as pool:
        for job, found, fresh in pool.map(one, jobs):
            tally = tallies[job.check]
            tally.jobs += 1
            tally.ran += fresh
            tally.findings += found
    for tally in tallies.values():
        tally.findings = sorted(set(tally.findings))
    return tallies


# ---- waivers --------------------------------------------------------------------------------

COMMON = "lint/waivers.toml"


def read_toml(name: str) -> dict[str, Any]:
    """A table of lint/."""
    with (LINT / name).open("rb") as handle:
        return tomllib.load(handle)


def waivers() -> list[dict[str, str]]:
    """Those of lint/waivers.toml, which hold for all files."""
    return list(read_toml("waivers.toml").get("waiver", []))


def apply_waivers(
    tallies: dict[str, Tally], waivers: Sequence[dict[str, str]], *, whole: bool = True
) -> int:
    """Take waived findings out, add a finding for every waiver without reason or without use.

    Of a part of the blocks (not `whole`) no waiver is said to be without use.
    """
    used = [False] * len(waivers)
    waived = 0
    for tally in tallies.values():
        left = []
        for finding in tally.findings:
            hits = [i for i, waiver in enumerate(waivers) if _matches(waiver, finding)]
            for i in hits:
                used[i] = True
            waived += bool(hits)
            if not hits:
                left.append(finding)
        tally.findings = left
    own = tallies.setdefault("waivers", Tally())
    own.jobs = len(waivers)
    ran = set(tallies) if whole else set()
    own.findings = list(_bad_waivers(waivers, used, ran))
    return waived


def _matches(waiver: dict[str, str], finding: Finding) -> bool:
    return (
        waiver["check"] == finding.check
        and waiver["rule"] == finding.rule
        and fnmatch.fnmatch(finding.file, waiver["file"])
        and waiver.get("match", "") in finding.message
    )


def _bad_waivers(
    waivers: Sequence[dict[str, str]], used: Sequence[bool], ran: set[str]
) -> Iterable[Finding]:
    for waiver, hit in zip(waivers, used, strict=True):
        text, table = f"{waiver['rule']} in {waiver['file']}", waiver.get("table", COMMON)
        if len(waiver.get("reason", "")) < 10:
            yield Finding("waivers", table, 0, "reason", f"{text} gives no reason")
        if not hit and waiver["check"] in ran:
            match = f" with {waiver['match']}" if "match" in waiver else ""
            text = f"{text}{match} matches nothing"
            yield Finding("waivers", table, 0, "unused", text)
