# SPDX-License-Identifier: Apache-2.0
"""What the demo prints: a table and a curve for each alignment, the whole file, the verdict."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from experiments.demo import report
from experiments.demo.points import OFFSETS
from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from freightyard.system.results import Result

WIDTH, HEIGHT = 57, 14
MARKS = {"scalar_loop": "o", "memcpy": "+", "engine": "#"}


def show(points: Sequence[Result]) -> Iterator[RenderableType]:
    """Everything, in the order in which it is printed."""
    for offsets in OFFSETS:
        yield prefix_table(points, offsets)
        yield Text(plot(points, offsets))
    yield break_even_table(points)
    yield whole_table(points)
    yield Text(digests(points))
    yield verdict(points)


def verdict(points: Sequence[Result]) -> str:
    """Whether every byte is right."""
    (total,) = report.of_part(points, "total")
    same = all(p["metric"]["same"] for p in report.of_part(points, "whole"))
    wrong = total["metric"]["wrong_bytes"]
    if wrong == 0 and same:
        return "[green]every byte of every copy is right[/green]"
    return f"[red]{wrong} wrong bytes; see the table[/red]"


def prefix_table(points: Sequence[Result], offsets: tuple[int, int]) -> Table:
    """Cycles by size, the break-even size marked."""
    even = report.break_even_of(points, offsets)
    rows = report.prefix_rows(points, offsets)
    caption = (
        "the engine is slower up to the largest size"
        if even is None
        else f"the engine is never slower than the better scalar mover from {even} B on"
    )
    runs = ", ".join(f"{mover} {p['run']['id']}" for mover, p in rows[-1].items())
    shown = Table(
        title=f"prefixes of {rows[0]['engine']['point']['workload']}, "
        f"{report.ALIGNMENT[offsets]}, cycles",
        caption=f"{caption}\nruns {runs}; commit {points[0]['run']['commit']}",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )
    heads = ("bytes", "loop", "memcpy", "engine", "engine\nB/cycle", "gain\non loop",
             "gain\non best", "share\nof limit", "wrong\nbytes")  # fmt: skip
    for name in heads:
        shown.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        marked = row["engine"]["point"]["bytes"] == even
        shown.add_row(*report.cells(row), style="bold" if marked else "")
    return shown


def break_even_table(points: Sequence[Result]) -> Table:
    """Break-even sizes by where the source lies and what becomes of the target."""
    shown = Table(
        title="bytes from which on the engine is never slower, by where the source lies\n"
        "and what the processor does with the target next",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )
    for name in ("source in", *report.AFTER.values()):
        shown.add_column(name, no_wrap=True)
    for row in report.break_even_rows(points):
        shown.add_row(*row)
    return shown


def whole_table(points: Sequence[Result]) -> Table:
    """The whole file by each mover, with both digests."""
    whole = report.of_part(points, "whole")
    shown = Table(
        title=f"the whole file, {whole[0]['point']['bytes']:,} bytes, "
        "target read through the coherent host agent",
        caption=f"commit {whole[0]['run']['commit']}",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )
    for name in ("mover", "cycles", "B/cycle", "gain on best", "target", "run"):
        shown.add_column(name, no_wrap=True)
    for p in whole:
        metric = p["metric"]
        gain = metric.get("gain_over_best_scalar")
        shown.add_row(
            str(p["point"]["mover"]),
            f"{metric['cycles']:,}",
            f"{metric['bytes_per_cycle']:.2f}",
            "" if gain is None else f"{gain:.2f}",
            "same" if metric["same"] else "[red]DIFFERENT[/red]",
            p["run"]["id"],
        )
    return shown


def digests(points: Sequence[Result]) -> str:
    """SHA-256 of the file on the host and of each target."""
    whole = report.of_part(points, "whole")
    lines = [f"SHA-256 {whole[0]['metric']['sha256_source']}  the file on the host"]
    lines += [f"SHA-256 {p['metric']['sha256']}  target of {p['point']['mover']}" for p in whole]
    return "\n".join(lines)


def plot(points: Sequence[Result], offsets: tuple[int, int]) -> str:
    """Cycles against size, both logarithmic, in characters; `|` marks the break-even size."""
    rows = report.prefix_rows(points, offsets)
    sizes = [int(str(row["engine"]["point"]["bytes"])) for row in rows]
    cycles = [float(str(p["metric"]["cycles"])) for row in rows for p in row.values()]
    low, high = math.log(min(cycles)), math.log(max(cycles))
    canvas = [[" "] * WIDTH for _ in range(HEIGHT)]

    def column(size: int) -> int:
        return round(math.log(size) / max(math.log(sizes[-1]), 1) * (WIDTH - 1))

    even = report.break_even_of(points, offsets)
    if even is not None:
        for line in canvas:
            line[column(even)] = "|"
    for row, size in zip(rows, sizes, strict=True):
        for mover, mark in MARKS.items():
            value = math.log(float(str(row[mover]["metric"]["cycles"])))
            height = round((value - low) / max(high - low, 1e-9) * (HEIGHT - 1))
            canvas[HEIGHT - 1 - height][column(size)] = mark
    lines = [f"{max(cycles):>9,.0f} {''.join(canvas[0])}"]
    lines += [f"{'':9} {''.join(line)}" for line in canvas[1:-1]]
    lines += [f"{min(cycles):>9,.0f} {''.join(canvas[-1])}"]
    lines += [f"{'cycles':>9} {sizes[0]} B{f'{sizes[-1]:,} B':>{WIDTH - 3}}"]
    legend = ", ".join(f"{mark} {mover}" for mover, mark in MARKS.items())
    return "\n".join([*lines, f"{'':9} {legend}" + (", | break-even" if even else "")])
