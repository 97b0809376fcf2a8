# SPDX-License-Identifier: Apache-2.0
"""The retirement trace: one record an instruction or trap, in one line of text.

    80000010 00b50533 x10=000000000000002a          an instruction that writes a register
    80000014 0005a503 x10~0000000000000007          the same, its value came late
    80000018 00a5b023 m3 80020800 0000000000000007  a store: log2 of its bytes, address, data
    8000001c 00000013                               neither
    !80000020 2 ffffffff                            a trap: mepc, cause, mtval
    !80000024 i3 0                                  an interrupt

Numbers are hexadecimal, the register number decimal. Values of a 32-bit core have their upper half
clear; store data has the bits that are not stored clear. A simulator that writes these lines can be
compared with QEMU like the core alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Record(NamedTuple):
    """What one instruction did, or a trap."""

    pc: int
    word: int = 0
    rd: int = 0
    value: int = 0
    late: bool = False
    store_size: int = -1
    address: int = 0  # of a store; of a load only where the source of the trace knows it
    store_data: int = 0
    cause: int = -1  # a trap
    interrupt: bool = False
    tval: int = 0

    def line(self) -> str:
        """The record as text."""
        if self.cause >= 0:
            return f"!{self.pc:x} {'i' if self.interrupt else ''}{self.cause:x} {self.tval:x}"
        start = f"{self.pc:x} {self.word:08x}"
        if self.store_size >= 0:
            return f"{start} m{self.store_size} {self.address:x} {self.store_data:x}"
        return f"{start} x{self.rd}{'~' if self.late else '='}{self.value:x}" if self.rd else start


def parse_lines(lines: Iterable[str]) -> Iterator[Record]:
    """Records of a trace; lines that begin with # are comments."""
    for line in lines:
        head = line[:1]
        if head == "!":
            pc, cause, tval = line[1:].split()
            interrupt = cause[0] == "i"
            number = int(cause[1:] if interrupt else cause, 16)
            yield Record(int(pc, 16), cause=number, interrupt=interrupt, tval=int(tval, 16))
            continue
        if head in "#\n":
            continue
        parts = line.split()
        pc_value, word = int(parts[0], 16), int(parts[1], 16)
        if len(parts) == 2:
            yield Record(pc_value, word)
        elif parts[2][0] == "m":
            size = int(parts[2][1:])
            address, data = int(parts[3], 16), int(parts[4], 16)
            yield Record(pc_value, word, 0, 0, False, size, address, data)
        else:
            late = "~" in parts[2]
            register, value = parts[2][1:].split("~" if late else "=")
            yield Record(pc_value, word, int(register), int(value, 16), late)
