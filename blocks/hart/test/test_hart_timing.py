# SPDX-License-Identifier: Apache-2.0
"""Exact cycles of instruction sequences when every access hits: a change of speed must be seen."""

from __future__ import annotations

from pathlib import Path

import pytest
from blocks.hart.test.programs import run
from blocks.hart.test.tables import Tables

# Registers: s0 points to data, s1 counts the passes down to 1, a0 = 100, a1 = 7.
FRAME = """
  la s0, data
  li s1, 4
  li a0, 100
  li a1, 7
pass:
  li t6, 1
{snippet}
  li t6, 2
  addi s1, s1, -1
  bnez s1, pass
  j exit
function:
  ret
.align 3
data: .dword 5, 6, 7, 8, CONTROL
"""

CASES = {
    # name: (snippet, cycles of the last, warm pass)
    "straight": ("\n".join(["add t0, a0, a1"] * 8), 8),
    "dependent": ("\n".join(["addi t0, t0, 1"] * 8), 8),
    "store": ("sd a0, 0(s0)\nsd a1, 8(s0)", 2),
    "load_independent": ("ld t0, 0(s0)\nadd t1, a0, a1\nadd t0, t0, t1", 3),
    "load_use": ("ld t0, 0(s0)\naddi t0, t0, 1", 3),
    "load_load": ("ld t0, 32(s0)\nld t0, 0(t0)", 3),
    "load_store_data": ("ld t0, 0(s0)\nsd t0, 8(s0)", 3),
    "load_overwritten": ("ld t0, 0(s0)\nli t0, 1", 3),
    "load_branch": ("ld t0, 0(s0)\nbeqz t0, 1f\n1:", 2),
    "load_branch_taken": ("ld t0, 0(s0)\nbnez t0, 1f\nnop\n1:", 2),
    "branch_not_taken": ("beqz a0, 1f\nnop\n1:", 2),
    "branch_taken": ("bnez a0, 1f\nnop\n1:", 1),
    "jump": ("j 1f\nnop\n1:", 1),
    "call_return": ("jal function", 2),
    "two_calls": ("jal function\njal function", 4),
    "mispredict_taken": ("li t0, 1\nbeq s1, t0, 1f\nnop\n1:", 4),
    "mispredict_not_taken": ("li t0, 1\nbne s1, t0, 1f\nnop\n1:", 5),
    "mispredict_behind_load": (
        "sd s1, 0(s0)\nld t0, 0(s0)\naddi t1, x0, 1\nld t0, 0(s0)\nbeq t0, t1, 1f\nnop\n1:",
        8,
    ),
    "multiply_use": ("mul t0, a0, a1\naddi t0, t0, 1", 3),
    "multiply_independent": ("mul t0, a0, a1\nmul t1, a0, a1\nmul t2, a0, a1", 3),
    "multiply_multiply": ("mul t0, a0, a1\nmul t0, t0, a1", 3),
    "divide_zero_quotient": ("div t0, a1, a0", 4),
    "divide_100_by_7": ("div t0, a0, a1", 9),
    "divide_by_zero": ("div t0, a0, x0", 4),
    "csr_use": ("csrr t0, mscratch\naddi t0, t0, 1", 2),
    "fence": ("fence\nadd t0, a0, a1", 2),
    "coprocessor_use": (".insn r CUSTOM_2, 7, 0, t0, a0, a1\naddi t0, t0, 1", 2),
    "coprocessor_behind_store": ("sd a0, 0(s0)\n.insn r CUSTOM_2, 7, 0, t0, a0, a1", 3),
}


# Puts the frame into S mode under Sv39; everything lies in two superpages.
TRANSLATED = """
.option norelax
  li t0, {satp}
  csrw satp, t0
  li t0, 0x1800
  csrc mstatus, t0
  li t0, 0x800
  csrs mstatus, t0
  la t0, 1f
  csrw mepc, t0
  mret
1:
{frame}
{tables}
"""


def translated(source: str) -> str:
    tables = Tables()
    source = source.replace("mscratch", "sscratch")
    return TRANSLATED.format(satp=tables.satp, frame=source, tables=tables.text())


@pytest.mark.parametrize("translate", [False, True])
@pytest.mark.parametrize("name", CASES)
def test_cycles(name: str, translate: bool, tmp_path: Path) -> None:
    """A hit in the TLB costs nothing."""
    snippet, expected = CASES[name]
    source = FRAME.format(snippet=snippet)
    done = run(translated(source) if translate else source, tmp_path)
    assert (done.counts["misses"] != 0) == translate
    assert {r.privilege for r in done.records} == ({1, 3} if translate else {3})
    marks = done.writes(31)
    (begin, first), (end, second) = marks[-2:]
    assert (first, second) == (1, 2)
    assert end - begin - 1 == expected


def test_late_load_use(tmp_path: Path) -> None:
    """The instruction that waits starts in the cycle after the late result."""
    source = FRAME.format(snippet="ld t0, 0(s0)\naddi t1, t0, 1")
    done = run(source, tmp_path, "--load-latency", 10)
    late = [record.cycle for record in done.records if record.late]
    used = [cycle for cycle, _ in done.writes(6)]
    # The trace shows a late result 1 cycle after it came, an instruction 3 cycles after decode.
    assert [use - come for use, come in zip(used, late, strict=True)] == [2] * 4


def test_two_loads_on_their_way(tmp_path: Path) -> None:
    """Loads that come late overlap."""
    both = run(
        FRAME.format(snippet="ld t0, 0(s0)\nld t1, 8(s0)\nadd t2, t0, t1"),
        tmp_path,
        "--load-latency",
        20,
    )
    one = run(FRAME.format(snippet="ld t0, 0(s0)\nadd t2, t0, t0"), tmp_path, "--load-latency", 20)
    assert both.last(7) == 11
    span = [run_.writes(31)[-1][0] - run_.writes(31)[-2][0] for run_ in (both, one)]
    assert span[0] == span[1] + 1
