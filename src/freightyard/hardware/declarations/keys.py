# SPDX-License-Identifier: Apache-2.0
"""Keys of a system's configurations: `config.toml`, read once, and the rules between them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, model_validator

from freightyard.hardware.declarations.expression import Expression, power_of_two
from freightyard.hardware.declarations.tables import Model

Value = int | bool | str | tuple[int, ...]


def _expression(text: str) -> str:
    Expression(text)
    return text


Text = Annotated[str, Field(min_length=1)]
Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
FORMULA = AfterValidator(_expression)
Formula = Annotated[str, FORMULA]


class Key(Model):
    """One value of a configuration: what it may be, and whether it is built or set at run time."""

    kind: Literal["integer", "boolean", "choice"]
    range: Annotated[tuple[int, int] | None, Field(strict=False)] = None  # of an integer
    power_of_two: bool = False  # what is built; a strap takes any value of the range
    choices: Annotated[tuple[int | str, ...], Field(strict=False)] = ()
    per: str = ""  # the key that counts the entries, for a list with an entry a core
    default: int | bool | str
    when: Annotated[tuple[Literal["built", "run_time"], ...], Field(strict=False, min_length=1)]
    part: Literal["chip", "memory"] = "chip"  # where the run-time value is a strap
    unit: str = ""
    meaning: Text

    @model_validator(mode="after")
    def _consistent(self) -> Key:
        if (self.kind == "integer") != (self.range is not None):
            raise ValueError("an integer has `range = [least, most]`, other kinds have none")
        if self.range is not None and self.range[0] > self.range[1]:
            raise ValueError(f"the range is {list(self.range)}; the least comes first")
        if (self.kind == "choice") != bool(self.choices):
            raise ValueError("a choice has `choices = [...]`, other kinds have none")
        if len({type(choice) for choice in self.choices}) > 1:
            raise ValueError("choices are all numbers or all words")
        if self.power_of_two and self.kind != "integer":
            raise ValueError("power_of_two belongs to integers")
        if self.per and self.when != ("built",):
            raise ValueError("a list with an entry a core is built, not set at run time")
        if not self.single_legal(self.default):
            raise ValueError(f"the default is {self.default!r}; it must be {self.legal()}")
        return self

    @property
    def built(self) -> bool:
        return "built" in self.when

    @property
    def run_time(self) -> bool:
        return "run_time" in self.when

    @property
    def both(self) -> bool:
        """Built as a maximum, and limited by a strap at run time."""
        return self.built and self.run_time

    @property
    def largest(self) -> int:
        """The largest number that stands for a value."""
        if self.range is not None:
            return self.range[1]
        if self.kind == "boolean":
            return 1
        return max(self.number(choice) for choice in self.choices)

    def number(self, value: int | bool | str) -> int:
        """The value as hardware sees it; a word is its place among the choices."""
        return self.choices.index(value) if isinstance(value, str) else int(value)

    def single_legal(self, value: object, *, run_time: bool = False) -> bool:
        """Whether one value is legal; the built maximum may have to be a power of two."""
        if self.kind == "boolean":
            return isinstance(value, bool)
        if self.kind == "choice":
            return type(value) in (int, str) and value in self.choices
        if not isinstance(value, int) or isinstance(value, bool) or self.range is None:
            return False
        fits = self.range[0] <= value <= self.range[1]
        return fits and (run_time or not self.power_of_two or power_of_two(value))

    def legal(self, *, run_time: bool = False) -> str:
        """What is legal, in the words of every error."""
        if self.kind == "boolean":
            return "true or false"
        if self.range is None:
            *rest, last = (str(choice) for choice in self.choices)
            return f"{', '.join(rest)} or {last}" if rest else last
        if self.range[0] == self.range[1]:
            return str(self.range[0])
        power = "a power of two from " if self.power_of_two and not run_time else ""
        return f"{power}{self.range[0]} to {self.range[1]}"

    def built_for(self, value: int) -> int:
        """The least legal maximum that holds a value."""
        if not self.power_of_two:
            return value
        return 1 << max(value - 1, 0).bit_length()


class Rule(Model):
    """A condition between keys, and the sentence for who breaks it; `{key}` is its value."""

    condition: Formula
    sentence: Text

    def broken(self, values: Mapping[str, Any]) -> str | None:
        """The sentence when the values break the rule."""
        if Expression(self.condition).value(values):
            return None
        return self.sentence.format_map(dict(values))


class Keys(Model):
    """A system's `config.toml`."""

    description: Text
    prefix: Annotated[str, Field(pattern=r"^fy(_[a-z0-9]+)+$")]  # of the generated packages
    keys: dict[Name, Key]
    derived: dict[Name, Formula] = {}  # of built keys, and of derived values above
    rule: tuple[Rule, ...] = Field((), strict=False)
