# SPDX-License-Identifier: Apache-2.0
"""Figures of an experiment: a formula over the rows of a sweep, beside what was asked."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence

from freightyard.errors import UserError, unknown
from freightyard.experiments import code, formulas
from freightyard.experiments.experiment import Experiment
from freightyard.experiments.model import Figure
from freightyard.experiments.rows import Row, common_point
from freightyard.hardware.declarations.tables import shown
from freightyard.system.results import Result, Scalar, result

Formula = Callable[..., float]


class BrokenFormula(UserError):
    """A formula that raised what it should not; no smoke run hides it."""


def formula_of(experiment: Experiment, name: str) -> Formula | None:
    """A formula of the experiment's folder, else one that all may use."""
    own = code.function(experiment.folder / "formulas.py", name)
    general = getattr(formulas, name, None) if not name.startswith("_") else None
    return own or (general if general in _GENERAL else None)


_GENERAL = [
    f
    for f in vars(formulas).values()
    if inspect.isfunction(f) and f.__module__ == formulas.__name__
]


def check(experiment: Experiment) -> None:
    """Say before the first run that a figure can never be computed."""
    for figure in experiment.figures:
        where = f"experiments/{experiment.id}/experiment.toml, figure {figure.name}"
        formula = formula_of(experiment, figure.formula)
        if formula is None:
            file = experiment.folder / "formulas.py"
            own = code.functions(code.module(file)) if code.module(file) else []
            known = sorted({*own, *(f.__name__ for f in _GENERAL)})
            raise unknown("formula", figure.formula, known, where)
        try:
            inspect.signature(formula).bind([], [], **figure.arguments)
        except TypeError as error:
            raise UserError(f"{where}: the formula {figure.formula}: {error}; see `with`") from None


def value_of(experiment: Experiment, figure: Figure, rows: Sequence[Row]) -> float:
    """The figure; a UserError when the rows are not enough for it."""
    formula = formula_of(experiment, figure.formula)
    assert formula is not None, "checked before the first run"
    try:
        return formula(chosen(rows, figure), rows, **figure.arguments)
    except UserError:
        raise
    except Exception as error:
        file = experiment.folder / "formulas.py"
        raise BrokenFormula(
            f"the figure {figure.name} of {shown(experiment.folder)}: the formula "
            f"{figure.formula} failed: {code.told(error, file)}"
        ) from None


def values(experiment: Experiment, rows: Sequence[Row], smoke: bool) -> dict[str, float]:
    """The figures of sweeps that were run, by name."""
    return {figure.name: value for figure, value in _evaluated(experiment, rows, smoke)}


def _evaluated(
    experiment: Experiment, rows: Sequence[Row], smoke: bool
) -> Iterator[tuple[Figure, float]]:
    """Figures whose sweep was run; a smoke run leaves out those that need more rows."""
    present = {"", *(row.sweep for row in rows)}
    for figure in experiment.figures:
        if figure.sweep not in present:
            continue
        try:
            yield figure, value_of(experiment, figure, rows)
        except BrokenFormula:
            raise
        except UserError:
            if not smoke:
                raise


def chosen(rows: Sequence[Row], figure: Figure) -> list[Row]:
    """The rows that a figure is made of."""
    found = [
        row
        for row in rows
        if row.sweep == (figure.sweep or row.sweep)
        and all({**row.run["settings"], **row.values}.get(k) == v for k, v in figure.where.items())
    ]
    if not found:
        raise UserError(f"no row of the experiment fits the figure {figure.name}")
    return found


def evaluate(experiment: Experiment, rows: Sequence[Row], smoke: bool) -> list[Result]:
    """One point a figure; figures whose sweep a smoke run leaves out are left out."""
    if not smoke:
        _all_present(experiment, rows)
    points = []
    for figure, value in _evaluated(experiment, rows, smoke):
        own = chosen(rows, figure)
        point = common_point(own) | {"figure": figure.name}
        metric: dict[str, Scalar] = {figure.name: value, "pass": figure.passes(value)}
        source = {} if figure.source is None else {figure.name: figure.source}
        run, asked = own[-1].run, figure.asked
        points.append(result(experiment.id, point, metric, run, limit=asked, source=source))
    return points


def _all_present(experiment: Experiment, rows: Sequence[Row]) -> None:
    for figure in experiment.figures:
        chosen(rows, figure)
