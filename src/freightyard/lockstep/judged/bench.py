# SPDX-License-Identifier: Apache-2.0
"""The hart alone in lockstep: its bench behind random ports, which also interrupts programs."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

from freightyard.errors import UserError
from freightyard.hardware.sources import BLOCKS
from freightyard.hardware.verilator import build_verilated
from freightyard.lockstep.generator import is_interrupted
from freightyard.lockstep.record import Record, parse_lines
from freightyard.lockstep.target.machine import VIRT

FOLDER = BLOCKS / "hart" / "test" / "lockstep"
SEED_FILE = FOLDER / "lockstep_seeds.txt"


class BenchRun:
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

    def records(self) -> Iterator[Record]:
        return parse_lines(self._lines())

    def _lines(self) -> Iterator[str]:
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


class Bench:
    """The hart with registers of one width."""

    machine = VIRT
    surrounded = True

    def __init__(self, xlen: int) -> None:
        self.xlen = xlen
        self.name = f"Xlen {xlen}"
        self.program = build_verilated(
            "fy_lockstep_hart",
            ["hart"],
            sv=[BLOCKS / "mmu" / "test" / "fy_bench_map_pkg.sv", FOLDER / "fy_lockstep_hart.sv"],
            cpp=[FOLDER / "lockstep.cpp"],
            parameters={"Xlen": xlen},
            layouts=True,
            include=[FOLDER],
            cflags=VIRT.defines(),
            prefix="Vfy_hart",
        )

    def start(self, elf: Path, seed: int, limit: int, *more: str) -> BenchRun:
        interrupted = ("--interrupted", str(int(is_interrupted(seed))))
        return BenchRun(self.program, elf, seed, limit, *(more or interrupted))

    def repeat(self, seed: int, instructions: int) -> str:
        return (
            f"python -m freightyard.lockstep --xlen {self.xlen} --seed {seed} "
            f"--instructions {instructions}"
        )


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
