# SPDX-License-Identifier: Apache-2.0
"""`fy report`: one self-contained page of all results that are there."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from freightyard import store
from freightyard.errors import UserError
from freightyard.report import page, runs, systems
from freightyard.report.sections import section
from freightyard.system import results

LEAD = (
    "What data movers beside RISC-V cores gain, simulated cycle by cycle on their RTL: what was "
    "asked, what we measured, what the published sources report, and what physics allows."
)


def command(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="ID", help="only these experiments; all without")
    ] = None,
    curve: Annotated[
        str, typer.Option(metavar="SYSTEM", help="only the curve of a system, as SVG on stdout")
    ] = "",
) -> None:
    """Write build/reports/all.html from the results of fy exp, fy run and fy demo."""
    wanted = set(ids or ())
    files = (
        f for f in results.RESULTS.glob("*.json") if not f.stem.endswith(("-smoke", "-changed"))
    )
    points = results.read_results(files)
    chosen = [p for p in points if not wanted or p["experiment"] in wanted]
    if not chosen:
        known = ", ".join(sorted({p["experiment"] for p in points})) or "none"
        raise UserError(f"no results to report (there are: {known}); run ./fy exp NAME first")
    if curve:
        print(systems.curve(chosen, curve))
        return
    names = sorted({p["experiment"] for p in chosen})
    sections = [section(name, [p for p in chosen if p["experiment"] == name]) for name in names]
    path = store.BUILD / "reports" / "all.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    parts = [*systems.opening(chosen), *sections, runs.machine(chosen)]
    whole = page.page("Freightyard: all results", LEAD, parts)
    path.write_text(whole)
    Console().print(f"report {path}", markup=False, highlight=False, soft_wrap=True)
