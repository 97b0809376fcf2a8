# SPDX-License-Identifier: Apache-2.0
"""Experiments: the folder of one, checked as a whole before anything is built."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from freightyard import store
from freightyard.errors import nearest, unknown
from freightyard.experiments.axes import Axes, Script, Word, hardware_of, script_of
from freightyard.experiments.model import Content, Figure, Picture, Sweep, check_references
from freightyard.hardware import configuration
from freightyard.hardware.configuration import Config
from freightyard.hardware.declarations.tables import Table, check, read
from freightyard.system import loading, program_sources

EXPERIMENTS = store.ROOT / "experiments"


@dataclass(frozen=True)
class Experiment:
    """An experiment as it will run: its file, its configuration, its payload."""

    id: str
    content: Content
    config: Config
    payload: Path | None

    @property
    def folder(self) -> Path:
        return EXPERIMENTS / self.id

    @property
    def sweeps(self) -> list[Sweep]:
        return self.content.sweep

    @property
    def figures(self) -> list[Figure]:
        return self.content.figure

    @property
    def pictures(self) -> list[Picture]:
        return self.content.picture

    def sweep(self, name: str) -> Sweep:
        """The sweep of a name."""
        return next(sweep for sweep in self.sweeps if sweep.name == name)

    def axes_of(self, sweep: Sweep) -> Axes:
        """The axes that a sweep may have."""
        return Axes(self.config.system, {**self.script_of(sweep).word, **self.content.axis})

    def script_of(self, sweep: Sweep) -> Script:
        """What the program of a sweep declares."""
        return script_of(sweep.program or self.content.program, self.config.system)

    def values_of(self, sweep: Sweep) -> dict[str, list[Any]]:
        """Axes of a sweep with their values; it inherits those that its program knows."""
        known = self.axes_of(sweep).known
        inherited = {k: values for k, values in self.content.axes.items() if k in known}
        return {**inherited, **sweep.axes}

    def point_axes(self, sweep: Sweep) -> list[str]:
        """The axes of the points of a sweep."""
        hardware = [axis.name for axis in hardware_of(self.config.system)]
        return [*self.script_of(sweep).axes, *hardware]

    def words(self) -> dict[str, Word]:
        """Every axis of the scripts of all its programs."""
        return {n: word for sweep in self.sweeps for n, word in self.axes_of(sweep).words.items()}


def names() -> list[str]:
    """Names of all experiments."""
    return sorted(path.parent.name for path in EXPERIMENTS.glob("*/experiment.toml"))


def exists(name: str) -> bool:
    """Whether a folder of experiments/ is an experiment; others hold what several share."""
    return (EXPERIMENTS / name / "experiment.toml").is_file()


def load(name: str, payload: Path | None = None) -> Experiment:
    """The experiment of a folder of experiments/, with another payload when one is given."""
    if not exists(name):
        raise nearest("experiment", name, names())
    table = read(EXPERIMENTS / name / "experiment.toml")
    content = check(Content, table)
    check_references(content, table)
    with table.at("config"):
        config = configuration.load(content.config)
    given = payload or (store.ROOT / content.payload if content.payload else None)
    with nullcontext() if payload else table.at("payload"):
        loading.check_input(given, config)
    found = Experiment(name, content, config, given)
    _check_axes(found, table)
    _check_readers(found, table)
    return found


def _check_axes(experiment: Experiment, table: Table) -> None:
    """Programs, and the axes of every sweep with their values."""
    system = experiment.config.system
    known = sorted({**program_sources.of_kernel(system), **program_sources.named(system)})
    for index, sweep in enumerate(experiment.sweeps):
        place = table.line("sweep", index, "name")
        program = sweep.program or experiment.content.program
        if program not in known:
            where = ("sweep", index, "program") if sweep.program else ("program",)
            raise unknown("program", program, known, table.line(*where))
        axes = experiment.axes_of(sweep)
        inherited = {k: v for k, v in experiment.content.axes.items() if k in axes.known}
        axes.check(inherited, place)
        axes.check(sweep.axes, f"{place}, sweep {sweep.name}")
        if isinstance(sweep.smoke, dict):
            axes.check(sweep.smoke, f"{place}, sweep {sweep.name}, smoke")
    anywhere = {n: None for s in experiment.sweeps for n in experiment.axes_of(s).known}
    for name in experiment.content.axes:
        if name not in anywhere:
            raise unknown("axis", name, list(anywhere), table.line("axes", name))


def _check_readers(experiment: Experiment, table: Table) -> None:
    """Columns and pictures name axes of points."""
    every = {n: None for sweep in experiment.sweeps for n in experiment.point_axes(sweep)}
    for name in experiment.content.columns:
        if name not in every:
            raise unknown("axis", name, list(every), table.line("columns"))
    for index, picture in enumerate(experiment.pictures):
        asked = (picture.x, picture.per, *picture.colour, *picture.where)
        for sweep in picture.sweep:
            known = experiment.point_axes(experiment.sweep(sweep))
            for name in filter(None, asked):
                if name not in known:
                    raise unknown("axis", name, known, table.line("picture", index, "caption"))


def with_axes(experiment: Experiment, changes: Mapping[str, list[Any]]) -> Experiment:
    """The experiment with other values on some axes, in every sweep of points that has them.

    Sweeps with another role stay: they give constants and the speed of the simulator.
    """
    content = experiment.content
    every = [(s, experiment.values_of(s), s.role == "points") for s in experiment.sweeps]
    where = f"--set, experiment {experiment.id}"
    for name, values in changes.items():
        having = [sweep for sweep, axes, asked in every if asked and name in axes]
        if not having:
            there = sorted({axis for _, axes, asked in every if asked for axis in axes})
            raise unknown("axis", name, there, where)
        for sweep in having:
            experiment.axes_of(sweep).check({name: values}, "--set")
    sweeps = [
        sweep.model_copy(
            update={
                "axes": {**axes, **{k: v for k, v in changes.items() if asked and k in axes}},
                "smoke": {k: v for k, v in sweep.smoke.items() if not (asked and k in changes)}
                if isinstance(sweep.smoke, dict)
                else sweep.smoke,
            }
        )
        for sweep, axes, asked in every
    ]
    changed = content.model_copy(update={"axes": {}, "sweep": sweeps})
    return dataclasses.replace(experiment, content=changed)
