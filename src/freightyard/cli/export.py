# SPDX-License-Identifier: Apache-2.0
"""`fy export`: a part of a system as a folder for other tools, or what a system declares."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from freightyard.errors import UserError
from freightyard.hardware import configuration
from freightyard.hardware.declarations import load_system, page, rdl
from freightyard.synthesis import exported
from freightyard.system import results

DECLARED = ("page", "rdl")


def command(
    what: Annotated[
        str, typer.Argument(metavar="CONFIG|page|rdl", help="a configuration, to write a folder")
    ],
    where: Annotated[
        str, typer.Argument(metavar="DIR|CONFIG", help="the folder; behind page or rdl: CONFIG")
    ],
    part: Annotated[
        str, typer.Option(help="part of one module in synthesis.toml, or BLOCK/MODULE")
    ] = "system",
    set_: Annotated[
        list[str] | None, typer.Option("--set", help="KEY=VALUE of the configuration")
    ] = None,
    output: Annotated[
        Path | None, typer.Option(help="of page and rdl: file to write; else the terminal")
    ] = None,
) -> None:
    """Write CONFIG into the new folder DIR: sources with a list, FuseSoC core, plain Verilog.

    `fy export page CONFIG` prints its keys, addresses, registers and counters as Markdown,
    `fy export rdl CONFIG` its registers as SystemRDL.
    """
    if what in DECLARED:
        _declared(what, where, output)
        return
    if output is not None:
        raise UserError("--output belongs to page and rdl; name the folder: fy export CONFIG DIR")
    asked = configuration.as_asked(configuration.load(what, set_ or ()))
    show = Console(stderr=True)
    with show.status(f"exporting {part} of {what}") as status:
        files = exported.write(exported.Export(asked, part), Path(where), status.update)
    show.print(f"{len(files)} files in {where}; begin with README.md there", highlight=False)


def _declared(kind: str, config: str, output: Path | None) -> None:
    chosen = configuration.load(config)
    system = load_system(chosen.system)
    text = page.text(system) if kind == "page" else rdl.text(system, system.harts(chosen.built))
    if output is None:
        sys.stdout.write(text)
        return
    results.check_writable(output)
    output.write_text(text)
