# SPDX-License-Identifier: Apache-2.0
"""Writes what follows from the tables of a folder into `build/generated/<folder>/`."""

from __future__ import annotations

import functools
from pathlib import Path

from freightyard import store
from freightyard.hardware.declarations import memory_map, verilog
from freightyard.hardware.declarations.system import System, load_system
from freightyard.hardware.declarations.tables import shown

GENERATED = store.BUILD / "generated"


@functools.cache
def sources(folder: Path) -> tuple[Path, ...]:
    """SystemVerilog of the tables of a system, packages first; none for a folder without them."""
    if not (folder / "config.toml").is_file():
        return ()
    return tuple(system_files(load_system(folder.name, folder.parent), place(folder)))


def place(folder: Path) -> Path:
    """Where the generated files of a folder lie, the headers for C too."""
    return GENERATED / folder.name


def system_files(system: System, target: Path) -> list[Path]:
    """Write all files of a system; returns the SystemVerilog among them."""
    prefix = system.prefix
    verilog_files = {f"{prefix}_config_pkg.sv": verilog.package(system)}
    if system.map is not None:
        verilog_files[f"{prefix}_map_pkg.sv"] = memory_map.package(system.map, prefix)
    verilog_files[f"{prefix}_config_check.sv"] = verilog.check_module(system)
    found = []
    for name, text in verilog_files.items():
        found.append(target / name)
        write(target / name, f"// {_origin(system)}\n\n{text}")
    return found


def _origin(system: System) -> str:
    return f"SPDX-License-Identifier: Apache-2.0\n// Generated from {shown(system.folder)}/*.toml."


def write(path: Path, text: str) -> None:
    """Replace the file when its text changed; a reader never sees half of it."""
    if path.is_file() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with store.locked(path.parent / ".lock"):
        part = path.with_suffix(path.suffix + ".part")
        part.write_text(text)
        part.replace(path)
