# SPDX-License-Identifier: Apache-2.0
"""Runs a program on QEMU and reads its log, as the records of a retirement trace."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from freightyard.errors import UserError
from freightyard.hardware import core
from freightyard.lockstep.record import Record
from freightyard.lockstep.target.isa import decode, sign
from freightyard.lockstep.target.program import Image
from freightyard.lockstep.target.translation import MPP_SHIFT, Context, Memory, translate

_TRAP = re.compile(
    rb"do_interrupt: hart:0, async:(\d), cause:([0-9a-f]+), epc:0x([0-9a-f]+), tval:0x([0-9a-f]+)"
)
FETCH_FAULTS = (1, 12)
PAGE_FAULTS = {12: "fetch", 13: "load", 15: "store"}
_STOPPED = b"Stopped execution of TB chain"
_SEPARATOR = b"Trace 0: "


def command(elf: Path, name: str, xlen: int) -> list[str]:
    """QEMU as a core declares it, with a log of every instruction on standard error."""
    program = f"qemu-system-riscv{xlen}"
    if shutil.which(program) is None:
        raise UserError(f"{program} is missing; install it with: apt-get install qemu-system-misc")
    # Room for a second hart: so QEMU makes an AMO one access, which faults as a store.
    machine = [
        "-M",
        "virt",
        "-m",
        "256M",
        "-smp",
        "1,maxcpus=2",
        "-nographic",
        "-monitor",
        "none",
        "-serial",
        "none",
    ]
    cpu = core.load(name, xlen).qemu_cpu()
    return [program, *machine, "-cpu", cpu, "-bios", str(elf), "-singlestep", "-d", "exec,cpu,int"]


def run(image: Image, limit: int) -> Iterator[Record]:
    """Records from the first instruction at the base to the store that ends the program."""
    # An ELF of its own, since QEMU names the symbols of one that has some in its log.
    with tempfile.TemporaryDirectory(prefix="qemu-") as folder:
        elf = Path(folder) / "program.elf"
        image.write_elf(elf)
        process = subprocess.Popen(
            command(elf, image.machine.core, image.xlen),
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


class _Places:
    """Where the values stand; the same in every block of a run."""

    def __init__(self, block: bytes, digits: int) -> None:
        found = {int(m[1]): m.end() for m in re.finditer(rb"x(\d+)/\w+ +", block)}
        self.digits = digits
        self.registers = [found[number] for number in range(32)]
        self.last = self.registers[30]
        self.satp = 0
        names = (b"mstatus", b"mideleg", b"medeleg", b"satp")
        self.csrs = {n.decode(): block.find(b" " + n + b" ") + 10 for n in names}


class _State:
    """The registers before one instruction, cut out of its block of the log."""

    def __init__(self, block: bytes, places: _Places) -> None:
        self.block, self.places = block, places
        end = block.find(b"]")
        self.privilege = int(block[end - 10 : end - 9], 16) & 3
        # QEMU does not show satp to S under TVM: the line is missing.
        self.shown = block.startswith(b"satp", places.csrs["satp"] - 9)
        self.shift = 0 if self.shown else places.digits + 11
        if self.shown:
            places.satp = self._at(places.csrs["satp"])
        self.satp = places.satp

    def register(self, number: int) -> int:
        return self._at(self.places.registers[number] - self.shift)

    def csr(self, name: str) -> int:
        return self._at(self.places.csrs[name])

    def context(self) -> Context:
        return Context(self.satp, self.privilege, self.csr("mstatus"))

    def _at(self, place: int) -> int:
        return int(self.block[place : place + self.places.digits], 16)


def _read(stream: IO[bytes], image: Image, limit: int) -> Iterator[Record]:
    """A block holds the state before an instruction, then the traps before the next instruction."""
    digits = image.xlen // 4
    machine = image.machine
    memory = Memory(machine.base, bytearray(image.data))
    places: _Places | None = None
    pc_place = 0
    waiting: _Retiring | None = None  # an instruction not yet told
    traps: list[Record] = []
    count = 0
    for block in _blocks(stream):
        if not pc_place:
            pc_place = block.find(b"pc ") + 9
            if pc_place < 9:
                pc_place = 0
                continue
        pc = int(block[pc_place : pc_place + digits], 16)
        if places is None:
            if pc != machine.base:
                pc_place = 0
                continue
            places = _Places(block, digits)
        state = _State(block, places)
        if waiting is not None:
            record = waiting.record(state, memory)
            yield record
            count += 1
            if record.store_size >= 0:
                if record.address == machine.finish:
                    return
                _write(memory, record, image.xlen)
        yield from traps
        traps.clear()
        if count >= limit:
            return
        waiting = _Retiring(pc, state, memory, image.xlen)
        if block.find(_STOPPED, places.last) >= 0:
            waiting = None  # shown, not executed: a device wanted attention; it comes again
        if block.find(b"do_interrupt", places.last) >= 0:
            told = [_trap(found) for found in _TRAP.finditer(block, places.last)]
            retired = told[0].interrupt or told[0].cause in FETCH_FAULTS
            traps = _annotated(told, state, waiting if retired else None, memory, image.xlen)
            if not retired:
                waiting = None
    if waiting is not None:  # QEMU may leave at once when the test device is written
        last = waiting.record(waiting.state, memory)
        if last.address == machine.finish:
            yield last
            return
    raise UserError(f"QEMU left after {count} instructions before the program ended")


class _Retiring:
    """An instruction that is executed, and what is known of it before."""

    def __init__(self, pc: int, state: _State, memory: Memory, xlen: int) -> None:
        self.pc, self.state, self.xlen = pc, state, xlen
        found = translate(memory, state.context(), pc, "fetch")
        self.word = memory.word(found.address, 4)
        self.decoded = decode(self.word, xlen)
        self.note = "" if found.kind == "bare" else f"fetch {found.kind}"

    def record(self, after: _State, memory: Memory) -> Record:
        """Stores are read off the state before it, results off the next."""
        decoded, state = self.decoded, self.state
        if decoded is None:  # the other side will have trapped
            return Record(self.pc, self.word, privilege=state.privilege)
        size = max(decoded.store_size, decoded.atomic_size)
        rd, address, note = decoded.rd, 0, self.note
        value = after.register(rd) if rd else 0
        stored = decoded.store_size >= 0
        if size >= 0 or decoded.is_load:
            offset = 0 if decoded.atomic_size >= 0 else decoded.immediate
            virtual = state.register(decoded.rs1) + offset & (1 << self.xlen) - 1
            access = "store" if size >= 0 and not decoded.name.startswith("lr") else "load"
            if decoded.name.startswith("sc"):
                stored = value == 0
            elif decoded.atomic_size >= 0:
                stored = access == "store"
            found = translate(memory, state.context(), virtual, access)
            address = found.address
            if found.kind != "bare":
                kind = "atomic" if decoded.atomic_size >= 0 else access
                note += f";{kind} {found.kind}"
                if state.privilege == 3:
                    note += f";MPRV {state.context().effective()}"
        if not stored:
            return Record(self.pc, self.word, rd, value, address=address,
                          privilege=state.privilege, note=note)  # fmt: skip
        data = state.register(decoded.rs2) & (1 << (8 << size)) - 1
        return Record(self.pc, self.word, rd, value, False, size, address, data,
                      privilege=state.privilege, note=note)  # fmt: skip


def _annotated(
    traps: list[Record], state: _State, retired: _Retiring | None, memory: Memory, xlen: int
) -> list[Record]:
    """Traps with the privilege in which they came, and the kind of a page fault."""
    privilege = state.privilege
    if retired is not None and retired.decoded is not None:
        if retired.decoded.name == "mret":
            privilege = state.csr("mstatus") >> MPP_SHIFT & 3
        elif retired.decoded.name == "sret":
            privilege = state.csr("mstatus") >> 8 & 1
    word = 0
    if retired is None:
        word = _Retiring(traps[0].pc, state, memory, xlen).word
    done = []
    for trap in traps:
        note = ""
        if not trap.interrupt and trap.cause in PAGE_FAULTS:
            context = Context(state.satp, privilege, state.csr("mstatus"))
            note = translate(memory, context, trap.tval, PAGE_FAULTS[trap.cause]).kind
            decoded = decode(word, xlen)
            if decoded is not None and decoded.atomic_size >= 0:
                note += ";atomic"
        if not trap.interrupt and trap.cause == 0:
            trap = _misaligned(trap, word, xlen)
        done.append(trap._replace(privilege=privilege, note=note))
        delegated = state.csr("mideleg" if trap.interrupt else "medeleg") >> trap.cause & 1
        privilege = 1 if privilege < 3 and delegated else 3
        word = 0
    return done


def _trap(found: re.Match[bytes]) -> Record:
    cause, epc, tval = int(found[2], 16), int(found[3], 16), int(found[4], 16)
    return Record(epc, cause=cause, interrupt=found[1] == b"1", tval=tval)


def _misaligned(trap: Record, word: int, xlen: int) -> Record:
    """QEMU 7.2 gives the address of a jal or branch where mtval is that of its target."""
    decoded = decode(word, xlen)
    if decoded is None or decoded.name == "jalr":
        return trap
    return trap._replace(tval=trap.pc + decoded.immediate & (1 << xlen) - 1)


def _write(memory: Memory, record: Record, xlen: int) -> None:
    """Stores into the image: the program may change its code and its page tables."""
    size = 1 << record.store_size
    data = record.store_data
    decoded = decode(record.word, xlen)
    if decoded is not None and decoded.name.startswith("amo"):
        old = memory.word(record.address, size)
        data = _amo(decoded.name.split(".")[0], old, data, 8 * size)
    memory.write(record.address, size, data)


def _amo(name: str, old: int, operand: int, bits: int) -> int:
    results = {
        "amoswap": operand,
        "amoadd": old + operand & (1 << bits) - 1,
        "amoxor": old ^ operand,
        "amoand": old & operand,
        "amoor": old | operand,
        "amominu": min(old, operand),
        "amomaxu": max(old, operand),
        "amomin": min(old, operand, key=lambda value: sign(value, bits)),
        "amomax": max(old, operand, key=lambda value: sign(value, bits)),
    }
    return results[name]
