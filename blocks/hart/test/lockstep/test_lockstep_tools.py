# SPDX-License-Identifier: Apache-2.0
"""The lockstep's own tools: traces, comparator, generator, occurrence table. No core is needed."""

from __future__ import annotations

import random

import pytest

from freightyard.lockstep import qemu
from freightyard.lockstep.compare import compare, without_interruptions
from freightyard.lockstep.generator import generate
from freightyard.lockstep.occurrence import Occurrence, expected_rows
from freightyard.lockstep.record import Record, parse_lines
from freightyard.lockstep.target import isa
from freightyard.lockstep.target.machine import VIRT

BOTH = pytest.mark.parametrize("xlen", (64, 32))


@pytest.fixture(scope="module")
def trace() -> list[Record]:
    """What QEMU does in a small program."""
    image = generate(3, 64, 2000)
    return list(qemu.run(image, 100000))


def test_program_ends(trace: list[Record]) -> None:
    assert len(trace) > 1000
    assert trace[-1].address == VIRT.finish


def test_equal_traces_agree(trace: list[Record]) -> None:
    assert compare(iter(trace), iter(trace), 64) is None


def test_text_keeps_everything_that_is_compared(trace: list[Record]) -> None:
    lines = [record.line() + "\n" for record in trace]
    again = list(parse_lines(["# comment\n", *lines]))
    assert compare(iter(trace), iter(again), 64) is None
    assert [record.line() for record in again] == [line.rstrip() for line in lines]


def corrupted(record: Record) -> list[tuple[str, Record]]:
    """One record spoiled in every way that its kind allows."""
    mode = record.privilege
    spoiled = [
        ("pc", record._replace(pc=record.pc + 4)),
        ("privilege", record._replace(privilege=0 if mode else 1)),
    ]
    if record.cause >= 0:
        spoiled += [
            ("trap cause", record._replace(cause=record.cause ^ 1)),
            ("trap cause", record._replace(interrupt=not record.interrupt)),
            ("only one side takes a trap", Record(record.pc, 0x13, privilege=mode)),
        ]
        if record.cause in (1, 5, 7, 11):
            spoiled.append(("mtval of a trap", record._replace(tval=record.tval ^ 4)))
        return spoiled
    spoiled.append(("instruction word", record._replace(word=record.word ^ 1 << 20)))
    spoiled.append(
        ("only one side takes a trap", Record(record.pc, cause=2, tval=record.word, privilege=mode))
    )
    if record.store_size >= 0:
        spoiled += [
            ("store data", record._replace(store_data=record.store_data ^ 1)),
            ("store address", record._replace(address=record.address ^ 8)),
            ("store size", record._replace(store_size=record.store_size ^ 1)),
            ("store size", Record(record.pc, record.word, privilege=mode)),
        ]
    elif record.rd and not isa.text(record.word, 64).startswith("csr"):
        spoiled += [
            ("destination register", record._replace(rd=0)),
            ("value of the destination register", record._replace(value=record.value ^ 1 << 63)),
        ]
    return spoiled


def test_every_corruption_is_found(trace: list[Record]) -> None:
    """Also where it stands is told."""
    places = random.Random(1).sample(range(len(trace)), 150)
    places += [index for index, record in enumerate(trace) if record.cause >= 0][:60]
    kinds = set()
    for place in places:
        for what, record in corrupted(trace[place]):
            spoiled = [*trace[:place], record, *trace[place + 1 :]]
            difference = compare(iter(trace), iter(spoiled), 64)
            assert difference is not None, (what, record)
            assert (difference.index, difference.what) == (place, what)
            assert "QEMU: " in difference.report(64)
            kinds.add(what)
    assert len(kinds) == 11


def test_missing_and_added_records_are_found(trace: list[Record]) -> None:
    short = compare(iter(trace), iter(trace[:500]), 64)
    assert short is not None and short.what == "the core's trace ends early"
    assert compare(iter(trace), iter(trace[:500] + trace[501:]), 64) is not None
    assert compare(iter(trace), iter(trace[:500] + trace[499:]), 64) is not None


def test_an_interruption_leaves_no_trace() -> None:
    """A transparent handler is cut out; one that returns elsewhere is not forgiven."""
    mepc = isa.encode("csrrs", rd=9, csr=isa.CSRS["mepc"])
    program = [Record(0x80000000 + 4 * i, 0x13) for i in range(4)]
    entry = Record(0x80000008, cause=11, interrupt=True)
    read = Record(0x80000100, mepc, 9, 0x80000008)
    back = Record(0x80000104, isa.encode("mret"))
    held: list[Record] = []

    def cut(*inside: Record) -> list[Record]:
        whole = [*program[:2], *inside, *program[2:]]
        return list(without_interruptions(iter(whole), held.append))

    assert cut(entry, read, back) == program
    assert held == [program[2]]
    wrong_place = cut(entry, read._replace(value=0x8000000C), back)
    assert compare(iter(program), iter(wrong_place), 64) is not None
    trap_inside = cut(entry, Record(0x80000100, cause=2), back)
    assert compare(iter(program), iter(trap_inside), 64) is not None


@BOTH
def test_same_seed_same_program(xlen: int) -> None:
    assert generate(7, xlen, 1000).data == generate(7, xlen, 1000).data
    assert generate(7, xlen, 1000).data != generate(8, xlen, 1000).data


@BOTH
def test_words_are_read_as_they_are_built(xlen: int) -> None:
    source = random.Random(xlen)
    for name in isa.names(xlen):
        for _ in range(20):
            operands = {n: source.randrange(32) for n in ("rd", "rs1", "rs2")}
            limit = {"B": 2048, "J": 1 << 19}.get(isa.SPECS[name].form)
            immediate = source.randrange(32)
            if limit:
                immediate = 2 * source.randrange(-limit, limit)
            word = isa.encode(name, **operands, immediate=immediate, csr=0x340)
            decoded = isa.decode(word, xlen)
            assert decoded is not None and decoded.name == name
            if isa.SPECS[name].form not in "RXVA":
                assert decoded.immediate == immediate or isa.SPECS[name].form == "C"


@BOTH
def test_a_short_run_has_empty_rows(xlen: int) -> None:
    """The table starts empty, and a small program does not fill it."""
    occurrence = Occurrence(xlen)
    assert occurrence.missing() == expected_rows(xlen)
    image = generate(1, xlen, 300)
    for record in qemu.run(image, 5000):
        occurrence.observe(record, record)
    assert 0 < len(occurrence.missing()) < len(expected_rows(xlen))
    assert occurrence.counts["op addi"] > 0
