# SPDX-License-Identifier: Apache-2.0
"""The simulations of an experiment: every combination of axes, and the script of each."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from freightyard.errors import UserError
from freightyard.experiments import code
from freightyard.experiments.axes import Word
from freightyard.experiments.experiment import Experiment
from freightyard.experiments.model import Sweep
from freightyard.hardware.configuration import Config
from freightyard.hardware.declarations.tables import shown


@dataclass(frozen=True)
class Made:
    """A payload that a function of an experiment makes."""

    file: Path
    function: str
    arguments: tuple[Any, ...]

    def bytes(self) -> bytes:
        make = code.function(self.file, self.function)
        if make is None:
            raise UserError(f"{shown(self.file)} has no function {self.function}; a sweep names it")
        found: bytes = make(*self.arguments)
        return found


@dataclass(frozen=True)
class Simulation:
    """One run of a program: its configuration and the script it is given."""

    sweep: str
    role: str
    config: Config
    program: str
    script: str
    points: int
    take: int = 0  # number of the repetition
    made: Made | None = None  # in place of the experiment's payload
    output: bool = False
    cycles: int = 1_000_000_000


def has_second_stage(experiment: Experiment) -> bool:
    """Whether a sweep takes an axis from a figure of others."""
    return any(sweep.after for sweep in experiment.sweeps)


def expand(
    experiment: Experiment, smoke: bool, known: Mapping[str, float] | None = None
) -> list[Simulation]:
    """Every simulation of the experiment; the small ones with `smoke`.

    Sweeps with `after = { axis = "figure" }` come in a second stage, when the figures are `known`.
    """
    return [
        simulation
        for sweep in experiment.sweeps
        if not (smoke and sweep.smoke is False)
        and bool(sweep.after) == (known is not None)
        and _payload_fits(experiment, sweep)
        for simulation in _simulations(experiment, sweep, smoke, known or {})
    ]


def _payload_bytes(experiment: Experiment) -> int:
    return experiment.payload.stat().st_size if experiment.payload else 0


def _payload_fits(experiment: Experiment, sweep: Sweep) -> bool:
    least, most = sweep.payload_bytes or (0, 1 << 62)
    return least <= _payload_bytes(experiment) <= most


def _simulations(
    experiment: Experiment, sweep: Sweep, smoke: bool, known: Mapping[str, float]
) -> list[Simulation]:
    axes = experiment.values_of(sweep)
    axes |= {name: [_whole(known, figure)] for name, figure in sweep.after.items()}
    if smoke and isinstance(sweep.smoke, dict):
        axes |= sweep.smoke
    if sweep.within_payload:
        axes["size"] = [n for n in axes["size"] if n <= _payload_bytes(experiment)]
    declared = experiment.axes_of(sweep)
    each = [name for name, word in declared.words.items() if word.each]
    lines = {name: axes.pop(name) for name in each if name in axes}
    if len(lines) < len(each):  # a command has all of them or none: what it inherits counts not
        lines = {}
    found = []
    for values in _product(axes):
        config = declared.hardware(experiment.config, values)
        script, points = _script(sweep.command, values, lines, declared.words)
        for take in range(sweep.repeat if points else 0):
            found.append(
                Simulation(
                    sweep.name,
                    sweep.role,
                    config,
                    sweep.program or experiment.content.program,
                    script,
                    points,
                    take,
                    _made(experiment, sweep, values),
                    sweep.output,
                    sweep.cycles,
                )
            )
    return found


def _whole(known: Mapping[str, float], figure: str) -> int:
    """A figure as the value of an axis."""
    if figure not in known:
        raise UserError(f"the figure {figure} has no value, which a later sweep needs")
    return int(known[figure])


def _made(experiment: Experiment, sweep: Sweep, values: Mapping[str, Any]) -> Made | None:
    if sweep.generate is None:
        return None
    arguments = tuple(values[name] for name in sweep.generate.axes)
    return Made(experiment.folder / "payload.py", sweep.generate.function, arguments)


def _product(axes: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    return [dict(zip(axes, values, strict=True)) for values in itertools.product(*axes.values())]


def _script(
    command: str,
    values: Mapping[str, Any],
    lines: Mapping[str, Sequence[Any]],
    words: Mapping[str, Word],
) -> tuple[str, int]:
    """Lines of a script and their number; the axes of a line vary the first one fastest."""
    if not command:
        return "", 1
    head = f"{command} {' '.join(words[name].script(name, v) for name, v in values.items())}"
    if not lines:
        return f"{head}\n", 1
    ordered = {
        name: sorted(lines[name], reverse=True) if words[name].each == "falling" else lines[name]
        for name in lines
    }
    found = []
    for place in _product(dict(reversed(ordered.items()))):
        found.append(" ".join([head, *(words[n].script(n, place[n]) for n in lines)]) + "\n")
    return "".join(found), len(found)


def script_input(script: str, payload: bytes, line_bytes: int) -> bytes:
    """The input of a program with a script: script, padding, payload at the start of a line."""
    text = script.encode()
    padding = -(len(text) + len(b"end\n")) % line_bytes
    return text + b"\n" * padding + b"end\n" + payload
