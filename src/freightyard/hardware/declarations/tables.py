# SPDX-License-Identifier: Apache-2.0
"""TOML tables read into strict models; every error names the file and the line."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from freightyard import store
from freightyard.errors import UserError

Place = tuple[str | int, ...]
M = TypeVar("M", bound=BaseModel)
_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]")
_KEY = re.compile(r"\s*([\w.-]+|\"[^\"]*\")\s*=")


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
        while place and place not in self.lines:
            place = place[:-1]
        return UserError(f"{shown(self.path)}:{self.lines.get(place, 1)}: {text}")

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
            f"{shown(path)} is missing; a folder of a system declares its values there"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"cannot read {shown(path)}: {error}") from None
    try:
        return Table(path, tomllib.loads(text), _lines(text))
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{shown(path)} is not TOML: {error}") from None


def check(model: type[M], table: Table) -> M:
    """The table as a model, or the first thing wrong with it."""
    try:
        return model.model_validate(table.content)
    except ValidationError as failure:
        first = failure.errors()[0]
        place = first["loc"]
        name = str(place[-1]) if place else "the file"
        known = ", ".join(_legal(model, place))
        text = {
            "extra_forbidden": f"no key is called {name} here; legal: {known}",
            "missing": f"{name} is missing; add it",
        }.get(first["type"], f"{name}: {first['msg'].removeprefix('Value error, ')}")
        raise table.error(place, text) from None


def _legal(model: Any, place: Place) -> list[str]:
    """The keys of the model in which a key of `place` stands."""
    for step in place[:-1]:
        fields = getattr(model, "model_fields", None)
        if fields is None:  # a list or table of models, in which `step` chose one
            model = next((a for a in model.__args__ if hasattr(a, "model_fields")), None)
        else:
            known = {field.alias or name: field for name, field in fields.items()}
            model = known[str(step)].annotation
    fields = getattr(model, "model_fields", {})
    return [field.alias or name for name, field in fields.items()]


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
                if index == len(names) - 1 and header[1] == "[[":
                    counts[place] = counts.get(place, -1) + 1
                if place in counts:
                    place = (*place, counts[place])
            found.setdefault(place, number)
        elif key := _KEY.match(line):
            found.setdefault((*place, *key[1].strip('"').split(".")), number)
    return found
