# SPDX-License-Identifier: Apache-2.0
"""What can be synthesised: parts that a system declares, blocks that area is shown by, their pins.

`systems/<name>/synthesis.toml` names the parts. `BLOCK/MODULE` is a part too: one module alone,
with its default parameters.
"""

from __future__ import annotations

import functools
from collections.abc import Collection
from typing import Annotated, Any

from pydantic import Field

from freightyard.errors import UserError
from freightyard.hardware import configuration as configurations
from freightyard.hardware import sources
from freightyard.hardware.configuration import Config
from freightyard.hardware.declarations import System, load_system, verilog
from freightyard.hardware.declarations.expression import Expression
from freightyard.hardware.declarations.tables import Model, Table, check, read, shown
from freightyard.hardware.values import Values

RECORD = "config"  # as the value of a parameter: the whole record of the configuration


class Instance(Model):
    """A module of a part, with the parameters that a configuration gives it."""

    module: str
    list: str = ""  # block whose sources are read; the system itself when it names none
    name: str = "i_part"
    parameters: dict[str, str] = {}  # expressions of keys, or `config`


class Cut(Model):
    """A mapped part of which one instance is taken out; its outputs are 0, or as told."""

    part: str
    module: str
    instance: str
    outputs: dict[str, int] = {}


class Yardstick(Model):
    """A figure of others beside a part on one target, by the value of a key."""

    name: str
    summary: str
    target: str
    key: str
    condition: str = "1"
    values: dict[str, float]


class Part(Model):
    """Modules side by side; what is not wired between them goes to registers at the pins."""

    summary: str
    instance: Annotated[tuple[Instance, ...], Field(strict=False)] = ()
    # Blocks by which area is shown: module, or module below a path, with a name for readers.
    blocks: dict[str, str]
    # Outputs to inputs, as instance.port.
    wires: Annotated[
        tuple[Annotated[tuple[str, str], Field(strict=False)], ...], Field(strict=False)
    ] = ()
    # A part that fills most of a device is placed alone: no router came near the end of one.
    routed: bool = True
    # Or another part less one of its modules.
    cut: Cut | None = None
    # What a source says of a block.
    source: dict[str, dict[str, float]] = {}
    yardstick: Yardstick | None = None


class Parts(Model):
    """The whole of `synthesis.toml`."""

    default: Annotated[tuple[str, ...], Field(strict=False, min_length=1)]
    sizes: Annotated[tuple[str, ...], Field(strict=False)] = ()  # keys that tell results apart
    shares: Annotated[tuple[str, ...], Field(strict=False)] = ()  # parts drawn by block in a report
    # Values of keys whose default is larger than a device; what a user sets is kept.
    fitted: dict[str, int] = {}
    part: dict[str, Part]


@functools.cache
def declared(system: str) -> Parts:
    """What a system declares."""
    known = load_system(system)
    table = read(known.folder / "synthesis.toml")
    parts = check(Parts, table)
    for key, named in (("default", parts.default), ("shares", parts.shares)):
        for name in named:
            if name not in parts.part:
                raise table.error((key,), _unknown(name, parts))
    for name in parts.sizes:
        if name not in known.built:
            raise table.error(("sizes",), f"{name} is no built key of config.toml")
    for name, value in parts.fitted.items():
        if name not in known.built:
            raise table.error(("fitted", name), f"{name} is no built key of config.toml")
        configurations.check(name, value, table.line("fitted", name), known)
    for name, chosen in parts.part.items():
        _check(name, chosen, parts, table, known)
    return parts


def fitted(config: Config, kept: Collection[str] = ()) -> Config:
    """The configuration with sizes that a device holds, but for keys whose value was chosen."""
    keys = load_system(config.system).keys
    values = {
        name: value
        for name, value in declared(config.system).fitted.items()
        if name not in kept and config.built[name] == keys[name].default
    }
    return configurations.change(config, **values)


def _check(name: str, chosen: Part, parts: Parts, table: Table, system: System) -> None:
    """A part has modules or is cut out of another; its expressions name keys."""
    if chosen.cut is not None and chosen.cut.part not in parts.part:
        raise table.error(("part", name, "cut", "part"), _unknown(chosen.cut.part, parts))
    if bool(chosen.instance) == (chosen.cut is not None):
        raise table.error(("part", name), f"{name} needs instances, or a cut, and not both")
    known = {*system.built, *system.derived}
    for index, one in enumerate(chosen.instance):
        files = sources.sources(one.list or f"systems/{system.name}")
        if one.module not in {file.stem for file in files}:
            place = ("part", name, "instance", index, "module")
            raise table.error(place, f"no source of {one.list or 'the system'} is {one.module}.sv")
        for text in one.parameters.values():
            place = ("part", name, "instance", index, "parameters")
            for word in () if text == RECORD else _names(text, table, place):
                if word not in known:
                    raise table.error(place, f"{word} is no built key of config.toml")


def _names(text: str, table: Table, place: tuple[str | int, ...]) -> list[str]:
    try:
        return list(Expression(text).names())
    except ValueError as error:
        raise table.error(place, str(error)) from None


def _unknown(name: str, parts: Parts) -> str:
    return f"no part is called {name}; there are: {', '.join(parts.part)}"


def part(system: str, name: str) -> Part:
    """A part by its name, with the instances of the one that it is cut out of."""
    block, slash, module = name.partition("/")
    if slash:
        _, files = sources.read_list(block)
        if module not in (path.stem for path in files):
            raise UserError(f"{shown(sources.list_path(block))} lists no module {module}")
        alone = Instance(module=module, list=block)
        return Part(summary=f"{module} alone", instance=(alone,), blocks={module: module})
    parts = declared(system)
    if name not in parts.part:
        raise UserError(_unknown(name, parts))
    chosen = parts.part[name]
    if chosen.cut is None:
        return chosen
    whole = parts.part[chosen.cut.part]
    return chosen.model_copy(update={"instance": whole.instance, "wires": whole.wires})


def values(system: str, built: Values) -> dict[str, Any]:
    """Keys and what is derived from them, for expressions."""
    return {**built, **{name: getattr(built, name) for name in load_system(system).derived}}


def parameters(system: str, instance: Instance, built: Values) -> dict[str, str]:
    """What a configuration gives a module."""
    known = values(system, built)
    return {
        name: verilog.record(load_system(system), built)
        if text == RECORD
        else str(Expression(text).value(known))
        for name, text in instance.parameters.items()
    }


def part_sources(system: str, chosen: Part) -> list[str]:
    """Synthesisable files of a part, packages first."""
    lists = dict.fromkeys(one.list or f"systems/{system}" for one in chosen.instance)
    files = sources.sources(*lists)
    return [str(path) for path in files if "sim" not in path.parts or sources.is_package(path)]
