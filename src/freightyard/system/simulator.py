# SPDX-License-Identifier: Apache-2.0
"""The simulator of a configuration: its generated top, its build, and one run of a program."""

from __future__ import annotations

import hashlib
import json
import os
import socket
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from freightyard import store
from freightyard.errors import UserError
from freightyard.hardware import sources, verilator
from freightyard.hardware.configuration import Config
from freightyard.hardware.declarations import load_system
from freightyard.system import (
    elf,
    loading,
    model,
    own_options,
    ports,
    process,
    results,
    unresolved,
)
from freightyard.system import top as simulation_top
from freightyard.system.programs import Program

SIM = store.ROOT / "sim"
EXIT_LIMIT, EXIT_STUCK, EXIT_ERROR = 124, 125, 126


@dataclass(frozen=True)
class Simulator:
    """A built simulator, its file of counter addresses, and the hash of everything in it."""

    program: Path
    counters: Path
    key: str
    inspect: bool = False


@dataclass(frozen=True)
class Outcome:
    """What one run gave."""

    exit_code: int
    reason: str  # exit, cycle_limit, watchdog, killed
    message: str  # what the simulator said about a run that did not end by itself
    console: str
    cycles: int
    instructions: int
    sim_hz: float
    statistics: dict[str, dict[str, int] | results.Scalar]  # what endpoints saw
    counters: dict[str, int]
    run: results.Run

    def numbers(self) -> dict[str, results.Scalar]:
        """What endpoints tell as plain numbers."""
        return {k: v for k, v in self.statistics.items() if isinstance(v, int | float)}

    def lines(self) -> list[dict[str, results.Scalar]]:
        """Values of the machine lines on the console."""
        found = (results.parse_line(line) for line in self.console.splitlines())
        return [line for line in found if line is not None]


@dataclass(frozen=True)
class Options:
    """What a run may be given beside its configuration and its program."""

    input: Path | None = None
    output: Path | None = None
    cycles: int = 1_000_000_000
    seed: int = 1
    wave: Path | None = None
    wave_from: int = 0
    wave_to: int | None = None
    signature: Path | None = None
    signature_granularity: int = 4
    extra: tuple[str, ...] = ()
    console: bytes | None = None  # typed on the console
    keyboard: bool = False  # what comes on our standard input is typed, too
    gdb: socket.socket | None = None  # listens for a debugger, in the build `inspect`
    arguments: tuple[str, ...] = ()  # of the program, behind its name


# ---- build ----------------------------------------------------------------------------------


def build(
    config: Config, *, inspect: bool = False, say: Callable[[str], None] = print
) -> Simulator:
    """Build the simulator of a configuration, or find the one of the same content.

    The build `inspect` can hold channels of links, write traces and waveforms, and serve a
    debugger; it is another build, and slower. Cycles are the same.
    """
    kind = "inspect" if inspect else "fast"
    texts = {
        "fy_top.sv": simulation_top.text(config, inspect=inspect),
        "fy_top_model.cpp": model.text(config, inspect=inspect),
        "counters.txt": counter_names(config),
    }
    key = hashlib.sha256(json.dumps(texts).encode()).hexdigest()[:16]
    place = store.BUILD / "tops" / f"{kind}-{key}"
    with store.locked(place.with_suffix(".lock")):
        for name, text in texts.items():
            _write_if_new(place / name, text)
    say(f"building the simulator of {config.name} ({kind}; once, seconds to minutes)")
    jobs = int(os.environ.get("FY_JOBS", os.cpu_count() or 1))
    rams = model.ram_control(config)
    if rams:
        _write_if_new(place / "rams.vlt", rams)
    controls = [*model.controls(config, inspect=inspect), *bool(rams) * [place / "rams.vlt"]]
    own = model.sources(config, inspect=inspect)
    try:
        program = verilator.build_verilated(
            "fy_top",
            [f"systems/{config.system}"],
            sv=[*controls, place / "fy_top.sv"],
            cpp=[*sorted(SIM.glob("*/*.cpp")), *own, place / "fy_top_model.cpp"],
            cflags=["-DFY_INSPECT=1"] if inspect else [],
            flags=[*ports.REFUSED, *bool(controls) * ["--vpi"]],
            trace=inspect,
            speed=True,
            jobs=jobs,
            prefix="Vfy_top",
            change=sources.inspecting if inspect else None,
        )
    except sources.BuildError as error:
        raise unresolved.told(error, texts["fy_top.sv"], config) from None
    name = program.parent.name.rpartition("-")[2]
    return Simulator(program, place / "counters.txt", name, inspect)


def counter_names(config: Config) -> str:
    """Names and addresses of the counters, for the simulator."""
    system = load_system(config.system)
    found = system.counter_addresses(system.harts(config.built))
    if not found:
        return ""
    lines = [f"counter {name} {address:#x}" for name, address in found.items()]
    lines.append(f"snapshot {system.counter_register('control'):#x}")
    return "\n".join(lines) + "\n"


def _write_if_new(path: Path, text: str) -> None:
    if path.is_file() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


# ---- run ------------------------------------------------------------------------------------


def read_console(path: str) -> bytes:
    """What is typed on the console, whole before the run starts: its pace cannot matter."""
    if path == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(path).read_bytes()
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise UserError(f"the console input {path}: {reason}; check the path") from None


def run_id(config: Config, simulator: Simulator, program: Program, options: Options) -> str:
    """Equal for equal content: the same number is the same run."""
    given = options.input.read_bytes() if options.input else b""
    facts = [config.values(), simulator.key, program.key, options.seed, list(options.extra)]
    facts += [options.cycles, list(options.arguments), options.gdb is not None]
    if options.console is not None:
        facts.append(options.console.hex())
    if options.keyboard:
        facts.append("keyboard")
    facts += own_options.inputs(options.extra, config.system)
    return hashlib.sha256(json.dumps(facts).encode() + b"\0" + given).hexdigest()[:12]


def run(
    config: Config,
    simulator: Simulator,
    program: Program,
    options: Options,
    *,
    echo: Callable[[str], None] | None = None,
) -> Outcome:
    """Run a program to its end. Errors of the caller are UserErrors; a bad end is an Outcome."""
    loading.check_input(options.input, config)
    results.check_writable(options.output)
    results.check_writable(options.wave)
    results.check_writable(options.signature)
    header = elf.read(program.elf)
    loading.check(header, program.name, config, options.arguments)
    with tempfile.TemporaryDirectory(prefix="fy-") as folder:
        statistics, image = Path(folder) / "run.json", Path(folder) / "image"
        image.write_text(elf.image(header))
        command = _command(config, simulator, program, options, statistics)
        command += ["--image", str(image)]
        if options.console is not None:
            typed = Path(folder) / "console"
            typed.write_bytes(options.console)
            command += ["--console", str(typed)]
        code, console, message = process.execute(command, echo, options.gdb)
        if code == EXIT_ERROR and not statistics.is_file():
            raise UserError(message.removeprefix("error: ").strip() or "the simulator failed")
        if not statistics.is_file():
            raise UserError(f"the simulator stopped (exit {code}): {process.tail(message)}")
        found = json.loads(statistics.read_text())
    run_record: results.Run = {
        "id": run_id(config, simulator, program, options),
        "config": config.name,
        "settings": config.values(),
        "seed": options.seed,
        "commit": results.commit(),
        "tools": results.tools(),
        "cycles": found["cycles"],
    }
    return Outcome(
        found["exit_code"],
        found["reason"],
        message.strip(),
        console,
        found["cycles"],
        found["instructions"],
        found["sim_hz"],
        {name: value for one in found["endpoints"].values() for name, value in one.items()},
        found["counters"],
        run_record,
    )


def _command(
    config: Config, simulator: Simulator, program: Program, options: Options, statistics: Path
) -> list[str]:
    words = [str(simulator.program), str(program.elf), "--json", str(statistics)]
    words += ["--counters", str(simulator.counters), "--seed", str(options.seed)]
    keys = load_system(config.system).straps
    for name, value in config.straps.items():
        assert not isinstance(value, tuple)
        words += ["--strap", f"{name}={keys[name].number(value)}"]
    words += ["--cycles", str(options.cycles)]
    for text in (program.name, *options.arguments):
        words += ["--argument", text]
    for name in ("input", "output", "wave", "signature"):
        path = getattr(options, name)
        if path is not None:
            words += [f"--{name}", str(path.resolve())]
    if options.wave is not None:
        words += ["--wave-from", str(options.wave_from)]
        if options.wave_to is not None:
            words += ["--wave-to", str(options.wave_to)]
    if options.signature is not None:
        words += ["--signature-granularity", str(options.signature_granularity)]
    if options.keyboard:
        words += ["--keyboard", "1"]
    if options.gdb is not None:
        words += ["--gdb", str(options.gdb.fileno())]
    return [*words, *options.extra]
