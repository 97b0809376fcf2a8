# SPDX-License-Identifier: Apache-2.0
"""Arguments and options that several commands take, with one help each."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

Configuration = Annotated[str, typer.Argument(help="name of a configuration, or a TOML file")]
Program = Annotated[str, typer.Argument(help="name of a program, C folder, or ELF")]
Settings = Annotated[list[str] | None, typer.Option("--set", help="KEY=VALUE of the configuration")]
Input = Annotated[Path | None, typer.Option("--input", help="file given to the program")]
Seed = Annotated[int, typer.Option(min=0, help="of what has no reset value")]
PROCESSORS = os.cpu_count() or 1
Jobs = Annotated[
    int, typer.Option(min=1, help="simulations at a time", show_default="one a processor")
]
