# SPDX-License-Identifier: Apache-2.0
"""Pieces of random programs with LR, SC and the AMOs.

SC follows an LR of the same address, or is bound to fail: QEMU compares addresses before it looks
at rights, and remembers virtual ones.
"""

from __future__ import annotations

from freightyard.lockstep.pieces.data import arithmetic, load, store
from freightyard.lockstep.target.context import Context
from freightyard.lockstep.target.handlers import HANDLER_COST
from freightyard.lockstep.target.isa import ATOMICS

AMOS = tuple(name for name in ATOMICS.values() if name.startswith("amo"))


def sizes(xlen: int) -> tuple[str, ...]:
    return (".w", ".d") if xlen == 64 else (".w",)


def _place(context: Context, size: str) -> int:
    """A register with an aligned address in a data page."""
    register = context.scratch()
    offset = context.offset(3 if size == ".d" else 2)
    base = context.random.choice(context.bases)
    context.emit("addi", rd=register, rs1=base, immediate=min(offset, 2040))
    return register


def amo(context: Context, name: str = "") -> None:
    """One AMO; often used at once, its line often loaded or stored around it."""
    name = name or context.random.choice(AMOS) + context.random.choice(sizes(context.xlen))
    place = _place(context, name[-2:])
    with context.keep(place):
        if context.random.random() < 0.3:
            context.random.choice((load, store))(context)
        if context.random.random() < 0.3:
            context.immediate(context.scratch(), context.corner())
        rd = context.destination()
        order = context.random.randrange(4)
        context.emit(name, rd=rd, rs1=place, rs2=context.source(), immediate=order)
    if context.random.random() < 0.4:
        context.emit("sub", rd=context.destination(), rs1=rd, rs2=context.source())


def reserved(context: Context) -> None:
    """LR, perhaps a store, SC: it fails where the word has changed; a second SC fails always."""
    size = context.random.choice(sizes(context.xlen))
    place = _place(context, size)
    with context.keep(place):
        order = context.random.randrange(4)
        context.emit("lr" + size, rd=context.scratch(), rs1=place, immediate=order)
        for _ in range(context.random.randrange(3)):
            arithmetic(context)
        if context.random.random() < 0.25 and context.machine.store_ends_reservation:
            context.emit("sw", rs1=place, rs2=context.source())
        for _ in range(context.random.choice((1, 1, 1, 2))):
            context.emit("sc" + size, rd=context.scratch(), rs1=place, rs2=context.source(),
                         immediate=context.random.randrange(4))  # fmt: skip


def conditional_elsewhere(context: Context) -> None:
    """SC of an address that is not the reserved one."""
    size = context.random.choice(sizes(context.xlen))
    place = _place(context, size)
    with context.keep(place):
        other = context.scratch()
        context.emit("xori", rd=other, rs1=place, immediate=64)
        context.emit("lr" + size, rd=context.scratch(other), rs1=other)
        context.emit("sc" + size, rd=context.scratch(), rs1=place, rs2=context.source())


def misaligned(context: Context, name: str = "") -> None:
    """An LR or AMO whose address is not a multiple of its size."""
    size = context.random.choice(sizes(context.xlen))
    place = _place(context, size)
    name = (name or context.random.choice(("lr", *AMOS))) + size
    with context.keep(place):
        slip = context.random.randrange(1, 8 if size == ".d" else 4)
        context.emit("addi", rd=place, rs1=place, immediate=slip)
        context.emit(name, rd=context.destination(), rs1=place, rs2=context.source())
    context.cost += HANDLER_COST * context.scale
