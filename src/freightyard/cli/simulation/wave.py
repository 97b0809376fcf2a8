# SPDX-License-Identifier: Apache-2.0
"""`fy wave`: a waveform of a window of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from freightyard import store
from freightyard.cli import arguments
from freightyard.cli.simulation import run
from freightyard.errors import UserError


def command(
    config: arguments.Configuration,
    program: arguments.Program,
    from_: Annotated[int, typer.Option("--from", min=0, help="first cycle")] = 0,
    to: Annotated[int | None, typer.Option(min=0, help="last cycle")] = None,
    output: Annotated[Path | None, typer.Option(help="FST file to write")] = None,
    set_: arguments.Settings = None,
    input_: arguments.Input = None,
    seed: arguments.Seed = 1,
) -> None:
    """Run PROGRAM on CONFIG and write a waveform of its cycles, or of those from --from to --to.

    Without --output the file lies in build/waves/. Any viewer of FST reads it (GTKWave, Surfer).
    """
    if to is not None and to < from_:
        raise UserError(f"--to {to} lies before --from {from_}; give a later cycle")
    if output is None:
        folder = store.BUILD / "waves"
        folder.mkdir(parents=True, exist_ok=True)
        output = folder / f"{Path(program).stem}-{Path(config).stem}.fst"
    typer.echo(f"waveform: {output}", err=True)
    run.command(
        config, program, set_=set_, input_=input_, seed=seed, wave=output, wave_from=from_,
        wave_to=to, wave_ends=True,
    )  # fmt: skip
