# SPDX-License-Identifier: Apache-2.0
"""What a page begins with: headline and picture of each system whose results stand on it.

A system's `report.py` may have `headline(points)`, made from its results; `[picture]` of its
system.toml names the picture.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from freightyard.experiments import code
from freightyard.hardware import boundary, configuration
from freightyard.report import page
from freightyard.system.results import Result


def opening(points: Sequence[Result]) -> list[Markup]:
    """Headlines and pictures, system by system; of a configuration that is gone, none."""
    own: dict[str, list[Result]] = {}
    for point in points:
        if name := configuration.system_of(point["run"]["config"]):
            own.setdefault(name, []).append(point)
    found = list[Markup]()
    for name in sorted(own):
        declared = boundary.load(name)
        headline = code.function(declared.system.folder / "report.py", "headline")
        if headline is not None:
            found.append(headline(own[name]))
        if picture := declared.boundary.picture:
            svg = (declared.system.folder / picture.file).read_bytes()
            found.append(page.picture(picture.caption, svg))
    return found
