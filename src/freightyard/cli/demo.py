# SPDX-License-Identifier: Apache-2.0
"""`fy demo`: the main job, end to end, on a real file, with a report to look at."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from freightyard import store
from freightyard.errors import UserError
from freightyard.experiments import demo, demo_points
from freightyard.hardware import configuration as configurations
from freightyard.hardware import sources
from freightyard.report import demo_report
from freightyard.system import results, simulator
from freightyard.system.results import Result

WIDTH, HEIGHT = 57, 14
MARKS = {"scalar_loop": "o", "memcpy": "+", "engine": "#"}


def command(
    input_: Annotated[
        Path | None, typer.Option("--input", help="file to copy instead of the one in workloads/")
    ] = None,
    json: Annotated[Path | None, typer.Option(help="file for the results")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="simulations at a time")] = os.cpu_count() or 1,
    seed: Annotated[int, typer.Option(min=0, help="recorded with the results")] = 1,
) -> None:
    """Copy a file with the loop, memcpy and the copy engine; show what was gained."""
    show = Console(stderr=True)
    config = configurations.load("copy-engine")
    path = input_ or demo.DEFAULT_INPUT
    simulator.check_input(path, config)
    results.check_writable(json)
    columns = (SpinnerColumn(), BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    try:
        with Progress(*columns, console=show, transient=True) as bar:
            total = sum(part.points for part in demo.parts(path.stat().st_size))
            task = bar.add_task("preparing", total=total)
            points = demo.run(
                config,
                path,
                seed,
                jobs,
                say=lambda text: bar.update(task, description=text),
                step=lambda text: bar.update(task, advance=1, description=text),
            )
    except sources.BuildError as error:
        raise UserError(str(error)) from None
    out = Console()
    for offsets in demo_points.OFFSETS:
        out.print(prefix_table(points, offsets))
        out.print(plot(points, offsets), markup=False, highlight=False)
    out.print(whole_table(points))
    out.print(digests(points), markup=False, highlight=False, soft_wrap=True)
    page = store.BUILD / "reports" / "demo.html"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(demo_report.html(points))
    results.write_json(results.RESULTS / "demo.json", points)
    if json is not None:
        results.write_json(json, points)
    out.print(f"report {page}", markup=False, highlight=False, soft_wrap=True)
    raise typer.Exit(verdict(out, points))


def verdict(out: Console, points: Sequence[Result]) -> int:
    """Exit code 1 when a byte is wrong."""
    total = demo_report.of_part(points, "total")[0]["metric"]
    same = all(p["metric"]["same"] for p in demo_report.of_part(points, "whole"))
    if total["wrong_bytes"] == 0 and same:
        out.print("[green]every byte of every copy is right[/green]")
        return 0
    out.print(f"[red]{total['wrong_bytes']} wrong bytes; see the table[/red]")
    return 1


def prefix_table(points: Sequence[Result], offsets: tuple[int, int]) -> Table:
    """Cycles by size, the break-even size marked."""
    even = demo_report.break_even_of(points, offsets)
    rows = demo_report.prefix_rows(points, offsets)
    caption = (
        "the engine is slower up to the largest size"
        if even is None
        else f"the engine is never slower than the better scalar mover from {even} B on"
    )
    runs = ", ".join(f"{mover} {p['run']['id']}" for mover, p in rows[-1].items())
    shown = Table(
        title=f"prefixes of {points[0]['point']['workload']}, "
        f"{demo_report.ALIGNMENT[offsets]}, cycles",
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
        shown.add_row(*demo_report.cells(row), style="bold" if marked else "")
    return shown


def whole_table(points: Sequence[Result]) -> Table:
    """The whole file by each mover, with both digests."""
    whole = demo_report.of_part(points, "whole")
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
    whole = demo_report.of_part(points, "whole")
    lines = [f"SHA-256 {whole[0]['metric']['sha256_source']}  the file on the host"]
    lines += [f"SHA-256 {p['metric']['sha256']}  target of {p['point']['mover']}" for p in whole]
    return "\n".join(lines)


def plot(points: Sequence[Result], offsets: tuple[int, int]) -> str:
    """Cycles against size, both logarithmic, in characters; `|` marks the break-even size."""
    rows = demo_report.prefix_rows(points, offsets)
    sizes = [int(str(row["engine"]["point"]["bytes"])) for row in rows]
    cycles = [float(str(p["metric"]["cycles"])) for row in rows for p in row.values()]
    low, high = math.log(min(cycles)), math.log(max(cycles))
    canvas = [[" "] * WIDTH for _ in range(HEIGHT)]

    def column(size: int) -> int:
        return round(math.log(size) / max(math.log(sizes[-1]), 1) * (WIDTH - 1))

    even = demo_report.break_even_of(points, offsets)
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
