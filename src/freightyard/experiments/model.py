# SPDX-License-Identifier: Apache-2.0
"""What an experiment.toml may say: strict models, and references between its tables."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from freightyard.errors import unknown
from freightyard.experiments.axes import Word
from freightyard.hardware.declarations.tables import Model, Table
from freightyard.system.results import Scalar

Number = int | float
AxisValues = dict[str, list[int | str]]
# One name, or a list of them.
Names = Annotated[
    list[str], BeforeValidator(lambda value: [value] if isinstance(value, str) else value)
]


class Generate(Model):
    """The payload of a simulation is made by a function of the experiment's payload.py."""

    function: str
    axes: list[str]  # its arguments


class Sweep(Model):
    """Axes times values; each combination is a simulation of one program."""

    name: str
    program: str = ""  # empty: that of the experiment
    command: str = ""  # first word of its script lines; empty: no script
    axes: AxisValues = {}
    smoke: bool | AxisValues = True  # in a smoke run: as it is, left out, or with these values
    after: dict[str, str] = {}  # axis: figure; runs when the figure is known
    role: Literal["points", "constants", "speed"] = "points"
    repeat: int = Field(1, ge=1)
    slope: bool = True  # rows that differ in size alone are a slope, too
    generate: Generate | None = None
    payload_bytes: Annotated[tuple[int, int] | None, Field(strict=False)] = None  # or left out
    within_payload: bool = False  # sizes above that of the payload are left out
    output: bool = False  # the program's output must equal the payload
    cycles: int = 1_000_000_000  # limit of one simulation


class Figure(Model):
    """One number made from the rows of a sweep, and what was asked of it."""

    name: str
    means: str = ""
    formula: str
    arguments: dict[str, Any] = Field({}, alias="with")
    sweep: str = ""  # empty: all rows
    where: dict[str, Scalar] = {}
    at_least: Number | None = None
    at_most: Number | None = None
    source: Number | None = None

    @property
    def asked(self) -> dict[str, Scalar]:
        """The limits that it has."""
        both = {"at_least": self.at_least, "at_most": self.at_most}
        return {name: limit for name, limit in both.items() if limit is not None}

    def passes(self, value: float) -> bool:
        """Whether a value reaches what was asked."""
        least = value if self.at_least is None else self.at_least
        most = value if self.at_most is None else self.at_most
        return least <= value <= most


class Picture(Model):
    """A curve over, or bars by, an axis, drawn from medians of the results of sweeps."""

    finding: Literal["fewest", "ratio", "most"]  # its title (src/freightyard/report/findings.py)
    caption: str
    kind: Literal["curve", "bars"]
    sweep: Names
    where: dict[str, Scalar] = {}
    slopes: bool = False  # in place of rows
    x: str
    y: str
    per: str = ""  # axis by which y is divided
    y_title: str = ""
    colour: Names  # several axes have one colour for each combination
    source: list[dict[str, Scalar]] = []  # points that the source reports


class Content(Model):
    """A whole experiment.toml."""

    title: str
    question: str
    config: str
    program: str = ""
    payload: str = ""
    columns: list[str] = []  # axes that its table of slopes always shows
    axis: dict[str, Word] = {}  # axes beside those that its programs declare
    axes: AxisValues = {}  # of every sweep that does not say otherwise
    sweep: list[Sweep] = Field(min_length=1)
    figure: list[Figure] = []
    picture: list[Picture] = []


def check_references(content: Content, table: Table) -> None:
    """Every sweep and figure that a table names is there."""
    figures = [figure.name for figure in content.figure]
    sweeps = [sweep.name for sweep in content.sweep]
    for kind, entries in (("sweep", content.sweep), ("figure", content.figure)):
        names = [entry.name for entry in entries]
        for index, name in enumerate(names):
            if name in names[:index]:
                raise table.error((kind, index, "name"), f"two {kind}s are called {name}")
    for index, sweep in enumerate(content.sweep):
        for name in sweep.after.values():
            if name not in figures:
                raise unknown("figure", name, figures, table.line("sweep", index, "after"))
        if not (sweep.program or content.program):
            raise table.error(("sweep", index), f"the sweep {sweep.name} has no program; name one")
    for index, figure in enumerate(content.figure):
        if figure.sweep and figure.sweep not in sweeps:
            raise unknown("sweep", figure.sweep, sweeps, table.line("figure", index, "sweep"))
    for index, picture in enumerate(content.picture):
        for name in picture.sweep:
            if name not in sweeps:
                raise unknown("sweep", name, sweeps, table.line("picture", index, "sweep"))
