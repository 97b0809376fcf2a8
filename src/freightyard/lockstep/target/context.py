# SPDX-License-Identifier: Apache-2.0
"""What the pieces of a random program share: registers, weights, the words so far."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from freightyard.lockstep.target.machine import Machine
from freightyard.lockstep.target.pages import Tables
from freightyard.lockstep.target.program import Builder

PAGE = 0x1000
PAGES = 8  # twice the ways of the data cache; the page after them is the stack


class Context:
    """A random program under construction.

    Some registers keep a meaning for the whole program, different ones in every program: `bases`
    point into data pages, `loops` count, `handler` belongs to the trap handlers, `resume` is where
    a handler goes on after a fetch that cannot, `stack` holds return addresses. All others are
    free. `cost` estimates how many instructions are executed. An `interrupted` program may be
    interrupted anywhere and must not notice: it reads no register of the handlers.

    A privileged program changes its mode; then `gate` tells a handler to keep the mode that the
    trap has entered, handlers of S have registers of their own, and `mode`, `window` and what
    follows them say what holds where the next word is emitted.
    """

    def __init__(
        self,
        source: random.Random,
        machine: Machine,
        xlen: int,
        interrupted: bool = False,
        privileged: bool = False,
    ) -> None:
        self.random = source
        self.machine = machine
        self.xlen = xlen
        self.interrupted = interrupted
        self.build = Builder(machine, xlen)
        order = [r for r in range(1, 32) if r not in (1, 5)]  # x1 and x5 are link registers
        source.shuffle(order)
        self.bases = order[0:3]
        self.loops = order[3:5]
        self.handler = order[5:7]
        self.resume = order[7]
        self.stack = order[8]
        self.privileged = privileged
        self.gate = order[9]
        self.supervisor_handler = order[10:12]
        self.protected = set(order[0 : 12 if privileged else 9])
        self.recent = [1, 5, *order[12:14]]
        self.tables: list[int] = []
        self.supervisor_tables: list[int] = []
        self.mode = 3
        self.window = machine.base
        self.translating = False
        self.delegated = 0  # medeleg
        self.interrupts_delegated = 0  # mideleg
        self.external_posted = False  # SEIP is never pending beside another: QEMU orders them
        self.restrictions = 0  # TVM, TW, TSR
        self.asids: dict[int, int] = {}  # the root that each was last used with
        self.root = -1  # in satp
        self.pages: Tables | None = None
        self.functions: list[tuple[int, int, int]] = []  # offset, link register, cost
        self.free_loops = list(self.loops)
        self.depth = 0
        self.cost = 0.0
        self.scale = 1.0
        self.simple: dict[Callable[[Context], None], float] = {}
        self.all: dict[Callable[[Context], None], float] = {}

    # ---- instructions ----------------------------------------------------------------------

    def emit(self, name: str, **operands: int) -> int:
        """Append one instruction and count it."""
        self.cost += self.scale
        if operands.get("rd"):
            self.recent[self.random.randrange(len(self.recent))] = operands["rd"]
        return self.build.emit(name, **operands)

    def immediate(self, rd: int, value: int) -> None:
        before = self.build.here
        self.build.load_immediate(rd, value)
        self.cost += self.scale * (self.build.here - before) / 4
        self.recent[self.random.randrange(len(self.recent))] = rd

    def address(self, rd: int, offset: int) -> int:
        place = self.build.here
        self.build.load_address(rd, offset)
        self.cost += 2 * self.scale
        return place

    def pick(self, weights: dict[Callable[[Context], None], float]) -> None:
        """Emit one piece of a weighted choice."""
        self.random.choices(list(weights), list(weights.values()))[0](self)

    def body(self, count: int) -> None:
        """A few pieces inside another; the deeper, the simpler."""
        self.depth += 1
        for _ in range(count):
            self.pick(self.all if self.depth < 3 else self.simple)
        self.depth -= 1

    @contextmanager
    def repeated(self, times: float) -> Iterator[None]:
        """What is emitted inside counts so many times."""
        self.scale, before = self.scale * times, self.scale
        yield
        self.scale = before

    @contextmanager
    def keep(self, *registers: int) -> Iterator[None]:
        """What is emitted inside does not write these registers."""
        added = {r for r in registers if r not in self.protected}
        self.protected |= added
        yield
        self.protected -= added

    # ---- registers and values --------------------------------------------------------------

    def destination(self) -> int:
        """A register that may be written; x0 now and then, a recent one often."""
        if self.random.random() < 0.04:
            return 0
        if self.random.random() < 0.35:
            known = [r for r in self.recent if r not in self.protected]
            if known:
                return self.random.choice(known)
        return self.scratch()

    def scratch(self, *but: int) -> int:
        """A register that may be written and is none of those named."""
        return self.random.choice(
            [r for r in range(1, 32) if r not in self.protected and r not in but]
        )

    def destination_but(self, register: int) -> int:
        """A register that may be written, or x0, and is not the one named."""
        found = self.destination()
        return 0 if found == register else found

    def source(self) -> int:
        """A register to read: mostly one written shortly before."""
        if self.random.random() < 0.65:
            return self.random.choice(self.recent)
        register = self.random.randrange(32)
        return 0 if self.interrupted and register in self.handler else register

    def corner(self) -> int:
        """A corner value of arithmetic, or any value."""
        top = 1 << (self.xlen - 1)
        corners = (0, 1, -1, -2, 2, top, top - 1, top + 1, 1 << 31, (1 << 31) - 1, -(1 << 31),
                   0xFFFF_FFFF, 1 << 32, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF)  # fmt: skip
        if self.random.random() < 0.6:
            return self.random.choice(corners)
        return self.random.getrandbits(self.xlen) >> self.random.randrange(self.xlen)

    def page(self) -> int:
        """An address in the middle of a data page: offsets of 12 bits stay inside it."""
        return self.window + self.machine.code + PAGE * self.random.randrange(PAGES) + PAGE // 2

    def offset(self, size: int) -> int:
        """An aligned offset from a base register, mostly within a line or two."""
        reach = 64 if self.random.random() < 0.7 else 2048
        return self.random.randrange(-reach, reach) >> size << size
