# SPDX-License-Identifier: Apache-2.0
"""`fy litmus`: the memory order of real harts, against RVWMO."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from freightyard.errors import UserError, nearest
from freightyard.litmus import run, table
from freightyard.litmus.shapes import SHAPES
from freightyard.system import results


def command(
    shape: Annotated[
        list[str] | None, typer.Argument(help="only these shapes; all without")
    ] = None,
    config: Annotated[
        str, typer.Option(help="configuration to run on; the only one with several harts")
    ] = "",
    harts: Annotated[list[int] | None, typer.Option(help="systems to run on; 2 and 4")] = None,
    shots: Annotated[int, typer.Option(help="shots of each shape and run")] = 400,
    runs: Annotated[int, typer.Option(help="runs, each with a seed of its own")] = 1,
    seed: Annotated[int, typer.Option(help="seed of the first run")] = 1,
    write: Annotated[bool, typer.Option(help="write the tables to docs/memory-order.md")] = False,
) -> None:
    """Run litmus shapes on two and four harts, and say which outcomes came.

    Fails when RVWMO forbids one of them, when a counter loses a step, or when a table entry
    "impossible by design" was seen.
    """
    known = {s.name: s for s in SHAPES}
    for name in shape or ():
        if name not in known:
            raise nearest("shape", name, known)
    chosen = [s for s in SHAPES if not shape or s.name in shape]
    found = run.Results()
    for number in range(runs):
        for count in harts or (2, 4):
            steps = 0 if shape else min(shots, 4096)
            system = run.built_system(count, config)
            fit = run.of_system(chosen, count)
            part = run.run(count, seed + number, shots, steps, fit, system)
            found.add(part)
    console = Console(width=140)
    for tally in table.merge(found.tallies):
        rule = "allowed" if tally.shape.allowed else "forbidden"
        line = f"{tally.shape.name:24} {tally.harts} {rule:10} {table.verdict(tally)}"
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    if write:
        how = f"./fy litmus --shots {shots} --runs {runs} --seed {seed} --write"
        table.rewrite(found, how, results.commit())
    complaints = found.complaints()
    if complaints:
        raise UserError("\n".join(complaints))
