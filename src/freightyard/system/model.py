# SPDX-License-Identifier: Apache-2.0
"""The generated C++ of a simulator, fy_top_model.cpp: its tables and its way to the design.

Its text around the tables is sim/design/fy_top_model.cpp.in, the same for all systems.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from string import Template
from typing import Any

from freightyard.hardware import boundary as boundaries
from freightyard.hardware import probes
from freightyard.hardware.boundary import Declared
from freightyard.hardware.configuration import Config
from freightyard.hardware.declarations.expression import Expression
from freightyard.hardware.entries import Link
from freightyard.store import ROOT
from freightyard.system import endpoint_ports, watched
from freightyard.system.places import harts, places, threads

TEMPLATE = ROOT / "sim" / "design" / "fy_top_model.cpp.in"
SCOPE = "fy_top.i_system"


def text(config: Config, *, inspect: bool = False) -> str:
    """The C++ of a configuration, for the build `fast` or `inspect`."""
    declared = boundaries.load(config.system)
    known = boundaries.values(config.built, declared.system)
    boundary = declared.boundary
    made = {one.make: "Endpoint> {}(const EndpointSetup&)"
            for one in boundary.endpoint}  # fmt: skip
    if inspect:
        debugs = (probes.core(one.core).debug for one in boundary.hart)
        made |= {d.make: "DebugHart> {}(Simulation&, const HartTable&, uint64_t)"
                 for d in debugs if d}  # fmt: skip
    declarations = [f"std::unique_ptr<{kind.format(name)};" for name, kind in made.items()]
    headers = ['#include "sim/debug/debug_hart.h"'] * inspect
    headers += ['#include "sim/endpoints/endpoint.h"'] * bool(boundary.endpoint)
    return Template(TEMPLATE.read_text()).substitute(
        system=declared.system.name,
        headers="\n".join(headers),
        declarations="\n".join(declarations),
        tables="\n".join(f"    {line}," for line in _tables(declared, config, known, inspect)),
    )


def _list(rows: Iterable[str]) -> str:
    return "{" + ",\n     ".join(rows) + "}"


def _tables(
    declared: Declared, config: Config, known: Mapping[str, Any], inspect: bool
) -> Iterable[str]:
    """Fields of fy::Tables, in their order."""
    boundary = declared.boundary
    yield f"{declared.map.reset_vector:#x}"
    widths = (boundary.registers, boundary.ports.host_bytes, boundary.ports.host_line)
    yield ", ".join(str(Expression(text).value(known)) for text in widths)
    yield ", ".join(_bool(one in boundary.watchdog.progress) for one in ("links", "retirement"))
    yield _bool(inspect)
    yield _list(_straps(declared, config))
    yield _list(_memories(declared, known))
    yield _list(
        f"{{{_text(one.name)}, {_text(f'{SCOPE}.{one.path}')}, "
        f"{_channels(one.declared)}, {_bool(one.declared.messages)}}}"
        for one in places(boundary.link, known)
    )
    yield _list(_harts(declared, known, inspect))
    yield _list(map(_text, watched.HART if inspect else ()))
    yield str(len(watched.MESSAGE))
    names, seen = watched.tracks(boundary, known)
    yield _list(map(_text, names))
    yield _list(f"{{{s.track}, {_text(s.span.name)}, {_bool(s.span.before)}}}" for s in seen)
    tables = _probe_tables(one.probes for one in boundary.endpoint)
    yield _list(
        f"{{{_text(one.name)}, {one.make}, {table}}}"
        for one, table in zip(boundary.endpoint, tables, strict=True)
    )
    yield _text(boundary.ports.console)
    yield _list(
        f"{{{_text(one.port.name)}, {_bool(one.drives)}, {one.payload}, {driven}, {read}}}"
        for one in endpoint_ports.every(declared, known)
        for driven, read in one.first_words()
    )


def _channels(link: Link) -> str:
    order = link.of_the_stage
    return f"{{{', '.join(f'{{{_text(name)}, {order.index(name)}}}' for name in link.channels)}}}"


def _straps(declared: Declared, config: Config) -> Iterable[str]:
    """A strap is at most what is built."""
    for name, key in declared.system.straps.items():
        most = config.built[name] if key.built else key.largest
        yield f"{{{_text(name)}, {key.range[0] if key.range else 0}, {most}}}"


def _memories(declared: Declared, known: Mapping[str, Any]) -> Iterable[str]:
    for memory in declared.boundary.memory:
        base, size = declared.region(memory.region, known)
        yield f"{{{base:#x}, {size:#x}, nullptr, nullptr, 0}}"
    for ram in declared.boundary.ram:
        base, size = declared.region(ram.region, known)
        word = Expression(ram.word_bytes).value(known)
        scope = f"TOP.{SCOPE}.{boundaries.filled(ram.path, known, i=0)}"
        yield f"{{{base:#x}, {size:#x}, {_text(scope)}, {_text(ram.array)}, {word}}}"


def _harts(declared: Declared, known: Mapping[str, Any], inspect: bool) -> Iterable[str]:
    """A row a thread."""
    every = list(threads(harts(declared, known)))
    tables = _probe_tables(hart.debug_probes for hart, _ in every)
    for (hart, thread), table in zip(every, tables, strict=True):
        debug = hart.core.debug
        made = f"{table}, {debug.make}" if debug and inspect else "{}, nullptr"
        scope = _text(f"TOP.{SCOPE}.{hart.path}")
        yield f"{{{_text(hart.name(thread))}, {scope}, {thread}, {made}}}"


def _probe_tables(owners: Iterable[Mapping[str, str]]) -> Iterable[str]:
    """The names of each owner's probes, and the place of the first among all."""
    first = 0
    for shown in owners:
        yield f"{{{{{', '.join(map(_text, shown))}}}, {first}}}"
        first += len(shown)


def _text(text: str) -> str:
    return json.dumps(text)


def _bool(value: bool) -> str:
    return "true" if value else "false"


def sources(config: Config, *, inspect: bool) -> list[Path]:
    """C++ that the system and its blocks bring."""
    declared = boundaries.load(config.system)
    folders = [declared.inside(one.folder) for one in declared.boundary.endpoint]
    if inspect:
        folders += [ROOT / "blocks" / one.core / "sim" for one in declared.boundary.hart]
    return sorted({file for folder in folders for file in folder.glob("*.cpp")})


def controls(config: Config, *, inspect: bool) -> list[Path]:
    """Control files of Verilator that the cores' debuggers need."""
    if not inspect:
        return []
    boundary = boundaries.load(config.system).boundary
    found = ((one.core, probes.core(one.core).debug) for one in boundary.hart)
    return sorted({ROOT / "blocks" / core / debug.variables for core, debug in found if debug})


def ram_control(config: Config) -> str:
    """Control file that makes the arrays public which programs are loaded into."""
    rams = boundaries.load(config.system).boundary.ram
    lines = [f'public_flat_rw -module "{one.module}" -var "{one.array}"' for one in rams]
    return "\n".join(["`verilator_config", *dict.fromkeys(lines), ""]) if rams else ""
