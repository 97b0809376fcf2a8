# SPDX-License-Identifier: Apache-2.0
"""Experiments: a table of axes and values, expanded to simulations, each run once and kept."""

from __future__ import annotations

import hashlib
import itertools
import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from freightyard import config as configurations
from freightyard import hdl, programs, results, simulator
from freightyard.config import Config
from freightyard.errors import UserError, nearest
from freightyard.results import Scalar

EXPERIMENTS = hdl.ROOT / "experiments"
KEPT = results.RESULTS / "points"
INSIDE = ("size", "offsets")  # axes that one simulation runs through
HARDWARE = ("num_harts", "transactors", "buffer_blocks", "memory_latency")
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


# ---- execution ------------------------------------------------------------------------------


def execute(
    experiment: Experiment,
    simulations: Sequence[Simulation],
    seed: int,
    jobs: int,
    progress: Callable[[Simulation, bool], None],
    say: Callable[[str], None],
) -> list[Row]:
    """Run what is not kept yet, `jobs` at a time; rows in the order of the simulations."""
    built = {
        hardware: simulator.build(config, say=say)
        for hardware, config in {s.config.hardware: s.config for s in simulations}.items()
    }
    compiled = {
        key: programs.resolve(*key)
        for key in dict.fromkeys((s.program, s.config.hardware.xlen) for s in simulations)
    }
    payload = experiment.payload.read_bytes()

    def work(simulation: Simulation) -> list[Row]:
        program = compiled[simulation.program, simulation.config.hardware.xlen]
        ready = built[simulation.config.hardware]
        rows, fresh = run_kept(simulation, ready, program, payload, seed)
        progress(simulation, fresh)
        return rows

    pool = ThreadPoolExecutor(max_workers=jobs)
    try:
        waiting = {pool.submit(work, s): s for s in simulations if s.sweep != "speed"}
        done = {waiting[future]: future.result() for future in as_completed(waiting)}
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    # Speed is measured alone on the machine, as far as we can.
    done |= {s: work(s) for s in simulations if s.sweep == "speed"}
    return [row for simulation in simulations for row in done[simulation]]


def run_kept(
    simulation: Simulation,
    built: simulator.Simulator,
    program: programs.Program,
    payload: bytes,
    seed: int,
) -> tuple[list[Row], bool]:
    """Rows of a simulation, and whether it had to be run."""
    given = script_input(simulation.script, payload) if simulation.script else b""
    facts = [simulation.config.values(), built.key, program.key, seed, simulation.take]
    key = hashlib.sha256(json.dumps(facts).encode() + b"\0" + given).hexdigest()[:24]
    kept = KEPT / f"{key}.json"
    if kept.is_file():
        return [Row(simulation.sweep, **row) for row in json.loads(kept.read_text())], False
    KEPT.mkdir(parents=True, exist_ok=True)
    source = KEPT / f"{key}.input"
    try:
        source.write_bytes(given)
        options = simulator.Options(input=source if given else None, seed=seed)
        outcome = simulator.run(simulation.config, built, program, options)
    finally:
        source.unlink(missing_ok=True)
    rows: list[dict[str, Any]] = [
        {"values": line, "tracker": outcome.tracker, "sim_hz": outcome.sim_hz, "run": outcome.run}
        for line in outcome.lines()
    ]
    if outcome.exit_code != 0 or len(rows) < simulation.points:
        raise UserError(
            f"{simulation.program} in the sweep {simulation.sweep} ended with exit code "
            f"{outcome.exit_code} after {len(rows)} of {simulation.points} points: "
            f"{outcome.message or outcome.console.strip()[-200:] or 'no message'}"
        )
    results.write_json(kept, rows)
    return [Row(simulation.sweep, **row) for row in rows], True


# ---- results --------------------------------------------------------------------------------


def point_of(row: Row) -> dict[str, Scalar]:
    """The axes of a row under their names of house.md."""
    settings = row.run["settings"]
    latency = settings["memory_latency"]
    point = {name: row.values[name] for name in AXES if name in row.values}
    hardware: dict[str, Scalar] = {
        "memory": "S" if latency == 16 else latency,
        "harts": settings["num_harts"],
        "channels": 1,
        "banks_per_channel": 1,
        "transactors": settings["transactors"],
        "trackers": 1,
        "buffer_blocks": settings["buffer_blocks"],
        "beat_bytes": 32,
    }
    return point | hardware
