# SPDX-License-Identifier: Apache-2.0
"""What a system shows to those who run and watch it: `systems/<name>/system.toml`.

Paths are places below the top of the system. In them `{...}` is an expression of the
configuration's keys and of `i`, the number of the one among several. In the text of a signal `@`
stands for the path before it.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from freightyard import store
from freightyard.errors import UserError
from freightyard.hardware.declarations import System, load_system
from freightyard.hardware.declarations.expression import Expression
from freightyard.hardware.declarations.keys import Formula, Text
from freightyard.hardware.declarations.memory_map import MemoryMap
from freightyard.hardware.declarations.tables import Model, Table, check, read, shown
from freightyard.hardware.probes import Span

Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*(\{i\})?$")]
_HOLE = re.compile(r"\{([^{}]*)\}")


class Clock(Model):
    """The one source of clock and reset."""

    clock: Text = "clk_i"
    reset: Text = "rst_ni"  # active low, asynchronous


class Ports(Model):
    """Ports of the top by what they are for; an empty name says that there is none."""

    straps: str = ""
    host: Text  # TL-UH client port of the host
    host_bytes: Formula = "8"  # of its beats
    console: str = ""  # two byte streams
    exit: str = ""


class Link(Model):
    """Links of one kind, each with a stage that carries nothing but the link."""

    name: Name
    kind: Literal["tilelink", "axi", "stream"]
    path: Text  # of the stage
    count: Formula = "1"
    numbered: bool = True  # the names have numbers even when there is one
    channels: Annotated[tuple[str, ...], Field(strict=False, min_length=1)]
    messages: bool = False  # a track of the trace


class Harts(Model):
    """Harts of one core, whose `core.toml` tells how they are seen."""

    core: Text
    path: Text
    count: Formula = "1"
    # Opcodes that a coprocessor beside it takes: lockstep leaves them out.
    custom: Annotated[tuple[int, ...], Field(strict=False)] = ()


class Memory(Model):
    """AXI4 ports behind which a model of memory stands."""

    port: Text
    count: Formula = "1"
    region: Text  # of map.toml
    beat_bytes: Formula
    interleave: Formula = "64"
    model: str = ""  # the strap that chooses it
    latency: str = ""  # the strap of the fixed model


class Ram(Model):
    """Memory inside of the chip that a program is loaded into: an array of words."""

    name: Name
    path: Text  # of the instance
    module: Text  # that it is an instance of
    array: Text  # its name in it
    region: Text  # of map.toml
    word_bytes: Formula


class Watchdog(Model):
    """What counts as progress, and who may wait without end."""

    progress: Annotated[tuple[Literal["retirement", "links"], ...], Field(strict=False)] = (
        "retirement",
        "links",
    )


class Track(Model):
    """Spans of a trace, declared by a block (`trace.toml`) or here."""

    name: Name
    path: str = ""
    count: Formula = "1"
    block: str = ""
    of: str = ""  # table of the block's trace.toml
    lanes: Annotated[tuple[str, ...], Field(strict=False)] = ()  # names; `{n}` numbers them
    span: Annotated[tuple[Span, ...], Field(strict=False)] = ()


class Endpoint(Model):
    """C++ beside the running system (sim/endpoints/endpoint.h), and the values it is shown."""

    name: Name
    folder: Text  # of its sources, from the root of the checkout
    make: Text  # function of the namespace fy
    probes: dict[str, str] = {}


class Verb(Model):
    """A command of `fy` that the system brings: the function `command` of a file."""

    file: Text
    summary: Text
    tools: Literal["none", "run", "dev"] = "run"


class Option(Model):
    """An option of `fy run` that endpoints of the system take."""

    help: Text


class Boundary(Model):
    """The whole of `system.toml`."""

    module: Text
    parameter: Text = "Config"
    registers: Formula = "xlen"  # width of a register of the harts
    clock: Clock = Clock()
    ports: Ports
    link: Annotated[tuple[Link, ...], Field(strict=False)] = ()
    hart: Annotated[tuple[Harts, ...], Field(strict=False, min_length=1)]
    memory: Annotated[tuple[Memory, ...], Field(strict=False)] = ()
    ram: Annotated[tuple[Ram, ...], Field(strict=False)] = ()
    watchdog: Watchdog = Watchdog()
    track: Annotated[tuple[Track, ...], Field(strict=False)] = ()
    endpoint: Annotated[tuple[Endpoint, ...], Field(strict=False)] = ()
    verb: dict[str, Verb] = {}
    option: dict[str, Option] = {}


@dataclass(frozen=True)
class Declared:
    """A system with its boundary, and where each entry stands."""

    system: System
    table: Table
    boundary: Boundary

    def error(self, place: tuple[str | int, ...], text: str) -> UserError:
        return self.table.error(place, text)

    @property
    def map(self) -> MemoryMap:
        """The memory map, which a system that is run must have."""
        if self.system.map is None:
            raise self.error((), f"{shown(self.system.folder)} has no map.toml; it is needed here")
        return self.system.map

    def region(self, name: str, known: Mapping[str, Any]) -> tuple[int, int]:
        """First address and bytes of a region of the memory map."""
        found = self.map.named(name)
        return found.base, found.bytes(known)


@functools.cache
def load(name: str) -> Declared:
    """The boundary of a system."""
    system = load_system(name)
    table = read(system.folder / "system.toml")
    boundary = check(Boundary, table)
    declared = Declared(system, table, boundary)
    for kind in ("link", "hart", "memory", "ram", "track"):
        for index, entry in enumerate(getattr(boundary, kind)):
            _check_names(declared, (kind, index), entry)
            if isinstance(entry, Memory | Ram):
                _check_region(declared, (kind, index, "region"), entry.region)
    return declared


def _check_names(declared: Declared, place: tuple[str | int, ...], entry: Model) -> None:
    """Expressions name keys and derived values of the system."""
    system = declared.system
    known = set(system.built) | set(system.derived)
    texts = {key: text for key, text in entry if isinstance(text, str)}
    for key, text in texts.items():
        parts = [text] if key in ("count", "bytes", "beat_bytes", "interleave") else []
        parts += [hole for hole in _HOLE.findall(text) if key in ("path", "name")]
        for part in parts:
            for name in _expression(declared, (*place, key), part).names():
                if name not in known | {"i", "n"}:
                    raise declared.error(
                        (*place, key), f"{name} is no key that is built; see config.toml"
                    )


def _check_region(declared: Declared, place: tuple[str | int, ...], name: str) -> None:
    regions = [region.name for region in declared.map.region]
    if name not in regions:
        there = ", ".join(regions)
        raise declared.error(place, f"map.toml has no region {name}; there are: {there}")


def _expression(declared: Declared, place: tuple[str | int, ...], text: str) -> Expression:
    try:
        return Expression(text)
    except ValueError as error:
        raise declared.error(place, str(error)) from None


def values(built: Any, system: System) -> dict[str, Any]:
    """Keys and derived values of a configuration, for expressions."""
    return {**built, **{name: getattr(built, name) for name in system.derived}}


def filled(text: str, known: Mapping[str, Any], **more: int) -> str:
    """A path or a name with its expressions replaced by their values."""
    both = {**known, **more}
    return _HOLE.sub(lambda hole: str(Expression(hole[1]).value(both)), text)


def signal(text: str, path: str) -> str:
    """The text of a signal below a path."""
    return text.replace("@", f"{path}." if path else "")


def folder(path: str) -> Path:
    return store.ROOT / path
