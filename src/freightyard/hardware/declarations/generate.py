# SPDX-License-Identifier: Apache-2.0
"""Writes what follows from the tables of a block or system below `build/generated/`."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path

from freightyard import store
from freightyard.hardware.declarations import counters, memory_map, registers, verilog
from freightyard.hardware.declarations.system import System, load_system
from freightyard.hardware.declarations.tables import read, shown

GENERATED = store.BUILD / "generated"
GUARD = "#ifndef {name}\n#define {name}\n\n{lines}\n\n#endif\n"


@functools.cache
def sources(folder: Path) -> tuple[Path, ...]:
    """SystemVerilog of the tables of a block or system, packages first."""
    target = place(folder)
    if (folder / "config.toml").is_file():
        return tuple(system_files(load_system(folder.name, folder.parent), target))
    if (folder / "registers.toml").is_file():
        return tuple(block_files(folder, target))
    return ()


def place(folder: Path) -> Path:
    """Where the generated files of a folder lie."""
    return GENERATED / folder.parent.name / folder.name


def headers(system: System) -> Path:
    """The folder of the headers for C and of the symbols for the linker, written."""
    target = place(system.folder) / "include"
    texts = {
        "fy_map.h": _map_header(system),
        "fy_counters.h": _counter_header(system),
        "fy_config.h": _config_header(system),
    }
    for path in sorted(store.ROOT.glob("blocks/*/registers.toml")):
        texts[f"fy_{path.parent.name}_registers.h"] = _number_header(path)
    for name, lines in texts.items():
        guard = name.upper().replace(".", "_")
        text = GUARD.format(name=guard, lines="\n".join(lines))
        write(target / name, f"{_origin(system.folder)}\n{text}")
    symbols = [f"FY_HARTS = {system.most_harts};"]
    symbols += memory_map.linker(system.map, system.declared) if system.map else ()
    origin = f"/* Generated from {shown(system.folder)}/map.toml. */\n"
    write(target / "fy_map.ld", origin + "\n".join(symbols) + "\n")
    return target


def system_files(system: System, target: Path) -> list[Path]:
    """Write all files of a system; returns the SystemVerilog among them."""
    prefix = system.prefix
    texts = {f"{prefix}_config_pkg": verilog.package(system)}
    if system.map is not None:
        texts[f"{prefix}_map_pkg"] = memory_map.package(system.map, prefix)
    if system.counters is not None:
        texts[f"{prefix}_counters_pkg"] = counters.package(system.counters, prefix)
    texts[f"{prefix}_config_check"] = verilog.check_module(system)
    return _write_all(system.folder, target, texts)


def block_files(folder: Path, target: Path) -> list[Path]:
    """Write the package of a block's registers."""
    name = f"fy_{folder.name}_registers_pkg"
    found = registers.load(read(folder / "registers.toml"))
    return _write_all(folder, target, {name: registers.package(found, name)})


def _write_all(folder: Path, target: Path, texts: dict[str, str]) -> list[Path]:
    for name, text in texts.items():
        write(target / f"{name}.sv", f"{_origin(folder)}\n{text}")
    return [target / f"{name}.sv" for name in texts]


def _origin(folder: Path) -> str:
    return f"// SPDX-License-Identifier: Apache-2.0\n// Generated from {shown(folder)}/*.toml.\n"


def _map_header(system: System) -> Iterator[str]:
    """Regions, and the registers of their devices at their addresses."""
    if system.map is None:
        return
    yield from memory_map.header(system.map)
    for region, device in system.registers.items():
        yield f"\n// {device.meaning}"
        yield from registers.header(region, device, f"FY_{region.upper()}_BASE")


def _number_header(path: Path) -> Iterator[str]:
    """Registers of a block that have numbers in place of addresses."""
    for name, device in registers.load(read(path)).device.items():
        if not device.bytes:
            yield f"// {device.meaning}"
            yield from registers.header(name, device, None)


def _counter_header(system: System) -> Iterator[str]:
    if system.counters is not None:
        yield f"#define FY_COUNTER_HART_BYTES {counters.HART_BYTES}  ///< from a hart to the next\n"
        yield from counters.header(system.counters)


def _config_header(system: System) -> Iterator[str]:
    yield f"#define FY_HARTS {system.most_harts}  ///< that a configuration can have\n"
    yield "/// Run-time settings of the simulated hardware."
    yield "enum fy_strap {"
    for number, (name, key) in enumerate(system.straps.items()):
        yield f"  FY_STRAP_{name.upper()} = {number},  ///< {key.meaning}"
    yield f"  FY_STRAPS = {len(system.straps)}"
    yield "};"
    yield "/// Names of the settings, in the order of their numbers, and a null pointer."
    names = ", ".join([*(f'"{name}"' for name in system.straps), "0"])
    yield f"#define FY_STRAP_NAMES {names}"


def write(path: Path, text: str) -> None:
    """Replace the file when its text changed; a reader never sees half of it."""
    if path.is_file() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with store.locked(path.parent / ".lock"):
        part = path.with_suffix(path.suffix + ".part")
        part.write_text(text)
        part.replace(path)
