# SPDX-License-Identifier: Apache-2.0
"""Sv39 page tables as assembler text, and what the specification says about an access."""

from __future__ import annotations

from dataclasses import dataclass, field

from blocks.hart.test.programs import MEMORY

V, R, W, X, U, G, A, D = (1 << bit for bit in range(8))
RWXAD = V | R | W | X | A | D
SUPERVISOR, USER = 1, 0
TABLES = MEMORY + 0x10000  # the first table, the root
SV39 = 8 << 60


def entry(address: int, flags: int) -> int:
    return address >> 12 << 10 | flags


@dataclass
class Tables:
    """Tables from `TABLES` on; everything of the bench is mapped to itself for S."""

    words: dict[int, int] = field(default_factory=dict)  # address to entry
    used: int = 1

    def __post_init__(self) -> None:
        for gigabyte in (0, 2):  # devices, memory
            self.map(gigabyte << 30, gigabyte << 30, RWXAD, level=2)

    @property
    def satp(self) -> int:
        return SV39 | TABLES >> 12

    def place(self, virtual: int, level: int, table: int = TABLES) -> int:
        """Address of the entry, with new tables on the way."""
        for above in range(2, level, -1):
            slot = table + (virtual >> 12 + 9 * above & 511) * 8
            if slot not in self.words:
                self.words[slot] = entry(TABLES + self.used * 4096, V)
                self.used += 1
            table = self.words[slot] >> 10 << 12
        return table + (virtual >> 12 + 9 * level & 511) * 8

    def map(self, virtual: int, physical: int, flags: int, level: int = 0) -> int:
        slot = self.place(virtual, level)
        self.words[slot] = entry(physical, flags)
        return slot

    def text(self) -> str:
        """`.org` and words; nothing behind it may lie before its end."""
        lines = []
        for address in sorted(self.words):
            lines.append(f".org {address - MEMORY:#x}\n.dword {self.words[address]:#x}")
        return "\n".join(lines) + f"\n.org {TABLES - MEMORY + self.used * 4096:#x}\n"


def allowed(flags: int, access: str, privilege: int, sum_: bool = False, mxr: bool = False) -> bool:
    """Section 4.3.1 of the privileged specification with Svade, for a leaf or what is none."""
    if not flags & V or not flags & (R | X) or (flags & W and not flags & R) or not flags & A:
        return False
    of_user = bool(flags & U)
    if access == "fetch":
        return bool(flags & X) and of_user == (privilege == USER)
    if of_user != (privilege == USER) and not (of_user and sum_):
        return False
    if access == "load":
        return bool(flags & R or (mxr and flags & X))
    return bool(flags & W and flags & D)
