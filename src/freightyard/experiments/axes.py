# SPDX-License-Identifier: Apache-2.0
"""Axes: what an experiment may vary, as its programs, its system and itself declare it.

`script.toml` of a program declares the words of a script and the axes of a printed line,
`systems/<name>/axes.toml` what a point says about the hardware; every key of a configuration is
an axis too.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from freightyard.errors import UserError, unknown
from freightyard.hardware import configuration, declarations
from freightyard.hardware.configuration import Config
from freightyard.hardware.declarations.keys import Value
from freightyard.hardware.declarations.tables import Model, check, read
from freightyard.system import program_sources
from freightyard.system.results import Scalar

Words = Annotated[tuple[str, ...], Field(strict=False)]


class Word(Model):
    """A word of a script: its legal values, and how readers call it and them."""

    values: Annotated[tuple[int | str, ...], Field(strict=False)] = ()
    names: Words = ()  # of the values, for readers
    range: Annotated[tuple[int, int] | None, Field(strict=False)] = None
    parts: Words = ()  # words that the numbers of a value "A/B" stand for
    each: Literal["", "given", "falling"] = ""  # a line for each value, in this order, in one run
    title: str = ""
    head: str = ""  # short, over a column of a table

    @model_validator(mode="after")
    def _consistent(self) -> Word:
        if sum(map(bool, (self.values, self.range, self.parts))) != 1:
            raise ValueError("an axis has one of `values`, `range` and `parts`")
        if self.names and len(self.names) != len(self.values):
            raise ValueError("`names` has one entry a value")
        return self

    def legal(self, value: object) -> str:
        """What is legal when this value is not; else nothing."""
        if self.values:
            fits = value in self.values and type(value) is type(self.values[0])
            return "" if fits else ", ".join(map(str, self.values))
        if self.range:
            whole = isinstance(value, int) and not isinstance(value, bool)
            fits = whole and self.range[0] <= value <= self.range[1]  # type: ignore[operator]
            return "" if fits else f"a whole number from {self.range[0]} to {self.range[1]}"
        pattern = "/".join([r"\d+"] * len(self.parts))
        fits = isinstance(value, str) and re.fullmatch(pattern, value) is not None
        return "" if fits else f'"{"/".join(self.parts).upper()}", whole numbers'

    def name_of(self, value: object) -> str:
        """A value as readers call it."""
        names = dict(zip(self.values, self.names, strict=False))
        return names.get(value, str(value))  # type: ignore[call-overload, no-any-return]

    def script(self, name: str, value: object) -> str:
        """A value as words of a script line."""
        if not self.parts:
            return f"{name}={value}"
        pairs = zip(self.parts, str(value).split("/"), strict=True)
        return " ".join(f"{part}={number}" for part, number in pairs)


class Script(Model):
    """A program's script.toml; a program without one reads no script and prints no axis."""

    axes: Words = ()  # of a printed line, in the order of a point
    from_reset: bool = False  # of a program under a kernel: its runs do not begin behind the boot
    word: dict[str, Word] = {}


class NamedPoint(Model):
    """A name for the values of several keys."""

    name: str
    keys: dict[str, Value]


class HardwareAxis(Model):
    """What a point says about the hardware: the value of a key, or a name for several."""

    name: str
    key: str = ""
    named: Annotated[tuple[NamedPoint, ...], Field(strict=False)] = ()
    otherwise: str = ""  # key that stands in when no name fits
    head: str = ""

    def of(self, settings: Mapping[str, Any]) -> Scalar:
        """The value of the axis for the settings of a run."""
        for point in self.named:
            if all(settings.get(key) == value for key, value in point.keys.items()):
                return point.name
        found: Scalar = settings.get(self.key or self.otherwise)
        return found


class HardwareAxes(Model):
    """A system's axes.toml; without one a point names no hardware, its run names all of it."""

    axis: Annotated[tuple[HardwareAxis, ...], Field(strict=False)] = ()


@functools.cache
def script_of(program: str, system: str) -> Script:
    """What a program of a name declares."""
    every = {**program_sources.of_kernel(system), **program_sources.named(system)}
    folder = every.get(program)
    path = folder / "script.toml" if folder else None
    return check(Script, read(path)) if path and path.is_file() else Script()


@functools.cache
def hardware_of(system: str) -> tuple[HardwareAxis, ...]:
    """What a system's points say about its hardware."""
    path = declarations.load_system(system).folder / "axes.toml"
    return check(HardwareAxes, read(path)).axis if path.is_file() else ()


@dataclass(frozen=True)
class Axes:
    """All axes of a sweep."""

    system: str
    words: Mapping[str, Word]

    @property
    def named(self) -> dict[str, HardwareAxis]:
        """Axes whose values are names."""
        return {axis.name: axis for axis in hardware_of(self.system) if axis.named}

    @property
    def known(self) -> tuple[str, ...]:
        """Names of all axes."""
        return *declarations.load_system(self.system).keys, *self.named, *self.words

    def check(self, axes: Mapping[str, Sequence[Any]], where: str) -> None:
        """Every axis is known, every value legal; else one sentence names the legal ones."""
        for name, values in axes.items():
            if name not in self.known:
                raise unknown("axis", name, self.known, where)
            if not values:
                raise UserError(f"{where}: axis {name} has no value; give at least one")
            for value in values:
                self._check_value(name, value, where)

    def _check_value(self, name: str, value: object, where: str) -> None:
        if name in self.words:
            legal = self.words[name].legal(value)
        elif name in self.named:
            names = list(dict.fromkeys(point.name for point in self.named[name].named))
            legal = "" if value in names else ", ".join(names)
        else:
            configuration.check(name, value, where, declarations.load_system(self.system))
            return
        if legal:
            raise UserError(f"{where} sets {name} = {value!r}; legal is {legal}")

    def hardware(self, config: Config, values: dict[str, Any]) -> Config:
        """The configuration with the values of hardware axes, which are taken out of `values`."""
        keys = declarations.load_system(self.system).keys
        changes = {name: values.pop(name) for name in keys if name in values}
        for name, axis in self.named.items():
            if name in values:
                wanted = values.pop(name)
                changes |= next(p.keys for p in axis.named if p.name == wanted)
        return configuration.change(config, **changes)


def parse(settings: Sequence[str]) -> dict[str, list[Any]]:
    """Axes given as AXIS=VALUE or AXIS=VALUE,VALUE."""
    axes: dict[str, list[Any]] = {}
    for text in settings:
        name, equals, values = text.partition("=")
        if not equals or not values:
            raise UserError(f"--set {text} has no value; write --set AXIS=VALUE[,VALUE]")
        axes[name.strip()] = [_scalar(value.strip()) for value in values.split(",")]
    return axes


def _scalar(text: str) -> int | str:
    try:
        return int(text, 0)
    except ValueError:
        return text
