# SPDX-License-Identifier: Apache-2.0
"""Benches judge the mutants of a build (mutate.py): killed, alive, or without an end."""

from __future__ import annotations

import enum
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from freightyard import store
from freightyard.verification import limits
from freightyard.verification.mutate import Mutant

ALLOWANCE = 5  # times the CPU seconds of a bench that a mutant of it may take
SLACK = 2  # CPU seconds beside: a bench of milliseconds is mostly the start of a process
FIRST_LIMIT = 1800  # of the design as it is


@dataclass(frozen=True)
class Campaign:
    """What became of the mutants: a bench failed, none did, or one used up its CPU seconds."""

    killed: tuple[Mutant, ...]
    survivors: tuple[Mutant, ...]
    endless: tuple[Mutant, ...] = ()

    @property
    def share(self) -> float:
        """Killed ones of all; no bench said that an endless one is wrong."""
        return len(self.killed) / max(1, self.total)

    @property
    def total(self) -> int:
        return len(self.killed) + len(self.survivors) + len(self.endless)

    def __str__(self) -> str:
        lines = [f"{len(self.killed)} of {self.total} mutants killed ({100 * self.share:.0f} %)"]
        lines += [f"survivor: {mutant}" for mutant in self.survivors]
        return "\n".join([*lines, *(f"endless: {mutant}" for mutant in self.endless)])


def campaign(
    commands: Sequence[Sequence[object]],
    mutants: Sequence[Mutant],
    *,
    pinned: Sequence[Sequence[object]] = (),
    limit: float | None = None,
    jobs: int = 1,
) -> Campaign:
    """Run benches (each a program with arguments) on each mutant; any failure kills it.

    The design as it is must pass first; a bench may take ALLOWANCE times its CPU seconds (`limit`
    overrides), then the mutant is endless. `pinned` benches print exact figures that the tests
    assert: another output kills as well. `jobs` mutants run at a time.
    """
    benches = []
    for place, command in enumerate([*pinned, *commands]):
        before = limits.cpu_of_children()
        verdict, output = _run(command, 0, FIRST_LIMIT)
        if verdict is not Verdict.ALIVE:
            raise AssertionError(f"the bench fails without a mutant: {command}")
        allowed = limit or ALLOWANCE * (limits.cpu_of_children() - before) + SLACK
        benches.append((command, output if place < len(pinned) else None, allowed))

    def judge(mutant: Mutant) -> Verdict:
        for command, expected, allowed in sorted(benches, key=lambda b: not _named(b[0], mutant)):
            verdict, output = _run(command, mutant.number, allowed)
            if verdict is not Verdict.ALIVE:
                return verdict
            if expected not in (None, output):
                return Verdict.KILLED
        return Verdict.ALIVE

    with ThreadPoolExecutor(jobs) as pool:
        verdicts = list(pool.map(judge, mutants))

    def those(verdict: Verdict) -> tuple[Mutant, ...]:
        return tuple(m for m, told in zip(mutants, verdicts, strict=True) if told is verdict)

    return Campaign(those(Verdict.KILLED), those(Verdict.ALIVE), those(Verdict.ENDLESS))


def _named(command: Sequence[object], mutant: Mutant) -> bool:
    """Whether `--test NAME` of a bench names the module of a fault: it finds it soonest."""
    words = [str(word) for word in command]
    return "--test" in words and words[words.index("--test") + 1] in mutant.module


class Verdict(enum.Enum):
    """What the benches say of a mutant."""

    KILLED = enum.auto()
    ALIVE = enum.auto()
    ENDLESS = enum.auto()


def _run(command: Sequence[object], number: int, limit: float) -> tuple[Verdict, str]:
    """What one bench says of this mutant, and prints."""
    result = subprocess.run(
        limits.limited([*command, f"+mutant={number}"], limit),
        cwd=store.ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        errors="replace",
    )
    if limits.reached(result.returncode):
        return Verdict.ENDLESS, result.stdout
    return Verdict.KILLED if result.returncode else Verdict.ALIVE, result.stdout
