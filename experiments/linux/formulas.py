# SPDX-License-Identifier: Apache-2.0
"""Figures of copies under Linux: medians over seeds, the engine beside the best scalar copy."""

from __future__ import annotations

from statistics import median

from freightyard.errors import UserError
from freightyard.experiments.rows import Row, number

Rows = list[Row]
SWEEPS = ("scalar", "fresh", "mapped")
RICH = tuple(f"rich_{name}" for name in SWEEPS)


def last(rows: Rows, _: Rows, *, column: str) -> float:
    """The value of the last row."""
    return number(rows[-1], column)


def _cycles(rows: Rows, mover: str, pages: str, bytes: int, page_in: str = "") -> dict[str, float]:
    """Median cycles of a copy for each way to make its pages present."""
    found: dict[str, list[float]] = {}
    for row in rows:
        values = row.values
        if (values.get("mover"), values.get("pages"), values.get("bytes")) == (mover, pages, bytes):
            way = str(values["page_in"])
            if page_in in ("", way):
                found.setdefault(way, []).append(number(row, "cycles"))
    return {way: median(cycles) for way, cycles in found.items()}


def _least(found: dict[str, float], what: str) -> float:
    if not found:
        raise UserError(f"no row has the cycles of {what}")
    return min(found.values())


def gain(_: Rows, every: Rows, *, bytes: int, pages: str, rich: bool = False) -> float:
    """Cycles of the best scalar over those of the engine in its best way."""
    rows = [row for row in every if row.sweep in (RICH if rich else SWEEPS)]
    scalar = _cycles(rows, "scalar", pages, bytes)
    engine = _cycles(rows, "engine", pages, bytes)
    return _least(scalar, "the scalar copy") / _least(engine, "the engine")


def break_even(_: Rows, every: Rows, *, page_in: str = "") -> float:
    """The least size from which on the engine is faster at every larger one, too."""
    rows = [row for row in every if row.sweep in SWEEPS]
    sizes = sorted({int(number(row, "bytes")) for row in rows if row.sweep == "fresh"})
    from_here = float("inf")
    for size in reversed(sizes):
        engine = _least(_cycles(rows, "engine", "fresh", size, page_in), "the engine")
        if engine >= _least(_cycles(rows, "scalar", "fresh", size), "the scalar copy"):
            break
        from_here = size
    return from_here


def page_in_share(_: Rows, every: Rows, *, bytes: int) -> float:
    """Cycles of mlock and munlock over those of the whole copy, medians."""
    rows = [
        row
        for row in every
        if row.sweep == "fresh"
        and row.values["page_in"] == "mlock"
        and row.values["bytes"] == bytes
    ]
    return median(number(row, "page_in_cycles") / number(row, "cycles") for row in rows)


def page_cost(_: Rows, every: Rows, *, bytes: int, part: str) -> float:
    """Cycles a page of a copy that touches at each fault: of the touch (`kernel`), of the rest."""
    found = []
    for row in every:
        values = row.values
        if (row.sweep, values.get("page_in"), values.get("bytes")) == ("fresh", "touch", bytes):
            kernel = number(row, "touch_cycles")
            cycles = kernel if part == "kernel" else number(row, "cycles") - kernel
            found.append(cycles / number(row, "faults"))
    return median(found)


def crossing(_: Rows, every: Rows, *, page_in: str) -> float:
    """Bytes at which engine and scalar copy cost the same, on a line between two sizes."""
    rows = [row for row in every if row.sweep in SWEEPS]
    last: tuple[int, float] | None = None
    found = float("inf")
    for size in sorted({int(number(row, "bytes")) for row in rows if row.sweep == "fresh"}):
        scalar = _least(_cycles(rows, "scalar", "fresh", size), "the scalar copy")
        behind = _least(_cycles(rows, "engine", "fresh", size, page_in), "the engine") - scalar
        if last is None and behind < 0:
            found = size  # or below
        elif last is not None and last[1] >= 0 > behind:
            found = last[0] + (size - last[0]) * last[1] / (last[1] - behind)
        last = size, behind
    return found


def stall_ratio(rows: Rows, _: Rows) -> float:
    """The worse of mmap and munmap: the call beside a copy over the call alone."""
    worst = 0.0
    for call in ("mmap", "munmap"):
        mine = [row for row in rows if row.values["call"] == call]
        if not all(number(row, "at_both_ends") for row in mine):
            raise UserError(f"the copy beside {call} ended before the call did")
        beside = median(number(row, "beside") for row in mine)
        worst = max(worst, beside / median(number(row, "alone") for row in mine))
    return worst


def wrong(_: Rows, every: Rows) -> float:
    """Rows with a wrong byte."""
    return float(sum(number(row, "wrong") != 0 for row in every if "wrong" in row.values))
