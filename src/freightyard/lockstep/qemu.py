# SPDX-License-Identifier: Apache-2.0
"""Runs a program on QEMU and reads its log, as the records of a retirement trace."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from freightyard.errors import UserError
from freightyard.lockstep.isa import decode
from freightyard.lockstep.program import BASE, FINISH, Image
from freightyard.lockstep.record import Record

# IMA with S and U, and nothing else that QEMU 7.2 offers.
_OFF = ("c", "f", "d", "h", "sstc", "zba", "zbb", "zbc", "zbs", "pmp", "debug")
CPU = ",".join([*(f"{name}=false" for name in _OFF), "marchid=0", "mimpid=0", "pmu-num=0"])

_TRAP = re.compile(
    rb"do_interrupt: hart:0, async:(\d), cause:([0-9a-f]+), epc:0x([0-9a-f]+), tval:0x([0-9a-f]+)"
)
_STOPPED = b"Stopped execution of TB chain"
_SEPARATOR = b"Trace 0: "


def command(elf: Path, xlen: int) -> list[str]:
    """QEMU with a log of every instruction on standard error."""
    program = f"qemu-system-riscv{xlen}"
    if shutil.which(program) is None:
        raise UserError(f"{program} is missing; install it with: apt-get install qemu-system-misc")
    machine = ["-M", "virt", "-m", "256M", "-nographic", "-monitor", "none", "-serial", "none"]
    core = ["-cpu", f"rv{xlen},{CPU}", "-bios", str(elf)]
    return [program, *machine, *core, "-singlestep", "-d", "exec,cpu,int"]


def run(image: Image, elf: Path, limit: int) -> Iterator[Record]:
    """Records from the first instruction at BASE to the store that ends the program."""
    process = subprocess.Popen(
        command(elf, image.xlen),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        bufsize=0,
    )
    assert process.stderr is not None
    try:
        yield from _read(process.stderr, image, limit)
    finally:
        process.kill()
        process.stderr.close()
        process.wait()


def _blocks(stream: IO[bytes]) -> Iterator[bytes]:
    """The log cut in front of every executed instruction."""
    rest = b""
    while chunk := stream.read(1 << 20):
        *whole, rest = (rest + chunk).split(_SEPARATOR)
        yield from (block for block in whole if block)
    if rest:
        yield rest


class _State:
    """The registers before one instruction, cut out of its block of the log."""

    def __init__(self, block: bytes, places: list[int], digits: int) -> None:
        self.block, self.places, self.digits = block, places, digits

    def register(self, number: int) -> int:
        place = self.places[number]
        return int(self.block[place : place + self.digits], 16)


def _places(block: bytes) -> list[int]:
    """Where the value of each register stands; the same in every block of a run."""
    found = {int(m[1]): m.end() for m in re.finditer(rb"x(\d+)/\w+ +", block)}
    return [found[number] for number in range(32)]


def _read(stream: IO[bytes], image: Image, limit: int) -> Iterator[Record]:
    """A block holds the state before an instruction, then the traps before the next instruction."""
    digits = image.xlen // 4
    memory = bytearray(image.data)
    places: list[int] = []
    pc_place = 0
    waiting: tuple[int, int, _State] | None = None  # pc, word, state of an instruction not yet told
    traps: list[Record] = []
    count = 0
    for block in _blocks(stream):
        if not places:
            pc_place = block.find(b"pc ") + 9
            if pc_place < 9:
                continue
        pc = int(block[pc_place : pc_place + digits], 16)
        if not places:
            if pc != BASE:
                continue
            places = _places(block)
        state = _State(block, places, digits)
        if waiting is not None:
            record = _retired(*waiting, state, image.xlen)
            yield record
            count += 1
            if record.store_size >= 0:
                if record.address == FINISH:
                    return
                _write(memory, record)
        yield from traps
        traps.clear()
        if count >= limit:
            return
        word = int.from_bytes(memory[pc - BASE : pc - BASE + 4], "little")
        waiting = (pc, word, state)
        if block.find(_STOPPED, places[31]) >= 0:
            waiting = None  # shown, not executed: a device wanted attention; it comes again
        if block.find(b"do_interrupt", places[31]) >= 0:
            traps = [_trap(found) for found in _TRAP.finditer(block, places[31])]
            first = traps[0]
            if not first.interrupt and first.cause != 1:
                waiting = None  # it did not retire
            if first.cause == 0:
                traps[0] = _misaligned(first, word, image.xlen)
    if waiting is not None:  # QEMU may leave at once when the test device is written
        last = _retired(*waiting, waiting[2], image.xlen)
        if last.address == FINISH:
            yield last
            return
    raise UserError(f"QEMU left after {count} instructions before the program ended")


def _trap(found: re.Match[bytes]) -> Record:
    cause, epc, tval = int(found[2], 16), int(found[3], 16), int(found[4], 16)
    return Record(epc, cause=cause, interrupt=found[1] == b"1", tval=tval)


def _misaligned(trap: Record, word: int, xlen: int) -> Record:
    """QEMU 7.2 gives the address of a jal or branch where mtval is that of its target."""
    decoded = decode(word, xlen)
    if decoded is None or decoded.name == "jalr":
        return trap
    return trap._replace(tval=trap.pc + decoded.immediate & (1 << xlen) - 1)


def _retired(pc: int, word: int, before: _State, after: _State, xlen: int) -> Record:
    """What an instruction did: stores are read off the state before it, results off the next."""
    decoded = decode(word, xlen)
    if decoded is None:
        return Record(pc, word)  # the other side will have trapped
    size = decoded.store_size
    if size >= 0:
        address = before.register(decoded.rs1) + decoded.immediate & (1 << xlen) - 1
        data = before.register(decoded.rs2) & (1 << (8 << size)) - 1
        return Record(pc, word, 0, 0, False, size, address, data)
    address = 0
    if decoded.is_load:
        address = before.register(decoded.rs1) + decoded.immediate & (1 << xlen) - 1
    value = after.register(decoded.rd) if decoded.rd else 0
    return Record(pc, word, decoded.rd, value, address=address)


def _write(memory: bytearray, record: Record) -> None:
    """Stores into the image: the program may change its code."""
    place, size = record.address - BASE, 1 << record.store_size
    if 0 <= place < len(memory):
        memory[place : place + size] = record.store_data.to_bytes(size, "little")
