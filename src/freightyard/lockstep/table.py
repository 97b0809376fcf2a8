# SPDX-License-Identifier: Apache-2.0
"""What a run in lockstep gave, on a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from freightyard.lockstep.occurrence import Occurrence
from freightyard.lockstep.run import Result

_COLUMNS = 4


def tell(result: Result, name: str, seconds: float, *, table: bool) -> None:
    """What a run gave: the table, every failure, and a line that sums up."""
    if table:
        print_table(result.occurrence)
    for failure in result.failures:
        print(failure)
    print(
        f"{name}: {result.programs} programs, {result.occurrence.counts['records']} records, "
        f"{len(result.failures)} failures, {seconds:.1f} s"
    )


def print_table(occurrence: Occurrence) -> None:
    """All expected rows with their counts, several to a line; zeros stand out."""
    table = Table(title=f"Occurrences, Xlen {occurrence.xlen}", show_header=False)
    for _ in range(_COLUMNS):
        table.add_column(overflow="fold")
        table.add_column(justify="right")
    rows = occurrence.rows
    lines = -(-len(rows) // _COLUMNS)
    for line in range(lines):
        cells: list[str] = []
        for row in rows[line::lines]:
            count = occurrence.counts[row]
            cells += [row, str(count) if count else "[bold red]0[/]"]
        table.add_row(*cells)
    console = Console(width=160)
    console.print(table)
    missing = occurrence.missing()
    if missing:
        console.print(f"{len(missing)} rows never occurred: {', '.join(missing)}")
