# SPDX-License-Identifier: Apache-2.0
"""`fy demo`: the experiment `demo`, on a file of the user's if one is given."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from freightyard.cli import arguments
from freightyard.cli.simulation import exp
from freightyard.errors import UserError
from freightyard.experiments import experiment, sweep


def command(
    input_: Annotated[
        Path | None, typer.Option("--input", help="file to copy instead of the one in workloads/")
    ] = None,
    json: Annotated[Path | None, typer.Option(help="file for the results")] = None,
    jobs: arguments.Jobs = arguments.PROCESSORS,
    seed: Annotated[int, typer.Option(min=0, help="recorded with the results")] = 1,
) -> None:
    """Move a file by software and by hardware; show what was gained, byte for byte."""
    chosen = experiment.load("demo", payload=input_)
    if input_ is not None and input_.stat().st_size == 0:
        raise UserError(f"the input {input_} is empty; give a file with at least one byte")
    exp.run(chosen, exp.Options(json=json, seed=seed), sweep.on_threads(jobs))
