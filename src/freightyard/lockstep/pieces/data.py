# SPDX-License-Identifier: Apache-2.0
"""Pieces of random programs that compute, load and store."""

from __future__ import annotations

from freightyard.lockstep.target.context import Context
from freightyard.lockstep.target.isa import SIZES, SPECS

_REGISTER = ("add", "sub", "sll", "slt", "sltu", "xor", "srl", "sra", "or", "and")
_WORD = ("addw", "subw", "sllw", "srlw", "sraw")
_IMMEDIATE = ("addi", "slti", "sltiu", "xori", "ori", "andi")
_SHIFT = ("slli", "srli", "srai")
_WORD_SHIFT = ("slliw", "srliw", "sraiw")
_PRODUCT = ("mul", "mulh", "mulhsu", "mulhu", "div", "divu", "rem", "remu")
_WORD_PRODUCT = ("mulw", "divw", "divuw", "remw", "remuw")
_LOADS = ("lb", "lbu", "lh", "lhu", "lw")
_STORES = ("sb", "sh", "sw")


def loads(xlen: int) -> tuple[str, ...]:
    return (*_LOADS, "ld", "lwu") if xlen == 64 else _LOADS


def stores(xlen: int) -> tuple[str, ...]:
    return (*_STORES, "sd") if xlen == 64 else _STORES


def size_of(name: str) -> int:
    """log2 of the bytes that a load or store moves."""
    return SIZES[name[1]]


def arithmetic(context: Context) -> None:
    """One instruction of the integer unit."""
    wide = context.xlen == 64
    names = _REGISTER + _IMMEDIATE + _SHIFT + ((*_WORD, "addiw", *_WORD_SHIFT) if wide else ())
    _one(context, context.random.choice(names))


def corner_arithmetic(context: Context) -> None:
    """The same behind operands at which arithmetic goes wrong."""
    context.immediate(context.scratch(), context.corner())
    context.immediate(context.scratch(), context.corner())
    arithmetic(context)


def _one(context: Context, name: str) -> None:
    rd, rs1, rs2 = context.destination(), context.source(), context.source()
    if SPECS[name].form == "R":
        context.emit(name, rd=rd, rs1=rs1, rs2=rs2)
    elif SPECS[name].form == "H":
        top = 31 if name.endswith("w") else context.xlen - 1
        amount = context.random.choice((0, 1, top, min(top, 32), context.random.randint(0, top)))
        context.emit(name, rd=rd, rs1=rs1, immediate=amount)
    else:
        edge = context.random.choice((0, -1, 1, 2047, -2048))
        value = context.random.choice((edge, context.random.randrange(-2048, 2048)))
        context.emit(name, rd=rd, rs1=rs1, immediate=value)


def product(context: Context) -> None:
    """A multiplication or division, often of 0, -1 or the smallest number, often used at once."""
    name = context.random.choice(_PRODUCT + (_WORD_PRODUCT if context.xlen == 64 else ()))
    rs1, rs2 = context.source(), context.source()
    smallest = -(1 << (context.xlen - 1)), -(1 << 31)
    if context.random.random() < 0.5:
        rs2 = context.scratch()
        context.immediate(rs2, context.random.choice((0, -1, 1, context.corner())))
    if context.random.random() < 0.4:
        rs1 = context.scratch()
        context.immediate(rs1, context.random.choice((*smallest, context.corner())))
    rd = context.destination()
    context.emit(name, rd=rd, rs1=rs1, rs2=rs2)
    if context.random.random() < 0.4:
        context.emit("xor", rd=context.destination(), rs1=rd, rs2=context.source())


def upper(context: Context) -> None:
    name = context.random.choice(("lui", "auipc"))
    context.emit(name, rd=context.destination(), immediate=context.random.getrandbits(20))


def load(context: Context) -> None:
    name = context.random.choice(loads(context.xlen))
    offset = context.offset(size_of(name))
    base = context.random.choice(context.bases)
    context.emit(name, rd=context.destination(), rs1=base, immediate=offset)


def store(context: Context) -> None:
    name = context.random.choice(stores(context.xlen))
    offset = context.offset(size_of(name))
    base = context.random.choice(context.bases)
    context.emit(name, rs1=base, rs2=context.source(), immediate=offset)


def store_then_load(context: Context) -> None:
    """A store, then a load of any size from the same doubleword, at once or a little later."""
    base = context.random.choice(context.bases)
    out = context.random.choice(stores(context.xlen))
    into = context.random.choice(loads(context.xlen))
    place = context.offset(3)
    first = place + (context.random.randrange(8) >> size_of(out) << size_of(out))
    second = place + (context.random.randrange(8) >> size_of(into) << size_of(into))
    context.emit(out, rs1=base, rs2=context.source(), immediate=first)
    for _ in range(context.random.choice((0, 0, 0, 1, 2))):
        context.random.choice((arithmetic, store))(context)
    context.emit(into, rd=context.destination(), rs1=base, immediate=second)


def load_hazard(context: Context) -> None:
    """A load whose register is used, or written by another, before its value may have come."""
    load(context)
    rd = context.scratch()
    name = context.random.choice(loads(context.xlen))
    base = context.random.choice(context.bases)
    context.emit(name, rd=rd, rs1=base, immediate=context.offset(size_of(name)))
    kind = context.random.randrange(5)
    if kind == 0:
        context.emit("add", rd=context.destination(), rs1=rd, rs2=context.source())
    elif kind == 1:
        context.emit("addi", rd=rd, rs1=context.source(), immediate=1)
    elif kind == 2:
        store_name = context.random.choice(stores(context.xlen))
        offset = context.offset(size_of(store_name))
        context.emit(store_name, rs1=base, rs2=rd, immediate=offset)
    elif kind == 3:
        load(context)
        context.emit("sub", rd=rd, rs1=rd, rs2=context.source())
    else:
        context.emit(name, rd=rd, rs1=base, immediate=context.offset(size_of(name)))
        context.emit("mul", rd=context.destination(), rs1=rd, rs2=rd)


def pointer_chase(context: Context) -> None:
    """An address is stored, loaded back and used at once, up to three deep."""
    word = "d" if context.xlen == 64 else "w"
    base = context.random.choice(context.bases)
    place = context.offset(3)
    other = context.random.choice(context.bases)
    context.emit("s" + word, rs1=base, rs2=other, immediate=place)
    pointer = context.scratch()
    context.emit("l" + word, rd=pointer, rs1=base, immediate=place)
    for _ in range(context.random.randrange(3)):
        place = context.offset(3)
        context.emit("s" + word, rs1=pointer, rs2=other, immediate=place)
        context.emit("l" + word, rd=pointer, rs1=pointer, immediate=place)
    name = context.random.choice(loads(context.xlen))
    offset = context.offset(size_of(name))
    context.emit(name, rd=context.destination(), rs1=pointer, immediate=offset)


def indexed_access(context: Context) -> None:
    """The address is computed from a random value in the instruction before."""
    index = context.scratch()
    context.emit("andi", rd=index, rs1=context.source(), immediate=0x3F8)
    base = context.random.choice(context.bases)
    context.emit("add", rd=index, rs1=index, rs2=base)
    if context.random.random() < 0.5:
        name = context.random.choice(loads(context.xlen))
        context.emit(name, rd=context.destination(), rs1=index, immediate=-256)
    else:
        name = context.random.choice(stores(context.xlen))
        context.emit(name, rs1=index, rs2=context.source(), immediate=-256)


def rebase(context: Context) -> None:
    """A base register moves to another page: same lines of a cache, other tags."""
    register = context.random.choice(context.bases)
    context.immediate(register, context.page())
