# SPDX-License-Identifier: Apache-2.0
"""A system in lockstep: its simulator writes the retirement record that its core declares."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from freightyard.errors import UserError
from freightyard.hardware import boundary
from freightyard.hardware.configuration import Config
from freightyard.lockstep.record import Record, parse_lines
from freightyard.lockstep.target import machine
from freightyard.store import content_key
from freightyard.system import simulator
from freightyard.system.programs import Program
from freightyard.system.simulator import Options


class SystemRun:
    """A program on a system, run to its end before the comparison begins."""

    def __init__(self, system: Simulated, elf: Path, seed: int, limit: int) -> None:
        self.counts: dict[str, int] = {}
        self._folder = tempfile.TemporaryDirectory(prefix="lockstep-")
        self._trace = Path(self._folder.name) / "retirement.txt"
        extra = ("--trace-retirement", str(self._trace))
        options = Options(cycles=limit, seed=seed, extra=extra)
        program = Program(elf.stem, elf, None, content_key([elf]))
        try:
            outcome = simulator.run(system.config, system.simulator, program, options)
        except UserError as error:
            self._complaint = str(error)
        else:
            self._complaint = "" if outcome.reason == "exit" else outcome.message

    def records(self) -> Iterator[Record]:
        if not self._trace.is_file():
            return
        with self._trace.open() as lines:
            yield from parse_lines(lines)

    def complaint(self) -> str:
        return self._complaint

    def stop(self) -> None:
        self._folder.cleanup()


class Simulated:
    """A configuration with its simulator, the build `inspect`."""

    surrounded = False

    def __init__(
        self, config: Config, settings: Sequence[str] = (), say: Callable[[str], None] = print
    ) -> None:
        self.config = config
        self._settings = "".join(f" --set {text}" for text in settings)
        self.name = config.name
        self.xlen = boundary.register_bits(config)
        self.machine = machine.of(config)
        self.simulator = simulator.build(config, inspect=True, say=say)

    def start(self, elf: Path, seed: int, limit: int) -> SystemRun:
        return SystemRun(self, elf, seed, limit)

    def repeat(self, seed: int, instructions: int) -> str:
        given = f"--seed {seed} --instructions {instructions}"
        return f"./fy lockstep {self.name}{self._settings} {given}"
