# SPDX-License-Identifier: Apache-2.0
"""`fy exp`: an experiment of experiments/, its table and its results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress
from rich.text import Text

from freightyard import store
from freightyard.cli import arguments
from freightyard.cli.simulation.exp_tables import figure_table, slope_table
from freightyard.errors import UserError
from freightyard.experiments import axes, code, columns, expand, experiment, figures, points, sweep
from freightyard.experiments.cluster import on_cluster
from freightyard.experiments.expand import Simulation
from freightyard.experiments.experiment import Experiment
from freightyard.experiments.rows import Row
from freightyard.hardware import sources
from freightyard.report import claims
from freightyard.system import results
from freightyard.system.results import Result


@dataclass(frozen=True)
class Options:
    """How an experiment is run and where its results go."""

    smoke: bool = False
    changed: bool = False  # values of the file were replaced: the results are kept apart
    json: Path | None = None
    seed: int = 1


def command(
    id_: Annotated[
        str, typer.Argument(metavar="ID", help="folder of experiments/, or a point of `fy claims`")
    ],
    smoke: Annotated[bool, typer.Option("--smoke", help="few small points, for CI")] = False,
    json: Annotated[Path | None, typer.Option(help="file for the results")] = None,
    jobs: arguments.Jobs = arguments.PROCESSORS,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Dask scheduler, as tcp://host:8786")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="recorded with the results")] = 1,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", help="AXIS=VALUE[,VALUE] in every sweep of points"),
    ] = None,
) -> None:
    """Run the points of an experiment that are not kept yet; print its figures."""
    chosen = experiment.load(claims.experiment_of(id_))
    chosen = experiment.with_axes(chosen, axes.parse(set_ or ()))
    run_all = on_cluster(cluster) if cluster is not None else sweep.on_threads(jobs)
    run(chosen, Options(smoke, bool(set_), json, seed), run_all)


def run(chosen: Experiment, options: Options, run_all: sweep.RunAll) -> None:
    """Run an experiment, keep and print its results; exit code 1 when a byte is wrong."""
    results.check_writable(options.json)
    figures.check(chosen)
    show = Console(stderr=True)
    rows = _rows(show, chosen, options, run_all)
    judged = figures.evaluate(chosen, rows, options.smoke)
    found = [*judged, *points.points(chosen, rows)]
    kind = "-changed" if options.changed else "-smoke" if options.smoke else ""
    path = results.RESULTS / f"{chosen.id}{kind}.json"
    results.write_json(path, found)
    if options.json is not None:
        results.write_json(options.json, found)
    _print(chosen, found, judged, rows, options.smoke)
    show.print(f"results {options.json or path}", markup=False, highlight=False)
    raise typer.Exit(0 if _right(found) else 1)


def _rows(show: Console, chosen: Experiment, options: Options, run_all: sweep.RunAll) -> list[Row]:
    """The rows of all sweeps; those after a figure come in a second stage."""
    try:
        simulations = expand.expand(chosen, options.smoke)
        rows = _execute(show, chosen, simulations, options.seed, run_all)
        if expand.has_second_stage(chosen):
            known = figures.values(chosen, rows, options.smoke)
            simulations = expand.expand(chosen, options.smoke, known)
            rows += _execute(show, chosen, simulations, options.seed, run_all)
    except sources.BuildError as error:
        raise UserError(str(error)) from None
    return rows


def _execute(
    show: Console,
    chosen: Experiment,
    simulations: Sequence[Simulation],
    seed: int,
    run_all: sweep.RunAll,
) -> list[Row]:
    fates: Counter[sweep.Fate] = Counter()
    with Progress(console=show, transient=True) as bar:
        task = bar.add_task("preparing", total=sum(s.points for s in simulations))

        def progress(simulation: Simulation, fate: sweep.Fate) -> None:
            fates[fate] += simulation.points
            bar.update(task, advance=simulation.points, description=simulation.sweep)

        def say(text: str) -> None:
            bar.update(task, description=text)

        rows = sweep.execute(simulations, chosen.payload, seed, run_all, progress, say)
    if fates["kept"]:
        show.print(f"{fates['kept']} points were kept from earlier runs", highlight=False)
    for fate in ("damaged", "of another commit"):
        if fates[fate]:
            show.print(f"{fates[fate]} kept points were {fate}: run again", highlight=False)
    return rows


def _print(
    chosen: Experiment,
    found: Sequence[Result],
    judged: Sequence[Result],
    rows: Sequence[Row],
    smoke: bool,
) -> None:
    """The tables of the experiment when it brings a terminal.py, else the usual ones; its page."""
    out = Console()
    own = code.function(chosen.folder / "terminal.py", "show")
    for part in own(found) if own else _tables(chosen, found, judged, smoke):
        out.print(part, highlight=False, soft_wrap=isinstance(part, str | Text))
    note = code.function(chosen.folder / "formulas.py", "note")
    if note is not None:
        out.print(note(rows), markup=False, highlight=False, soft_wrap=True)
    page: Callable[[Sequence[Result]], str] | None = code.function(
        chosen.folder / "report.py", "page"
    )
    if page is not None:
        path = store.BUILD / "reports" / f"{chosen.id}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page(found))
        out.print(f"report {path}", markup=False, highlight=False, soft_wrap=True)


def _tables(
    chosen: Experiment, found: Sequence[Result], judged: Sequence[Result], smoke: bool
) -> Iterable[Any]:
    slopes = columns.slopes(found)
    if slopes:
        yield slope_table(chosen, slopes)
    yield figure_table(chosen.content.title, judged, smoke)


def _right(found: Sequence[Result]) -> bool:
    """No byte differs, and every output equals the payload."""
    wrong = sum(float(str(p["metric"].get("wrong_bytes", 0))) for p in found)
    return not wrong and all(p["metric"].get("same", True) for p in found)
