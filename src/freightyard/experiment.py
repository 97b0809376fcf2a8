# SPDX-License-Identifier: Apache-2.0
"""Experiments: a table of axes and values, expanded to simulations, each run once and kept."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from freightyard import config as configurations
from freightyard import hdl, results, simulator
from freightyard.config import Config
from freightyard.errors import UserError, nearest
from freightyard.results import Scalar

EXPERIMENTS = hdl.ROOT / "experiments"
INSIDE = ("size", "offsets")  # axes that one simulation runs through
HARDWARE = (  # axes that are keys of a configuration
    *("num_harts", "channels", "banks_per_channel", "bank_interleave", "beat_bytes", "l2_sets"),
    *("transactors", "trackers", "buffer_blocks", "throttle", "memory_latency", "memory_model"),
)
MEMORY: dict[str, dict[str, int]] = {  # the points of house.md 3
    "S": {"memory_model": 0, "memory_latency": 16},
    "D": {"memory_model": 1},
}
AXES: tuple[str, ...] = (  # that a row carries
    *("mover", "bytes", "source_offset", "target_offset", "resident", "kernel", "word"),
    *("translation", "fence"),
)
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


def load(name: str) -> Experiment:
    """The experiment of a folder of experiments/."""
    path = EXPERIMENTS / name / "experiment.toml"
    if not path.is_file():
        raise nearest("experiment", name, (p.parent.name for p in EXPERIMENTS.glob("*/*.toml")))
    try:
        table = tomllib.loads(path.read_text())
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path} is not TOML: {error}") from None
    payload = hdl.ROOT / table["payload"]
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
    )


# ---- expansion ------------------------------------------------------------------------------


def expand(experiment: Experiment, smoke: bool) -> list[Simulation]:
    """Every simulation of the experiment; the small ones with `smoke`."""
    found: list[Simulation] = []
    for sweep in experiment.sweeps:
        small = sweep.get("smoke", True)
        if smoke and small is False:
            continue
        axes = {**experiment.axes, **sweep.get("axes", {})}
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
                found.append(Simulation(sweep["name"], config, program, script, points, take))
    return found


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
    if command != "run":
        return f"{command} {words}\n", 1
    lines = []
    for offsets in inside["offsets"]:
        source, target = offsets.split("/")
        for size in sorted(inside["size"], reverse=True):
            place = f"size={size} source_offset={source} target_offset={target}"
            lines.append(f"run {words} {place}\n")
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
