# SPDX-License-Identifier: Apache-2.0
"""Experiments: a table of axes and values, expanded to simulations, each run once and kept."""

from __future__ import annotations

import dataclasses
import itertools
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from freightyard import store
from freightyard.errors import UserError, nearest
from freightyard.experiments import axes as legal
from freightyard.experiments.axes import HARDWARE, INSIDE, MEMORY
from freightyard.hardware import configuration as configurations
from freightyard.hardware.configuration import Config
from freightyard.system import programs, results, simulator
from freightyard.system.results import Scalar

EXPERIMENTS = store.ROOT / "experiments"
AXES: tuple[str, ...] = (  # that a row carries
    *("mover", "bytes", "source_offset", "target_offset", "resident", "kernel", "word"),
    *("translation", "fence", "unroll", "workload", "bin", "copies", "workload_seed"),
    *("threshold", "overlap"),
)
RUNS = ("run", "queued")  # commands with a line for each size and offsets
KEYS = {  # of an experiment.toml, and of its tables
    "experiment": ("title", "question", "config", "program", "payload", "axes", "sweep", "figure",
                   "picture"),
    "sweep": ("name", "program", "command", "smoke", "repeat", "axes", "after"),
}  # fmt: skip
_BLOCK = 64


@dataclass(frozen=True)
class Simulation:
    """One run of a program: its configuration and the script it is given."""

    sweep: str
    config: Config
    program: str
    script: str
    points: int
    take: int  # number of the repetition
    fleet: tuple[int, int] | None = None  # copies and seed of a generated payload


@dataclass(frozen=True)
class Row:
    """One machine line of a finished simulation, with what the port of tracker 0 showed."""

    sweep: str
    values: dict[str, Scalar]
    tracker: dict[str, Any]
    sim_hz: float
    run: results.Run


@dataclass(frozen=True)
class Experiment:
    """A parsed experiment.toml."""

    id: str
    title: str
    question: str
    config: Config
    program: str  # of every sweep that does not say otherwise
    payload: Path
    axes: dict[str, list[Any]]
    sweeps: list[dict[str, Any]]
    figures: list[dict[str, Any]]
    pictures: list[dict[str, Any]]


def load(name: str) -> Experiment:
    """The experiment of a folder of experiments/."""
    path = EXPERIMENTS / name / "experiment.toml"
    if not path.is_file():
        raise nearest("experiment", name, (p.parent.name for p in EXPERIMENTS.glob("*/*.toml")))
    try:
        table = tomllib.loads(path.read_text())
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path} is not TOML: {error}") from None
    _check(table, f"experiments/{name}/experiment.toml")
    payload = store.ROOT / table["payload"]
    config = configurations.load(table["config"])
    simulator.check_input(payload, config)
    return Experiment(
        name,
        table["title"],
        table["question"],
        config,
        table.get("program", "copy"),
        payload,
        table.get("axes", {}),
        table["sweep"],
        table.get("figure", []),
        table.get("picture", []),
    )


def _check(table: Mapping[str, Any], where: str) -> None:
    """What is unknown is said before anything is built."""
    for key in table:
        if key not in KEYS["experiment"]:
            raise legal.unknown("key", key, KEYS["experiment"], where)
    legal.check(table.get("axes", {}), where)
    names = [figure["name"] for figure in table.get("figure", [])]
    for sweep in table["sweep"]:
        place = f"{where}, sweep {sweep.get('name', '?')}"
        for key in sweep:
            if key not in KEYS["sweep"]:
                raise legal.unknown("key", key, KEYS["sweep"], place)
        legal.check(sweep.get("axes", {}), place)
        small = sweep.get("smoke", True)
        legal.check(small if isinstance(small, dict) else {}, f"{place}, smoke")
        for figure in sweep.get("after", {}).values():
            if figure not in names:
                raise legal.unknown("figure", figure, names, place)
        known = [folder.name for folder in programs.BENCH.iterdir() if folder.is_dir()]
        program = sweep.get("program", table.get("program", "copy"))
        if program not in known:
            raise legal.unknown("program", program, sorted(known), place)


def with_axes(experiment: Experiment, changes: Mapping[str, list[Any]]) -> Experiment:
    """The experiment with other values on some axes, in every sweep that has them."""
    own = [{**experiment.axes, **sweep.get("axes", {})} for sweep in experiment.sweeps]
    for name in changes:
        if not any(name in axes for axes in own):
            there = sorted({axis for axes in own for axis in axes})
            raise legal.unknown("axis", name, there, f"--set, experiment {experiment.id}")
    sweeps = [
        {
            **sweep,
            "axes": {name: changes.get(name, values) for name, values in axes.items()},
            "smoke": {k: v for k, v in sweep["smoke"].items() if k not in changes}
            if isinstance(sweep.get("smoke"), dict)
            else sweep.get("smoke", True),
        }
        for sweep, axes in zip(experiment.sweeps, own, strict=True)
    ]
    return dataclasses.replace(experiment, axes={}, sweeps=sweeps)


# ---- expansion ------------------------------------------------------------------------------


def has_second_stage(experiment: Experiment) -> bool:
    """Whether a sweep takes an axis from a figure of others."""
    return any("after" in sweep for sweep in experiment.sweeps)


def expand(
    experiment: Experiment, smoke: bool, known: Mapping[str, float] | None = None
) -> list[Simulation]:
    """Every simulation of the experiment; the small ones with `smoke`.

    Sweeps with `after = { axis = "figure" }` come in a second stage, when the figures are `known`.
    """
    found: list[Simulation] = []
    for sweep in experiment.sweeps:
        small = sweep.get("smoke", True)
        later = sweep.get("after", {})
        if (smoke and small is False) or bool(later) != (known is not None):
            continue
        axes = {**experiment.axes, **sweep.get("axes", {})}
        axes |= {name: [_whole(known or {}, figure)] for name, figure in later.items()}
        if smoke and isinstance(small, dict):
            axes |= small
        inside = {name: axes.pop(name) for name in INSIDE if name in axes}
        for values in _product(axes):
            hardware = {name: values.pop(name) for name in HARDWARE if name in values}
            hardware |= MEMORY[values.pop("memory")] if "memory" in values else {}
            config = configurations.change(experiment.config, **hardware)
            program = sweep.get("program", experiment.program)
            script, points = _script(sweep, values, inside)
            for take in range(sweep.get("repeat", 1)):
                found.append(
                    Simulation(sweep["name"], config, program, script, points, take, _fleet(values))
                )
    return found


def _whole(known: Mapping[str, float], figure: str) -> int:
    """A figure as the value of an axis."""
    if figure not in known:
        raise UserError(f"the figure {figure} has no value, which a later sweep needs")
    return int(known[figure])


def _fleet(values: Mapping[str, Any]) -> tuple[int, int] | None:
    """Copies and seed when the payload is generated."""
    if values.get("workload") != "fleet":
        return None
    return int(values["copies"]), int(values["workload_seed"])


def _product(axes: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    return [dict(zip(axes, values, strict=True)) for values in itertools.product(*axes.values())]


def _script(
    sweep: Mapping[str, Any], values: Mapping[str, Any], inside: Mapping[str, Sequence[Any]]
) -> tuple[str, int]:
    """Lines of a script; the largest size first, so that its source is staged once."""
    command = sweep.get("command")
    if command is None:
        return "", 1
    words = " ".join(f"{name}={value}" for name, value in values.items())
    if command not in RUNS:
        return f"{command} {words}\n", 1
    lines = []
    for offsets in inside["offsets"]:
        source, target = offsets.split("/")
        for size in sorted(inside["size"], reverse=True):
            place = f"size={size} source_offset={source} target_offset={target}"
            lines.append(f"{command} {words} {place}\n")
    return "".join(lines), len(lines)


def script_input(script: str, payload: bytes) -> bytes:
    """The input of a program with a script: script, padding, payload at the start of a block."""
    text = script.encode()
    padding = -(len(text) + len(b"end\n")) % _BLOCK
    return text + b"\n" * padding + b"end\n" + payload


def point_of(row: Row) -> dict[str, Scalar]:
    """The axes of a row under their names of house.md."""
    settings = row.run["settings"]
    latency = settings["memory_latency"]
    memory: Scalar = "S" if latency == MEMORY["S"]["memory_latency"] else latency
    point = {name: row.values[name] for name in AXES if name in row.values}
    hardware: dict[str, Scalar] = {
        "memory": "D" if settings.get("memory_model", 0) else memory,
        "harts": settings["num_harts"],
        "channels": settings.get("channels", 1),
        "banks_per_channel": settings.get("banks_per_channel", 1),
        "transactors": settings["transactors"],
        "trackers": settings.get("trackers", 1),
        "buffer_blocks": settings["buffer_blocks"],
        "beat_bytes": settings.get("beat_bytes", 32),
        "throttle": settings.get("throttle", 0),
    }
    return point | hardware
