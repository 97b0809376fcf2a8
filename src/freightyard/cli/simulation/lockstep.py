# SPDX-License-Identifier: Apache-2.0
"""`fy lockstep`: a system beside QEMU, instruction by instruction."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from freightyard.cli import arguments
from freightyard.errors import UserError
from freightyard.hardware import configuration as configurations
from freightyard.hardware import sources
from freightyard.lockstep import run
from freightyard.lockstep.judged.system import Simulated
from freightyard.lockstep.table import tell
from freightyard.system import results


def command(
    config: arguments.Configuration,
    set_: arguments.Settings = None,
    seed: Annotated[int, typer.Option(min=0, help="of the first program")] = 1,
    instructions: Annotated[
        int, typer.Option(min=1, help="stop when so many have agreed")
    ] = 50_000,
    json: Annotated[Path | None, typer.Option(help="file for counts and failures")] = None,
    keep_going: Annotated[bool, typer.Option(help="do not stop at a failure")] = False,
    table: Annotated[bool, typer.Option(help="show how often everything occurred")] = False,
) -> None:
    """Compare every instruction that CONFIG retires with QEMU, which has the flags of its core.

    The first difference is told with both values; then the command fails. Random programs differ by
    seed; they enter traps, other privileges and, on a 64-bit core, translation.
    """
    results.check_writable(json)
    settings = set_ or ()
    chosen = configurations.load(config, settings)
    try:
        with Console(stderr=True).status("preparing") as status:
            system = Simulated(chosen, settings, say=status.update)
    except sources.BuildError as error:
        raise UserError(str(error)) from None
    started = time.monotonic()
    result = run.run(system, seed, instructions, stop_at_failure=not keep_going)
    if json is not None:
        run.write_json(result, json)
    tell(result, system.name, time.monotonic() - started, table=table)
    raise typer.Exit(1 if result.failures else 0)
