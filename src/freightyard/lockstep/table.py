# SPDX-License-Identifier: Apache-2.0
"""The occurrence table on a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from freightyard.lockstep.occurrence import Occurrence, expected_rows

_COLUMNS = 4


def print_table(occurrence: Occurrence) -> None:
    """All expected rows with their counts, several to a line; zeros stand out."""
    table = Table(title=f"Occurrences, Xlen {occurrence.xlen}", show_header=False)
    for _ in range(_COLUMNS):
        table.add_column(overflow="fold")
        table.add_column(justify="right")
    rows = expected_rows(occurrence.xlen)
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
