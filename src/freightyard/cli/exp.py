# SPDX-License-Identifier: Apache-2.0
"""`fy exp`: an experiment of experiments/, its table and its results."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich import box
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from freightyard.errors import UserError
from freightyard.experiments import axes, figures, formulas, sweep
from freightyard.experiments import experiment as experiments
from freightyard.experiments.cluster import on_cluster
from freightyard.experiments.experiment import Simulation
from freightyard.hardware import sources
from freightyard.report import pictures
from freightyard.system import results
from freightyard.system.results import Result


def command(
    id_: Annotated[str, typer.Argument(metavar="ID", help="folder of experiments/")],
    smoke: Annotated[bool, typer.Option("--smoke", help="few small points, for CI")] = False,
    json: Annotated[Path | None, typer.Option(help="file for the results")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="simulations at a time")] = os.cpu_count() or 1,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Dask scheduler, as tcp://host:8786")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="recorded with the results")] = 1,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", help="AXIS=VALUE[,VALUE] in every sweep that has the axis"),
    ] = None,
) -> None:
    """Run the points of an experiment that are not kept yet; print its figures."""
    show = Console(stderr=True)
    results.check_writable(json)
    chosen = experiments.with_axes(experiments.load(id_), axes.parse(set_ or ()))
    figures.check(chosen)
    pictures.check(chosen)
    simulations = experiments.expand(chosen, smoke)
    run_all = on_cluster(cluster) if cluster is not None else sweep.on_threads(jobs)
    try:
        rows = _execute(show, chosen, simulations, seed, run_all)
        if experiments.has_second_stage(chosen):
            known = figures.values(chosen, rows, smoke)
            simulations = experiments.expand(chosen, smoke, known)
            rows += _execute(show, chosen, simulations, seed, run_all)
    except sources.BuildError as error:
        raise UserError(str(error)) from None
    judged = figures.evaluate(chosen, rows, smoke)
    points = [*judged, *figures.measured(chosen, rows)]
    kind = "-changed" if set_ else "-smoke" if smoke else ""
    path = results.RESULTS / f"{chosen.id}{kind}.json"
    results.write_json(path, points)
    if json is not None:
        results.write_json(json, points)
    if any("bytes_per_cycle" in p["metric"] and p["point"].get("bytes") == "slope" for p in points):
        Console().print(slope_table(points))
    Console().print(figure_table(chosen.title, judged, smoke))
    single = next((row for row in rows if row.sweep == "single_block"), None)
    if single is not None:
        Console().print(constants(single), markup=False, highlight=False, soft_wrap=True)
    show.print(f"results {json or path}", markup=False, highlight=False)
    wrong = sum(float(str(p["metric"].get("wrong_bytes", 0))) for p in points)
    raise typer.Exit(1 if wrong else 0)


def _execute(
    show: Console,
    chosen: experiments.Experiment,
    simulations: Sequence[Simulation],
    seed: int,
    run_all: sweep.RunAll,
) -> list[experiments.Row]:
    fates: Counter[sweep.Fate] = Counter()
    with Progress(console=show, transient=True) as bar:
        task = bar.add_task("preparing", total=sum(s.points for s in simulations))

        def progress(simulation: Simulation, fate: sweep.Fate) -> None:
            fates[fate] += simulation.points
            bar.update(task, advance=simulation.points, description=simulation.sweep)

        def say(text: str) -> None:
            bar.update(task, description=text)

        rows = sweep.execute(chosen, simulations, seed, run_all, progress, say)
    if fates["kept"]:
        show.print(f"{fates['kept']} points were kept from earlier runs", highlight=False)
    for fate in ("damaged", "of another commit"):
        if fates[fate]:
            show.print(f"{fates[fate]} kept points were {fate}: run again", highlight=False)
    return rows


def constants(single: experiments.Row) -> str:
    """What the limits are made of: one block copied on an idle system."""
    get, put, block = (
        formulas.tracker(single, name, "last") for name in ("get_held", "put_held", "block_held")
    )
    return (
        f"constants of one block on an idle system (run {single.run['id']}, commit "
        f"{single.run['commit']}): a transactor is held {get:.0f} cycles by a Get and {put:.0f} by "
        f"a Put, a block of the buffer {block:.0f} cycles"
    )


def figure_table(title: str, judged: Sequence[Result], smoke: bool) -> Table:
    """Ours beside what was asked."""
    note = " (smoke: few points, not the figures of record)" if smoke else ""
    shown = Table(title=f"{title}: figures{note}", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    shown.add_column("figure", no_wrap=True)
    shown.add_column("ours", justify="right")
    shown.add_column("asked", justify="right")
    with_source = any(point["source"] for point in judged)
    if with_source:
        shown.add_column("source", justify="right")
    shown.add_column("pass")
    shown.add_column("run")
    shown.add_column("commit")
    for point in judged:
        name = str(point["point"]["figure"])
        ok = bool(point["metric"]["pass"])
        signs = {"at_least": ">=", "at_most": "<="}
        asked = " ".join(f"{signs[key]} {value}" for key, value in point["limit"].items())
        shown.add_row(
            name,
            f"{float(str(point['metric'][name])):,.3f}".rstrip("0").rstrip("."),
            asked,
            *([str(point["source"].get(name, ""))] if with_source else []),
            ("yes" if ok else "[red]no[/red]") if point["limit"] else "",
            point["run"]["id"],
            point["run"]["commit"],
        )
    return shown


SHORT = {"transactors": "trans."}
_HEADS = "in: where the data lies, lat.: memory latency, tr.: transactors, bl.: buffer blocks"


def slope_table(points: Sequence[Result]) -> Table:
    """Every slope with its limits."""
    shown = Table(title="slopes, bytes a cycle", box=box.SIMPLE_HEAD, padding=0, caption=_HEADS)
    slopes = [p for p in points if p["point"].get("bytes") == "slope"]
    slopes = [p for p in slopes if "bytes_per_cycle" in p["metric"]]
    heads = {"mover": "mover", "resident": "in", "memory": "lat.", "transactors": "tr."}
    heads |= {"buffer_blocks": "bl."}
    more = {"channels": "ch.", "banks_per_channel": "banks", "trackers": "trk.", "throttle": "thr."}
    for name, head in {
        **more,
        "unroll": "unroll",
        "translation": "satp",
        "target_offset": "to",
    }.items():
        if len({p["point"].get(name) for p in slopes}) > 1:
            heads[name] = head
    for name in (*heads.values(), "ours", "const", "limit", "share", "source"):
        justify: Literal["left", "right"] = "left" if name == "mover" else "right"
        shown.add_column(name, justify=justify, no_wrap=True)
    for point in slopes:
        metric, limit = point["metric"], point["limit"]
        binding = min(limit, key=lambda k: float(str(limit[k]))) if limit else ""
        bound = f"{float(str(limit[binding])):.2f} {SHORT.get(binding, binding)}" if binding else ""
        share = metric.get("limit_share")
        source = point["source"].get("bytes_per_cycle")
        shown.add_row(
            *(str(point["point"].get(name, "")) for name in heads),
            f"{float(str(metric['bytes_per_cycle'])):.2f}",
            f"{float(str(metric['intercept_cycles'])):.0f}",
            bound,
            "" if share is None else f"{float(str(share)):.3f}",
            "" if source is None else str(source),
        )
    return shown
