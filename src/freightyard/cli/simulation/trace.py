# SPDX-License-Identifier: Apache-2.0
"""`fy trace`: instructions in their stages, messages, walks and transfers, for viewers."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from freightyard import store
from freightyard.cli import arguments
from freightyard.cli.simulation.run import as_result, echo_line, exit_status, said
from freightyard.errors import UserError
from freightyard.hardware import sources
from freightyard.system import loading, programs, results, simulator
from freightyard.system.programs import Program
from freightyard.system.simulator import Options, Outcome

KONATA = "instructions: open it with Konata (github.com/shioyadan/Konata)"
PERFETTO = "messages, walks, transfers: open it at ui.perfetto.dev; 1 us is a cycle"


def command(
    config: arguments.Configuration,
    program: arguments.Program,
    from_: Annotated[int, typer.Option("--from", min=0, help="first cycle")] = 0,
    cycles: Annotated[
        int | None, typer.Option(min=1, help="so many cycles, then the run ends")
    ] = None,
    konata: Annotated[Path | None, typer.Option(help="file for the instructions")] = None,
    perfetto: Annotated[Path | None, typer.Option(help="file for messages and walks")] = None,
    set_: arguments.Settings = None,
    input_: arguments.Input = None,
    seed: arguments.Seed = 1,
    json: Annotated[Path | None, typer.Option(help="file for the result of the run")] = None,
) -> None:
    """Run PROGRAM on CONFIG and write traces of its cycles, or of those from --from on.

    With neither --konata nor --perfetto both files are written to build/traces/. What begins in the
    window is followed to its end. A Konata log has about 150 bytes an instruction.
    """
    show = Console(stderr=True)
    chosen, compiled = loading.load(config, set_ or (), program, said(show))
    loading.check_input(input_, chosen)
    for path in (json, konata, perfetto):
        results.check_writable(path)
    if konata is None and perfetto is None:
        folder = store.BUILD / "traces"
        folder.mkdir(parents=True, exist_ok=True)
        name = f"{compiled.name}-{chosen.name}"
        konata, perfetto = folder / f"{name}.kanata", folder / f"{name}.json"
    extra = trace_options(compiled, konata, perfetto, from_, cycles)
    options = Options(input=input_, seed=seed, extra=extra)
    try:
        with show.status("preparing") as status:
            built = simulator.build(chosen, inspect=True, say=status.update)
    except sources.BuildError as error:
        raise UserError(str(error)) from None
    outcome = simulator.run(chosen, built, compiled, options, echo=echo_line)
    if outcome.message:
        show.print(outcome.message, markup=False, highlight=False, soft_wrap=True)
    if outcome.cycles <= from_:
        for path in (konata, perfetto):
            if path is not None:
                path.unlink(missing_ok=True)
        raise UserError(
            f"the run has {outcome.cycles} cycles, so nothing lies behind --from {from_}; "
            "give an earlier cycle"
        )
    show.print(table(outcome, from_))
    for path, what in ((konata, KONATA), (perfetto, PERFETTO)):
        if path is not None:
            size = path.stat().st_size
            line = f"{path} ({size:,} bytes)\n  {what}"
            show.print(line, markup=False, highlight=False, soft_wrap=True)
    if json is not None:
        results.write_json(json, [as_result(compiled.name, outcome)])
    raise typer.Exit(exit_status(outcome))


def table(outcome: Outcome, from_: int) -> Table:
    """What the files hold."""
    shown = Table(title=f"trace, {outcome.run['config']}, run {outcome.run['id']}")
    shown.add_column("what")
    shown.add_column("value", justify="right")
    end = "the window ended" if outcome.reason == "window" else f"exit code {outcome.exit_code}"
    shown.add_row("end", f"{end} ({outcome.reason})")
    shown.add_row("cycles", f"{from_:,} to {outcome.cycles - 1:,}")
    shown.add_row("instructions of the run", f"{outcome.instructions:,}")
    shown.add_row("simulated cycles a CPU second", f"{outcome.sim_hz:,.0f}")
    return shown


def trace_options(
    program: Program, konata: Path | None, perfetto: Path | None, from_: int, cycles: int | None
) -> tuple[str, ...]:
    """Options of the simulator for traces."""
    words = ["--trace-from", str(from_)]
    if cycles is not None:
        words += ["--trace-to", str(from_ + cycles - 1)]
    if konata is not None:
        words += ["--trace-konata", str(konata.resolve())]
        words += ["--trace-listing", str(listing(program))]
    if perfetto is not None:
        words += ["--trace-perfetto", str(perfetto.resolve())]
    return tuple(words)


def listing(program: Program) -> Path:
    """The disassembly of an ELF with instruction words, made once."""
    path = store.BUILD / "listings" / f"{program.key}.lst"
    if path.is_file():
        return path
    command = [programs.OBJDUMP, "-d", "-M", "no-aliases", str(program.elf)]
    try:
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise UserError(
            f"{programs.OBJDUMP} cannot read {program.elf}: {error}; "
            "sudo apt-get install -y binutils-riscv64-unknown-elf"
        ) from None
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(text)
    part.rename(path)
    return path
