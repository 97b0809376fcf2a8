# SPDX-License-Identifier: Apache-2.0
"""Lockstep of the core against QEMU: programs by seed, until enough instructions have agreed."""

from __future__ import annotations

import itertools
import json
import random
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from freightyard.errors import UserError
from freightyard.hardware.sources import BLOCKS
from freightyard.hardware.verilator import build_verilated
from freightyard.lockstep import qemu
from freightyard.lockstep.compare import compare, without_interruptions
from freightyard.lockstep.generator import generate, is_interrupted
from freightyard.lockstep.occurrence import Occurrence
from freightyard.lockstep.record import Record, parse_lines

PROGRAM_INSTRUCTIONS = 5000  # about as many are executed by one program
SEED_FILE = BLOCKS / "hart" / "test" / "lockstep" / "lockstep_seeds.txt"


@dataclass
class Failure:
    """A program in which core and QEMU disagree."""

    seed: int
    xlen: int
    instructions: int
    report: str

    def __str__(self) -> str:
        repeat = (
            f"python -m freightyard.lockstep --xlen {self.xlen} --seed {self.seed} "
            f"--instructions {self.instructions}"
        )
        return (
            f"lockstep fails, Xlen {self.xlen}, seed {self.seed}\n{self.report}\nrepeat: {repeat}"
        )


@dataclass
class Result:
    """What a number of programs gave."""

    occurrence: Occurrence
    programs: int = 0
    failures: list[Failure] = field(default_factory=list)


def build(xlen: int) -> Path:
    """The core behind random ports as a program."""
    folder = BLOCKS / "hart" / "test" / "lockstep"
    return build_verilated(
        "fy_lockstep_hart",
        ["hart"],
        sv=[folder / "fy_lockstep_hart.sv"],
        cpp=[folder / "lockstep.cpp"],
        parameters={"Xlen": xlen},
        layouts=True,
        include=[folder],
        prefix="Vfy_hart",
    )


class Core:
    """The core running a program: its trace, and at the end its port counts or its complaint."""

    def __init__(self, program: Path, elf: Path, seed: int, limit: int, *more: str) -> None:
        self.counts: dict[str, int] = {}
        unknown = random.Random(seed).randrange(1, 2**31 - 1)
        self.process = subprocess.Popen(
            [str(program), "--elf", str(elf), "--seed", str(seed), "--limit", str(limit),
             *more,
             f"+verilator+seed+{unknown}", "+verilator+rand+reset+2"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    def lines(self) -> Iterator[str]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("#"):
                _, name, count = line.split()
                self.counts[name] = int(count)
            else:
                yield line

    def complaint(self) -> str:
        """Why it stopped, if not at the end of its program."""
        assert self.process.stderr is not None and self.process.stdout is not None
        self.process.stdout.read()
        return self.process.stderr.read() if self.process.wait() else ""

    def stop(self) -> None:
        self.process.kill()
        self.process.communicate()


def run_program(program: Path, seed: int, xlen: int, instructions: int, into: Result) -> None:
    """One program on both sides."""
    image = generate(seed, xlen, instructions)
    with tempfile.TemporaryDirectory(prefix="lockstep-") as folder:
        elf = Path(folder) / "program.elf"
        image.write_elf(elf)
        limit = 100 * instructions + 10000
        interrupted = str(int(is_interrupted(seed)))
        core = Core(program, elf, seed, limit, "--interrupted", interrupted)
        occurrence = into.occurrence
        occurrence.start()
        try:
            expected: Iterator[Record] = qemu.run(image, elf, limit)
            actual = parse_lines(core.lines())
            if is_interrupted(seed):
                actual = without_interruptions(actual, occurrence.interrupted)
            difference = compare(expected, actual, xlen, occurrence.observe)
            if difference is None:
                for _ in actual:
                    pass
                report = core.complaint()
            else:
                report = difference.report(xlen)
                if difference.actual is None:
                    report += f"\ncore: {core.complaint()}"
        finally:
            core.stop()
    into.programs += 1
    occurrence.add_ports(core.counts)
    if report:
        into.failures.append(Failure(seed, xlen, instructions, report))


def run(xlen: int, seed: int, instructions: int, *, stop_at_failure: bool = True) -> Result:
    """Programs from `seed` on until so many records agree or one fails."""
    program = build(xlen)
    result = Result(Occurrence(xlen))
    size = min(instructions, PROGRAM_INSTRUCTIONS)
    for number in itertools.count(seed):
        run_program(program, number, xlen, size, result)
        if result.failures and stop_at_failure:
            break
        if result.occurrence.counts["records"] >= instructions:
            break
    return result


def kept_seeds() -> list[tuple[int, int, int]]:
    """Programs that once failed: (xlen, seed, instructions)."""
    found = []
    for line in SEED_FILE.read_text().splitlines():
        words = line.partition("#")[0].split()
        if not words:
            continue
        if len(words) != 3:
            raise UserError(f"{SEED_FILE}: {line!r} is not 'xlen seed instructions  # why'")
        found.append((int(words[0]), int(words[1]), int(words[2])))
    return found


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
