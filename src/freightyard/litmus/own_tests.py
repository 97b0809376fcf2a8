# SPDX-License-Identifier: Apache-2.0
"""Litmus tests that blocks bring: what else than harts reads and writes the memory.

`blocks/<block>/litmus.toml` says what the contract of the block allows; the C that runs a test is
in `blocks/<block>/fw/litmus` and registers its command (sw/test/litmus/litmus.h).
"""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import Field, field_validator

from freightyard.hardware.declarations.keys import Text
from freightyard.hardware.declarations.tables import Model, check, read
from freightyard.hardware.sources import BLOCKS, blocks_of
from freightyard.litmus.shapes import SHAPES


class OwnTest(Model):
    """A test of a block; outcomes are written like those of shapes."""

    name: Text
    command: Text  # line of the script, without the keys that every test has
    threads: Annotated[tuple[Text, ...], Field(strict=False)]  # who takes part
    outcome: Text  # of interest, in words
    seen: Text  # what it matches
    legal: Text  # what every outcome matches
    allowed: bool  # the outcome of interest, by the contract of the block
    reason: Text
    design: str = ""  # why an outcome that is allowed cannot happen here

    @field_validator("seen", "legal")
    @classmethod
    def _is_expression(cls, text: str) -> str:
        try:
            re.compile(text)
        except re.error as error:
            raise ValueError(f"{text!r} is no regular expression: {error}") from None
        return text

    def matches(self, found: str) -> bool:
        """Is an outcome of the program the one of interest?"""
        return re.fullmatch(self.seen, found) is not None

    def permits(self, found: str) -> bool:
        """Does the contract of the block allow an outcome?"""
        legal = re.fullmatch(self.legal, found) is not None
        return legal and (self.allowed or not self.matches(found))


class OwnTests(Model):
    """The whole of a block's `litmus.toml`."""

    test: Annotated[tuple[OwnTest, ...], Field(strict=False, min_length=1)]


def of(system: str) -> list[OwnTest]:
    """The tests of all blocks that a system uses, each with a name of its own."""
    found: list[OwnTest] = []
    taken = {shape.name for shape in SHAPES}
    for path in (BLOCKS / block / "litmus.toml" for block in blocks_of(f"systems/{system}")):
        table = read(path) if path.is_file() else None
        for index, test in enumerate(check(OwnTests, table).test if table else ()):
            if table and test.name in taken:
                raise table.error(("test", index, "name"), f"two tests are called {test.name}")
            taken.add(test.name)
            found.append(test)
    return found
