# SPDX-License-Identifier: Apache-2.0
"""`fy linux`: a kernel with a program or a shell, on the RTL or in QEMU."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from freightyard.cli import arguments
from freightyard.cli.simulation import run as printed
from freightyard.errors import UserError
from freightyard.hardware import sources
from freightyard.linux import boot, console, machine, packages, qemu, state
from freightyard.linux.boot import Boot, Wanted
from freightyard.linux.machine import Machine
from freightyard.system import debugger, results, simulator
from freightyard.system.simulator import Options

CYCLES = 1_000_000_000
FOREVER = 1 << 62


def command(
    program: Annotated[
        Path | None, typer.Argument(help="C file, folder of C files or ELF; without: a shell")
    ] = None,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[-- ARGUMENTS...]", help="of the program's main")
    ] = None,
    qemu_: Annotated[bool, typer.Option("--qemu", help="boot in QEMU, not on the RTL")] = False,
    kept: Annotated[
        bool, typer.Option("--kept", help="begin behind the boot, which is kept (one hart)")
    ] = False,
    gdb: Annotated[
        int | None, typer.Option(help="TCP port on which GDB may connect; 0 chooses one")
    ] = None,
    harts: Annotated[int, typer.Option(min=1, help="harts; several take another kernel")] = 1,
    system: Annotated[str, typer.Option(help="configuration to boot")] = "copy-engine",
    set_: arguments.Settings = None,
    memory: Annotated[int, typer.Option(help="MB of memory that the kernel has")] = (
        machine.MEGABYTES
    ),
    typed: Annotated[
        str | None, typer.Option("--console", help="file typed on the console; - is standard input")
    ] = None,
    kernel: Annotated[Path | None, typer.Option(help="an Image of your own")] = None,
    option: Annotated[
        list[Path] | None, typer.Option(help="file of CONFIG_ lines behind those of our kernel")
    ] = None,
    append: Annotated[str, typer.Option(help="words behind the kernel's command line")] = "",
    json: Annotated[Path | None, typer.Option(help="file for the result")] = None,
    cycles: Annotated[
        int, typer.Option(min=1, help="stop after so many; not at a terminal")
    ] = CYCLES,
    seed: arguments.Seed = 1,
) -> None:
    """Build what is not there (at first a kernel, some minutes), boot it, run PROGRAM or a shell.

    The exit code is that of PROGRAM, or of the shell's `exit`.
    """
    show = Console(stderr=True)
    say = printed.said(show)
    chosen = machine.load(system, set_ or [], harts, memory, qemu_)
    results.check_writable(json)
    if kept and qemu_:
        raise UserError("a boot is kept of the RTL; leave out --kept or --qemu")
    if gdb is not None:
        debugger.listen(gdb).close()  # a bad port is told before the build
    if qemu_:
        packages.install([packages.QEMU], say)
    live = typed is None and console.live()
    text = None if live else b"" if typed is None else simulator.read_console(typed)
    # A shell without a terminal takes its commands from a file.
    alone = program is None and text == b""
    commands = simulator.read_console("-") if alone else None
    wanted = Wanted(program, words or (), commands, kernel, option or (), append)
    booted = boot.prepare(chosen, wanted, say)
    if kept:
        booted = state.kept(chosen, booted, say)
    if qemu_:
        port = None if gdb is None else _free(gdb)
        if port is not None:
            say(_how(port, booted))
        with console.handed_over():
            code, shown = qemu.run(chosen, booted, text, port, printed.echo_line)
    else:
        options = Options(
            cycles=FOREVER if live else cycles, seed=seed, console=text, keyboard=live
        )
        code, shown = _simulated(chosen, booted, options, gdb, json, show, say)
    if code and (end := console.panic(shown)) is not None:
        say(f"fy: the kernel panicked; its last lines:\n{end}")
    for name in console.illegal(shown):
        where = "QEMU has none" if qemu_ else "it stands beside hart 0 alone"
        say(
            f"fy: {name} executed an instruction that its processor does not have; if that was one "
            f"of the copy engine, {where}: copy by the processor there"
        )
    raise typer.Exit(code)


def _free(port: int) -> int:
    """The port, or a free one for 0."""
    with debugger.listen(port) as listening:
        return int(listening.getsockname()[1])


def _how(port: int, booted: Boot) -> str:
    return f"waiting for a debugger: {debugger.connect(port, booted.symbols, booted.sources)}"


def _simulated(
    chosen: Machine, booted: Boot, options: Options, gdb: int | None, json: Path | None,
    show: Console, say: Callable[[str], None],
) -> tuple[int, str]:  # fmt: skip
    """Exit code and console of a boot on the RTL, after the table of `fy run`."""
    try:
        with show.status("preparing") as status:
            built = simulator.build(chosen.config, inspect=gdb is not None, say=status.update)
    except sources.BuildError as error:
        raise UserError(str(error)) from None
    if gdb is not None:
        listening = debugger.listen(gdb)
        options = dataclasses.replace(options, gdb=listening)
        say(_how(int(listening.getsockname()[1]), booted))
    with console.handed_over():
        outcome = simulator.run(
            chosen.config, built, booted.program, options, echo=printed.echo_line
        )
    sys.stdout.flush()
    if outcome.message:
        say(outcome.message)
    point = printed.as_result(booted.program.name, outcome)
    told = [line["boot_cycles"] for line in outcome.lines() if "boot_cycles" in line]
    metric = {**point["metric"], **({"boot_cycles": told[0]} if told else {})}
    point |= {"experiment": "linux", "metric": metric}
    point["point"] |= {"harts": chosen.harts, "memory_megabytes": chosen.bytes >> 20}
    show.print(printed.table(outcome))
    if told:
        say(f"boot_cycles {told[0]:,}")
    name = f"linux-{booted.program.name}-{chosen.config.name}-{outcome.run['id']}.json"
    results.write_json(results.RESULTS / name, [point])
    if json is not None:
        results.write_json(json, [point])
    return printed.exit_status(outcome), outcome.console
