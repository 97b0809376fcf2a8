# SPDX-License-Identifier: Apache-2.0
"""How often everything that lockstep is about has happened; a zero in an expected row fails."""

from __future__ import annotations

from collections import Counter

from freightyard.lockstep import occurrence_privilege
from freightyard.lockstep.compare import _ILLEGAL
from freightyard.lockstep.record import Record
from freightyard.lockstep.target.isa import (
    BRANCHES,
    CSR_FORMS,
    CSR_NAMES,
    READ_ONLY,
    SPECS,
    csrs,
    decode,
    names,
)

EXCEPTIONS = {0: "fetch misaligned", 1: "fetch access fault", 2: "illegal instruction",
              3: "breakpoint", 5: "load access fault", 7: "store access fault",
              11: "environment call"}  # fmt: skip
INTERRUPTS = {3: "software interrupt", 7: "timer interrupt"}
PORTS = ("fetch_miss", "flush", "load_done", "load_pending", "two_pending", "late_out_of_order",
         "load_replay", "store_replay", "data_stall", "device_load", "device_store", "mispredict",
         "load_use_stall", "fence_stall", "coprocessor_refused", "kill")  # fmt: skip
HAZARDS = ("load then use", "load then branch on it", "late load then branch on it",
           "late load then use", "late load then overwritten",
           "late load then store of it", "late load then late load of the same",
           "store then load of the same bytes", "store then load of another size",
           "changed code executed", "interrupt in direct mode",
           "interrupt in vectored mode")  # fmt: skip
_KIND = {"fence": "fence", "fence.i": "fence.i", "jal": "jump", "jalr": "jump"}
_KIND |= dict.fromkeys(BRANCHES, "branch")
_KIND |= dict.fromkeys(("lb", "lh", "lw", "ld", "lbu", "lhu", "lwu"), "load")
_KIND |= dict.fromkeys(("sb", "sh", "sw", "sd"), "store")
_KIND |= dict.fromkeys((n for n in SPECS if n.startswith("mul")), "multiplication")
_KIND |= dict.fromkeys((n for n in SPECS if n.startswith(("div", "rem"))), "division")
_ILLEGAL_KINDS = {0x2F: "atomic", 0x07: "float", 0x27: "float", 0x53: "float", 0x43: "float",
                  0x47: "float", 0x4B: "float", 0x4F: "float", 0x0B: "custom-0", 0x2B: "custom-1",
                  0x5B: "custom-2 refused", 0x7B: "custom-3"}  # fmt: skip


def expected_rows(xlen: int) -> list[str]:
    """All rows that a run of enough instructions must fill."""
    rows = [f"op {n}" for n in names(xlen) if n not in ("ecall", "ebreak")]
    ways = [f"{way} {to}" for way in ("taken", "not taken") for to in ("forward", "backward")]
    rows += [f"branch {n} {way}" for n in BRANCHES for way in ways]
    rows += [f"trap {name}" for name in (*EXCEPTIONS.values(), *INTERRUPTS.values())]
    kinds = {*_ILLEGAL_KINDS.values(), "compressed", "unknown CSR", "read-only CSR", "reserved"}
    rows += [f"illegal {kind}" for kind in sorted(kinds)]
    for name, number in csrs(xlen).items():
        forms = CSR_FORMS if number < 0xC00 else ("csrrs", "csrrc", "csrrsi", "csrrci")
        rows += [f"csr {name} {form}" for form in forms]
    rows += [f"hazard {name}" for name in HAZARDS]
    rows += [f"interrupted before {k}" for k in sorted({*_KIND.values(), "trap", "arithmetic"})]
    rows += [f"port {name}" for name in PORTS]
    return rows + occurrence_privilege.expected_rows(xlen)


class Occurrence:
    """Counts over any number of programs of one width."""

    def __init__(self, xlen: int, surrounded: bool = True) -> None:
        self.xlen = xlen
        self.rows = expected_rows(xlen)
        if not surrounded:  # no bench counts at ports, none interrupts
            self.rows = [row for row in self.rows if not row.startswith(("port ", "interrupted "))]
        self.counts: Counter[str] = Counter()
        self._words: dict[int, int] = {}
        self._last: tuple[Record, Record] | None = None
        self._late: dict[int, int] = {}  # register of a late load -> records since
        self._store = (0, 0, 0)  # doubleword, size and age of the last store
        self._age = 0
        self._recent_load = 0

    def start(self) -> None:
        """A new program begins."""
        self._words.clear()
        self._late.clear()
        self._store = (0, 0, 0)
        self._last = None

    def add_ports(self, counts: dict[str, int]) -> None:
        for name, count in counts.items():
            self.counts[f"port {name}"] += count

    def missing(self) -> list[str]:
        return [row for row in self.rows if not self.counts[row]]

    def observe(self, record: Record, actual: Record) -> None:
        """Counts one record; `actual` is the core's, which tells late results."""
        self._age += 1
        self.counts["records"] += 1
        if self._last is not None:
            self._flow(self._last[0], record)
            occurrence_privilege.flow(self.counts, self._last[0], record, self.xlen)
        self._last = (record, actual)
        occurrence_privilege.observe(self.counts, record, self.xlen)
        if record.cause >= 0:
            self._trap(record)
            return
        decoded = decode(record.word, self.xlen)
        if decoded is None:
            return
        self.counts[f"op {decoded.name}"] += 1
        if decoded.name in CSR_FORMS:
            self._csr(record, decoded.name, decoded.csr)
        old = self._words.get(record.pc)
        if old is None:
            self._words[record.pc] = record.word
        elif old != record.word:
            self.counts["hazard changed code executed"] += 1
            self._words[record.pc] = record.word
        self._hazards(record, actual)

    def interrupted(self, record: Record) -> None:
        """Counts before what an external interrupt came."""
        decoded = decode(record.word, self.xlen) if record.cause < 0 else None
        kind = "trap" if decoded is None else _KIND.get(decoded.name, "arithmetic")
        self.counts[f"interrupted before {kind}"] += 1
        self.counts[f"interrupted in {occurrence_privilege.NAMES[record.privilege]}"] += 1

    def _csr(self, record: Record, form: str, number: int) -> None:
        name = CSR_NAMES.get(number, hex(number))
        self.counts[f"csr {name} {form}"] += 1

    def _trap(self, record: Record) -> None:
        known = INTERRUPTS if record.interrupt else EXCEPTIONS
        self.counts[f"trap {known.get(record.cause, hex(record.cause))}"] += 1
        if record.cause != _ILLEGAL or record.interrupt:
            return
        word = record.tval
        if word & 3 != 3:
            kind = "compressed"
        elif word & 0x7F in _ILLEGAL_KINDS:
            kind = _ILLEGAL_KINDS[word & 0x7F]
        elif (decoded := decode(word, self.xlen)) is not None and decoded.name in CSR_FORMS:
            known_csr = decoded.csr in CSR_NAMES
            if known_csr and decoded.csr < READ_ONLY:
                return  # of a higher mode
            kind = "read-only CSR" if known_csr else "unknown CSR"
        else:
            kind = "reserved"
        self.counts[f"illegal {kind}"] += 1

    def _flow(self, before: Record, record: Record) -> None:
        """Which way the record before went."""
        if before.cause >= 0:
            if before.interrupt:
                vectored = record.pc & 0xFF == 4 * before.cause
                self.counts[f"hazard interrupt in {'vectored' if vectored else 'direct'} mode"] += 1
            return
        decoded = decode(before.word, self.xlen)
        if decoded is None or decoded.name not in BRANCHES or record.cause >= 0:
            return
        way = "taken" if record.pc == before.pc + decoded.immediate else "not taken"
        to = "forward" if decoded.immediate >= 0 else "backward"
        self.counts[f"branch {decoded.name} {way} {to}"] += 1

    def _hazards(self, record: Record, actual: Record) -> None:
        decoded = decode(record.word, self.xlen)
        assert decoded is not None
        for register in list(self._late):
            self._late[register] += 1
            if self._late[register] > 8:
                del self._late[register]
        if self._recent_load and self._recent_load in (decoded.rs1, decoded.rs2):
            self.counts["hazard load then use"] += 1
            if decoded.name in BRANCHES:
                self.counts["hazard load then branch on it"] += 1
                if self._recent_load in self._late:
                    self.counts["hazard late load then branch on it"] += 1
        self._recent_load = record.rd if decoded.is_load else 0
        used = {decoded.rs1, decoded.rs2} - {0}
        for register in used & set(self._late):
            self.counts["hazard late load then use"] += 1
            if decoded.store_size >= 0 and register == decoded.rs2:
                self.counts["hazard late load then store of it"] += 1
            del self._late[register]
        if record.rd in self._late:
            self.counts["hazard late load then overwritten"] += 1
            if actual.late:
                self.counts["hazard late load then late load of the same"] += 1
            del self._late[record.rd]
        if actual.late:
            self._late[record.rd] = 0
        if record.store_size >= 0:
            self._store = (record.address >> 3, record.store_size, self._age)
        near = self._age - self._store[2] < 4
        if near and decoded.is_load and record.address >> 3 == self._store[0]:
            other = decoded.name[1] != "bhwd"[self._store[1]]
            kind = "load of another size" if other else "load of the same bytes"
            self.counts[f"hazard store then {kind}"] += 1
