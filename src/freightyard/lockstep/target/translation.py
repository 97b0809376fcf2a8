# SPDX-License-Identifier: Apache-2.0
"""Sv39 as the specification tells it: where an address leads, or why it faults.

Independent of QEMU and of the core. It names what happened for the table of occurrences, and gives
the physical address of a store, which QEMU's log lacks.
"""

from __future__ import annotations

from typing import NamedTuple

V, R, W, X, U, G, A, D = (1 << bit for bit in range(8))
SUM, MXR, MPRV = 1 << 18, 1 << 19, 1 << 17
MPP_SHIFT = 11
PAGE_SIZES = ("4K", "2M", "1G")


class Memory(NamedTuple):
    """Bytes of a program as they change, from the base of the memory on."""

    base: int
    data: bytearray

    def word(self, address: int, size: int) -> int:
        """What lies there; zero in front of the program and behind it."""
        place = address - self.base
        return int.from_bytes(self.data[place : place + size], "little") if place >= 0 else 0

    def write(self, address: int, size: int, value: int) -> None:
        """A store; one that does not meet the program changes nothing."""
        place = address - self.base
        if 0 <= place < len(self.data):
            self.data[place : place + size] = value.to_bytes(size, "little")


class Place(NamedTuple):
    """A physical address and the way to it, or a fault (address -1) and its kind."""

    address: int
    kind: str


class Context(NamedTuple):
    """What a translation depends on besides the address."""

    satp: int
    privilege: int
    status: int

    def effective(self) -> int:
        """The privilege of loads and stores."""
        if self.privilege == 3 and self.status & MPRV:
            return self.status >> MPP_SHIFT & 3
        return self.privilege


def translate(memory: Memory, context: Context, address: int, access: str) -> Place:
    """`access` is fetch, load or store."""
    privilege = context.privilege if access == "fetch" else context.effective()
    if privilege == 3 or context.satp >> 60 != 8:
        return Place(address, "bare")
    if address >> 38 not in (0, (1 << 26) - 1):
        return Place(-1, "non-canonical")
    table = (context.satp & (1 << 44) - 1) << 12
    for level in (2, 1, 0):
        pte = memory.word(table + (address >> 12 + 9 * level & 511) * 8, 8)
        size = PAGE_SIZES[level]
        if not pte & V:
            return Place(-1, f"not valid at {size}")
        if pte & (R | W) == W:
            return Place(-1, f"writable not readable at {size}")
        if pte >> 54:
            return Place(-1, f"reserved bits at {size}")
        number = pte >> 10 & (1 << 44) - 1
        if pte & (R | X):
            break
        if pte & (U | A | D):
            return Place(-1, f"pointer with leaf bits at {size}")
        table = number << 12
    else:
        return Place(-1, "pointer at the last level")
    span = 1 << 9 * level
    if number & span - 1:
        return Place(-1, f"misaligned {size}")
    wrong = _forbidden(pte, access, privilege, context.status)
    if wrong:
        return Place(-1, wrong)
    if not pte & A or (access == "store" and not pte & D):
        return Place(-1, "accessed or dirty clear")
    how = ""
    if access != "fetch" and privilege == 1 and pte & U:
        how = " by SUM"
    elif access == "load" and not pte & R:
        how = " by MXR"
    elif pte & G:
        how = " global"
    return Place(number << 12 | address & (span << 12) - 1, size + how)


def _forbidden(pte: int, access: str, privilege: int, status: int) -> str:
    if privilege == 0 and not pte & U:
        return "supervisor page in U"
    if privilege == 1 and pte & U and (access == "fetch" or not status & SUM):
        return "user page in S"
    right = {"fetch": X, "load": R | (X if status & MXR else 0), "store": W}[access]
    return "" if pte & right else f"no right to {access}"
