# SPDX-License-Identifier: Apache-2.0
"""Ports of a system that C++ drives and reads (sim/endpoints/ports.h): the console's, endpoints'.

What C++ drives stands in the words `port_i` of fy_top, which registers take; what it reads stands
in the words `port_o`. Of each stream the side of the payload has a word for `valid`, then those of
the payload, the lowest first; the other side has one word for `ready`. A value is a stream that is
always valid, as an output, or always ready, as an input.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from freightyard.hardware.boundary import Declared
from freightyard.hardware.declarations.expression import Expression
from freightyard.hardware.declarations.tables import Place
from freightyard.hardware.entries import Port
from freightyard.system.top_lines import WORD_BITS, Lines


@dataclass(frozen=True)
class Wired:
    """A port with its sizes and its first words in `port_i` and `port_o`."""

    place: Place  # of its entry
    port: Port
    bits: int
    count: int
    driven: int
    read: int

    @property
    def drives(self) -> bool:
        return self.port.direction == "input"

    @property
    def payload(self) -> int:
        """Words of a payload."""
        return -(-self.bits // WORD_BITS)

    @property
    def words(self) -> tuple[int, int]:
        """Of one of them: words that are driven, and that are read."""
        far = 1 + self.payload
        return (far, 1) if self.drives else (1, far)

    def first_words(self) -> Iterator[tuple[int, int]]:
        """Of each of them: the first word that is driven, and that is read."""
        for i in range(self.count):
            yield self.driven + i * self.words[0], self.read + i * self.words[1]


def every(declared: Declared, known: Mapping[str, Any]) -> Iterator[Wired]:
    """All ports that C++ drives and reads, in the order of their words."""
    driven = read = 0
    for place, port in _entries(declared):
        bits, count = (_number(declared, place, port, key, known) for key in ("bits", "count"))
        wired = Wired(place, port, bits, count, driven, read)
        yield wired
        driven += wired.words[0] * count
        read += wired.words[1] * count


def _entries(declared: Declared) -> Iterator[tuple[Place, Port]]:
    boundary = declared.boundary
    if console := boundary.ports.console:
        yield ("ports", "console"), Port(name=console, direction="output", bits="8")
        yield ("ports", "console"), Port(name=console, direction="input", bits="8")
    for index, endpoint in enumerate(boundary.endpoint):
        for number, port in enumerate(endpoint.port):
            yield ("endpoint", index, "port", number), port


def entry(declared: Declared, name: str) -> Place | None:
    """The entry of an endpoint that declares how wide a port of the system is."""
    for place, port in _entries(declared):
        payload = f"{port.name}_{'i' if port.direction == 'input' else 'o'}"
        if place[0] == "endpoint" and payload == name:
            return (*place, "bits")
    return None


def _number(
    declared: Declared, place: Place, port: Port, key: str, known: Mapping[str, Any]
) -> int:
    found = int(Expression(getattr(port, key)).value(known))
    if found < 1:
        raise declared.error(
            (*place, key), f"{key} of {port.name} is {found}; at least 1 is needed"
        )
    return found


def attach(lines: Lines, declared: Declared, known: Mapping[str, Any]) -> None:
    """Connect them between `port_i`, `port_o` and the system."""
    ports = list(every(declared, known))
    driven = sum(one.words[0] * one.count for one in ports)
    words = lines.taken(f"logic [{WORD_BITS - 1}:0]", "port", f" [{max(driven, 1)}]")
    lines.words("port", [word for one in ports for word in _attach(lines, one, words)])


def _attach(lines: Lines, one: Wired, words: str) -> Iterator[str]:
    """The nets of a port; the words of `port_o` that show it."""
    name = one.port.name
    near, far = ("i", "o") if one.drives else ("o", "i")
    payload, valid, ready = f"{name}_{near}", f"{name}_valid_{near}", f"{name}_ready_{far}"
    lines.before += [f"  logic [{one.count * one.bits - 1}:0] system_{payload};",
                     f"  logic [{one.count - 1}:0] system_{valid}, system_{ready};"]  # fmt: skip
    is_stream = one.port.kind == "stream"
    connected = (payload, valid, ready) if is_stream else (payload,)
    lines.connect((*one.place, "name"), *(f"{port}(system_{port})" for port in connected))
    ours, theirs = (valid, ready) if one.drives else (ready, valid)
    if not is_stream:
        lines.after.append(f"  assign system_{theirs} = '1;")
    for i, (first, _) in enumerate(one.first_words()):
        lines.after.append(f"  assign system_{ours}[{i}] = {words}[{first}][0];")
        yield f"system_{theirs}[{i}]"
        if one.drives:
            whole = ", ".join(f"{words}[{first + 1 + w}]" for w in reversed(range(one.payload)))
            part = f"system_{payload}[{i * one.bits}+:{one.bits}]"
            lines.after.append(f"  assign {part} = {one.bits}'({{{whole}}});")
            continue
        for low in range(0, one.bits, WORD_BITS):
            width = min(WORD_BITS, one.bits - low)
            yield f"system_{payload}[{i * one.bits + low}+:{width}]"
