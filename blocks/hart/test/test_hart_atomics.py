# SPDX-License-Identifier: Apache-2.0
"""LR, SC and every AMO of fy_hart: values, faults, order, the trace."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from blocks.hart.test.programs import CONTROL, MEMORY, Record, Run, run

OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "amoswap": lambda old, value: value,
    "amoadd": operator.add,
    "amoxor": operator.xor,
    "amoand": operator.and_,
    "amoor": operator.or_,
    "amomin": min,
    "amomax": max,
    "amominu": min,
    "amomaxu": max,
}


def signed(value: int, bits: int) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> bits - 1 else value


@pytest.mark.parametrize("stress", [False, True])
@pytest.mark.parametrize("xlen", [64, 32])
def test_every_operation(xlen: int, stress: bool, tmp_path: Path) -> None:
    """Old value sign-extended to rd, new value in memory, used by the next instruction at once."""
    source = random.Random(7)
    corners = [0, 1, -1, 1 << 31, 1 << 63, (1 << 31) - 1, 0x80000000, 12345678901234567]
    lines, expected = ["la s0, data"], []
    for name, act in OPERATIONS.items():
        for suffix, bits in (("w", 32), ("d", 64))[: xlen // 32]:
            for _ in range(6):
                old, value = source.choice(corners), source.choice(corners)
                lines += [f"li t0, {signed(old, xlen)}", f"li t1, {signed(value, xlen)}"]
                lines += [f"s{suffix} t0, 0(s0)", f"{name}.{suffix} a0, t1, (s0)"]
                lines += ["addi a1, a0, 1", f"l{suffix} a2, 0(s0)"]
                a, b = signed(old, bits), signed(value, bits)
                if name.endswith("u"):
                    a, b = a % (1 << bits), b % (1 << bits)
                mask = (1 << xlen) - 1
                first = signed(a, bits)
                new = signed(act(a, b), bits)
                expected.append((first & mask, first + 1 & mask, new & mask))
    body = "\n".join([*lines, "j exit", ".align 3", "data: .dword 0"])
    done = run(body, tmp_path, "--cycles", 100000, *(["--stress"] if stress else []), xlen=xlen)
    found = zip(*(values(done, register) for register in (10, 11, 12)), strict=True)
    assert list(found) == expected
    assert done.counts["atomics"] == len(expected)


def values(done: Run, register: int) -> list[int]:
    """All values that a register got, late ones in their place."""
    owed, found = -1, list[int]()
    for record in done.records:
        if register not in record.registers:
            continue
        value = record.registers[register]
        if value is None:
            owed = len(found)
            found.append(0)
        elif record.late:
            found[owed] = value
        else:
            found.append(value)
    return found


def atomics(done: Run) -> list[Record]:
    return [record for record in done.records if record.instruction & 0x7F == 0x2F]


def test_reservation(tmp_path: Path) -> None:
    """SC after LR succeeds once; the trace shows a store only then; an AMO always."""
    source = """
  la s0, data
  li s1, 77
  sc.d a0, s1, (s0)
  lr.d a1, (s0)
  sc.d a2, s1, (s0)
  sc.d a3, s1, (s0)
  lr.w a4, (s0)
  sc.w a5, s1, 64(s0)
  amoor.d a6, x0, (s0)
  j exit
.align 6
data: .dword 5
.fill 128
""".replace("64(s0)", "(s2)").replace("li s1", "addi s2, s0, 64\n  li s1")
    done = run(source, tmp_path)
    assert [done.last(register) for register in range(10, 17)] == [1, 5, 0, 1, 77, 1, 77]
    data = done.last(8)
    stores = [record.store for record in atomics(done)]
    assert stores == [None, None, (data, 77), None, None, None, (data, 0)]


FAULTS = {
    "lr.w a0, (s1)": (4, 2),
    "lr.d a0, (s1)": (4, 4),
    "sc.w a0, x0, (s1)": (6, 1),
    "sc.d a0, x0, (s1)": (6, 4),
    "amoadd.w a0, x0, (s1)": (6, 2),
    "amoadd.d a0, x0, (s1)": (6, 4),
}


@pytest.mark.parametrize("instruction", FAULTS)
def test_faults(instruction: str, tmp_path: Path) -> None:
    """Misaligned; to a device; to nowhere. Nothing is asked of the port."""
    misaligned, offset = FAULTS[instruction]
    access = misaligned + 1
    addresses = [MEMORY + 0x1000 + offset, CONTROL + offset, CONTROL, 0x40000000]
    body = "la t0, handler\ncsrw mtvec, t0\n"
    body += "".join(f"li s1, {address}\n{instruction}\n" for address in addresses)
    body += "j exit\n.align 3\nhandler: csrr t0, mepc\naddi t0, t0, 4\ncsrw mepc, t0\nmret\n"
    done = run(body, tmp_path)
    causes = [misaligned, misaligned, access, access]
    expected = [((0, cause), address) for cause, address in zip(causes, addresses, strict=True)]
    assert [(trap.trap, trap.tval) for trap in done.traps] == expected
    assert done.counts["atomics"] == 0


@pytest.mark.parametrize("order", ["", ".aq", ".rl", ".aqrl"])
@pytest.mark.parametrize("name", ["amoadd.w", "lr.w", "sc.w"])
def test_release_waits(name: str, order: str, tmp_path: Path) -> None:
    """With .rl the older accesses come first; .aq needs no waiting, and an interrupt goes first."""
    operand = "" if name == "lr.w" else "x0, "
    waiting = f"li t0, 150\nsw t0, NOT_QUIET(gp)\n{name}{order} a0, {operand}(s0)\nli t6, 1\n"
    source = "la s0, data\n{}\nj exit\n.align 3\ndata: .dword 0, 0\n"
    done = run(source.format(waiting), tmp_path)
    assert (done.writes(31)[0][0] > 150) == ("rl" in order)


def test_release_is_interruptible(tmp_path: Path) -> None:
    source = """
  la s0, data
  la t0, handler
  csrw mtvec, t0
  li t0, 128
  csrw mie, t0
  csrsi mstatus, 8
  li t0, 300
  sw t0, NOT_QUIET(gp)
  li s2, 2
  sw s2, LINES_LATER(gp)
  amoadd.w.rl a0, s2, (s0)
  lw a1, 0(s0)
  j exit
.align 3
handler:
  sw x0, LINES(gp)
  mret
.align 3
data: .dword 40
"""
    done = run(source, tmp_path)
    assert len(done.traps) == 1 and done.traps[0].cycle < 100
    assert done.traps[0].instruction & 0x7F == 0x2F
    assert done.last(10) == 40 and done.last(11) == 42


def test_atomic_use_costs_as_a_load(tmp_path: Path) -> None:
    """One cycle each, one more for the next instruction to use the value."""
    source = """
  la s0, data
  li s1, 3
1:
  li t6, 1
  {}
  li t6, 2
  addi s1, s1, -1
  bnez s1, 1b
  j exit
.align 3
data: .dword 1
"""
    cases = {"amoadd.d t0, s1, (s0)": 1, "amoadd.d t0, s1, (s0)\naddi t1, t0, 1": 3,
             "lr.d t0, (s0)\nsc.d t1, s1, (s0)\nbnez t1, 2f\n2:": 3}  # fmt: skip
    for snippet, cycles in cases.items():
        done = run(source.format(snippet), tmp_path)
        (begin, _), (end, _) = done.writes(31)[-2:]
        assert end - begin - 1 == cycles, snippet
