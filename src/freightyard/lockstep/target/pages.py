# SPDX-License-Identifier: Apache-2.0
"""Page tables of a random program: windows through which it runs, and zones full of odd entries.

Windows map the whole program, for S or U, by pages of each size; behind 4 KB pages the data pages
lie in another order for every root. Zones are pages of every kind, good and bad; the program
changes their entries. A zone is shared by all roots (global pages may lie there) or belongs to one.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from freightyard.lockstep.target.machine import Machine
from freightyard.lockstep.target.translation import A, D, G, R, U, V, W, X

PAGE = 0x1000
DATA_PAGES = 9  # with the stack
ROOTS = 3
TABLE_PAGES = 7 * ROOTS + 4
SUPERVISOR_HIGH, SUPERVISOR_GIGA = 0xFFFF_FFFF_C000_0000, 0xFFFF_FFC0_0000_0000
USER, USER_GIGA = 0xC000_0000, 0x1_0000_0000
USER_WINDOWS = (USER, USER + (2 << 20), USER_GIGA)
SHARED, PRIVATE = 0x1_4000_0000, 0x1_C000_0000  # zones
ODD_GIGA = 8  # root entries from here on are 1 GB pages of all kinds
LEAF = A | D
RIGHTS = (R, R | W, X, R | X, R | W | X)
NOWHERE = 0x10_0000_0000  # physical address at which nothing answers

# Kinds of entries: rights that grant all or some, then those at which every walk fails.
GOOD = tuple(f"{right}{user}" for right in ("r", "rw", "x", "rx", "rwx") for user in ("", "u"))
BAD = ("invalid", "reserved w", "reserved wx", "upper", "pointer", "misaligned", "leaf bits")


def supervisor_windows(machine: Machine) -> tuple[int, ...]:
    """Where S finds the program."""
    base = machine.base
    return (base, base, SUPERVISOR_HIGH, SUPERVISOR_HIGH + (2 << 20), SUPERVISOR_GIGA)


@dataclass
class Slot:
    """A page of a zone: its address, where its entry stands, and what it maps now."""

    address: int
    entry: int  # physical address of the entry
    level: int
    target: str  # data, landing, both (superpages), nowhere
    kind: str
    root: int = -1  # of a private zone

    def offsets(self) -> str:
        return "landing" if self.target == "landing" else "data"


@dataclass
class Tables:
    """Bytes of all tables, and the zones in them."""

    source: random.Random
    machine: Machine
    landing: int  # offset of a page of code that only jumps back
    place: int = field(init=False)  # of the first table
    base: int = field(init=False)  # of the program
    data: bytearray = field(default_factory=lambda: bytearray(TABLE_PAGES * PAGE))
    roots: list[int] = field(default_factory=list)
    slots: list[Slot] = field(default_factory=list)
    # Pointers above the 4 KB pages of a zone: address and value, root (-1: seen from all).
    pointers: dict[int, list[tuple[int, int]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.base = self.machine.base
        self.place = self.machine.data + DATA_PAGES * PAGE
        self._free = [self.place + PAGE * k for k in range(TABLE_PAGES)]
        self.source.shuffle(self._free)
        high = self._window(G, 3)
        shared = self._zone(SHARED, -1)
        for number in range(ROOTS):
            root = self._page()
            self.roots.append(root)
            self._set(root, 2, self._identity())
            self._set(root, 3, self._window(U, 3) >> 2 | V)
            self._set(root, 4, self.base >> 2 | V | R | W | X | U | LEAF)
            self._set(root, 0x100, self.base >> 2 | V | R | W | X | G | LEAF)
            self._set(root, 0x1FF, high >> 2 | V)
            self._set(root, SHARED >> 30, shared >> 2 | V)
            private = self._zone(PRIVATE, number) >> 2 | V
            self._set(root, PRIVATE >> 30, private)
            self.pointers[number].append((root + 8 * (PRIVATE >> 30), private))
            if number == 0:
                odd = self._odd_giga(root)
            for index, entry in odd.items():  # the same everywhere, they may be global
                self._set(root, index, entry)

    def entry(self, kind: str, level: int, target: str, allow_global: bool) -> int:
        """A random entry of a kind."""
        source = self.source
        if target == "landing":
            place = self.base + self.landing
        elif target == "nowhere":
            place = NOWHERE + (source.randrange(64) << 30)
        elif target == "both":
            place = self.base
        else:
            place = self.machine.data + PAGE * source.randrange(DATA_PAGES - 1)
        rights = V | source.choice(RIGHTS) | source.choice((0, U)) | LEAF
        glob = G if allow_global and source.random() < 0.3 else 0
        software = source.randrange(4) << 8
        entry = place >> 2 | glob | software
        match kind:
            case "invalid":
                return source.getrandbits(64) & ~V
            case "reserved w" | "reserved wx":
                return entry | rights & ~R & ~X | W | (X if kind[-1] == "x" else 0)
            case "upper":
                return entry | rights | 1 << source.randrange(54, 64)
            case "pointer":  # at the last level, or to a table of zeros and code
                return entry & ~G | V
            case "leaf bits":
                return self.place >> 2 | V | source.choice((U, A, D, A | D | U))
            case "misaligned":
                return entry | rights | 1 << source.randrange(10, 10 + 9 * level)
        letters = {"r": R, "w": W, "x": X, "u": U}
        return entry | V | LEAF | sum(letters[letter] for letter in kind)

    def _page(self) -> int:
        return self._free.pop()

    def _set(self, table: int, index: int, entry: int) -> None:
        offset = table - self.place + 8 * index
        self.data[offset : offset + 8] = entry.to_bytes(8, "little")

    def _small(self, flags: int) -> int:
        """A table of 4 KB pages over the program, data pages in another order."""
        table = self._page()
        first = self.machine.code // PAGE
        order = list(range(DATA_PAGES))
        self.source.shuffle(order)
        for k in range(512):
            place = self.base + PAGE * k
            if first <= k < first + DATA_PAGES:
                place = self.machine.data + PAGE * order[k - first]
            self._set(table, k, place >> 2 | V | R | W | X | LEAF | flags)
        return table

    def _window(self, flags: int, entries: int) -> int:
        """A table with a 2 MB page over the program, then a table of 4 KB pages."""
        table = self._page()
        self._set(table, 0, self.base >> 2 | V | R | W | X | LEAF | flags)
        self._set(table, 1, self._small(flags) >> 2 | V)
        return table

    def _identity(self) -> int:
        """The entry of the window in which S finds the program where M does."""
        middle, small = self._page(), self._small(0)
        kind = self.source.randrange(3)
        if kind == 0:
            return self.base >> 2 | V | R | W | X | LEAF
        entry = self.base >> 2 | V | R | W | X | LEAF if kind == 1 else small >> 2 | V
        self._set(middle, 0, entry)
        return middle >> 2 | V

    def _zone(self, address: int, root: int) -> int:
        """Tables of 2 MB and 4 KB pages of all kinds."""
        middle, small = self._page(), self._page()
        self._set(middle, 0, small >> 2 | V)
        self.pointers[root] = [(middle, small >> 2 | V)]
        kinds = [(kind, target) for kind in GOOD for target in ("data", "landing")]
        kinds += [(kind, "data") for kind in BAD if kind not in ("misaligned", "leaf bits")]
        kinds += [("rwx", "nowhere"), ("rwxu", "nowhere")]
        self.source.shuffle(kinds)
        places = self.source.sample(range(512), len(kinds))
        for (kind, target), index in zip(kinds, places, strict=True):
            self._add(address + PAGE * index, small + 8 * index, 0, target, kind, root)
        kinds = [(kind, "both") for kind in (*GOOD, *BAD) if kind != "pointer"]
        places = self.source.sample(range(1, 512), len(kinds))
        for (kind, target), index in zip(kinds, places, strict=True):
            self._add(address + (index << 21), middle + 8 * index, 1, target, kind, root)
        return middle

    def _odd_giga(self, root: int) -> dict[int, int]:
        kinds = [kind for kind in (*GOOD, *BAD) if kind != "pointer"]
        found = {}
        for index, kind in enumerate(kinds, ODD_GIGA):
            found[index] = self.entry(kind, 2, "both", True)
            place = root + 8 * index
            self.slots.append(Slot(index << 30, place, 2, "both", kind))
        return found

    def _add(self, address: int, entry: int, level: int, target: str, kind: str, root: int) -> None:
        self.slots.append(Slot(address, entry, level, target, kind, root))
        value = self.entry(kind, level, target, root < 0)
        self._set(entry & ~0xFFF, entry >> 3 & 511, value)
