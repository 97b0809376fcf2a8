# SPDX-License-Identifier: Apache-2.0
"""Running the simulations of an experiment: in parallel, each kept when it is finished."""

from __future__ import annotations

import functools
import hashlib
import json
import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import TypeAdapter, ValidationError

from freightyard.errors import UserError
from freightyard.experiments.axes import script_of
from freightyard.experiments.expand import Simulation, script_input
from freightyard.experiments.rows import Row, point_of
from freightyard.hardware import boundary
from freightyard.hardware.declarations.tables import Model
from freightyard.linux import boot, machine, state
from freightyard.system import program_sources, programs, results, simulator

KEPT = results.RESULTS / "points"
Fate = Literal["new", "kept", "damaged", "of another commit"]  # the last two were run again
Progress = Callable[[Simulation, Fate], None]


class Line(Model):
    """A machine line as it is kept."""

    values: dict[str, results.Scalar]
    statistics: dict[str, dict[str, int] | results.Scalar]
    sim_hz: float
    run: results.Run


_LINES: TypeAdapter[list[Line]] = TypeAdapter(list[Line])


@dataclass(frozen=True)
class Job:
    """All that a process needs to run a simulation; travels to workers."""

    simulation: Simulation
    built: simulator.Simulator
    program: programs.Program
    payload: Path | None
    seed: int
    kept: Path = KEPT

    @functools.cached_property
    def input(self) -> bytes:
        """Script and payload; nothing for a program without a script."""
        one = self.simulation
        if not one.script:
            return b""
        return script_input(one.script, self.payload_bytes, boundary.line_bytes(one.config))

    @property
    def payload_bytes(self) -> bytes:
        """The bytes that are copied: made for this simulation, or those of a file."""
        if self.simulation.made is not None:
            return self.simulation.made.bytes()
        return self.payload.read_bytes() if self.payload else b""

    @property
    def path(self) -> Path:
        """Where it is kept: by configuration, simulator, program, input, seed and repetition."""
        one = self.simulation
        facts = [one.config.values(), self.built.key, self.program.key, self.seed, one.take]
        text = json.dumps(facts).encode() + b"\0" + self.input
        return self.kept / f"{hashlib.sha256(text).hexdigest()[:24]}.json"


RunAll = Callable[[Sequence[Job]], Iterator[tuple[Job, list[Row], Fate]]]


def _program(simulation: Simulation) -> tuple[str, int, str]:
    """What a program is compiled from."""
    config = simulation.config
    bits = boundary.register_bits(config)
    return simulation.program, bits, config.system


def _resolve(name: str, bits: int, system: str, say: Callable[[str], None]) -> programs.Program:
    """The program; one that runs under a kernel begins behind the boot, which is kept."""
    folder = program_sources.of_kernel(system).get(name)
    if folder is None or name in program_sources.named(system):
        return programs.resolve(name, bits, system)
    found = machine.load(system.replace("_", "-"), [], 0, machine.MEGABYTES)
    booted = boot.prepare(found, boot.Wanted(folder), say)
    if script_of(name, system).from_reset:
        return booted.program
    return state.kept(found, booted, say).program


def execute(
    simulations: Sequence[Simulation],
    payload: Path | None,
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
    compiled = {key: _resolve(*key, say) for key in dict.fromkeys(_program(s) for s in simulations)}
    jobs = [
        Job(
            simulation,
            built[simulation.config.hardware_key],
            compiled[_program(simulation)],
            payload,
            seed,
        )
        for simulation in simulations
    ]
    done: dict[Simulation, list[Row]] = {}
    # Speed is measured alone on the machine, as far as we can.
    timed = [job for job in jobs if job.simulation.role == "speed"]
    others = [job for job in jobs if job.simulation.role != "speed"]
    for part, run in ((others, run_all), (timed, one_by_one)):
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
    lines, fate = _read(job.path)
    if lines is None:
        lines = _run(job)
    return [_row(job.simulation, line) for line in lines], fate


def _row(one: Simulation, line: Line) -> Row:
    point = point_of(one.program, one.config.system, line.values, line.run["settings"])
    statistics = line.statistics
    return Row(one.sweep, one.role, point, line.values, statistics, line.sim_hz, line.run)


def _read(path: Path) -> tuple[list[Line] | None, Fate]:
    try:
        lines = _LINES.validate_json(path.read_bytes())
    except FileNotFoundError:
        return None, "new"
    except (OSError, ValidationError):
        return None, "damaged"
    if {line.run["commit"] for line in lines} != {results.commit()}:
        return None, "of another commit"
    return lines, "kept"


def _run(job: Job) -> list[Line]:
    one, path = job.simulation, job.path
    job.kept.mkdir(parents=True, exist_ok=True)
    # Names of their own: two sweeps may hold the same simulation.
    own = uuid.uuid4().hex[:8]
    source, target = path.with_suffix(f".{own}.input"), path.with_suffix(f".{own}.output")
    try:
        source.write_bytes(job.input)
        options = simulator.Options(
            input=source if job.input else None,
            output=target if one.output else None,
            cycles=one.cycles,
            seed=job.seed,
        )
        outcome = simulator.run(one.config, job.built, job.program, options)
        more = _digests(target, job.payload_bytes) if target.is_file() else {}
    finally:
        source.unlink(missing_ok=True)
        target.unlink(missing_ok=True)
    lines = [
        Line(
            values={**line, **more},
            statistics=outcome.statistics,
            sim_hz=outcome.sim_hz,
            run=outcome.run,
        )
        for line in outcome.lines()
    ]
    if outcome.exit_code != 0 or len(lines) < one.points:
        raise UserError(
            f"{one.program} in the sweep {one.sweep} ended with exit code {outcome.exit_code} "
            f"after {len(lines)} of {one.points} points: "
            f"{outcome.message or outcome.console.strip()[-200:] or 'no message'}"
        )
    results.write_json(path, [line.model_dump() for line in lines])
    return lines


def _digests(target: Path, wanted: bytes) -> dict[str, Any]:
    """The output, read through the system's coherent host agent, beside the payload."""
    found = target.read_bytes()
    ours, theirs = (hashlib.sha256(data).hexdigest() for data in (found, wanted))
    return {"sha256": ours, "sha256_source": theirs, "same": ours == theirs}
