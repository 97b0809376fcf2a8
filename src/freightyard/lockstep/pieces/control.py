# SPDX-License-Identifier: Apache-2.0
"""Pieces of random programs that branch, loop, call, and change their own code."""

from __future__ import annotations

from freightyard.lockstep.pieces.data import loads, size_of
from freightyard.lockstep.target.context import Context
from freightyard.lockstep.target.handlers import HANDLER_COST
from freightyard.lockstep.target.isa import BRANCHES, encode

FUNCTIONS = 10


def branch(context: Context) -> None:
    """A forward branch over a few pieces, on registers, on equal ones or on corner values."""
    name = context.random.choice(BRANCHES)
    rs1, rs2 = context.source(), context.source()
    kind = context.random.random()
    if kind < 0.15:
        rs2 = rs1
    elif kind < 0.35:
        rs1 = context.scratch()
        context.immediate(rs1, context.corner())
    place = context.emit(name)
    context.body(context.random.choice((0, 1, 1, 2, 3, 6)))
    distance = context.build.here - place
    if distance < 4096:
        context.build.patch(place, name, rs1=rs1, rs2=rs2, immediate=distance)


def branch_on_load(context: Context) -> None:
    """A branch that needs what the load right in front of it brings; anything may follow it."""
    register = context.scratch()
    name = context.random.choice(loads(context.xlen))
    base = context.random.choice(context.bases)
    context.emit(name, rd=register, rs1=base, immediate=context.offset(size_of(name)))
    if context.random.random() < 0.2:
        context.emit("addi", rd=context.scratch(register), rs1=context.source(), immediate=5)
    form = context.random.choice(BRANCHES)
    operands = [register, context.random.choice((0, register, context.source()))]
    context.random.shuffle(operands)
    place = context.emit(form)
    if context.random.random() < 0.1:  # a target that must trap when the branch is taken
        distance = context.random.randrange(-64, 64) * 4 + 2
        context.cost += HANDLER_COST * context.scale
    else:
        context.body(context.random.choice((0, 1, 2)))
        distance = context.build.here - place
    if distance < 4096:
        context.build.patch(place, form, rs1=operands[0], rs2=operands[1], immediate=distance)


def branch_pair(context: Context) -> None:
    """Two branches back to back, the first of which may jump onto the second or past it."""
    first = context.emit("beq")
    second = context.emit("beq")
    context.body(1)
    end = context.build.here
    for place, target in ((first, context.random.choice((second, end))), (second, end)):
        name = context.random.choice(BRANCHES)
        rs1, rs2 = context.source(), context.source()
        if end - place < 4096:
            context.build.patch(place, name, rs1=rs1, rs2=rs2, immediate=target - place)


def jump(context: Context) -> None:
    """jal or jalr forward over some words; jalr also to an odd address, whose bit 0 is cleared."""
    link = context.destination()
    if context.random.random() < 0.5:
        place = context.emit("jal", rd=link)
        _dead_words(context)
        context.build.patch(place, "jal", rd=link, immediate=context.build.here - place)
        return
    target = context.scratch()
    place = context.address(target, 0)
    if context.random.random() < 0.3:
        link = target
    slack = context.random.choice((0, 0, 1, 4, -8, 2047, -2047))
    call_place = context.emit("jalr", rd=link, rs1=target)
    _dead_words(context)
    context.build.patch_address(place, target, context.build.here - (slack & ~1))
    context.build.patch(call_place, "jalr", rd=link, rs1=target, immediate=slack)


def _dead_words(context: Context) -> None:
    """Words that are fetched and must not count."""
    for _ in range(context.random.randrange(4)):
        context.build.word(context.random.getrandbits(32))


def loop(context: Context) -> None:
    """A bounded backward loop; at most as deep as there are registers that count."""
    if not context.free_loops or context.depth > 3:
        return
    counter = context.free_loops.pop()
    times = context.random.choice((1, 2, 3, 4, 7))
    form = context.random.choice(("bne", "blt", "bltu", "bge", "bgeu", "beq", "leave"))
    last = times - 1 if form == "bge" else times
    context.immediate(counter, last)
    top = context.build.here
    with context.repeated(times):
        context.body(context.random.choice((1, 2, 3, 5)))
        context.emit("addi", rd=counter, rs1=counter, immediate=-1)
        if form == "leave":  # leaves by a branch, returns by a jump
            leave = context.emit("beq", rs1=counter, immediate=8)
            distance = top - context.build.here
            context.emit("jal", immediate=distance)
            assert leave == context.build.here - 8
        else:
            first, second = (counter, 0) if form in ("bne", "bge") else (0, counter)
            if form in ("beq", "bgeu"):  # these go on while "the counter is zero" is false
                second = context.scratch()
                context.emit("sltiu", rd=second, rs1=counter, immediate=1)
            distance = top - context.build.here
            if distance >= -4096:
                context.emit(form, rs1=first, rs2=second, immediate=distance)
    context.free_loops.append(counter)


def emit_functions(context: Context) -> None:
    """Functions, later ones calling earlier ones: some of them leaves, some saving their link."""
    context.depth = 3  # branches inside hold simple pieces alone
    for _ in range(FUNCTIONS):
        _function(context)
    context.depth = 0


def _function(context: Context) -> None:
    link = context.random.choice((1, 1, 5))
    wide = context.xlen == 64
    save, restore, size = ("sd", "ld", 8) if wide else ("sw", "lw", 4)
    nests = bool(context.functions) and context.random.random() < 0.6
    place = context.build.here
    context.cost = 0
    skip = context.random.choice((0, 0, 0, 4))
    if nests:
        context.emit("addi", rd=context.stack, rs1=context.stack, immediate=-size)
        context.emit(save, rs1=context.stack, rs2=link)
        _simple(context)
        for _ in range(context.random.randrange(1, 3)):
            call(context)
            _simple(context)
        context.emit(restore, rd=link, rs1=context.stack)
        context.emit("addi", rd=context.stack, rs1=context.stack, immediate=size)
    else:
        with context.keep(link):
            _simple(context)
    context.emit("jalr", rs1=link, immediate=skip)
    context.functions.append((place, link, max(4, int(context.cost))))


def _simple(context: Context) -> None:
    for _ in range(context.random.randrange(4)):
        if context.random.random() < 0.2:
            branch(context)
        else:
            context.pick(context.simple)


def call(context: Context) -> None:
    """Calls a function that stands before; one instruction that it may skip follows."""
    known = [f for f in context.functions if f[2] < 150]
    if not known:
        return
    place, link, cost = context.random.choice(known)
    if link in context.protected:
        return
    if context.random.random() < 0.7:
        context.emit("jal", rd=link, immediate=place - context.build.here)
    else:
        target = context.scratch(link)
        context.address(target, place)
        context.emit("jalr", rd=link, rs1=target)
    context.emit("addi", rd=context.scratch(), rs1=context.source(), immediate=7)
    context.cost += cost * context.scale


def modify_code(context: Context) -> None:
    """A loop runs an instruction, replaces it, and after FENCE.I runs what replaced it."""
    if not context.free_loops:
        return
    counter = context.free_loops.pop()
    address, word = context.scratch(), 0
    with context.keep(address):
        word = context.scratch()
        context.immediate(counter, context.random.choice((2, 3)))
        top = context.build.here
        with context.repeated(2), context.keep(word):
            slot = context.emit("addi", rd=context.scratch(), rs1=context.source(), immediate=1)
            target = context.scratch()
            value = context.random.randrange(-2048, 2048)
            new = encode("xori", rd=target, rs1=context.source(), immediate=value)
            old_place = slot
            if context.random.random() < 0.5:  # the slot behind the fence, not in front of it
                context.build.words.pop()
                slot = -1
            context.immediate(word, new)
            place = context.address(address, old_place)
            context.emit("sw", rs1=address, rs2=word)
            context.emit("fence.i")
            if slot < 0:
                for _ in range(context.random.randrange(3)):
                    context.emit("addi", rd=context.scratch(), rs1=context.source(), immediate=3)
                slot = context.emit("addi", rd=target, rs1=context.source(), immediate=1)
                context.build.patch_address(place, address, slot)
        context.emit("addi", rd=counter, rs1=counter, immediate=-1)
        context.emit("bne", rs1=counter, immediate=top - context.build.here)
    context.free_loops.append(counter)
