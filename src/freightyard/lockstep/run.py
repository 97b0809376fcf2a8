# SPDX-License-Identifier: Apache-2.0
"""Lockstep against QEMU: random programs by seed, until enough instructions have agreed."""

from __future__ import annotations

import itertools
import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from freightyard.lockstep import qemu
from freightyard.lockstep.compare import compare, without_interruptions
from freightyard.lockstep.generator import generate, is_interrupted
from freightyard.lockstep.occurrence import Occurrence
from freightyard.lockstep.record import Record
from freightyard.lockstep.target.machine import Machine

PROGRAM_INSTRUCTIONS = 5000  # about as many are executed by one program


class Run(Protocol):
    """One program on what is judged."""

    def records(self) -> Iterator[Record]:
        """Its retirement trace, as it comes."""

    def complaint(self) -> str:
        """Why it stopped, if not at the end of its program, else empty."""

    def stop(self) -> None:
        """End it before the end of its program."""

    @property
    def counts(self) -> dict[str, int]:
        """What happened at the ports of a core alone."""


class Judged(Protocol):
    """A core alone, or a system."""

    name: str
    xlen: int
    machine: Machine
    surrounded: bool  # by a bench with random ports, which also interrupts programs

    def start(self, elf: Path, seed: int, limit: int) -> Run:
        """Run a program from a seed to its end, at most so many instructions or cycles."""

    def repeat(self, seed: int, instructions: int) -> str:
        """The command that repeats a program."""


@dataclass
class Failure:
    """A program in which core and QEMU disagree."""

    name: str
    seed: int
    report: str
    repeat: str

    def __str__(self) -> str:
        return (
            f"lockstep fails, {self.name}, seed {self.seed}\n{self.report}\nrepeat: {self.repeat}"
        )


@dataclass
class Result:
    """What a number of programs gave."""

    occurrence: Occurrence
    programs: int = 0
    failures: list[Failure] = field(default_factory=list)


def run_program(judged: Judged, seed: int, instructions: int, into: Result) -> None:
    """One random program on both sides."""
    image = generate(seed, judged.xlen, instructions, judged.machine)
    limit = 100 * instructions + 10000
    occurrence = into.occurrence
    with tempfile.TemporaryDirectory(prefix="lockstep-") as folder:
        elf = Path(folder) / "program.elf"
        image.write_elf(elf)
        run = judged.start(elf, seed, limit)
        occurrence.start()
        try:
            expected = qemu.run(image, limit)
            actual = run.records()
            if judged.surrounded and is_interrupted(seed):
                actual = without_interruptions(actual, occurrence.interrupted)
            difference = compare(expected, actual, judged.xlen, occurrence.observe)
            if difference is None:
                for _ in actual:
                    pass
                report = run.complaint()
            else:
                report = difference.report(judged.xlen)
                if difference.actual is None:
                    report += f"\ncore: {run.complaint()}"
        finally:
            run.stop()
    into.programs += 1
    occurrence.add_ports(run.counts)
    if report:
        repeat = judged.repeat(seed, instructions)
        into.failures.append(Failure(judged.name, seed, report, repeat))


def run(judged: Judged, seed: int, instructions: int, *, stop_at_failure: bool = True) -> Result:
    """Programs from `seed` on until so many records agree or one fails."""
    result = Result(Occurrence(judged.xlen, surrounded=judged.surrounded))
    size = min(instructions, PROGRAM_INSTRUCTIONS)
    for number in itertools.count(seed):
        if is_interrupted(number) and not judged.surrounded:
            continue  # nothing interrupts a system from outside
        run_program(judged, number, size, result)
        if result.failures and stop_at_failure:
            break
        if result.occurrence.counts["records"] >= instructions:
            break
    return result


def write_json(result: Result, path: Path) -> None:
    """Counts of everything, failures as text."""
    data = {
        "xlen": result.occurrence.xlen,
        "programs": result.programs,
        "records": result.occurrence.counts["records"],
        "counts": dict(sorted(result.occurrence.counts.items())),
        "missing": result.occurrence.missing(),
        "failures": [str(failure) for failure in result.failures],
    }
    path.write_text(json.dumps(data, indent=2) + "\n")
