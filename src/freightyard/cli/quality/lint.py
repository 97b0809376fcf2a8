# SPDX-License-Identifier: Apache-2.0
"""`fy lint`: every check on every file, in parallel, repeated only where content changed."""

from __future__ import annotations

import json
import os
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from freightyard.errors import nearest
from freightyard.lint import assumptions as lint_assumptions
from freightyard.lint import findings as lint
from freightyard.lint import folders as lint_folders
from freightyard.lint import hardware as lint_hardware
from freightyard.lint import links as lint_links
from freightyard.lint import software as lint_software
from freightyard.lint import structure as lint_structure
from freightyard.lint import style as lint_style


def command(
    block: Annotated[
        list[str] | None, typer.Option("--block", help="only this block (may be repeated)")
    ] = None,
    check: Annotated[
        list[str] | None, typer.Option("--check", help="only this check (may be repeated)")
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="write the findings to this file")
    ] = None,
    jobs: Annotated[
        int, typer.Option(help="tools at a time", show_default="one a processor")
    ] = os.cpu_count() or 2,
    figures: Annotated[
        bool, typer.Option("--figures", help="print the figures of the tree, check nothing")
    ] = False,
) -> None:
    """Check style, size budgets, and that every tool reads the RTL. Any finding is exit code 1."""
    if figures:
        for name, value in tree_figures():
            print(f"{value:6}  {name}")
        raise typer.Exit
    begin = time.monotonic()
    known = lint_hardware.block_names()
    for name in block or []:
        if name not in known:
            raise nearest("block", name, known)
    tallies, waived = run(block or known, check or [], jobs, whole=not block)
    findings = [finding for tally in tallies.values() for finding in tally.findings]
    for finding in findings:
        print(finding)
    _table(tallies, waived, time.monotonic() - begin)
    tested, untested = lint_style.tested_modules(block or known)
    total = len(tested) + len(untested)
    print(f"{len(tested)} of {total} modules are named in a test", end="")
    print(f"; not: {', '.join(untested)}" if untested else "")
    if json_file is not None:
        json_file.write_text(json.dumps([asdict(f) for f in findings], indent=1) + "\n")
    raise typer.Exit(1 if findings else 0)


def tree_figures() -> list[tuple[str, int]]:
    """What `--figures` prints: a name and a count."""
    folder, files = lint_structure.largest_folder()
    return [
        ("declared port lines of TileLink and AXI in RTL", lint_links.declared_port_lines()),
        (f"files in the largest folder of sources ({folder})", files),
    ]


def run(
    blocks: list[str], checks: list[str], workers: int, *, whole: bool = True
) -> tuple[dict[str, lint.Tally], int]:
    """Tallies by check after waivers, and the number of waived findings."""
    files = [p for p in lint_style.tracked(".sv") if lint_style.wanted(p, blocks)]
    jobs = [
        *lint_hardware.yosys_jobs(blocks),
        *lint_hardware.verilator_jobs(blocks),
        *lint_hardware.slang_jobs(blocks),
        *lint_hardware.verible_jobs(files),
        *lint_style.style_jobs(blocks),
        *lint_structure.structure_jobs(),
        *lint_assumptions.assumption_jobs(blocks),
        *lint_software.software_jobs(),
    ]
    known = dict.fromkeys(job.check for job in jobs)
    for name in checks:
        if name not in known:
            raise nearest("check", name, known)
    jobs = [job for job in jobs if not checks or job.check in checks]
    shown = sys.stderr.isatty()

    def progress(text: str) -> None:
        if shown:
            print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)

    tallies = lint.run_jobs(jobs, workers, progress)
    progress("")
    waivers = [*lint.waivers(), *lint_folders.waivers(blocks)]
    return tallies, lint.apply_waivers(tallies, waivers, whole=whole)


def _table(tallies: dict[str, lint.Tally], waived: int, seconds: float) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("check", "runs", "of them new", "findings")
    for name, tally in tallies.items():
        mark = "[green]0" if not tally.findings else f"[red]{len(tally.findings)}"
        table.add_row(name, str(tally.jobs), str(tally.ran), mark)
    console = Console()
    console.print(table)
    total = sum(len(tally.findings) for tally in tallies.values())
    console.print(f"{total} findings, {waived} waived with a reason, {seconds:.1f} s")
