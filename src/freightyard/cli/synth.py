# SPDX-License-Identifier: Apache-2.0
"""`fy synth`: area by block and the clock of a configuration, from the open flow."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from freightyard.cli import arguments
from freightyard.hardware import configuration as configurations
from freightyard.synthesis import figures as synth_figures
from freightyard.synthesis import parts as synth_parts
from freightyard.synthesis import steps as synthesis
from freightyard.synthesis import targets as synth_targets
from freightyard.synthesis.targets import TARGETS
from freightyard.system import results
from freightyard.system.results import Result


def command(
    config: arguments.Configuration,
    target: Annotated[
        list[str] | None, typer.Option(help=f"{', '.join(TARGETS)}; ecp5 is placed and routed")
    ] = None,
    part: Annotated[
        list[str] | None,
        typer.Option(help="part of the system's synthesis.toml, or BLOCK/MODULE for one alone"),
    ] = None,
    set_: arguments.Settings = None,
    json: Annotated[Path | None, typer.Option(help="file for the result")] = None,
    seed: Annotated[int, typer.Option(min=1, help="of the placer")] = 1,
    place: Annotated[bool, typer.Option(help="place and route, where the target can be")] = True,
) -> None:
    """Map CONFIG to a device or to gates, print area by block and clock, write a result."""
    show = Console(stderr=True)
    asked = configurations.as_asked(configurations.load(config, set_ or ()))
    chosen = synth_parts.fitted(asked, {text.partition("=")[0].strip() for text in set_ or ()})
    results.check_writable(json)
    targets = target or ["ecp5"]
    for name in targets:
        synth_targets.target(name)
    parts = part or list(synth_parts.declared(chosen.system).default)
    for name in parts:
        synth_parts.part(chosen.system, name)
    for key, value in chosen.built.items():
        if value != asked.built[key]:
            show.print(
                f"{key} is {value:,}, which a device holds; --set {key}={asked.built[key]} "
                "takes the default"
            )
    made: list[Result] = []
    for name in targets:
        for piece in parts:
            job = synthesis.Job(chosen, piece, name, seed, place)
            with show.status(job.title) as status:
                outcome = synthesis.run(job, status.update)
            own = synth_figures.points(job, outcome)
            file = f"synth-{own[0]['run']['id']}-{job.file_name}.json"
            results.write_json(results.RESULTS / file, own)
            made += own
            Console().print(table(job, own))
            for line in remarks(own[-1]):
                Console().print(line, markup=False, highlight=False, soft_wrap=True)
            if outcome.kept:
                show.print("kept from an earlier run", highlight=False)
            show.print(f"result {results.RESULTS / file}", markup=False, highlight=False)
    if json is not None:
        results.write_json(json, made)


HEADS = {
    "lut": "LUTs", "ff": "FFs", "carry": "carry", "lutram": "LUT RAM", "bram": "block RAM",
    "dsp": "mult.", "nand2": "NAND2", "inv": "INV", "kge_y": "kGE_y", "memory_bits": "memory bits",
}  # fmt: skip


def table(job: synthesis.Job, points: Sequence[Result]) -> Table:
    """Area by block."""
    summary = TARGETS[job.target].summary
    title = f"{job.config.name}: {job.declared.summary}\n{summary}"
    shown = Table(title=title, box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    shown.add_column("block", no_wrap=True)
    heads = [name for name in HEADS if any(p["metric"].get(name) for p in points)]
    for name in (*(HEADS[h] for h in heads), "share"):
        shown.add_column(name, justify="right")
    for point in points:
        cells = [_number(point["metric"].get(name)) for name in heads]
        share = float(str(point["metric"]["share"] or 0))
        style = "bold" if point["point"]["block"] == synth_figures.TOTAL else None
        shown.add_row(str(point["point"]["block"]), *cells, f"{share:.1%}", style=style)
    return shown


def _number(value: results.Scalar) -> str:
    return f"{value:,.1f}" if isinstance(value, float) else f"{value:,}" if value else ""


def remarks(total: Result) -> list[str]:
    """What the table cannot show: the clock, memories, the yardstick."""
    metric, lines = total["metric"], []
    if "fmax_mhz" in metric:
        lines.append(
            f"clock {metric['fmax_mhz']} MHz: {metric['path_ns']} ns, of it "
            f"{metric['path_logic_ns']} in logic, from {metric['path_from']} "
            f"to {metric['path_to']}"
        )
    if "placed_mhz" in metric:
        lines.append(f"placed, its wires estimated by the placer: {metric['placed_mhz']} MHz")
    for name in (name for name in metric if re.fullmatch(r"estimate(_\w+)?_ns", name)):
        own = name.removesuffix("_ns")
        of = f" at the {own.removeprefix('estimate_')}" if own != "estimate" else ""
        lines.append(
            f"before placing, estimated: longest path{of} {metric[name]} ns through "
            f"{metric[own + '_cells']} cells, from {metric[own + '_from']} to {metric[own + '_to']}"
        )
    if metric.get("memories_as_registers"):
        lines.append(f"memories that became registers: {metric['memories_as_registers']}")
    if "kge_y_all_registers" in metric:
        lines.append(f"with memories made of flip-flops: {metric['kge_y_all_registers']} kGE_y")
    if "idma_kge_y" in total["source"]:
        lines.append(
            f"iDMA with as many requests outstanding: {total['source']['idma_kge_y']} kGE_y"
        )
    return lines
