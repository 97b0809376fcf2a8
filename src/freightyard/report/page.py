# SPDX-License-Identifier: Apache-2.0
"""Self-contained HTML pages from the templates beside this file; made from results alone."""

from __future__ import annotations

import base64
import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from freightyard import store
from freightyard.system.results import Result, Scalar

Cell = str | tuple[str, str]  # text, or text and its class
TEMPLATES = Path(__file__).parent / "templates"


@functools.cache
def _environment() -> Environment:
    """Templates of this folder by name, those of experiments and systems from the root."""
    return Environment(
        loader=FileSystemLoader([TEMPLATES, store.ROOT]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(template: str, **values: object) -> Markup:
    """A template with values; text in them is escaped, Markup is not."""
    return Markup(_environment().get_template(template).render(**values))


def _part(name: str, *values: object) -> Markup:
    parts: Any = _environment().get_template("parts.html").module
    return Markup(getattr(parts, name)(*values))


def page(title: str, lead: str, sections: Sequence[Markup]) -> Markup:
    """A whole page, its style inside; `lead` stands below the title."""
    return render("page.html", title=title, lead=lead, sections=sections)


def section(title: str, *parts: Markup) -> Markup:
    """A heading and what stands below it."""
    return _part("section", title, parts)


def heading(text: str) -> Markup:
    return _part("heading", text)


def paragraph(text: str) -> Markup:
    return _part("paragraph", text)


def table(head: Sequence[Cell], rows: Sequence[Sequence[Cell]]) -> Markup:
    """A table; a cell may be (text, class)."""
    return _part("table", head, rows)


def headline(title: str, sentences: Sequence[str], *figures: Markup) -> Markup:
    """What a reader sees first of a system: what it is called, sentences, what shows them."""
    return _part("headline", title, sentences, figures)


def figure(finding: str, caption: str, pictures: Mapping[str, str]) -> Markup:
    """A chart as SVG text by colour scheme (`light`, `dark`); the page shows the one that fits.

    Above it stands what it shows, as a sentence made from its values; below it, of what it is.
    """
    return _part("figure", finding, caption, pictures)


def picture(caption: str, svg: bytes) -> Markup:
    """An SVG file inside the page, with styles of its own."""
    return _part("picture", caption, base64.b64encode(svg).decode())


def figures_side_by_side(*figures: Markup) -> Markup:
    return _part("side_by_side", figures)


def source_of(point: Result) -> tuple[str, str]:
    """The cell that says where a number comes from: run and commit, and its class."""
    return f"{point['run']['id']} @ {point['run']['commit'][:12]}", "run"


def binding_limit(point: Result) -> tuple[str, float] | None:
    """Name and value of the least limit of a point, in the unit of its metric; None without one."""
    limits = {name: float(str(value)) for name, value in point["limit"].items()}
    return min(limits.items(), key=lambda item: item[1]) if limits else None


def show(value: Scalar, digits: int = 2) -> str:
    """A value for a reader: thousands apart, `digits` decimals of a fraction, yes or no."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return f"{value:,.{digits}f}" if isinstance(value, float) else f"{value:,}"
    return value


def size_name(size: Scalar) -> str:
    """A number of bytes, whole KB as such."""
    number = int(str(size))
    return f"{number // 1024} KB" if number >= 1024 and number % 1024 == 0 else f"{number} B"
