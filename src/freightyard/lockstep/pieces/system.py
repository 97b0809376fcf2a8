# SPDX-License-Identifier: Apache-2.0
"""Pieces of random programs that use control registers, fences and interrupts.

Values are kept to those on which QEMU 7.2 and a machine-mode core with fixed fields agree: mepc has
its two lowest bits clear, MPP is never written with anything but 3, interrupt enables are those of
the three machine interrupts.
"""

from __future__ import annotations

from freightyard.lockstep.pieces.data import arithmetic
from freightyard.lockstep.target.context import Context
from freightyard.lockstep.target.handlers import HANDLER_COST, settle, silence
from freightyard.lockstep.target.isa import CSR_FORMS, CSRS, CSRS32, READ_ONLY, csrs

_ALL = CSRS | CSRS32
_PLAIN = ("mscratch", "mtval", "misa")
_GUARDED = ("mepc", "mcause", "mie", "mip", "mstatus", "mstatush", "mcountinhibit", "mtvec")
_READS = ("csrrs", "csrrc", "csrrsi", "csrrci")


def fence(context: Context) -> None:
    name = context.random.choice(("fence", "fence", "fence", "fence.i"))
    full = context.random.choice((0x0FF, 0x0FF, 0x833, 0x010, 0x033, 0x0F0, 0x00F))
    context.emit(name, immediate=full if name == "fence" else 0)


def _access(context: Context, form: str, csr: str, value: int | None = None) -> int:
    """One CSR instruction, its source set to a value (any where None); returns rd."""
    rd = context.destination()
    if form.endswith("i"):
        immediate = context.random.randrange(32) if value is None else value & 31
        context.emit(form, rd=rd, immediate=immediate, csr=_ALL[csr])
        return rd
    rs1 = context.source()
    if value is not None:
        rs1 = 0 if value == 0 and context.random.random() < 0.5 else context.scratch()
        if rs1:
            context.immediate(rs1, value)
    context.emit(form, rd=rd, rs1=rs1, csr=_ALL[csr])
    return rd


def pairs(xlen: int) -> list[tuple[str, str]]:
    """Every control register with every form of instruction that it takes without a trap."""
    found = []
    for name, number in csrs(xlen).items():
        found += [(name, form) for form in (CSR_FORMS if number < READ_ONLY else _READS)]
    return found


def any_csr(context: Context) -> None:
    """An access to a control register; identity, counters and the rest equally often."""
    known = pairs(context.xlen)
    if context.random.random() < 0.7:
        known = [pair for pair in known if pair[0] in _PLAIN + _GUARDED]
    access(context, *context.random.choice(known))


def access(context: Context, name: str, form: str) -> None:
    """One access on whose value QEMU and the core agree, its result cut to what is comparable."""
    some = context.random.getrandbits(32)
    narrow = form.endswith("i")
    rd = 0
    if name == "mtvec":
        change_handler(context, form)
    elif name in _GUARDED:
        rd = _access(context, form, name, _guarded_value(context, name, form, some))
        if rd and name == "mstatus":
            context.emit("andi", rd=rd, rs1=rd, immediate=0x88)
    elif _ALL[name] >= READ_ONLY:
        rd = context.destination()
        context.emit(form, rd=rd, csr=_ALL[name])
    else:
        rd = _access(context, form, name, None if narrow or some & 1 else context.corner())
    if rd and name not in _GUARDED and name not in _PLAIN:
        # Not compared: overwritten at once.
        context.emit("addi", rd=rd, immediate=context.random.randrange(-2048, 2048))


def _guarded_value(context: Context, name: str, form: str, some: int) -> int:
    narrow = form.endswith("i")
    match name:
        case "mepc":
            return some & 0x1C if narrow else context.corner() & ~3
        case "mcause":
            return some & 15 if narrow else some & 15 | (some >> 8 & 1) << (context.xlen - 1)
        case "mie" | "mip":
            return some & (8 if narrow else 0x888)
        case "mcountinhibit":
            return some & 5
        case "mstatush":
            return 0
        case _:  # mstatus
            if narrow:
                return some & 8
            return some & 0x88 if form == "csrrc" else some & 0x88 | 0x1800


def change_handler(context: Context, form: str = "") -> None:
    """Another trap vector, or the other mode, by all forms of CSR instruction."""
    form = form or context.random.choice(CSR_FORMS)
    mode = context.random.randrange(2)
    if form == "csrrw":
        register = context.scratch()
        context.address(register, context.random.choice(context.tables) | mode)
        context.emit("csrrw", rd=context.destination(), rs1=register, csr=0x305)
    elif form == "csrrwi":
        kept = context.scratch()
        context.emit("csrrwi", rd=kept, immediate=4 * mode, csr=0x305)
        with context.keep(kept):
            arithmetic(context)
            context.emit("csrrw", rd=context.destination(), rs1=kept, csr=0x305)
    else:
        _access(context, form, "mtvec", mode)


def return_jump(context: Context) -> None:
    """mret as a jump: previous enable set or clear, target a little ahead."""
    register = context.scratch()
    status = context.scratch()
    context.immediate(status, 0x1800 | context.random.choice((0, 0x80)))
    context.emit("csrrw", rs1=status, csr=0x300)
    with context.keep(register):
        place = context.address(register, 0)
        context.emit("csrrw", rs1=register, csr=0x341)
        for _ in range(context.random.randrange(3)):
            arithmetic(context)
    context.emit("mret")
    for _ in range(context.random.randrange(3)):
        context.build.word(context.random.getrandbits(32))
    context.build.patch_address(place, register, context.build.here)


def interrupt(context: Context) -> None:
    """A software or timer interrupt (or both) becomes pending while disabled; then it may enter."""
    clint, other = context.scratch(), 0
    with context.keep(clint):
        other = context.scratch()
    kinds = context.random.choice((8, 8, 0x80, 0x88))
    context.emit("csrrci", immediate=8, csr=0x300)
    last = context.random.choice(("mstatus", "mstatus", "mie", "mret", "never"))
    context.immediate(other, 0 if last == "mie" else kinds)
    context.emit("csrrw", rs1=other, csr=0x304)
    if kinds & 8:
        context.immediate(clint, context.machine.software)
        context.immediate(other, context.random.choice((1, 1, -1)))
        context.emit("sw", rs1=clint, rs2=other)
    if kinds & 0x80:
        context.immediate(clint, context.machine.timer_compare)
        context.emit("sw", rs1=clint, immediate=4)
        context.emit("sw", rs1=clint)
    context.immediate(clint, context.machine.software)
    settle(context, clint, other)
    for _ in range(context.random.randrange(3)):
        arithmetic(context)
    if context.random.random() < 0.5:
        context.emit("csrrs", rd=context.destination(), csr=0x344)
    if last != "mie" and context.random.random() < 0.5:
        context.emit("wfi")
    if last == "mstatus":
        context.emit("csrrsi", immediate=8, csr=0x300)
    elif last == "mret":
        return_jump_enabled(context)
    elif last == "mie":
        context.emit("csrrsi", immediate=8, csr=0x300)
        context.immediate(other, kinds)
        context.emit("csrrs", rs1=other, csr=0x304)
    else:
        silence(context, clint, other)
        context.emit("csrrsi", immediate=8, csr=0x300)
    context.cost += HANDLER_COST * context.scale


def return_jump_enabled(context: Context) -> None:
    """An interrupt let in by mret is taken at its target."""
    register, status = context.scratch(), context.scratch()
    context.immediate(status, 0x1880)
    context.emit("csrrw", rs1=status, csr=0x300)
    place = context.address(register, 0)
    context.emit("csrrw", rs1=register, csr=0x341)
    context.emit("mret")
    context.build.patch_address(place, register, context.build.here)
