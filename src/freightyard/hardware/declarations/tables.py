# SPDX-License-Identifier: Apache-2.0
"""TOML tables read into strict models; every error names the file and the line."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError

from freightyard import store
from freightyard.errors import UserError

Place = tuple[str | int, ...]
M = TypeVar("M", bound=BaseModel)
_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]")
_KEY = re.compile(r"\s*([\w.-]+|\"[^\"]*\")\s*=")
_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
# What a value must be, by the type of pydantic's error.
_WANTED = {
    "string_type": "a text in quotes",
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "tuple_type": "a list in [ ]",
    "list_type": "a list in [ ]",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}


class Model(BaseModel):
    """A table with exactly the keys that its class names, of exactly their types."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


@dataclass(frozen=True)
class Table:
    """The content of a TOML file, and the line on which each key stands."""

    path: Path
    content: dict[str, Any]
    lines: dict[Place, int]

    def error(self, place: Place, text: str) -> UserError:
        """What is wrong at a place: its file and line, then the sentence."""
        return UserError(f"{self.nearest(place)}: {text}")

    def nearest(self, place: Place) -> str:
        """File and line of a place, or of the table that it would stand in."""
        while place and place not in self.lines:
            place = place[:-1]
        return f"{shown(self.path)}:{self.lines.get(place, 1)}"

    @contextmanager
    def at(self, *place: str | int) -> Iterator[None]:
        """What is wrong inside is told with the line of a place."""
        try:
            yield
        except UserError as error:
            raise self.error(place, str(error)) from None

    def line(self, *place: str | int) -> str:
        """A place for the text of an error."""
        return f"{shown(self.path)}:{self.lines[place]}"


def shown(path: Path) -> Path:
    """The path as users know it: from the root of the checkout when it lies there."""
    return path.relative_to(store.ROOT) if path.is_relative_to(store.ROOT) else path


def read(path: Path) -> Table:
    """A file that must be there."""
    try:
        text = path.read_text()
    except FileNotFoundError:
        raise UserError(
            f"{shown(path)} is missing; a folder of {_kind(path)} declares its values there"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"cannot read {shown(path)}: {error}") from None
    try:
        return Table(path, tomllib.loads(text), _lines(text))
    except tomllib.TOMLDecodeError as error:
        found = _PLACE.search(str(error))
        line = found[1] if found and found[1] else len(text.splitlines()) or 1
        said = _PLACE.sub("", str(error))
        raise UserError(f"{shown(path)}:{line}: this is not TOML: {said}") from None


def _kind(path: Path) -> str:
    return "a block" if path.parent.parent.name == "blocks" else "a system"


def check(model: type[M], table: Table) -> M:
    """The table as a model, or the first thing wrong with it."""
    try:
        return model.model_validate(table.content)
    except ValidationError as failure:
        # A key that no table has stands before the one that is then missing.
        first = min(failure.errors(), key=lambda error: error["type"] != "extra_forbidden")
        place = _written(table.content, first["loc"], first["type"])
        name = next((step for step in reversed(place) if isinstance(step, str)), "the file")
        known = _legal(model, place)
        close = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
        hint = f"did you mean {close[0]}? " if close else ""
        text = {
            "extra_forbidden": f"no key is called {name} here; {hint}legal: {', '.join(known)}",
            "missing": f"{name} is missing; add it",
        }.get(first["type"], f"{name}: {_wrong(first)}")
        raise table.error(place, text) from None


def _wrong(first: Any) -> str:
    """A value, and what it should be."""
    given = repr(first["input"])
    given = given if len(given) <= 60 else f"{given[:57]}..."
    if first["type"] in _WANTED:
        return f"{given} should be {_WANTED[first['type']]}"
    said = re.sub(r"^(Input|String|List|Tuple)(?= should)", lambda _: given, first["msg"])
    return said.removeprefix("Value error, ")


def _written(content: Any, place: Place, kind: str) -> Place:
    """The part of a place that stands in the file; pydantic adds the branches of a union."""
    if kind == "missing":
        return place
    for count, step in enumerate(place):
        try:
            content = content[step]
        except (KeyError, IndexError, TypeError):
            return place[:count]
    return place


def _legal(model: Any, place: Place) -> list[str]:
    """The keys of the model in which a key of `place` stands."""
    for step in place[:-1]:
        if _is_model(model):
            fields = model.model_fields.items()
            model = {f.alias or name: f.annotation for name, f in fields}.get(str(step))
        else:  # an entry of a list or of a table of tables
            model = next((a for a in get_args(model) if _is_model(a)), None)
        if get_origin(model) in (Union, UnionType):
            model = next((a for a in get_args(model) if _is_model(a) or get_args(a)), None)
    known = model.model_fields if _is_model(model) else {}
    return [field.alias or name for name, field in known.items()]


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _lines(text: str) -> dict[Place, int]:
    """The line of each table and key; keys inside of an inline table count as its line."""
    found: dict[Place, int] = {}
    counts: dict[Place, int] = {}
    place: Place = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            place = ()
            names = [name.strip().strip('"') for name in header[2].split(".")]
            for index, name in enumerate(names):
                place = (*place, name)
                found.setdefault(place, number)
                if index == len(names) - 1 and header[1] == "[[":
                    counts[place] = counts.get(place, -1) + 1
                if place in counts:
                    place = (*place, counts[place])
            found.setdefault(place, number)
        elif key := _KEY.match(line):
            found.setdefault((*place, *key[1].strip('"').split(".")), number)
    return found
