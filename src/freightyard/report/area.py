# SPDX-License-Identifier: Apache-2.0
"""Area by block and clock (`fy synth`) in the report: tables, and a chart of the shares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import altair
from markupsafe import Markup

from freightyard.errors import UserError
from freightyard.hardware import configuration
from freightyard.report import charts
from freightyard.report import page as report
from freightyard.synthesis import parts as synth_parts
from freightyard.synthesis.figures import TOTAL
from freightyard.synthesis.targets import TARGETS
from freightyard.system.results import Result, Scalar

_COLUMNS = {
    "lut": "LUTs", "ff": "flip-flops", "carry": "carry", "lutram": "LUT RAMs", "bram": "block RAMs",
    "dsp": "multipliers", "nand2": "NAND2", "inv": "INV", "kge_y": "kGE_y",
    "memory_bits": "memory bits",
}  # fmt: skip
_NAMES = ("part", "target", "block")  # of a point, what is no size
# Of a bar's blocks in order; more than seven begin anew.
_COLOURS = {
    "light": ["#1f5fbf", "#6f9bd8", "#8a6d00", "#c9a63d", "#5b8a3c", "#3c7a78", "#b4552d"],
    "dark": ["#79b0ff", "#4d7fc4", "#e3c04a", "#a88a26", "#93c572", "#6fb8b5", "#ff9d6e"],
}


def section(points: Sequence[Result]) -> Markup:
    """All syntheses: the clocks, the yardstick, the shares, then every table."""
    parts = [
        report.paragraph(
            "What the blocks cost on a device, and which clock the placed design reaches. Area by "
            "block: a block is mapped as a whole, nothing moves across its edge. A memory is "
            "counted where the device has it, in gates apart, by its bits."
        )
    ]
    clocks = [p for p in points if {"fmax_mhz", "placed_mhz"} & set(p["metric"])]
    if clocks:
        parts += [report.heading("Clock"), _clocks(clocks)]
    estimates = [p for p in points if "estimate_ns" in p["metric"]]
    if estimates:
        parts += [report.heading("Longest paths, estimated before placing"), _paths(estimates)]
    for name in dict.fromkeys(p["point"]["part"] for p in points):
        totals = [p for p in points if _is(p, part=name, block=TOTAL)]
        yardstick = _part(totals[0]).yardstick if totals else None
        gates = [p for p in totals if yardstick and _is(p, target=yardstick.target)]
        if yardstick and gates:
            title = f"{_summary(gates[0])} in NAND2 equivalents"
            parts += [report.heading(title), _gates(gates, yardstick)]
    for name in dict.fromkeys(p["point"]["part"] for p in points):
        own = [p for p in points if _is(p, part=name)]
        if _is_drawn(own[0]):
            parts += [report.heading(f"Share by block: {_summary(own[0])}"), _shares(own)]
    for own in _groups(points):
        point = own[0]["point"]
        where = TARGETS[str(point["target"])].summary
        parts.append(report.heading(f"{_summary(own[0])}: {where}"))
        parts.append(report.paragraph(_sizes(own[0])))
        parts.append(_blocks(own))
    return report.section("Area and clock", *parts)


def _is(result: Result, **wanted: Scalar) -> bool:
    return all(result["point"].get(name) == value for name, value in wanted.items())


def _groups(points: Iterable[Result]) -> list[list[Result]]:
    """Points of one synthesis each."""
    groups: dict[tuple[Scalar, ...], list[Result]] = {}
    for p in points:
        key = tuple(value for name, value in p["point"].items() if name != "block")
        groups.setdefault((*key, p["run"]["config"]), []).append(p)
    return list(groups.values())


def _part(result: Result) -> synth_parts.Part:
    """What the system of a result declares; of a part that is gone, its name."""
    name = str(result["point"]["part"])
    try:
        config = configuration.load(str(result["run"]["config"]))
        return synth_parts.part(config.system, name)
    except UserError:
        return synth_parts.Part(summary=name, blocks={})


def _is_drawn(result: Result) -> bool:
    """Whether the system of a result asks for the shares of its part by block."""
    try:
        config = configuration.load(str(result["run"]["config"]))
        return result["point"]["part"] in synth_parts.declared(config.system).shares
    except UserError:
        return False


def _summary(result: Result) -> str:
    return _part(result).summary


def _sizes(result: Result) -> str:
    words = [f"{name} {value}" for name, value in result["point"].items() if name not in _NAMES]
    return f"{result['run']['config']}: {', '.join(words)}"


def _clocks(points: Sequence[Result]) -> Markup:
    head = ("part", "sizes", "placed, MHz", "routed, MHz", "path, ns", "in logic, ns", "from", "to",
            "run @ commit")  # fmt: skip
    known = ("placed_mhz", "fmax_mhz", "path_ns", "path_logic_ns")
    rows: list[list[report.Cell]] = []
    for p in points:
        metric = p["metric"]
        figures = [report.show(metric.get(k)) for k in known]
        ends = [str(metric.get(k, "")) for k in ("path_from", "path_to")]
        rows.append([_summary(p), _sizes(p), *figures, *ends, report.source_of(p)])
    return report.table(head, rows)


def _paths(points: Sequence[Result]) -> Markup:
    """The longest path of a part, and the longest that begins or ends at each of its modules."""
    head = ("part", "sizes", "of", "ns", "cells", "from", "to", "run @ commit")
    rows: list[list[report.Cell]] = []
    for p in points:
        metric = p["metric"]
        for name in metric:
            own = name.removesuffix("_ns")
            if own == name or not own.startswith("estimate"):
                continue
            of = own.removeprefix("estimate").removeprefix("_") or "all"
            figures = [report.show(metric[f"{own}_{k}"]) for k in ("ns", "cells", "from", "to")]
            rows.append([_summary(p), _sizes(p), of, *figures, report.source_of(p)])
    return report.table(head, rows)


def _gates(points: Sequence[Result], yardstick: synth_parts.Yardstick) -> Markup:
    """A part by its sizes, beside figures of others for one of them."""
    sizes = [name for name in points[0]["point"] if name not in _NAMES]
    others = [n for n in sizes if len({p["point"].get(n) for p in points}) > 1]
    names = list(dict.fromkeys([*(n for n in others if n != yardstick.key), yardstick.key]))
    head = [name.replace("_", " ") for name in names]
    head += ["kGE_y", "memory bits apart", "kGE_y, memories in flip-flops"]
    rows: list[list[report.Cell]] = []
    for p in sorted(points, key=lambda p: [int(str(p["point"].get(n) or 0)) for n in names]):
        metric = p["metric"]
        rows.append(
            [
                *(str(p["point"].get(name, "")) for name in names),
                report.show(metric["kge_y"], 1),
                report.show(metric["memory_bits"]),
                report.show(metric.get("kge_y_all_registers"), 1),
            ]
        )
    known = ", ".join(f"{number}: {value}" for number, value in yardstick.values.items())
    note = f"Beside it {yardstick.summary}: {known} kGE_y."
    return report.table(head, rows) + report.paragraph(note)


def _shares(points: Sequence[Result]) -> Markup:
    names = list(dict.fromkeys(str(p["point"]["block"]) for p in points))
    names = [name for name in names if name != TOTAL]
    values = [
        {
            "target": str(p["point"]["target"]),
            "block": p["point"]["block"],
            "share": p["metric"]["share"],
            "order": names.index(str(p["point"]["block"])),
        }
        for p in points
        if p["point"]["block"] != TOTAL
    ]
    pictures = {s: charts.render(_bars(values, names, s), s) for s in charts.COLOURS}
    return report.figure(
        _largest(points), "Lookup tables, or kGE_y in gates; memories apart", pictures
    )


def _largest(points: Sequence[Result]) -> str:
    """The block that takes most of the first target, as a sentence."""
    target = points[0]["point"]["target"]
    own = [p for p in points if p["point"]["target"] == target and p["point"]["block"] != TOTAL]
    shares = {str(p["point"]["block"]): float(str(p["metric"]["share"] or 0)) for p in own}
    name = max(shares, key=lambda block: shares[block])
    return f"The largest share, on {target}: {name}, {shares[name]:.0%}"


def _bars(values: list[dict[str, Any]], names: Sequence[str], scheme: str) -> Any:
    colours = (_COLOURS[scheme] * 2)[: len(names)]
    return (
        altair.Chart(charts.data(values))
        .mark_bar()
        .encode(
            y=altair.Y("target:N", axis=altair.Axis(title=None)),
            x=altair.X("share:Q", axis=altair.Axis(title="share of the part", format="%")),
            color=altair.Color(
                "block:N",
                scale=altair.Scale(domain=list(names), range=colours),
                legend=altair.Legend(title=None, orient="bottom", columns=3),
            ),
            order=altair.Order("order:Q"),
        )
        .properties(width=620, height={"step": 34})
    )


def _blocks(points: Sequence[Result]) -> Markup:
    used = [name for name in _COLUMNS if any(p["metric"].get(name) for p in points)]
    rows: list[list[report.Cell]] = []
    for p in points:
        cells = [report.show(p["metric"].get(name), 1) for name in used]
        share = float(str(p["metric"]["share"] or 0))
        source = p["source"].get("share")
        beside = f" (source {float(str(source)):.0%})" if source is not None else ""
        rows.append([str(p["point"]["block"]), *cells, f"{share:.1%}{beside}"])
    return report.table(("block", *(_COLUMNS[name] for name in used), "share"), rows)
