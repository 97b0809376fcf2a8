# SPDX-License-Identifier: Apache-2.0
"""The section of one experiment's results on the page of all.

The maker of results makes their section: a system or a block brings `report.py` with
`SECTIONS = {"experiment": function of its points}`, an experiment brings `report.py` with
`section(points)`, or with `parts(experiment, slopes)` for tables of its own in the usual section.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from markupsafe import Markup

from freightyard import store
from freightyard.experiments import code, columns, experiment
from freightyard.experiments.experiment import Experiment
from freightyard.report import area, page, pictures, runs
from freightyard.system.results import Result

Section = Callable[[Sequence[Result]], Markup]
OWN: dict[str, Section] = {"synthesis": area.section, "run": runs.section}


def section(name: str, points: Sequence[Result]) -> Markup:
    """The section of an experiment: that of its system or block, its own, or the usual one.

    A UserError names a file of the experiment that is wrong.
    """
    own = {**OWN, **brought()}.get(name)
    if own is not None:
        return own(points)
    if not experiment.exists(name):
        return page.render("experiment.html", **_content(name, points))
    chosen = experiment.load(name)
    made = code.function(chosen.folder / "report.py", "section")
    if made is not None:
        return Markup(made(points))
    return page.render("experiment.html", **_of_experiment(chosen, points))


def brought() -> Mapping[str, Section]:
    """Sections that systems and blocks bring."""
    found: dict[str, Section] = {}
    for path in sorted(store.ROOT.glob("*/*/report.py")):
        if path.parts[-3] in ("systems", "blocks"):
            found |= getattr(code.module(path), "SECTIONS", {})
    return found


def _content(title: str, points: Sequence[Result]) -> dict[str, object]:
    """What results say without an experiment.toml: their figures."""
    figures = _figures([p for p in points if "figure" in p["point"]], {})
    empty: dict[str, object] = {"question": "", "pictures": [], "own": [], "slopes": None}
    return {**empty, "title": title, "figures": figures}


def _of_experiment(chosen: Experiment, points: Sequence[Result]) -> dict[str, object]:
    means = {figure.name: figure.means for figure in chosen.figures}
    figures = [p for p in points if "figure" in p["point"]]
    slopes = [p for p in columns.slopes(points) if p not in figures]
    parts, own = code.function(chosen.folder / "report.py", "parts"), list[Markup]()
    if parts is not None:
        own, shown = parts(chosen, slopes)
        slopes = [p for p in slopes if p not in shown]
    return {
        "title": chosen.content.title,
        "question": chosen.content.question,
        "pictures": pictures.figures(chosen, points),
        "figures": _figures(figures, means),
        "own": own,
        "slopes": _slopes(chosen, slopes),
    }


Table = dict[str, Sequence[object]]


def _figures(points: Sequence[Result], means: Mapping[str, str]) -> Table | None:
    rows: list[list[page.Cell]] = []
    for p in points:
        name = str(p["point"]["figure"])
        asked = ", ".join(f"{k.replace('_', ' ')} {v}" for k, v in p["limit"].items())
        ok = page.show(p["metric"]["pass"]) if p["limit"] else ""
        source = page.show(p["source"].get(name))
        ours = page.show(p["metric"][name], 3)
        what = (means.get(name, ""), "text")
        rows.append([name, ours, (asked, "brief"), (ok, ok), source, what, page.source_of(p)])
    head = ("figure", "ours", "asked", "reached", "source", ("what it is", "text"), "run @ commit")
    return {"head": head, "rows": rows} if rows else None


def _slopes(chosen: Experiment, points: Sequence[Result]) -> Table | None:
    names = columns.columns(chosen, points)
    rows: list[list[page.Cell]] = []
    for p in points:
        limit = page.binding_limit(p)
        rows.append(
            [
                *(columns.value_name(chosen, name, p["point"].get(name)) for name in names),
                page.show(p["metric"]["bytes_per_cycle"]),
                page.show(p["metric"]["intercept_cycles"], 0),
                f"{limit[1]:.2f} ({limit[0]})" if limit else "",
                page.show(p["metric"].get("limit_share"), 3),
                page.show(p["source"].get("bytes_per_cycle")),
                page.source_of(p),
            ]
        )
    head = [name.replace("_", " ") for name in names]
    head += ["bytes a cycle", "constant cycles", "physical limit", "share", "source"]
    return {"head": [*head, "run @ commit"], "rows": rows} if rows else None
