# SPDX-License-Identifier: Apache-2.0
"""`fy export`: what a system declares, as a page for readers or as SystemRDL for other tools."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from freightyard.hardware import configuration
from freightyard.hardware.declarations import load_system, page, rdl
from freightyard.system import results


class Kind(StrEnum):
    """What to write."""

    page = "page"
    rdl = "rdl"


def command(
    kind: Annotated[Kind, typer.Argument(help="page: Markdown; rdl: SystemRDL of the devices")],
    config: Annotated[str, typer.Argument(help="name of a configuration")],
    output: Annotated[Path | None, typer.Option(help="file to write; else the terminal")] = None,
) -> None:
    """Write the keys, addresses, registers and counters of CONFIG's system."""
    chosen = configuration.load(config)
    system = load_system(chosen.system)
    texts = {
        Kind.page: lambda: page.text(system),
        Kind.rdl: lambda: rdl.text(system, system.harts(chosen.built)),
    }
    text = texts[kind]()
    if output is None:
        sys.stdout.write(text)
        return
    results.check_writable(output)
    output.write_text(text)
