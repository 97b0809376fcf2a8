# SPDX-License-Identifier: Apache-2.0
"""`lint.toml` of a block or system: tops for Yosys, budgets, what proofs assume, waivers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import Field

from freightyard.hardware import sources
from freightyard.hardware.declarations.tables import Model, check, read
from freightyard.store import ROOT


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


class Waiver(Model):
    """What a tool says wrongly of a file of the folder: of all its text, or of some `signals`."""

    check: str
    rule: str
    file: str
    signals: list[str] = Field(min_length=1)
    reason: str = Field(min_length=10)


class Rules(Model):
    """The table of one folder."""

    top: list[Top] = []
    budget: list[Budget] = []
    assumption: list[Assumption] = []
    waiver: list[Waiver] = []
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


def waivers(blocks: Sequence[str]) -> Iterator[dict[str, str]]:
    """One for each signal, with the place of its file in the checkout."""
    for block in blocks:
        folder = path_of(block).parent.relative_to(ROOT)
        for waiver in rules(block).waiver:
            for name in waiver.signals:
                yield {
                    "check": waiver.check,
                    "rule": waiver.rule,
                    "file": f"{folder}/{waiver.file}",
                    "match": f"'{name}'",
                    "reason": waiver.reason,
                    "table": f"{folder}/lint.toml",
                }
