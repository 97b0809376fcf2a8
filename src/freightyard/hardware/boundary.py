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
from typing import Any

from freightyard import store
from freightyard.commands import COMMANDS, bringing
from freightyard.errors import UserError
from freightyard.hardware.configuration import Config
from freightyard.hardware.declarations import System, load_system
from freightyard.hardware.declarations.expression import Expression
from freightyard.hardware.declarations.keys import FORMULA
from freightyard.hardware.declarations.memory_map import MemoryMap
from freightyard.hardware.declarations.tables import (
    Model,
    Place,
    Table,
    check,
    read,
    shown,
)
from freightyard.hardware.entries import Boundary, Memory, Ram

_HOLE = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True)
class Declared:
    """A system with its boundary, and where each entry stands."""

    system: System
    table: Table
    boundary: Boundary

    def error(self, place: Place, text: str) -> UserError:
        return self.table.error(place, text)

    def inside(self, path: str) -> Path:
        """A folder that an entry names: below `blocks/`, or of the system itself."""
        return store.ROOT / path if path.startswith("blocks/") else self.system.folder / path

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


def register_bits(config: Config) -> int:
    """Width of a register of the harts of a configuration, whatever its key is called."""
    return _number(config, load(config.system).boundary.registers)


def line_bytes(config: Config) -> int:
    """Bytes of a line of a configuration, as the host flushes it."""
    return _number(config, load(config.system).boundary.ports.host_line)


def _number(config: Config, formula: str) -> int:
    """A formula of `system.toml` in a configuration."""
    known = values(config.built, load(config.system).system)
    return int(Expression(formula).value(known))


def memory_bytes(config: Config) -> int:
    """Bytes of the memory that programs are loaded into: the region where harts start."""
    declared = load(config.system)
    return declared.region(declared.map.reset, values(config.built, declared.system))[1]


@functools.cache
def load(name: str) -> Declared:
    """The boundary of a system."""
    system = load_system(name)
    table = read(system.folder / "system.toml")
    boundary = check(Boundary, table)
    declared = Declared(system, table, boundary)
    _check_names(declared, (), boundary)
    _check_names(declared, ("ports",), boundary.ports)
    for kind in ("link", "hart", "memory", "ram", "track", "endpoint"):
        names: set[str] = set()
        for index, entry in enumerate(getattr(boundary, kind)):
            _check_names(declared, (kind, index), entry)
            if isinstance(entry, Memory | Ram):
                _check_region(declared, (kind, index, "region"), entry.region)
            if name := getattr(entry, "name", ""):
                if name in names:
                    raise declared.error((kind, index, "name"), f"two entries are called {name}")
                names.add(name)
    for index, endpoint in enumerate(boundary.endpoint):
        for number, port in enumerate(endpoint.port):
            _check_names(declared, ("endpoint", index, "port", number), port)
    _check_files(declared)
    return declared


def _check_files(declared: Declared) -> None:
    """The files that entries name are there, and a command of the system is the one that runs."""
    boundary, own = declared.boundary, declared.system.folder
    wanted: list[tuple[Place, Path]] = [
        *((("hart", i, "core"), block(one.core) / "core.toml")
          for i, one in enumerate(boundary.hart)),
        *((("track", i, "block"), block(one.block) / "trace.toml")
          for i, one in enumerate(boundary.track) if one.block),
        *((("endpoint", i, "folder"), declared.inside(one.folder))
          for i, one in enumerate(boundary.endpoint)),
        *((("verb", name, "file"), own / one.file) for name, one in boundary.verb.items()),
    ]  # fmt: skip
    if boundary.picture:
        wanted.append((("picture", "file"), own / boundary.picture.file))
    for place, path in wanted:
        if not path.exists():
            raise declared.error(place, f"there is no {shown(path)}")
    for name in boundary.verb:
        if name in COMMANDS:
            raise declared.error(("verb", name), f"fy has the command {name}; name it otherwise")
        others = [one for one in bringing(name, own.parent) if one != own.name]
        if others:
            text = f"{others[0]} brings the command {name}, too; name one of them otherwise"
            raise declared.error(("verb", name), text)


def _check_names(declared: Declared, place: Place, entry: Model) -> None:
    """Expressions name keys and derived values of the system."""
    system = declared.system
    known = set(system.built) | set(system.derived)
    formulas = {name for name, one in type(entry).model_fields.items()
                if FORMULA in one.metadata}  # fmt: skip
    texts = {key: text for key, text in entry if isinstance(text, str)}
    for key, text in texts.items():
        parts = [(text, known)] if key in formulas else []
        if key in ("path", "name"):
            parts += [(hole, known | {"i"}) for hole in _HOLE.findall(text)]
        for part, legal in parts:
            for name in _expression(declared, (*place, key), part).names():
                if name not in legal:
                    raise declared.error(
                        (*place, key), f"{name} is no key that is built; see config.toml"
                    )


def _check_region(declared: Declared, place: Place, name: str) -> None:
    regions = [region.name for region in declared.map.region]
    if name not in regions:
        there = ", ".join(regions)
        raise declared.error(place, f"map.toml has no region {name}; there are: {there}")


def _expression(declared: Declared, place: Place, text: str) -> Expression:
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


def block(name: str) -> Path:
    return store.ROOT / "blocks" / name
