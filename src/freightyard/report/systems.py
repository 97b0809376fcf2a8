# SPDX-License-Identifier: Apache-2.0
"""What a page begins with: headline and picture of each system whose results stand on it.

A system's `report.py` may have `headline(points)`, a section made from its results, and
`picture(points)`, its curve as SVG; `[picture]` of its system.toml names that of the system.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from freightyard.errors import UserError
from freightyard.experiments import code
from freightyard.hardware import boundary, configuration
from freightyard.report import page
from freightyard.system.results import Result


def opening(points: Sequence[Result]) -> list[Markup]:
    """Headlines and pictures, system by system; of a configuration that is gone, none."""
    found = list[Markup]()
    for name, own in _by_system(points):
        declared = boundary.load(name)
        headline = code.function(declared.system.folder / "report.py", "headline")
        if headline is not None:
            found.append(headline(own))
        if picture := declared.boundary.picture:
            svg = (declared.system.folder / picture.file).read_bytes()
            found.append(page.picture(picture.caption, svg))
    return found


def curve(points: Sequence[Result], name: str) -> str:
    """The curve of a system as SVG, made from its results."""
    draw = code.function(boundary.load(name).system.folder / "report.py", "picture")
    if draw is None:
        raise UserError(f"systems/{name}/report.py has no function picture")
    return str(draw(dict(_by_system(points)).get(name, [])))


def _by_system(points: Sequence[Result]) -> list[tuple[str, list[Result]]]:
    """Systems in the order of their names, each with its results."""
    own: dict[str, list[Result]] = {}
    for point in points:
        if name := configuration.system_of(point["run"]["config"]):
            own.setdefault(name, []).append(point)
    return sorted(own.items())
