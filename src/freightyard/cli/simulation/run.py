# SPDX-License-Identifier: Apache-2.0
"""`fy run`: one program on one configuration."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from freightyard.cli import arguments
from freightyard.errors import UserError
from freightyard.hardware import sources
from freightyard.system import debugger, loading, own_options, results, simulator
from freightyard.system.simulator import Options, Outcome

SHOWN_COUNTERS = 40


def prepare(words: Sequence[str]) -> list[str]:
    """Options that systems bring are written like those of every system."""
    return own_options.rewritten(words, own_options.declared())


def command(
    config: arguments.Configuration,
    program: arguments.Program,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[-- ARGUMENTS...]", help="of the program's main")
    ] = None,
    set_: arguments.Settings = None,
    input_: arguments.Input = None,
    output: Annotated[Path | None, typer.Option(help="file for what the program gives")] = None,
    console: Annotated[
        str | None, typer.Option(help="file typed on the console; - is standard input")
    ] = None,
    json: Annotated[Path | None, typer.Option(help="file for the result")] = None,
    cycles: Annotated[int, typer.Option(min=1, help="stop after so many cycles")] = 1_000_000_000,
    seed: arguments.Seed = 1,
    wave: Annotated[Path | None, typer.Option(help="FST waveform to write")] = None,
    wave_from: Annotated[int, typer.Option(min=0, help="first cycle of the waveform")] = 0,
    wave_to: Annotated[int | None, typer.Option(help="last cycle of the waveform")] = None,
    wave_ends: Annotated[bool, typer.Option(help="end the run with the waveform")] = False,
    hold: Annotated[str | None, typer.Option(help="hold ready of this channel low")] = None,
    hold_from: Annotated[int, typer.Option(min=0, help="from this cycle on")] = 0,
    quiet_limit: Annotated[int, typer.Option(min=1, help="watchdog: idle cycles")] = 100_000,
    signature: Annotated[
        Path | None, typer.Option(help="file for begin_signature to end_signature")
    ] = None,
    signature_granularity: Annotated[int, typer.Option(help="bytes a line: 4, 8 or 16")] = 4,
    gdb: Annotated[
        int | None, typer.Option(help="TCP port on which GDB may connect; 0 chooses one")
    ] = None,
    own: Annotated[
        list[str] | None, typer.Option("--own", help="NAME=VALUE of an option of the system's own")
    ] = None,
) -> None:
    """Build what is stale, run PROGRAM on CONFIG, print a table, write a result."""
    show = Console(stderr=True)
    chosen, compiled = loading.load(config, set_ or (), program, said(show), words or ())
    loading.check_input(input_, chosen)
    results.check_writable(json)
    results.check_writable(output)
    results.check_writable(wave)
    results.check_writable(signature)
    if signature_granularity not in (4, 8, 16):
        raise UserError(f"--signature-granularity is {signature_granularity}; give 4, 8 or 16")
    typed = None if console is None else simulator.read_console(console)
    extra: tuple[str, ...] = ("--quiet-limit", str(quiet_limit))
    extra += own_options.checked(own or (), chosen.system)
    if wave_ends and wave_to is not None:
        extra += ("--end-at", str(wave_to))
    if hold is not None:
        extra += ("--hold", hold, "--hold-from", str(hold_from))
    if gdb is not None:
        debugger.listen(gdb).close()  # a bad port is told before the build
    options = Options(
        input_, output, cycles, seed, wave, wave_from, wave_to, signature, signature_granularity,
        extra, typed, arguments=tuple(words or ()),
    )  # fmt: skip
    try:
        with show.status("preparing") as status:
            inspect = not (wave is None and hold is None and gdb is None)
            built = simulator.build(chosen, inspect=inspect, say=status.update)
    except sources.BuildError as error:
        raise UserError(str(error)) from None
    if gdb is not None:
        listening = debugger.listen(gdb)
        options = dataclasses.replace(options, gdb=listening)
        how = debugger.how_to_connect(listening, compiled)
        show.print(f"waiting for a debugger: {how}", markup=False, highlight=False, soft_wrap=True)
    outcome = simulator.run(chosen, built, compiled, options, echo=echo_line)
    if outcome.message:
        show.print(outcome.message, markup=False, highlight=False, soft_wrap=True)
    if outcome.reason == "window":
        show.print(f"the run ended with the waveform, in cycle {wave_to}")
    show.print(table(outcome))
    points = [as_result(compiled.name, outcome)]
    name = f"run-{compiled.name}-{chosen.name}-{outcome.run['id']}.json"
    results.write_json(results.RESULTS / name, points)
    if json is not None:
        results.write_json(json, points)
    listing = f", disassembly {compiled.disassembly}" if compiled.disassembly else ""
    show.print(f"result {results.RESULTS / name}{listing}", markup=False, soft_wrap=True)
    raise typer.Exit(exit_status(outcome))


def said(show: Console) -> Callable[[str], None]:
    """Prints a sentence as it is."""
    return lambda text: show.print(text, markup=False, highlight=False, soft_wrap=True)


def echo_line(text: str) -> None:
    """Show text of the console at once."""
    sys.stdout.write(text)
    sys.stdout.flush()


def exit_status(outcome: Outcome) -> int:
    """The exit code; a larger one must not look like success, as its lowest byte alone is kept."""
    return outcome.exit_code if 0 <= outcome.exit_code < 256 else 255


def as_result(workload: str, outcome: Outcome) -> results.Result:
    """The run as one point."""
    metric: dict[str, results.Scalar] = {
        **outcome.numbers(),
        "exit_code": outcome.exit_code,
        "reason": outcome.reason,
        "cycles": outcome.cycles,
        "instructions": outcome.instructions,
        "sim_hz": outcome.sim_hz,
    }
    metric |= other_counters(outcome)
    return results.result("run", {"workload": workload}, metric, outcome.run)


def other_counters(outcome: Outcome) -> dict[str, int]:
    """The counters that the run does not tell better: they run on while the output is read."""
    return {k: v for k, v in outcome.counters.items() if k not in ("instructions", "cycles")}


def table(outcome: Outcome) -> Table:
    """What a user wants to know first, then the counters that counted."""
    run = outcome.run
    # In two lines, each narrower than the table: a longer title would be broken.
    shown = Table(title=f"{run['config']}, run {run['id']}", caption=f"commit {run['commit']}")
    shown.add_column("what")
    shown.add_column("value", justify="right")
    shown.add_row("exit code", f"{outcome.exit_code} ({outcome.reason})")
    shown.add_row("cycles", f"{outcome.cycles:,}")
    shown.add_row("instructions", f"{outcome.instructions:,}")
    shown.add_row("instructions per cycle", f"{outcome.instructions / max(outcome.cycles, 1):.3f}")
    shown.add_row("simulated cycles a CPU second", f"{outcome.sim_hz:,.0f}")
    for name, number in outcome.numbers().items():
        shown.add_row(name, f"{number:,}")
    counted = [(name, value) for name, value in other_counters(outcome).items() if value]
    for name, value in counted[:SHOWN_COUNTERS]:
        shown.add_row(name, f"{value:,}", style="dim")
    return shown
