# SPDX-License-Identifier: Apache-2.0
"""Sv39 in fy_hart: rights, levels, kinds of faults, what SFENCE.VMA drops."""

from __future__ import annotations

from pathlib import Path

import pytest
from blocks.hart.test.programs import MEMORY, Run, run
from blocks.hart.test.tables import (
    RWXAD,
    SUPERVISOR,
    TABLES,
    A,
    D,
    G,
    R,
    Tables,
    U,
    V,
    W,
    allowed,
    entry,
)

PAGES = MEMORY + 0x100000  # 256 pages; each begins with its number, then an ecall
REGION = 0x1_4000_0000  # one page for each combination of V R W X U G A D
MPRV, SUM, MXR = 1 << 17, 1 << 18, 1 << 19

# Runs in M. `a0` comes back as 0 when the accesses of `\\address` trapped.
FRAME = """
.option norelax
  la t0, handler
  csrw mtvec, t0
  li t0, {satp}
  csrw satp, t0
  sfence.vma
{body}
  j finish
.align 3
handler:
  csrr t0, mepc
  addi t0, t0, 4
  csrw mepc, t0
  li t0, 0x1800
  csrs mstatus, t0
  mret
finish:
  li t0, {mprv}
  csrc mstatus, t0
  la t0, exit
  jr t0
{tables}
"""
NUMBERED = "\n".join(
    f".org {PAGES - MEMORY + 4096 * k:#x}\n.dword {0x1000 + k}\necall" for k in range(256)
)


def machine(body: str, tables: Tables, folder: Path, *options: object, data: str = "") -> Run:
    text = tables.text() + data
    source = FRAME.format(satp=tables.satp, body=body, tables=text, mprv=MPRV)
    return run(source, folder, "--cycles", 400000, *options)


def region() -> Tables:
    tables = Tables()
    for flags in range(256):
        tables.map(REGION + 4096 * flags, PAGES + 4096 * flags, flags)
    return tables


@pytest.mark.parametrize("mxr", [False, True])
@pytest.mark.parametrize("sum_", [False, True])
@pytest.mark.parametrize("privilege", [SUPERVISOR, 0])
def test_data_rights(privilege: int, sum_: bool, mxr: bool, tmp_path: Path) -> None:
    """Loads, stores and AMOs by MPRV on a page of every combination of rights."""
    status = MPRV | privilege << 11 | sum_ * SUM | mxr * MXR
    body = f"""
  li s2, {REGION}
  li s3, 256
  li s4, {status}
1: csrw mstatus, s4
  ld a0, 0(s2)
  csrw mstatus, s4
  sd s4, 16(s2)
  csrw mstatus, s4
  amoadd.d a1, s4, (s2)
  csrw mstatus, s4
  lr.d a2, (s2)
  csrw mstatus, s4
  sc.d a3, x0, (s2)
  li t0, 0x1000
  add s2, s2, t0
  addi s3, s3, -1
  bnez s3, 1b
"""
    done = machine(body, region(), tmp_path, data=NUMBERED)
    expected, loaded = [], []
    for flags in range(256):
        page = REGION + 4096 * flags
        load = allowed(flags, "load", privilege, sum_, mxr)
        store = allowed(flags, "store", privilege, sum_, mxr)
        if load:
            loaded.append(0x1000 + flags)
        checks = ((load, 13, 0), (store, 15, 16), (store, 15, 0), (load, 13, 0), (store, 15, 0))
        expected += [(cause, page + offset) for good, cause, offset in checks if not good]
    assert [(trap.trap[1], trap.tval) for trap in done.traps if trap.trap] == expected
    assert [value for _, value in done.writes(10)] == loaded
    assert all(trap.privilege == 3 for trap in done.traps)


@pytest.mark.parametrize("stress", [False, True])
@pytest.mark.parametrize("privilege", [SUPERVISOR, 0])
def test_fetch_rights(privilege: int, stress: bool, tmp_path: Path) -> None:
    """MRET to an ecall on a page of every combination of rights."""
    body = f"""
  la t0, 2f
  csrw mtvec, t0
  li s2, {REGION + 8}
  li s3, 256
1: csrw mepc, s2
  li t0, 0x1800
  csrc mstatus, t0
  li t0, {privilege << 11 | SUM | MXR}
  csrs mstatus, t0
  mret
.align 3
2: li t0, 0x1000
  add s2, s2, t0
  addi s3, s3, -1
  bnez s3, 1b
"""
    done = machine(body, region(), tmp_path, *["--stress"][: 1 * stress], data=NUMBERED)
    for flags, trap in enumerate(done.traps):
        address = REGION + 4096 * flags + 8
        good = allowed(flags, "fetch", privilege)
        assert trap.trap == (0, 8 + privilege if good else 12), f"{flags:08b}"
        assert trap.tval == (0 if good else address) and trap.pc == address
        assert trap.privilege == privilege
    assert len(done.traps) == 256 and done.counts["page_faults"] > 200


def shapes() -> tuple[Tables, dict[str, tuple[int, int, int]]]:
    """Tables of odd shapes: name to address, cause of a load (0: none) and physical address."""
    tables = Tables()
    place = dict[str, tuple[int, int, int]]()
    word, full = PAGES + 0x5000, RWXAD
    tables.map(0x1_8000_0000, 0x8000_0000, full, level=2)
    place["gigabyte"] = (0x1_8000_0000 + word - MEMORY, 0, word)
    tables.map(0x1_0020_0000, MEMORY, full, level=1)
    place["megabytes"] = (0x1_0020_0000 + word - MEMORY, 0, word)
    tables.map(0x1_0000_3000, word, full)
    place["page"] = (0x1_0000_3000, 0, word)
    tables.map(-0x4000_0000 % (1 << 39), MEMORY, full, level=2)
    place["negative"] = ((1 << 64) - 0x4000_0000 + word - MEMORY, 0, word)
    place["sign"] = (((1 << 39) - 0x4000_0000) + word - MEMORY, 13, 0)
    place["far"] = ((1 << 63) | word, 13, 0)
    tables.map(0x1_C000_0000, MEMORY + 0x200000, full, level=2)
    place["gigabyte misaligned"] = (0x1_C000_0000, 13, 0)
    tables.map(0x1_0040_0000, MEMORY + 0x1000, full, level=1)
    place["megabytes misaligned"] = (0x1_0040_0000, 13, 0)
    tables.map(0x1_0000_4000, MEMORY, V)
    place["too deep"] = (0x1_0000_4000, 13, 0)
    for bit in (54, 60, 61, 63):
        page = 0x1_0000_0000 + (bit << 12)
        tables.words[tables.place(page, 0)] = entry(word, full) | 1 << bit
        place[f"reserved {bit}"] = (page, 13, 0)
    for bit, name in ((D, "D"), (A, "A"), (U, "U")):
        page = 0x2_0000_0000 + bit * 0x4000_0000
        tables.map(page, TABLES, V | bit, level=2)
        place[f"pointer with {name}"] = (page, 13, 0)
    tables.map(0x3_0000_0000 + (100 << 30), 0x4000_0000, V, level=2)
    place["table nowhere"] = (0x3_0000_0000 + (100 << 30), 5, 0)
    tables.map(0x3_0000_0000 + (101 << 30), 0x2000_0000, V, level=2)
    place["table in a device"] = (0x3_0000_0000 + (101 << 30), 5, 0)
    tables.map(0x1_0000_5000, 0x4000_0000, full)
    place["page nowhere"] = (0x1_0000_5000, 5, 0)
    tables.map(0x1_0000_6000, 1 << 55, full)
    place["page beyond"] = (0x1_0000_6000, 5, 0)
    place["loop"] = (14 << 30 | 14 << 21 | 14 << 12, 13, 0)
    tables.map(14 << 30, TABLES, V, level=2)
    place["misaligned"] = (0x1_0000_4001, 4, 0)
    return tables, place


@pytest.mark.parametrize("stress", [False, True])
def test_shapes(stress: bool, tmp_path: Path) -> None:
    """Superpages, reserved bits, loops, tables and pages where there is no memory."""
    tables, place = shapes()
    lines = [f"li s4, {MPRV | SUPERVISOR << 11}"]
    for address, _, _ in place.values():
        lines += [f"li s2, {address:#x}", "csrw mstatus, s4", "ld a0, 0(s2)"]
        if address & 7 == 0:
            lines += ["csrw mstatus, s4", "sd a0, 24(s2)", "csrw mstatus, s4", "lw a0, 8(s2)"]
    options = ["--stress"] if stress else []
    done = machine("\n".join(lines), tables, tmp_path, *options, data=NUMBERED)
    expected = []
    for address, cause, _ in place.values():
        if cause:
            expected.append((cause, address))
        if cause and address & 7 == 0:
            expected += [(cause + 2, address + 24), (cause, address + 8)]
    assert [(trap.trap[1], trap.tval) for trap in done.traps if trap.trap] == expected
    stores = [record.store[0] for record in done.records if record.store]
    wanted = [physical + 24 for _, cause, physical in place.values() if not cause]
    assert [store for store in stores if store >= PAGES] == wanted


FORMS = {
    "all": ("sfence.vma", {"p1", "q1", "p2", "g1"}),
    "address": ("sfence.vma s2, x0", {"p1", "p2"}),
    "asid": ("sfence.vma x0, s6", {"p1", "q1"}),
    "both": ("sfence.vma s2, s6", {"p1"}),
}


@pytest.mark.parametrize("form", [*FORMS, "none"])
def test_fence_forms(form: str, tmp_path: Path) -> None:
    """What stands in the TLB stays until a fence that means it: page p of two address spaces,
    page q, and a global page."""
    tables = Tables()
    page, other, shared = 0x1_0000_0000, 0x1_0000_1000, 0x1_0000_2000
    flags = {page: RWXAD, other: RWXAD, shared: RWXAD | G}
    slots = [tables.map(virtual, PAGES, flags[virtual]) for virtual in flags]
    fence, dropped = FORMS.get(form, ("nop", set[str]()))
    look = """
  csrw satp, s7
  csrw mstatus, s4
  ld a1, 0(s2)
  ld a2, 0(s3)
  ld a4, 0(s5)
  csrw satp, s8
  ld a3, 0(s2)
  csrw mstatus, x0
"""
    change = "\n".join(
        f"li t0, {slot}\nli t1, {entry(PAGES + 0x7000, flags[virtual])}\nsd t1, 0(t0)"
        for slot, virtual in zip(slots, flags, strict=True)
    )
    body = f"""
  li s2, {page}
  li s3, {other}
  li s5, {shared}
  li s4, {MPRV | SUPERVISOR << 11}
  li s6, 1
  li s7, {tables.satp | 1 << 44}
  li s8, {tables.satp | 2 << 44}
{look}
{change}
  {fence}
{look}
"""
    done = machine(body, tables, tmp_path, data=NUMBERED)
    assert not done.traps
    old, new = 0x1000, 0x1007
    found = {
        name: [value for _, value in done.writes(register)]
        for name, register in (("p1", 11), ("q1", 12), ("p2", 13), ("g1", 14))
    }
    assert found == {name: [old, new if name in dropped else old] for name in found}
    number = page >> 12
    record = {
        "all": (0, 0, 0, 0),
        "address": (1, number, 0, 0),
        "asid": (0, 0, 1, 1),
        "both": (1, number, 1, 1),
    }
    assert done.fences[1:] == ([record[form]] if form in record else [])


def test_faults_are_always_fresh(tmp_path: Path) -> None:
    """A repaired entry needs no fence: not valid, then read only, then all."""
    tables = Tables()
    page = 0x1_0000_0000
    slot = tables.map(page, PAGES, 0)
    body = f"""
  li s2, {page}
  li s4, {MPRV | SUPERVISOR << 11}
  li s5, {slot}
"""
    for flags in (0, V | R | A, V | R | W | A, V | R | W | A | D):
        body += f"""
  csrw mstatus, x0
  li t1, {entry(PAGES, flags)}
  sd t1, 0(s5)
  csrw mstatus, s4
  ld a0, 0(s2)
  csrw mstatus, s4
  sd s4, 16(s2)
"""
    done = machine(body, tables, tmp_path, data=NUMBERED)
    assert [trap.trap for trap in done.traps] == [(0, 13), (0, 15), (0, 15), (0, 15)]
    assert [value for _, value in done.writes(10)] == [0x1000] * 3
