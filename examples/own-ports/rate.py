# SPDX-License-Identifier: Apache-2.0
"""`fy rate`: how fast a file passes the streams of this system."""

from __future__ import annotations

from typing import Annotated

import typer

from freightyard.cli import arguments
from freightyard.system import loading, own_options, simulator


def command(
    config: arguments.Configuration,
    file: Annotated[str, typer.Argument(help="its bytes are sent")],
    set_: arguments.Settings = None,
    ready_every: Annotated[int, typer.Option(help="taken in one of so many cycles")] = 1,
) -> None:
    """Send FILE through CONFIG and print beats a cycle."""
    chosen, program = loading.load(config, set_ or (), "wait", print)
    given = (f"send={file}", f"ready-every={ready_every}")
    options = simulator.Options(extra=own_options.checked(given, chosen.system))
    outcome = simulator.run(chosen, simulator.build(chosen), program, options)
    told = outcome.numbers()
    print(f"{told['beats']} beats in {told['beat_cycles']} cycles, {outcome.reason}")
    raise typer.Exit(outcome.exit_code)
