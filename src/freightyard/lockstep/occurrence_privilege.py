# SPDX-License-Identifier: Apache-2.0
"""What the table of occurrences says of privilege, translation and atomics."""

from __future__ import annotations

from collections import Counter

from freightyard.lockstep.pieces.supervisor import pairs
from freightyard.lockstep.record import Record
from freightyard.lockstep.target.isa import CSR_FORMS, CSR_NAMES, SUPERVISOR_CSRS, decode

NAMES = {3: "M", 1: "S", 0: "U"}
BELOW = ("S", "U")
INTERRUPTS = {1: "S software", 5: "S timer", 9: "S external", 3: "M software", 7: "M timer"}
# Exceptions that can be delegated. Misaligned loads and stores are LR and AMO: others do not trap
# in QEMU. A and D bits that are clear are set by QEMU; tables outside memory are page faults there;
# an AMO where nothing answers is a load in QEMU: test_hart_virtual.py, test_hart_atomics.py.
EXCEPTIONS = {0: "fetch misaligned", 1: "fetch access fault", 2: "illegal instruction",
              3: "breakpoint", 4: "load misaligned", 5: "load access fault", 6: "store misaligned",
              7: "store access fault", 8: "call from U", 9: "call from S", 12: "fetch page fault",
              13: "load page fault", 15: "store page fault"}  # fmt: skip
_TRANSLATED_ONLY = (12, 13, 15)
KINDS = (
    *(f"{kind} at {size}" for kind in ("not valid", "writable not readable", "reserved bits")
      for size in ("4K", "2M", "1G")),
    "pointer with leaf bits at 2M", "pointer with leaf bits at 1G", "pointer at the last level",
    "misaligned 2M", "misaligned 1G", "supervisor page in U", "user page in S", "non-canonical",
)  # fmt: skip
DENIED = ("mret in S", "mret in U", "sret in S", "sret in U", "sfence.vma in S", "sfence.vma in U",
          "wfi in S", "wfi in U", "satp in S", "register of M in S", "register of M in U",
          "register of S in U", "counter in S", "counter in U")  # fmt: skip
PORTS = ("fetch_tlb_miss", "data_tlb_miss", "walk_from_walk_cache", "walk_done", "walk_pending",
         "walk_replay")  # fmt: skip


def expected_rows(xlen: int) -> list[str]:
    """Rows that a run of enough instructions must fill."""
    rows = [f"instructions in {mode}" for mode in NAMES.values()]
    for cause, name in EXCEPTIONS.items():
        if cause in _TRANSLATED_ONLY and xlen == 32:
            continue
        modes = {8: ("U",), 9: ("S",)}.get(cause, BELOW)
        rows += [f"exception {name}, {mode} to {to}" for mode in modes for to in ("M", "S")]
    rows += ["exception load misaligned, M to M", "exception store misaligned, M to M"]
    for cause, name in INTERRUPTS.items():
        rows += [f"interrupt {name}, {mode} to M" for mode in "MSU"]
        if cause in (1, 5, 9):
            rows += [f"interrupt {name}, {mode} to S" for mode in BELOW]
    rows += [f"mret to {mode}" for mode in "MSU"]
    rows += [f"sret from {mode} to {to}" for mode in "MS" for to in BELOW]
    rows += [f"denied {what}" for what in DENIED]
    rows += [f"csr {name} {form}" for name, form in pairs()]
    rows += ["sc succeeds", "sc fails", "interrupted in S", "interrupted in U"]
    rows += [f"atomic order {order}" for order in ("none", "rl", "aq", "aqrl")]
    rows += ["sfence.vma " + form for form in ("all", "address", "asid", "address and asid")]
    rows += ["port atomic_replay"]
    return rows + _translated_rows() if xlen == 64 else rows


def _translated_rows() -> list[str]:
    rows = [f"page fault {access}, {kind}" for access in ("fetch", "load", "store")
            for kind in (*KINDS, f"no right to {access}")]  # fmt: skip
    rows += ["page fault atomic as load", "page fault atomic as store"]
    rows += [f"page {size} {access}" for size in ("4K", "2M", "1G")
             for access in ("fetch", "load", "store", "atomic")]  # fmt: skip
    rows += [f"page global {access}" for access in ("fetch", "load", "store")]
    rows += ["page by SUM load", "page by SUM store", "page by MXR load"]
    rows += ["MPRV as S", "MPRV as U", "satp written in M", "satp written in S"]
    return rows + [f"port {name}" for name in PORTS]


def observe(counts: Counter[str], record: Record, xlen: int) -> None:
    """Counts one record that both sides agree on."""
    if record.cause >= 0:
        if record.note:
            kind, _, atomic = record.note.partition(";")
            access = {12: "fetch", 13: "load", 15: "store"}[record.cause]
            counts[f"page fault {access}, {kind}"] += 1
            if atomic:
                counts[f"page fault atomic as {access}"] += 1
        if record.cause == 2 and not record.interrupt:
            _denied(counts, record, xlen)
        return
    counts[f"instructions in {NAMES[record.privilege]}"] += 1
    for note in filter(None, record.note.split(";")):
        access, _, how = note.partition(" ")
        if access == "MPRV":
            counts[f"MPRV as {NAMES[int(how)]}"] += 1
            continue
        counts[f"page {how[:2]} {access}"] += 1
        if len(how) > 2:
            counts[f"page{how[2:]} {access}"] += 1
    decoded = decode(record.word, xlen)
    if decoded is None:
        return
    if decoded.atomic_size >= 0:
        counts[f"atomic order {('none', 'rl', 'aq', 'aqrl')[decoded.immediate]}"] += 1
        if decoded.name.startswith("sc"):
            counts["sc succeeds" if record.store_size >= 0 else "sc fails"] += 1
    elif decoded.name == "sfence.vma":
        form = ("all", "address", "asid", "address and asid")
        counts["sfence.vma " + form[bool(decoded.rs1) + 2 * bool(decoded.rs2)]] += 1
    elif decoded.name == "csrrw" and decoded.csr == SUPERVISOR_CSRS["satp"]:
        counts[f"satp written in {NAMES[record.privilege]}"] += 1


def flow(counts: Counter[str], before: Record, record: Record, xlen: int) -> None:
    """Counts by what followed: where a trap went, where a return led."""
    mode, to = NAMES[before.privilege], NAMES[record.privilege]
    if before.cause >= 0:
        if before.interrupt:
            counts[f"interrupt {INTERRUPTS.get(before.cause, before.cause)}, {mode} to {to}"] += 1
        elif before.cause in EXCEPTIONS:
            counts[f"exception {EXCEPTIONS[before.cause]}, {mode} to {to}"] += 1
        return
    decoded = decode(before.word, xlen)
    if decoded is not None and decoded.name == "mret":
        counts[f"mret to {to}"] += 1
    elif decoded is not None and decoded.name == "sret":
        counts[f"sret from {mode} to {to}"] += 1


def _denied(counts: Counter[str], record: Record, xlen: int) -> None:
    """An instruction that another mode may execute."""
    decoded = decode(record.tval, xlen)
    if decoded is None or record.privilege == 3:
        return
    mode = NAMES[record.privilege]
    if decoded.name not in CSR_FORMS:
        counts[f"denied {decoded.name} in {mode}"] += 1
        return
    owner = decoded.csr >> 8 & 3
    if decoded.csr == SUPERVISOR_CSRS["satp"] and mode == "S":
        counts["denied satp in S"] += 1
    elif decoded.csr in (0xC00, 0xC01, 0xC02):
        counts[f"denied counter in {mode}"] += 1
    elif owner > record.privilege and decoded.csr in CSR_NAMES:
        counts[f"denied register of {NAMES[owner]} in {mode}"] += 1
