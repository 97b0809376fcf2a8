# SPDX-License-Identifier: Apache-2.0
"""`lint.toml` of a block or system: tops for Yosys, exceeded budgets, what its proofs assume."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import Field

from freightyard.hardware import sources
from freightyard.hardware.declarations.tables import Model, check, read


class Top(Model):
    """Modules elaborated alone, with parameters; where none are given, with their defaults."""

    modules: list[str]
    parameters: dict[str, int] = {}


class Budget(Model):
    """A file of the folder may exceed one of the limits of lint/budgets.toml."""

    file: str
    budget: str
    limit: int
    reason: str = Field(min_length=10)


class Assumption(Model):
    """What asserts an assumption of a proof: `path: name`, or why nothing need."""

    file: str
    label: str
    asserted_by: list[str] = []
    reason: str = ""


class Rules(Model):
    """The table of one folder."""

    top: list[Top] = []
    budget: list[Budget] = []
    assumption: list[Assumption] = []
    skip: dict[str, str] = {}  # modules that no tool elaborates alone, with the reason


def path_of(block: str) -> Path:
    """Place of the table of a block, or of a system `systems/name`."""
    return sources.list_path(block).parent / "lint.toml"


def rules(block: str) -> Rules:
    """The table of a folder; a folder without one has no rules of its own."""
    path = path_of(block)
    return check(Rules, read(path)) if path.is_file() else Rules()


def budgets(blocks: Sequence[str]) -> Iterator[tuple[Path, Budget]]:
    """Every exception of these folders, with the file that it is for."""
    for block in blocks:
        for budget in rules(block).budget:
            yield path_of(block).parent / budget.file, budget
