# SPDX-License-Identifier: Apache-2.0
"""`fy list`: what there is to name in other commands, from the tables that declare it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from freightyard.errors import nearest
from freightyard.experiments import experiment
from freightyard.hardware import boundary, configuration, declarations
from freightyard.hardware.declarations import System, load_system
from freightyard.system import program_sources, results

Row = dict[str, str]
_ABOUT = re.compile(r"((?:^///.*\n)+)", re.MULTILINE)


def command(
    what: Annotated[
        str,
        typer.Argument(
            help="systems, sizes, keys, options, programs, experiments, counters, or all"
        ),
    ] = "all",
    system: Annotated[str, typer.Option(help="what this system alone declares")] = "",
    json: Annotated[Path | None, typer.Option(help="file for the lists")] = None,
) -> None:
    """List what can be named: systems and sizes, keys with what is legal, programs, counters, ...

    Sizes are the configurations of `fy run CONFIG`, keys those of --set and of files, options those
    of `fy run` that systems bring, experiments those of `fy exp`; counters stand in the results of
    runs.
    """
    results.check_writable(json)
    if what not in (*LISTS, "all"):
        raise nearest("list", what, (*LISTS, "all"))
    names = declarations.names()
    wanted = system.replace("-", "_")
    if wanted and wanted not in names:
        raise nearest("system", system, names)
    systems = [load_system(name) for name in ([wanted] if wanted else names)]
    found = {name: list(rows(systems)) for name, rows in LISTS.items() if what in (name, "all")}
    out = Console()
    for name, rows in found.items():
        out.print(table(name, rows))
    if json is not None:
        results.write_json(json, found)


def table(name: str, rows: list[Row]) -> Table:
    """A list for readers; nothing is cut off."""
    shown = Table(title=name, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for key in rows[0] if rows else ():
        shown.add_column(key, overflow="fold", no_wrap=key == "name")
    for row in rows:
        shown.add_row(*map(escape, row.values()))
    return shown


def _systems(systems: list[System]) -> Iterator[Row]:
    for system in systems:
        name = system.name.replace("_", "-")
        yield {"name": name, "meaning": system.declared.description}


def _sizes(systems: list[System]) -> Iterator[Row]:
    for size in configuration.sizes():
        if size.system in [system.name for system in systems]:
            changes = ", ".join(f"{key}={value}" for key, value in size.changes.items())
            yield {
                "name": size.name,
                "system": size.system.replace("_", "-"),
                "meaning": size.description,
                "differs": changes or "defaults",
            }


def _keys(systems: list[System]) -> Iterator[Row]:
    for system in systems:
        for name, key in system.keys.items():
            yield {
                "name": name,
                "system": system.name.replace("_", "-"),
                "legal": key.legal() + (f", for each of {key.per}" if key.per else ""),
                "default": str(key.default),
                "when": " and ".join(word.replace("_", " ") for word in key.when),
                "meaning": f"{key.meaning} ({key.unit})" if key.unit else key.meaning,
            }


def _programs(systems: list[System]) -> Iterator[Row]:
    owners = {folder: system.name.replace("_", "-") for system in systems
              for folder in program_sources.named(system.name).values()}  # fmt: skip
    for folder in sorted(owners, key=lambda path: path.name):
        main = folder / "main.c"
        about = _ABOUT.search(main.read_text()) if main.is_file() else None
        lines = about[1].splitlines() if about else []
        text = " ".join(line.removeprefix("///").strip() for line in lines)
        owner = "every system" if folder.parent == program_sources.BENCH else owners[folder]
        yield {"name": folder.name, "system": owner, "meaning": text}


def _experiments(systems: list[System]) -> Iterator[Row]:
    for name in experiment.names():
        found = experiment.load(name)
        yield {
            "name": name,
            "size": found.config.name,
            "question": found.content.question,
        }


def _counters(systems: list[System]) -> Iterator[Row]:
    for system in systems:
        for name, event in (system.counters.counters if system.counters else {}).items():
            owner = "hart" if system.counters and system.counters.of_hart(name) else "system"
            yield {
                "name": name,
                "system": system.name.replace("_", "-"),
                "of": owner,
                "event": event,
            }


def _options(systems: list[System]) -> Iterator[Row]:
    for system in systems:
        if not (system.folder / "system.toml").is_file():
            continue
        for name, option in boundary.load(system.name).boundary.option.items():
            yield {
                "name": f"--{name}",
                "system": system.name.replace("_", "-"),
                "meaning": option.help,
            }


LISTS: dict[str, Callable[[list[System]], Iterator[Row]]] = {
    "systems": _systems,
    "sizes": _sizes,
    "keys": _keys,
    "options": _options,
    "programs": _programs,
    "experiments": _experiments,
    "counters": _counters,
}
