# SPDX-License-Identifier: Apache-2.0
"""The pictures of the systems whose results stand on a page (`[picture]` of their system.toml)."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from freightyard.hardware import boundary, configuration
from freightyard.report import page
from freightyard.system.results import Result


def pictures(points: Sequence[Result]) -> list[Markup]:
    """One picture of each system that declares one; of a configuration that is gone, none."""
    names = {configuration.system_of(point["run"]["config"]) for point in points}
    found = []
    for name in sorted(name for name in names if name):
        declared = boundary.load(name)
        if picture := declared.boundary.picture:
            svg = (declared.system.folder / picture.file).read_bytes()
            found.append(page.picture(picture.caption, svg))
    return found
