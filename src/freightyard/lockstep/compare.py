# SPDX-License-Identifier: Apache-2.0
"""Compares two retirement traces and finds the first difference."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from freightyard.lockstep.record import Record
from freightyard.lockstep.target.isa import (
    CSR_FORMS,
    CSRS,
    CSRS32,
    SUPERVISOR_CSRS,
    decode,
    encode,
    text,
)

_TVALS = (CSRS["mtval"], SUPERVISOR_CSRS["stval"])
_ILLEGAL, _BREAKPOINT = 2, 3
_EXTERNAL = 11
_MRET = encode("mret")

# What a read of a control register is worth: QEMU shows fields that a machine-mode core fixes
# (mstatus), counts differently, or is another implementation. 0: nothing is compared.
MASKS = {CSRS["mstatus"]: 0xA_007E_19AA} | {
    number: 0
    for name, number in (CSRS | CSRS32).items()
    if "cycle" in name or "instret" in name or name.startswith("time")
}
MASKS |= {CSRS[name]: 0 for name in ("mvendorid", "marchid", "mimpid")}
MASKS[CSRS["mip"]] = ~0x800  # external interrupts come from the core's surroundings alone


# The fields that are compared, by what is said of a difference.
COMPARED = {
    "pc": "pc", "privilege": "privilege", "trap cause": "cause", "mtval of a trap": "tval",
    "instruction word": "word", "store size": "store_size", "store address": "address",
    "store data": "store_data", "destination register": "rd",
    "value of the destination register": "value",
}  # fmt: skip


@dataclass
class Difference:
    """The first record in which the two disagree."""

    index: int
    what: str
    expected: Record | None
    actual: Record | None
    before: list[Record] = field(default_factory=list)
    after: list[Record] = field(default_factory=list)

    def sentence(self, xlen: int) -> str:
        """Where they disagree, on what, and the two values."""
        if self.expected is None or self.actual is None or self.what not in COMPARED:
            return f"record {self.index}: {self.what}"
        field_ = COMPARED[self.what]
        wanted, got = (getattr(one, field_) for one in (self.expected, self.actual))
        place = f"record {self.index}, pc {self.expected.pc:#x}"
        if self.expected.cause < 0:
            place += f", `{text(self.expected.word, xlen)}`"
        what = f"{self.what} x{self.expected.rd}" if field_ == "value" else self.what
        return f"{place}: {what} is {_shown(got)}, expected {_shown(wanted)}"

    def report(self, xlen: int) -> str:
        """The sentence, and the disassembled window around the difference."""
        lines = [self.sentence(xlen)]
        lines += ["  " + describe(record, xlen) for record in self.before]
        for name, record in (("QEMU", self.expected), ("core", self.actual)):
            shown = describe(record, xlen) if record else "(trace ends)"
            lines.append(f"{name}: {shown}")
        lines += ["  " + describe(record, xlen) + "   (QEMU goes on)" for record in self.after]
        return "\n".join(lines)


def _shown(value: int) -> str:
    return f"{value:#x}" if value >= 0 else "none"


def describe(record: Record, xlen: int) -> str:
    """A record with its instruction as text."""
    if record.cause >= 0:
        return record.line()
    return f"{record.line():<52} {text(record.word, xlen)}"


def _difference(expected: Record, actual: Record, xlen: int, masks: dict[str, int]) -> str:
    """What differs between two records, empty if nothing that counts."""
    if (expected.cause >= 0) != (actual.cause >= 0):
        return "only one side takes a trap"
    if expected.pc != actual.pc:
        return "pc"
    if expected.privilege != actual.privilege:
        return "privilege"
    if expected.cause >= 0:
        if (expected.cause, expected.interrupt) != (actual.cause, actual.interrupt):
            return "trap cause"
        different = expected.tval ^ actual.tval
        if different & masks.get("tval", -1):
            return "mtval of a trap"
        return ""
    if expected.word != actual.word:
        return "instruction word"
    if expected.store_size != actual.store_size:
        return "store size"
    if expected.store_size >= 0 and expected.address != actual.address:
        return "store address"
    if expected.store_data != actual.store_data:
        return "store data"
    if expected.rd != actual.rd:
        return "destination register"
    if expected.value != actual.value:
        decoded = decode(expected.word, xlen)
        mask = -1
        if decoded is not None and decoded.name in CSR_FORMS:
            mask = MASKS.get(decoded.csr, -1)
            if decoded.csr in _TVALS:
                mask = masks.get("mtval", -1)
        if (expected.value ^ actual.value) & mask:
            return "value of the destination register"
    return ""


def without_interruptions(
    records: Iterator[Record], observe: Callable[[Record], None] = lambda record: None
) -> Iterator[Record]:
    """A trace without what its surroundings caused: external interrupts and their handlers.

    What is left must be the trace of the program that was never interrupted. The handler reads
    mepc, which must be the place where the interrupt came. `observe` gets what was held up.
    """
    interrupted = False
    for record in records:
        if not (record.interrupt and record.cause == _EXTERNAL):
            if interrupted:
                observe(record)
                interrupted = False
            yield record
            continue
        place = record.pc
        interrupted = True
        for inner in records:
            if inner.cause >= 0 or (_is_read_of_mepc(inner.word) and inner.value != place):
                yield inner._replace(pc=-1)  # differs from anything
                return
            if inner.word == _MRET:
                break


def _is_read_of_mepc(word: int) -> bool:
    return word >> 20 == CSRS["mepc"] and word & 0xFF07F == 0x2073


def compare(
    expected: Iterator[Record],
    actual: Iterator[Record],
    xlen: int,
    observe: Callable[[Record, Record], None] = lambda expected, actual: None,
) -> Difference | None:
    """Walks both traces to the end of the expected one; None when they agree."""
    window: deque[Record] = deque(maxlen=24)
    masks: dict[str, int] = {}
    for index, wanted in enumerate(expected):
        got = next(actual, None)
        if got is None:
            return Difference(index, "the core's trace ends early", wanted, None, list(window))
        if wanted.cause == _ILLEGAL and not wanted.interrupt and wanted.tval & 3 != 3:
            masks["tval"] = masks["mtval"] = 0xFFFF  # QEMU keeps 16 bits of such a word
        elif wanted.cause == _BREAKPOINT and not wanted.interrupt:
            masks["tval"] = masks["mtval"] = 0  # the core gives mepc, QEMU zero
        elif wanted.cause == 0:
            masks["mtval"] = 0  # QEMU 7.2 writes another address than qemu.py tells
        elif wanted.cause >= 0:
            masks.clear()
        what = _difference(wanted, got, xlen, masks)
        masks.pop("tval", None)
        if what:
            after = [record for record, _ in zip(expected, range(4), strict=False)]
            return Difference(index, what, wanted, got, list(window), after)
        observe(wanted, got)
        window.append(wanted)
    return None
