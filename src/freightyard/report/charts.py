# SPDX-License-Identifier: Apache-2.0
"""What all charts share: colours, inline data, and SVG text for light and for dark pages."""

from __future__ import annotations

from typing import Any

import altair
import vl_convert

COLOURS = {  # of the values of an axis, in their order
    "light": ["#b4552d", "#8a6d00", "#1f5fbf", "#7a3fa8"],
    "dark": ["#ff9d6e", "#e3c04a", "#79b0ff", "#c79bff"],
}
INK = {"light": "#333333", "dark": "#d8d8d8"}
# Room between two legends; Altair's schema does not know this setting of Vega.
LEGENDS = {"top": {"anchor": "start", "direction": "horizontal", "margin": 24}}
GRID = {"light": "#e4e4e4", "dark": "#3a3a3a"}


SIZE_LABEL = "datum.value >= 1024 ? datum.value / 1024 + ' KB' : datum.value"


def data(values: list[dict[str, Any]]) -> Any:
    """Inline data of a chart."""
    make: Any = altair.Data  # has no types of its own
    return make(values=values)


def render(chart: Any, scheme: str) -> str:
    """An altair chart as SVG text in a colour scheme, `light` or `dark`."""
    ink, grid = INK[scheme], GRID[scheme]
    styled = chart.configure(background="transparent").configure_view(stroke=None)
    styled = styled.configure_axis(
        labelColor=ink, titleColor=ink, gridColor=grid, domainColor=ink, tickColor=ink
    ).configure_legend(
        labelColor=ink,
        labelFontSize=12,
        columnPadding=24,
        symbolBaseFillColor=ink,
        symbolBaseStrokeColor=ink,
    )
    spec = styled.to_dict()
    spec["config"]["legend"]["layout"] = LEGENDS
    return str(vl_convert.vegalite_to_svg(spec))
