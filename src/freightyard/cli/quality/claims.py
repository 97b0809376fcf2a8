# SPDX-License-Identifier: Apache-2.0
"""`fy claims`: the checklist of a system's source, with what shows each point."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from freightyard.report import claims
from freightyard.report.claims import Claim, Content, Verdict
from freightyard.system import results

STYLES: dict[Verdict, str] = {"yes": "green", "partly": "yellow", "no": "red"}


def command(
    systems: Annotated[
        list[str] | None, typer.Argument(metavar="[SYSTEM]", help="system; without one: all")
    ] = None,
    json: Annotated[Path | None, typer.Option(help="file for the points")] = None,
) -> None:
    """Print every point of the checklist: yes, partly or no, what shows it, the figure in force.

    Figures are those recorded with the project and, beside them, those of the last full run of
    their experiment on this machine.
    """
    results.check_writable(json)
    found = {name: claims.load(name) for name in systems or claims.systems()}
    show = Console()
    for name, content in found.items():
        title = f"{name.replace('_', '-')}: {content.source}"
        show.print(title, style="bold", soft_wrap=True)
        for claim in content.claim:
            for line in lines(content, claim):
                show.print(line, soft_wrap=True)
        counts = Counter(claim.verdict for claim in content.claim)
        show.print(", ".join(f"{counts[verdict]} {verdict}" for verdict in STYLES))
    if json is not None:
        points = [point(name, c, one) for name, c in found.items() for one in c.claim]
        results.write_json(json, points)


def lines(content: Content, claim: Claim) -> Iterator[Text]:
    """A point, and below it what shows it, in words that can be typed: never broken."""
    verdict = (f"{claim.verdict:8}", STYLES[claim.verdict])
    yield Text.assemble(f"{claim.id:8}", verdict, claim.text)
    below = (
        *([claim.note] if claim.note else []),
        *map(str, claims.measured(content, claim)),
        *(f"./fy {words}" for words in claim.commands),
        *(f"./fy test '{name}'" for name in claim.tests),
    )
    yield from (Text(f"{'':16}{line}", "dim") for line in below)


def point(system: str, content: Content, claim: Claim) -> dict[str, Any]:
    """A claim for programs, with the values of its figures."""
    figures = [dataclasses.asdict(one) for one in claims.measured(content, claim)]
    return {"system": system, **claim.model_dump(), "figures": figures}
