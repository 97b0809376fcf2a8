# SPDX-License-Identifier: Apache-2.0
"""What `fy report` shows first of the copy engine: three sentences and the curve of a copy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from experiments.copies.curve import ENGINE, NAMES, Curve, curve
from experiments.copies.drawing import draw
from experiments.copies.formulas import NEVER
from markupsafe import Markup

from freightyard.errors import UserError
from freightyard.report import page as report
from freightyard.system.results import Result, Scalar

# Where copies by all movers lie, aligned and within the L2; those of the demo first.
PLACES: Mapping[str, Mapping[str, Scalar]] = {
    "demo": {"part": "prefix"},
    "copy-curve": {"sweep": "curve"},
}
ALIGNED: Mapping[str, Scalar] = {"source_offset": 0, "target_offset": 0}
TITLE = "The copy engine"
_WHITE = '<rect width="100%" height="100%" fill="white"/>'
WHERE = "Aligned copies within the L2, launch, FENCE and status included"


def headline(points: Sequence[Result]) -> Markup:
    """The section; without results that it can be made of, the command that makes them."""
    own = _drawn(points)
    if not own:
        return report.headline(
            TITLE, ["No curve of a copy yet: ./fy demo makes it in a few minutes."]
        )
    made, name, run = curve(own), own[-1]["experiment"], own[-1]["run"]
    caption = f"{WHERE}. ./fy exp {name}, {run['config']}, commit {run['commit'][:12]}."
    figure = report.figure(made.finding("cycles"), caption, draw(made))
    every = [p for p in points if p["experiment"] == name]
    return report.headline(TITLE, [_largest(made), _rate(made), _elsewhere(every)], figure)


def picture(points: Sequence[Result]) -> str:
    """The curve alone, as SVG in light colours on white, whatever page it stands on."""
    own = _drawn(points)
    if not own:
        raise UserError("no curve of a copy yet; run ./fy demo first")
    return draw(curve(own))["light"].replace(">", f">{_WHITE}", 1)


def _drawn(points: Sequence[Result]) -> list[Result]:
    """The points of the curve, from the first place that has any."""
    for name, place in PLACES.items():
        wanted = {**place, **ALIGNED}
        own = [
            p for p in points if p["experiment"] == name and wanted.items() <= p["point"].items()
        ]
        if curve(own).cycles:
            return own
    return []


def _largest(made: Curve) -> str:
    size = max(made.cycles)
    by = made.cycles[size]
    times = ", ".join(f"{NAMES[mover]} {by[mover]:,} cycles" for mover in NAMES)
    return f"To copy {report.size_name(size)}: {times}, a gain of {made.gain(size):.2f}."


def _rate(made: Curve) -> str:
    even = made.never_slower()
    start = "never faster" if even is None else f"never slower from {report.size_name(even)} on"
    return f"The {NAMES[ENGINE]} is {start}, and reaches {made.rate()}."


def _elsewhere(points: Sequence[Result]) -> str:
    """What the curve leaves out: other places of the source, and use of the target."""
    sizes = [
        float(str(p["metric"]["break_even"]))
        for p in points
        if p["point"].get("part") == "break_even_table"
    ]
    if not sizes:
        return "Where data lies elsewhere, or the target is used next, is told by ./fy demo."
    if max(sizes) >= NEVER:
        return "Software stays ahead for some places of the source and uses of the target."
    worst = report.size_name(int(max(sizes)))
    text = "Wherever the source lies, and though the processor reads and writes the target next"
    return f"{text}, it is never slower from {worst} on."
