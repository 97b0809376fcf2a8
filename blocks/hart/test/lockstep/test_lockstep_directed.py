# SPDX-License-Identifier: Apache-2.0
"""What QEMU 7.2 cannot judge, on the bench of the lockstep: misaligned accesses, exact counters,
values of mtval that QEMU writes differently, words that it takes for instructions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from freightyard.lockstep.judged.bench import Bench
from freightyard.lockstep.record import Record
from freightyard.lockstep.target.isa import CSRS, CSRS32, encode
from freightyard.lockstep.target.machine import VIRT
from freightyard.lockstep.target.program import Builder

HITS = 0  # manner of the ports in which nothing stalls
BOTH = pytest.mark.parametrize("xlen", (64, 32))


def execute(
    xlen: int,
    tmp_path: Path,
    body: Callable[[Builder], None],
    manner: int = HITS,
    seed: int = 1,
) -> list[Record]:
    """The trace of a program from its first own instruction on; traps are stepped over."""
    build = Builder(VIRT, xlen)
    over = build.emit("jal")
    handler = build.here
    build.emit("csrrs", rd=30, csr=CSRS["mtval"])
    build.emit("csrrs", rd=30, csr=CSRS["mepc"])
    build.emit("addi", rd=30, rs1=30, immediate=4)
    build.emit("csrrw", rs1=30, csr=CSRS["mepc"])
    build.emit("csrrw", csr=CSRS["mie"])
    build.emit("mret")
    build.patch(over, "jal", immediate=build.here - over)
    build.load_immediate(30, VIRT.base + handler)
    build.emit("csrrw", rs1=30, csr=CSRS["mtvec"])
    for register in range(1, 30):
        build.load_immediate(register, 0x100 + register)
    start = build.here
    body(build)
    build.load_immediate(31, VIRT.finish)
    build.load_immediate(30, 0x5555)
    build.emit("sw", rs1=31, rs2=30)
    elf = tmp_path / "program.elf"
    build.image(bytes(range(256))).write_elf(elf)
    core = Bench(xlen).start(elf, seed, 100000, "--manner", str(manner))
    records = list(core.records())
    assert not core.complaint()
    first = next(i for i, record in enumerate(records) if record.pc == VIRT.base + start)
    return records[first:]


def traps(records: list[Record]) -> list[tuple[int, int]]:
    """Cause and mtval of each trap; the handler's read of mtval must say the same."""
    found = []
    for record, after in pairwise(records):
        if record.cause >= 0:
            assert after.value == record.tval
            found.append((record.cause, record.tval))
    return found


@BOTH
@pytest.mark.parametrize("manner", (0, 1, 3))
def test_misaligned(xlen: int, manner: int, tmp_path: Path) -> None:
    """Every misaligned load and store traps with its address and does nothing."""
    expected = []
    loads = {"lh": 2, "lhu": 2, "lw": 4} | ({"lwu": 4, "ld": 8} if xlen == 64 else {})
    stores = {"sh": 2, "sw": 4} | ({"sd": 8} if xlen == 64 else {})

    def body(build: Builder) -> None:
        build.load_immediate(5, VIRT.data + 64)
        for name, size in (loads | stores).items():
            for offset in range(-1, 9):
                if name in loads:
                    build.emit(name, rd=6, rs1=5, immediate=offset)
                    cause = 4
                else:
                    build.emit(name, rs1=5, rs2=6, immediate=offset + 64)
                    cause, offset = 6, offset + 64
                if offset % size:
                    expected.append((cause, VIRT.data + 64 + offset))
        for offset in range(0, 160, 4):  # what was not to be stored is still there
            build.emit("lw", rd=7, rs1=5, immediate=offset - 64)

    records = execute(xlen, tmp_path, body, manner)
    assert traps(records) == expected
    memory = bytearray(range(256))
    for record in records:
        if record.store_size >= 0 and record.address >= VIRT.data:
            place, size = record.address - VIRT.data, 1 << record.store_size
            assert place % size == 0
            memory[place : place + size] = record.store_data.to_bytes(size, "little")
    last = [record.value for record in records if record.rd == 7][-40:]
    wanted = [int.from_bytes(memory[i : i + 4], "little", signed=True) for i in range(0, 160, 4)]
    assert last == [value & (1 << xlen) - 1 for value in wanted]


@BOTH
def test_misaligned_before_access_fault(xlen: int, tmp_path: Path) -> None:
    """A misaligned address where nothing answers is reported as misaligned."""

    def body(build: Builder) -> None:
        build.load_immediate(5, 0x20_0000)
        build.emit("lw", rd=6, rs1=5, immediate=2)
        build.emit("sh", rs1=5, rs2=6, immediate=1)
        build.emit("lb", rd=6, rs1=5, immediate=1)

    assert traps(execute(xlen, tmp_path, body)) == [(4, 0x200002), (6, 0x200001), (5, 0x200001)]


@BOTH
def test_mtval(xlen: int, tmp_path: Path) -> None:
    """ebreak: its address; a word without the two lowest bits: the whole word; no bits set by a
    register that holds zero is still a write; atomics that do not exist."""
    words = [0x12344501, encode("csrrs", rd=3, rs1=4, csr=0xF14), 0x28F5272F, 0x1012A32F]
    places = []

    def body(build: Builder) -> None:
        build.emit("addi", rd=4)
        places.append(VIRT.base + build.emit("ebreak"))
        for word in words:
            build.word(word)
        build.emit("csrrs", rd=3, csr=0xF14)

    found = traps(execute(xlen, tmp_path, body))
    assert found == [(3, places[0]), *((2, word) for word in words)]


@BOTH
@pytest.mark.parametrize("manner", (0, 1, 2, 4))
def test_instructions_are_counted_exactly(xlen: int, manner: int, tmp_path: Path) -> None:
    """minstret counts what retires: not a trapping instruction, not while inhibited."""

    def body(build: Builder) -> None:
        build.load_immediate(5, VIRT.data)
        build.emit("csrrw", csr=CSRS["minstret"])
        build.emit("csrrs", rd=6, csr=CSRS["minstret"])  # 0: the write is not counted
        build.emit("csrrs", rd=6, csr=CSRS["instret"])  # 1
        for _ in range(3):
            build.emit("lw", rd=7, rs1=5)
        build.emit("div", rd=7, rs1=7, rs2=5)
        build.emit("csrrs", rd=6, csr=CSRS["minstret"])  # 6
        build.emit("ecall")  # not counted; its handler's six instructions are
        build.emit("csrrs", rd=6, csr=CSRS["minstret"])  # 13
        build.emit("csrrwi", immediate=4, csr=CSRS["mcountinhibit"])
        for _ in range(5):
            build.emit("addi", rd=7, rs1=7, immediate=1)
        build.emit("csrrs", rd=6, csr=CSRS["minstret"])  # 15: the inhibiting one is counted
        build.emit("csrrwi", csr=CSRS["mcountinhibit"])
        build.emit("csrrs", rd=6, csr=CSRS["minstret"])  # 15
        build.emit("csrrs", rd=6, csr=CSRS["minstret"])  # 16
        build.emit("csrrwi", immediate=31, csr=CSRS["minstret"])
        build.emit("csrrs", rd=6, csr=CSRS["minstret"])  # 31

    records = execute(xlen, tmp_path, body, manner)
    assert [r.value for r in records if r.rd == 6] == [0, 1, 6, 13, 15, 15, 16, 31]


@BOTH
def test_cycles_are_counted_exactly(xlen: int, tmp_path: Path) -> None:
    """mcycle counts every cycle, so one an instruction on straight code; frozen while inhibited."""

    def body(build: Builder) -> None:
        for _ in range(2):
            build.emit("csrrs", rd=6, csr=CSRS["mcycle"])
        for _ in range(20):
            build.emit("addi", rd=7, rs1=7, immediate=1)
        build.emit("csrrs", rd=6, csr=CSRS["cycle"])
        build.emit("csrrwi", immediate=1, csr=CSRS["mcountinhibit"])
        build.emit("csrrs", rd=8, csr=CSRS["mcycle"])
        for _ in range(20):
            build.emit("addi", rd=7, rs1=7, immediate=1)
        build.emit("csrrs", rd=8, csr=CSRS["mcycle"])
        build.emit("csrrwi", csr=CSRS["mcountinhibit"])
        build.emit("csrrw", csr=CSRS["mcycle"])
        build.emit("csrrs", rd=9, csr=CSRS["mcycle"])
        build.emit("csrrs", rd=9, csr=CSRS["mcycle"])

    records = execute(xlen, tmp_path, body)
    cycles = [r.value for r in records if r.rd == 6]
    assert (cycles[1] - cycles[0], cycles[2] - cycles[1]) == (1, 21)
    frozen = [r.value for r in records if r.rd == 8]
    assert frozen[0] == frozen[1]
    assert [r.value for r in records if r.rd == 9] == [0, 1]


@BOTH
def test_time_is_the_timer(xlen: int, tmp_path: Path) -> None:
    """time reads the timer block: one step in eight cycles of the bench, inhibited or not."""

    def body(build: Builder) -> None:
        build.emit("csrrwi", immediate=5, csr=CSRS["mcountinhibit"])
        build.emit("csrrs", rd=6, csr=CSRS["time"])
        for _ in range(79):
            build.emit("addi", rd=7, rs1=7, immediate=1)
        build.emit("csrrs", rd=6, csr=CSRS["time"])

    times = [r.value for r in execute(xlen, tmp_path, body) if r.rd == 6]
    assert times[1] - times[0] == 10


def test_high_halves(tmp_path: Path) -> None:
    """On a 32-bit core the halves of a counter carry and are written separately."""

    def body(build: Builder) -> None:
        build.emit("csrrwi", immediate=5, csr=CSRS["mcountinhibit"])
        build.load_immediate(5, -1)
        for low, high in (("mcycle", "mcycleh"), ("minstret", "minstreth")):
            build.emit("csrrw", rs1=5, csr=CSRS[low])
            build.emit("csrrwi", immediate=7, csr=CSRS32[high])
        build.emit("csrrwi", csr=CSRS["mcountinhibit"])
        build.emit("addi")
        build.emit("addi")
        for high in ("mcycleh", "minstreth", "cycleh", "instreth", "timeh"):
            build.emit("csrrs", rd=6, csr=CSRS32[high])
        build.emit("csrrs", rd=8, csr=CSRS["minstret"])

    records = execute(32, tmp_path, body)
    assert [r.value for r in records if r.rd == 6] == [8, 8, 8, 8, 0]
    assert [r.value for r in records if r.rd == 8] == [6]


@BOTH
@pytest.mark.parametrize("enabled", (False, True))
def test_wait_for_interrupt(xlen: int, enabled: bool, tmp_path: Path) -> None:
    """WFI holds the core until the timer, then goes on or traps behind itself."""
    places = []

    def body(build: Builder) -> None:
        build.load_immediate(5, 0x80)
        build.emit("csrrw", rs1=5, csr=CSRS["mie"])
        build.load_immediate(5, VIRT.timer_compare)
        build.load_immediate(6, 200)
        build.emit("sw", rs1=5, rs2=6)
        build.emit("fence", immediate=0xFF)
        if enabled:
            build.emit("csrrsi", immediate=8, csr=CSRS["mstatus"])
        build.emit("wfi")
        places.append(VIRT.base + build.emit("csrrs", rd=9, csr=CSRS["time"]))

    records = execute(xlen, tmp_path, body)
    entered = [record for record in records if record.cause >= 0]
    if enabled:
        assert [(r.pc, r.cause, r.interrupt) for r in entered] == [(places[0], 7, True)]
    else:
        assert not entered
        woken = next(record.value for record in records if record.rd == 9)
        assert 200 <= woken <= 203


def test_returns_without_calls(tmp_path: Path) -> None:
    """Entries of the return stack that were never written are still addresses to fetch from.

    One in sixteen of the random ones lies in memory, where it is fetched from; so many seeds.
    """

    def body(build: Builder) -> None:
        build.load_immediate(7, 3)
        top = build.here
        for _ in range(8):
            build.load_address(1, build.here + 16)
            build.emit("jalr", rs1=1)
            build.word(0)  # jumped over, or else nothing would be predicted
        build.emit("addi", rd=7, rs1=7, immediate=-1)
        build.emit("bne", rs1=7, immediate=top - build.here)

    for seed in range(1, 81):
        records = execute(32, tmp_path, body, seed=seed)
        assert len([record for record in records if record.word == 0x8067]) == 24
