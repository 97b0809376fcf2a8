# SPDX-License-Identifier: Apache-2.0
"""Running the simulations of an experiment: in parallel, each kept when it is finished."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from freightyard.errors import UserError
from freightyard.experiments import fleet
from freightyard.experiments.experiment import Experiment, Row, Simulation, script_input
from freightyard.system import programs, results, simulator

KEPT = results.RESULTS / "points"
Fate = Literal["new", "kept", "damaged", "of another commit"]  # the last two were run again
Progress = Callable[[Simulation, Fate], None]


@dataclass(frozen=True)
class Job:
    """All that a process needs to run a simulation; travels to workers."""

    simulation: Simulation
    built: simulator.Simulator
    program: programs.Program
    payload: Path
    seed: int
    kept: Path = KEPT


RunAll = Callable[[Sequence[Job]], Iterator[tuple[Job, list[Row], Fate]]]


def _program(simulation: Simulation) -> tuple[str, int, str]:
    """What a program is compiled from."""
    config = simulation.config
    return simulation.program, config.built.xlen, config.system


def execute(
    experiment: Experiment,
    simulations: Sequence[Simulation],
    seed: int,
    run_all: RunAll,
    progress: Progress,
    say: Callable[[str], None],
) -> list[Row]:
    """Build, then run what is not kept yet; rows in the order of the simulations."""
    built = {
        config.hardware_key: simulator.build(config, say=say)
        for config in {s.config.hardware_key: s.config for s in simulations}.values()
    }
    compiled = {
        key: programs.resolve(*key) for key in dict.fromkeys(_program(s) for s in simulations)
    }
    jobs = [
        Job(
            simulation,
            built[simulation.config.hardware_key],
            compiled[_program(simulation)],
            experiment.payload,
            seed,
        )
        for simulation in simulations
    ]
    done: dict[Simulation, list[Row]] = {}
    # Speed is measured alone on the machine, as far as we can.
    timed = [job for job in jobs if job.simulation.sweep == "speed"]
    for part, run in (([j for j in jobs if j not in timed], run_all), (timed, one_by_one)):
        for job, rows, fate in run(part):
            done[job.simulation] = rows
            progress(job.simulation, fate)
    return [row for simulation in simulations for row in done[simulation]]


def one_by_one(jobs: Sequence[Job]) -> Iterator[tuple[Job, list[Row], Fate]]:
    for job in jobs:
        yield job, *run_kept(job)


def on_threads(count: int) -> RunAll:
    """Run `count` simulations at a time on this machine; an error stops what has not begun."""

    def run_all(jobs: Sequence[Job]) -> Iterator[tuple[Job, list[Row], Fate]]:
        pool = ThreadPoolExecutor(max_workers=count)
        try:
            waiting = {pool.submit(run_kept, job): job for job in jobs}
            for future in as_completed(waiting):
                yield waiting[future], *future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    return run_all


def run_kept(job: Job) -> tuple[list[Row], Fate]:
    """Rows of a simulation, run unless its kept result is whole and of this commit."""
    path = job.kept / f"{_key(job)}.json"
    rows, fate = _read(path, job.simulation.sweep)
    if rows is None:
        rows = _run(job, path)
    return rows, fate


def _key(job: Job) -> str:
    """Equal for equal configuration, simulator, program, input, seed and repetition."""
    one = job.simulation
    facts = [one.config.values(), job.built.key, job.program.key, job.seed, one.take]
    return hashlib.sha256(json.dumps(facts).encode() + b"\0" + _input(job)).hexdigest()[:24]


def _input(job: Job) -> bytes:
    script, made = job.simulation.script, job.simulation.fleet
    if not script:
        return b""
    return script_input(script, fleet.payload(*made) if made else job.payload.read_bytes())


def _read(path: Path, sweep: str) -> tuple[list[Row] | None, Fate]:
    try:
        found = json.loads(path.read_text())
        rows = [Row(sweep, **row) for row in found]
        commits = {row.run["commit"] for row in rows}
    except FileNotFoundError:
        return None, "new"
    except (OSError, ValueError, TypeError, KeyError):
        return None, "damaged"
    if commits != {results.commit()}:
        return None, "of another commit"
    return rows, "kept"


def _run(job: Job, path: Path) -> list[Row]:
    one, given = job.simulation, _input(job)
    job.kept.mkdir(parents=True, exist_ok=True)
    # A name of its own: two sweeps may hold the same simulation.
    source = path.with_suffix(f".{uuid.uuid4().hex[:8]}.input")
    try:
        source.write_bytes(given)
        options = simulator.Options(input=source if given else None, seed=job.seed)
        outcome = simulator.run(one.config, job.built, job.program, options)
    finally:
        source.unlink(missing_ok=True)
    rows = [
        Row(one.sweep, line, outcome.tracker, outcome.sim_hz, outcome.run)
        for line in outcome.lines()
    ]
    if outcome.exit_code != 0 or len(rows) < one.points:
        raise UserError(
            f"{one.program} in the sweep {one.sweep} ended with exit code {outcome.exit_code} "
            f"after {len(rows)} of {one.points} points: "
            f"{outcome.message or outcome.console.strip()[-200:] or 'no message'}"
        )
    results.write_json(path, [_kept(row) for row in rows])
    return rows


def _kept(row: Row) -> dict[str, Any]:
    return {name: value for name, value in asdict(row).items() if name != "sweep"}
