# SPDX-License-Identifier: Apache-2.0
"""Pieces of random programs that trap: environment calls, illegal words, access faults."""

from __future__ import annotations

from freightyard.lockstep.pieces.data import loads, size_of, stores
from freightyard.lockstep.target.context import Context
from freightyard.lockstep.target.handlers import HANDLER_COST
from freightyard.lockstep.target.isa import BRANCHES, CSR_FORMS, csrs, decode, encode

# Nothing answers there in QEMU's virt machine; what a system has there is left out.
UNMAPPED = (0x0, 0x7F8, 0x20_0000, 0x123_4568, 0x300_0000 - 0x1000, 0x800_0000, 0x9000_0000,
            0x9FFF_FFF8, 0xA000_0000)  # fmt: skip
UNMAPPED64 = (0x1_8000_0000, 0x10_8000_0000, 0xFFFF_FFFF_8000_0000, 0x80_8000_0000, 1 << 43,
              0x8000_0000_8000_0000)  # fmt: skip
# CSR numbers that a machine-mode core without floating point, PMP and debug lacks.
UNKNOWN_CSRS = (0x000, 0x001, 0x003, 0x107, 0x147, 0x181, 0x1C0, 0x200, 0x3A0, 0x3B0, 0x5C0, 0x680,
                0x7A2, 0x7B0, 0x7C0, 0x800, 0x8FF, 0x9C0, 0xAC0, 0xBC0, 0xCC0, 0xDC0, 0xF10, 0xF16,
                0xFC0, 0xFFF)  # fmt: skip
_CUSTOM = {12: 0x0B, 13: 0x2B, 14: 0x5B, 15: 0x7B}
ILLEGAL_KINDS = 16
UNKNOWN_CSRS64 = (0x310, 0xB80, 0xB82, 0xC80, 0xC81, 0xC82)


def environment(context: Context, name: str = "") -> None:
    context.emit(name or context.random.choice(("ecall", "ebreak")))
    context.cost += HANDLER_COST * context.scale


def unmapped(context: Context, size: int) -> int:
    """An aligned address at which an access faults."""
    known = UNMAPPED + (UNMAPPED64 if context.xlen == 64 else ())
    base = context.random.choice([a for a in known if not context.machine.answers(a)])
    return base + (context.random.randrange(8) >> size << size)


def data_fault(context: Context, out: bool | None = None) -> None:
    """A load or store that nothing answers, among others that succeed."""
    out = context.random.random() < 0.5 if out is None else out
    name = context.random.choice(stores(context.xlen) if out else loads(context.xlen))
    base = context.scratch()
    context.immediate(base, unmapped(context, size_of(name)))
    if out:
        context.emit(name, rs1=base, rs2=context.source())
    else:
        context.emit(name, rd=context.destination(), rs1=base)
    context.cost += HANDLER_COST * context.scale


def fetch_fault(context: Context) -> None:
    """A jump to where nothing answers; the handler goes on behind it."""
    place = context.address(context.resume, 0)
    target = context.scratch()
    context.immediate(target, unmapped(context, 2))
    context.emit("jalr", rd=context.destination(), rs1=target)
    for _ in range(context.random.randrange(2)):
        context.build.word(context.random.getrandbits(32))
    context.build.patch_address(place, context.resume, context.build.here)
    context.cost += HANDLER_COST * context.scale


def fetch_misaligned(context: Context) -> None:
    """A jump or branch to 2 modulo 4; a branch that is not taken must not trap."""
    offset = context.random.randrange(-64, 64) * 4 + 2
    kind = context.random.randrange(3)
    if kind == 0:
        context.emit("jal", rd=context.destination(), immediate=offset)
    elif kind == 1:
        target = context.scratch()
        context.address(target, context.build.here & ~3)
        context.emit("jalr", rd=context.destination(), rs1=target, immediate=offset)
    else:
        name = context.random.choice(BRANCHES)
        rs1 = context.source()
        rs2 = context.random.choice((rs1, context.source()))
        context.emit(name, rs1=rs1, rs2=rs2, immediate=offset)
    context.cost += HANDLER_COST * context.scale


def illegal(context: Context, kind: int = -1) -> None:
    """A word that is no instruction of this core: one of many shapes."""
    kind = context.random.randrange(ILLEGAL_KINDS) if kind < 0 else kind
    if _CUSTOM.get(kind) in context.machine.custom:
        kind = 0
    word = _illegal_word(context, kind)
    while not _traps(word, context.xlen) or word & 0x7F in context.machine.custom:
        word = _illegal_word(context, kind)
    context.build.word(word)
    context.cost += (1 + HANDLER_COST) * context.scale


def _traps(word: int, xlen: int) -> bool:
    decoded = decode(word, xlen)
    return decoded is None or decoded.name in CSR_FORMS


def _illegal_word(context: Context, kind: int) -> int:
    source = context.random
    rd, rs1, rs2 = source.randrange(32), source.randrange(32), source.randrange(32)
    some = rd << 7 | rs1 << 15 | rs2 << 20
    if kind == 0:
        return source.choice((0, 0xFFFF_FFFF))
    if kind == 1:  # compressed
        return source.getrandbits(30) << 2 | source.randrange(3)
    if kind == 2:  # atomics that do not exist
        codes = (5, 6, 7, 9, 10, 11, 13, 15, 17, 22, 31)
        return some | 0x202F | source.choice(codes) << 27
    if kind == 3:  # floating point
        opcode = source.choice((0x07, 0x27, 0x43, 0x47, 0x4B, 0x4F, 0x53))
        return source.getrandbits(25) << 7 | opcode
    if kind == 4:  # custom-0, 1, 3; custom-2 where the coprocessor refuses it; reserved
        return source.getrandbits(25) << 7 | source.choice(
            (0x0B, 0x2B, 0x7B, 0x5B, 0x6B, 0x57, 0x77)
        )
    if kind == 5:  # a control register that is not there
        known = UNKNOWN_CSRS + (UNKNOWN_CSRS64 if context.xlen == 64 else ())
        name = source.choice(("csrrw", "csrrs", "csrrc", "csrrwi", "csrrsi", "csrrci"))
        return encode(name, rd=rd, rs1=rs1, immediate=rs1, csr=source.choice(known))
    if kind == 6:  # a write to a read-only one; setting no bits by a register is none in QEMU
        known_csrs = [number for number in csrs(context.xlen).values() if number >= 0xC00]
        name = source.choice(("csrrw", "csrrs", "csrrc", "csrrwi", "csrrsi", "csrrci"))
        operand = rs1 if name in ("csrrw", "csrrwi") else rs1 or 1
        if name in ("csrrs", "csrrc"):
            operand = source.choice(context.bases)
        return encode(name, rd=rd, rs1=operand, immediate=operand, csr=source.choice(known_csrs))
    if kind == 7:  # system words of other privileges
        words = (0x10200173, 0x00200073, 0x7B200073, 0x30200173, 0x10508073, 0x00008073,
                 0x00100173, 0x00004073, 0x62000073, 0x22000073)  # fmt: skip
        return source.choice(words)
    if kind == 8:  # instructions of the other width
        if context.xlen == 32:
            name = source.choice(("ld", "lwu", "addw", "addiw", "sllw", "mulw", "divuw", "sraiw"))
            return encode(name, rd=rd, rs1=rs1, rs2=rs2, immediate=rs2 & 31)
        return some | source.choice((0x0000707F, 0x00007003, 0x00004023, 0x02002033 | 1 << 31))
    if kind == 9:  # shift amounts and function bits that do not exist
        return source.choice((0x8000_1013, 0x4200_5013, 0x2000_5013, 0x4000_1013)) | some & 0xF8F80
    if kind == 10:  # reserved function codes of branch, load, store, jalr, fence
        bits = source.choice((0x2063, 0x3063, 0x7003, 0x5023, 0x6023, 0x7023, 0x1067, 0x7067,
                              0x300F, 0x400F, 0x700F))  # fmt: skip
        return some | bits
    while True:  # anything
        word = source.getrandbits(30) << 2 | 3
        if word & 0x7F not in (0x73, 0x0F, 0x2F) and decode(word, context.xlen) is None:
            return word
