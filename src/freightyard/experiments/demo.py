# SPDX-License-Identifier: Apache-2.0
"""The main job: a real file copied by software and by the engine, checked by the host."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from freightyard import store
from freightyard.errors import UserError
from freightyard.experiments import demo_points
from freightyard.experiments.demo_points import (
    CYCLE_BUDGET,
    MOVERS,
    OFFSETS,
    SIZES,
    WHOLE_BY_ALL,
    Part,
)
from freightyard.experiments.experiment import Row, script_input
from freightyard.hardware.configuration import Config
from freightyard.system import programs, results, simulator
from freightyard.system.results import Result

DEFAULT_INPUT = store.ROOT / "workloads" / "timezones.tar"


def parts(file_bytes: int) -> list[Part]:
    """Simulations, the longest first."""
    sizes = [size for size in SIZES if size <= file_bytes]
    found = []
    movers = MOVERS if file_bytes <= WHOLE_BY_ALL else MOVERS[-1:]
    found += [Part("whole", f"whole mover={mover}\n", 1) for mover in movers]
    for mover in MOVERS:
        for source, target in reversed(OFFSETS):
            lines = [
                f"run mover={mover} resident=l2 size={size} source_offset={source} "
                f"target_offset={target}\n"
                for size in reversed(sizes)
            ]
            found.append(Part("prefixes", "".join(lines), len(lines)))
    if file_bytes >= 64:
        line = "run mover=engine resident=l2 size=64 source_offset=0 target_offset=0\n"
        found.append(Part("single", line, 1))
    return found


def run(
    config: Config,
    path: Path,
    seed: int,
    jobs: int,
    say: Callable[[str], None],
    step: Callable[[str], None],
) -> list[Result]:
    """Copy the file in every way; points in the schema. `step` is called for each point."""
    payload = path.read_bytes()
    if not payload:
        raise UserError(f"the input {path} is empty; give a file with at least one byte")
    built = simulator.build(config, say=say)
    program = programs.resolve("copy", config.built.xlen, config.system)
    wanted = hashlib.sha256(payload).hexdigest()
    with tempfile.TemporaryDirectory(prefix="fy-demo-") as folder:

        def work(numbered: tuple[int, Part]) -> tuple[Part, list[Row], str]:
            number, part = numbered
            return _run_part(
                config, built, program, payload, part, Path(folder) / str(number), seed, step
            )

        pool = ThreadPoolExecutor(max_workers=jobs)
        try:
            done = list(pool.map(work, enumerate(parts(len(payload)))))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    return demo_points.points_of(path.name, len(payload), wanted, done)


def _run_part(
    config: Config,
    built: simulator.Simulator,
    program: programs.Program,
    payload: bytes,
    part: Part,
    place: Path,
    seed: int,
    step: Callable[[str], None],
) -> tuple[Part, list[Row], str]:
    """Rows, and the SHA-256 of the target of a whole copy as the coherent agent read it."""
    given, target = place.with_suffix(".in"), place.with_suffix(".out")
    given.write_bytes(script_input(part.script, payload))
    whole = part.name == "whole"
    limit = 2**62 if whole else CYCLE_BUDGET
    options = simulator.Options(given, target if whole else None, cycles=limit, seed=seed)

    def echo(line: str) -> None:
        values = results.parse_line(line)
        if values is not None:
            step(f"{values.get('mover')}, {values.get('bytes')} bytes")

    outcome = simulator.run(config, built, program, options, echo=echo)
    lines = outcome.lines()
    if outcome.exit_code != 0 or len(lines) != part.points:
        raise UserError(
            f"the demo ended with exit code {outcome.exit_code} in the run of {part.name} '"
            f"{part.script.splitlines()[0]}': "
            f"{outcome.message or outcome.console.strip()[-200:] or 'no message'}"
        )
    rows = [Row(part.name, line, outcome.tracker, outcome.sim_hz, outcome.run) for line in lines]
    digest = hashlib.sha256(target.read_bytes()).hexdigest() if whole else ""
    given.unlink()
    return part, rows, digest
