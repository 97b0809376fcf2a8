# SPDX-License-Identifier: Apache-2.0
"""Help of commands, as parsers say it; `python -m freightyard.cli.quality.help_pages` keeps all."""

from __future__ import annotations

import importlib
from typing import Any

import typer

from freightyard.commands import COMMANDS, module
from freightyard.help import FOLDER

WIDTH = 100


def parser(command: str) -> Any:
    """What reads the words of a command of the package."""
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(command)(importlib.import_module(module(command)).command)
    return typer.main.get_command(app)


def text(command: str) -> str:
    """The help of a command of the package."""
    found = parser(command)
    context = found.make_context(
        f"./fy {command}", [], resilient_parsing=True, terminal_width=WIDTH, max_content_width=WIDTH
    )
    return str(found.get_help(context)) + "\n"


def commands() -> list[str]:
    """Those with a parser; the others say themselves what they take."""
    return [name for name, command in COMMANDS.items() if command.tools != "none"]


if __name__ == "__main__":
    for name in commands():
        (FOLDER / f"{name}.txt").write_text(text(name))
