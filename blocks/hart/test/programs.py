# SPDX-License-Identifier: Apache-2.0
"""Assembles small programs and runs them on the bench of fy_hart."""

from __future__ import annotations

import functools
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from freightyard.hardware import core, package_header
from freightyard.hardware.sources import BLOCKS
from freightyard.hardware.verilator import build_verilated
from freightyard.verification.bench import run_program

HERE = Path(__file__).parent
MAP_FILE = BLOCKS / "mmu" / "test" / "fy_bench_map_pkg.sv"
MAP = dict(package_header.numbers(MAP_FILE.read_text()))
MEMORY, CONTROL = MAP["MemoryBase"], MAP["ControlBase"]
SIM = HERE.parent / "sim"
# The probe; reading the last file binds it.
RVFI = [SIM / f"{name}.sv" for name in ("fy_rvfi_pkg", "fy_rvfi_order", "fy_hart_rvfi")]

# Devices of hart_bench.cpp.
PROLOGUE = f"""
.equ CONTROL, {CONTROL:#x}
.equ LINES, 0
.equ LINES_LATER, 8
.equ BUSY, 0x10
.equ NOT_QUIET, 0x18
.equ EXIT, 0x20
.globl _start
_start:
  li gp, CONTROL
"""
EPILOGUE = """
exit:
  sw zero, EXIT(gp)
1: j 1b
"""


@dataclass(frozen=True)
class Record:
    """One line of the trace: an instruction, a trap or a late result."""

    cycle: int
    pc: int = 0
    instruction: int = 0
    trap: tuple[int, int] | None = None
    tval: int = 0
    registers: dict[int, int | None] = field(default_factory=dict)
    store: tuple[int, int] | None = None
    late: bool = False
    privilege: int = 3


@dataclass(frozen=True)
class Run:
    """The trace of one run and the counts of its last line."""

    records: list[Record]
    counts: dict[str, int]
    # use_address, page number, use_asid, asid of each SFENCE.VMA
    fences: list[tuple[int, int, int, int]] = field(default_factory=list)

    @property
    def traps(self) -> list[Record]:
        return [record for record in self.records if record.trap is not None]

    def last(self, register: int) -> int:
        """The value last written to a register, late results included."""
        values = [r.registers[register] for r in self.records if register in r.registers]
        known = [value for value in values if value is not None]
        assert known, f"x{register} was never written"
        return known[-1]

    def writes(self, register: int) -> list[tuple[int, int]]:
        """Cycle and value of each write."""
        found = []
        for record in self.records:
            value = record.registers.get(register)
            if value is not None:
                found.append((record.cycle, value))
        return found


def assemble(source: str, folder: Path, xlen: int = 64) -> Path:
    """A flat binary for 0x8000_0000."""
    text, part = folder / "program.s", folder / "program.o"
    elf, binary = folder / "program.elf", folder / "program.bin"
    text.write_text(PROLOGUE + source + EPILOGUE)
    # Without the compiler's driver, which takes as long as all of them: some tests run a hundred.
    for name, *words in (
        ("as", *core.load("hart", xlen).architecture(), text, "-o", part),
        ("ld", "-m", f"elf{xlen}lriscv", f"-Ttext={MEMORY:#x}", part, "-o", elf),
        ("objcopy", "-O", "binary", elf, binary),
    ):
        command = [f"riscv64-unknown-elf-{name}", *map(str, words)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    return binary


@functools.cache
def bench(xlen: int) -> Path:
    """The hart with its memory and devices, built."""
    return build_verilated(
        "fy_test_hart",
        ["hart", "data_port"],
        sv=[MAP_FILE, *RVFI, HERE / "fy_test_hart.sv"],
        cpp=[HERE / "hart_bench.cpp"],
        parameters={"Xlen": xlen},
        layouts=True,
    )


def parse(line: str) -> Record:
    words = line.split()
    cycle = int(words[0])
    late = words[1] == "late"
    fields = dict(word.split("=", 1) for word in words[1:] if "=" in word)
    registers: dict[int, int | None] = {}
    for name, value in fields.items():
        if re.fullmatch(r"x\d+", name):
            registers[int(name[1:])] = None if value == "late" else int(value, 16)
    trap = None
    if "trap" in fields:
        kind, cause = fields["trap"].split(":")
        trap = (int(kind), int(cause))
    store = None
    if "store" in fields:
        address, data = fields["store"].split(":")
        store = (int(address, 16), int(data, 16))
    return Record(
        cycle,
        int(fields.get("pc", "0"), 16),
        int(fields.get("instruction", "0"), 16),
        trap,
        int(fields.get("tval", "0"), 16),
        registers,
        store,
        late,
        int(fields.get("privilege", "3")),
    )


def run(source: str, folder: Path, *options: object, xlen: int = 64, seed: int = 1) -> Run:
    """Assembles, runs until the program ends itself, returns the trace."""
    binary = assemble(source, folder, xlen)
    output = run_program(bench(xlen), "--binary", binary, *options, seed=seed)
    lines = output.splitlines()
    ends = [line for line in lines if line.startswith("end ")]
    assert ends, output[-500:]
    counts = {key: int(value) for key, value in (w.split("=") for w in ends[-1].split()[1:])}
    records = [parse(line) for line in lines if line and line[0].isdigit()]
    fences = [line.split()[1:] for line in lines if line.startswith("fence ")]
    numbers = [(int(a), int(page, 16), int(b), int(asid, 16)) for a, page, b, asid in fences]
    return Run(records, counts, numbers)
