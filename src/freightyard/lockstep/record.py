# SPDX-License-Identifier: Apache-2.0
"""The retirement trace: one record an instruction or trap, in one line of text.

    80000010 00b50533 x10=000000000000002a          an instruction that writes a register
    80000014 0005a503 x10~0000000000000007          the same, its value came late
    80000018 00a5b023 m3 80020800 0000000000000007  a store: log2 of its bytes, address, data
    8000001c 00000013                               neither
    80000020 00b5272f m2 80020800 7 x14=5           SC that succeeds, AMO: its operand
    !80000024 2 ffffffff                            a trap: mepc, cause, mtval
    !80000028 i3 0                                  an interrupt
    8000002c 00000013 u                             in user mode; s: supervisor; none: machine

Numbers are hexadecimal, the register number decimal. Values of a 32-bit core have their upper half
clear; store data has the bits that are not stored clear. A simulator that writes these lines can be
compared with QEMU like the core alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

MODES = {0: " u", 1: " s", 3: ""}


class Record(NamedTuple):
    """What one instruction did, or a trap."""

    pc: int
    word: int = 0
    rd: int = 0
    value: int = 0
    late: bool = False
    store_size: int = -1
    address: int = 0  # physical, of a store; of a load only where the source of the trace knows it
    store_data: int = 0
    cause: int = -1  # a trap
    interrupt: bool = False
    tval: int = 0
    privilege: int = 3
    note: str = ""  # how the address was translated, where the source of the trace knows it

    def line(self) -> str:
        """The record as text."""
        mode = MODES[self.privilege]
        if self.cause >= 0:
            cause = f"{'i' if self.interrupt else ''}{self.cause:x}"
            return f"!{self.pc:x} {cause} {self.tval:x}{mode}"
        parts = [f"{self.pc:x} {self.word:08x}"]
        if self.store_size >= 0:
            parts.append(f"m{self.store_size} {self.address:x} {self.store_data:x}")
        if self.rd:
            parts.append(f"x{self.rd}{'~' if self.late else '='}{self.value:x}")
        return " ".join(parts) + mode


def parse_lines(lines: Iterable[str]) -> Iterator[Record]:
    """Records of a trace; lines that begin with # are comments."""
    for line in lines:
        head = line[:1]
        if head in "#\n":
            continue
        parts = line.split()
        privilege = {"u": 0, "s": 1}.get(parts[-1], 3)
        if privilege != 3:
            parts.pop()
        if head == "!":
            interrupt = parts[1][0] == "i"
            number = int(parts[1][1:] if interrupt else parts[1], 16)
            yield Record(
                int(parts[0][1:], 16),
                cause=number,
                interrupt=interrupt,
                tval=int(parts[2], 16),
                privilege=privilege,
            )
            continue
        yield _retired(parts, privilege)


def _retired(parts: list[str], privilege: int) -> Record:
    pc, word = int(parts[0], 16), int(parts[1], 16)
    size, address, data, register, value, late = -1, 0, 0, 0, 0, False
    if len(parts) > 2 and parts[2][0] == "m":
        size, address, data = int(parts[2][1:]), int(parts[3], 16), int(parts[4], 16)
    if parts[-1][0] == "x":
        late = "~" in parts[-1]
        number, text = parts[-1][1:].split("~" if late else "=")
        register, value = int(number), int(text, 16)
    return Record(pc, word, register, value, late, size, address, data, privilege=privilege)
