# SPDX-License-Identifier: Apache-2.0
"""Ports of a system's top as its source declares them, and what fy_top cannot do with one.

The reader takes names alone. The width of a port follows from packages and parameters: whether it
is the one that fy_top connects, Verilator says, as an error in the text of fy_top.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from freightyard import store
from freightyard.errors import UserError
from freightyard.hardware import sources
from freightyard.hardware.boundary import Declared
from freightyard.hardware.declarations.tables import Place, shown
from freightyard.hardware.sources import BuildError
from freightyard.system import endpoint_ports

# Warnings of Verilator that a connection of fy_top must not cause.
REFUSED = ("-Werror-PINMISSING", "-Werror-WIDTHTRUNC", "-Werror-WIDTHEXPAND")

# Comments, parameters and defaults: no name in them is a port.
_ASIDE = re.compile(
    r"//[^\n]*|/\*.*?\*/|#\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|=[^,)]*", re.DOTALL
)
_NAME = re.compile(r"\b([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*(?=,|\)\s*;)")
_DIRECTION = re.compile(r"\b(input|output|inout)\b")  # stands until the next one
_MISSING = re.compile(
    r"fy_top\.sv:\d+:\d+: Instance has missing pin: '(\w+)'.*?"
    r"\n\s*([^\n]+):(\d+):\d+: \.\.\. Location of port declaration",
    re.DOTALL,
)
_CONNECTION = re.compile(r"fy_top\.sv:\d+:\d+: [^\n]*port connection '(\w+)'([^\n]*)")
_BITS = re.compile(r"expects (\d+) bits\b.* generates (\d+) bits\b")


@dataclass(frozen=True)
class Port:
    """A port of the system's top, and where it is declared."""

    name: str
    direction: str  # input, output, inout
    place: str
    text: str  # the line of its declaration


def of(declared: Declared) -> Iterator[Port]:
    """Every port of the system's top, in any form that names it."""
    module = declared.boundary.module
    files = sources.sources(f"systems/{declared.system.name}")
    path = next((file for file in files if file.stem == module), None)
    if path is None:
        raise declared.error(("module",), f"no file of the system's list is {module}.sv")
    text = path.read_text()
    lines = text.splitlines()
    plain = _ASIDE.sub(lambda aside: re.sub(r"[^\n]", " ", aside[0]), text)
    header = re.compile(rf"\bmodule\s+{module}\b[^(]*(\(.*?\)\s*;)", re.DOTALL).search(plain)
    begin, end = header.span(1) if header else (0, 0)
    for found in _NAME.finditer(plain, begin, end):
        number = plain.count("\n", 0, found.start()) + 1
        directions = _DIRECTION.findall(plain, begin, found.start())
        yield Port(
            found[1],
            directions[-1] if directions else "input",
            f"{shown(path)}:{number}",
            lines[number - 1],
        )


def check(declared: Declared, named: Sequence[tuple[str, Place]], there: Sequence[Port]) -> None:
    """Entries of system.toml name every port of the system, each once, and no others."""
    known = {port.name: port for port in there}
    places: dict[str, Place] = {}
    for name, place in named:
        if name not in known:
            raise _absent(declared, name, place, list(known))
        if name in places:
            first = declared.table.nearest(places[name])
            raise declared.error(place, f"the port {name} is named twice; {first} names it, too")
        places[name] = place
        port, wanted = known[name], "output" if name.endswith("_o") else "input"
        if place[0] == "endpoint" and port.direction != wanted:
            text = f"{name} ({port.place}) is an {port.direction}; the entry wants an {wanted}"
            raise declared.error(place, text)
    for port in there:
        if port.name not in places:
            raise unread(declared, port.name, port.place)


def unread(declared: Declared, name: str, place: str) -> UserError:
    """A port that no entry of system.toml names."""
    return UserError(
        f"{place}: the generated top cannot read the port {name}; "
        f"name it in {shown(declared.table.path)}, or take it out of the hardware"
    )


def _absent(declared: Declared, name: str, place: Place, names: Sequence[str]) -> UserError:
    """An entry of system.toml names a port that the hardware does not have."""
    near = difflib.get_close_matches(name, names, n=3) or names
    text = f"{declared.boundary.module} has no port {name}; there are: {', '.join(near)}"
    return declared.error(place, text)


def told(error: BuildError, declared: Declared) -> UserError | None:
    """The sentence about a port that Verilator could not connect to fy_top, if it was one."""
    if missing := _MISSING.search(error.output):
        return unread(declared, missing[1], f"{shown(store.ROOT / missing[2])}:{missing[3]}")
    for connection in _CONNECTION.finditer(error.output):
        port = next((one for one in of(declared) if one.name == connection[1]), None)
        bits = _BITS.search(connection[2])
        if port is not None and bits:
            entry = endpoint_ports.entry(declared, port.name)
            ours = "the generated top connects"
            if entry is not None:
                ours = f"{declared.table.nearest(entry)} declares"
            return UserError(
                f"{port.place}: the port {port.name} has {bits[1]} bits; {ours} {bits[2]}"
            )
        if port is not None and "port which is an array" in connection[2]:
            return UserError(
                f"{port.place}: the port {port.name} is an unpacked array; "
                "the generated top connects a packed value"
            )
    return None
