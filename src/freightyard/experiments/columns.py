# SPDX-License-Identifier: Apache-2.0
"""Columns of a table of slopes: the axes that an experiment names, and those that differ."""

from __future__ import annotations

from collections.abc import Sequence

from freightyard.experiments.axes import hardware_of
from freightyard.experiments.experiment import Experiment
from freightyard.experiments.rows import SLOPE
from freightyard.system.results import Result, Scalar

NO_AXES = ("bytes", "sweep", "figure")


def slopes(points: Sequence[Result]) -> list[Result]:
    """The slopes among the points."""
    with_rate = (p for p in points if "bytes_per_cycle" in p["metric"])
    return [p for p in with_rate if p["point"].get("bytes") == SLOPE]


def columns(experiment: Experiment, points: Sequence[Result]) -> list[str]:
    """Axes to show, in the order of the experiment, then of the points."""
    found = dict.fromkeys(experiment.content.columns)
    for name in dict.fromkeys(name for p in points for name in p["point"]):
        values = {p["point"].get(name) for p in points}
        if len(values) > 1 and name not in NO_AXES:
            found[name] = None
    return list(found)


def heads(experiment: Experiment) -> dict[str, str]:
    """Short names of axes, of those that have one."""
    words = {name: word.head for name, word in experiment.words().items()}
    hardware = {axis.name: axis.head for axis in hardware_of(experiment.config.system)}
    return {name: head for name, head in {**words, **hardware}.items() if head}


def value_name(experiment: Experiment, axis: str, value: Scalar) -> str:
    """A value of an axis as readers call it."""
    word = experiment.words().get(axis)
    return word.name_of(value) if word else str(value)
