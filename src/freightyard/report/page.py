# SPDX-License-Identifier: Apache-2.0
"""Self-contained HTML pages made from results alone."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from html import escape

from freightyard.system.results import Result, Scalar

STYLE = """
:root { color-scheme: light dark; --ink: #1d1d1f; --soft: #5d5d63; --line: #d9d9de; --page: #fff;
  --good: #18733b; --bad: #b3261e; --head: #f3f3f6; }
@media (prefers-color-scheme: dark) { :root { --ink: #ececf0; --soft: #a5a5ad; --line: #3c3c42;
  --page: #18181b; --good: #6fd08c; --bad: #ff8a80; --head: #242428; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page);
  max-width: 1200px; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: .2rem; } h2 { margin-top: 2.2rem; font-size: 1.2rem; }
h3 { margin-top: 1.6rem; font-size: 1rem; }
p.lead { color: var(--soft); margin-top: 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .6rem 0; }
th, td { padding: .2rem .7rem; border-bottom: 1px solid var(--line); text-align: right; }
th { background: var(--head); font-weight: 600; }
th:first-child, td:first-child { text-align: left; }
td:first-child, td.brief { white-space: nowrap; }
td.yes { color: var(--good); } td.no { color: var(--bad); font-weight: 600; }
.text { text-align: left; min-width: 24ch; } td.text { color: var(--soft); }
td.run, .hash { font-family: ui-monospace, monospace; font-size: .82em; color: var(--soft); }
.hash { overflow-wrap: anywhere; } td.hash { min-width: 22ch; } td.run { min-width: 14ch; }
.charts { display: flex; flex-wrap: wrap; gap: 1.5rem; }
figure { margin: 0; } figcaption { color: var(--soft); } svg, img { max-width: 100%; height: auto; }
img { width: 100%; max-width: 820px; }
.wide { overflow-x: auto; }
.dark { display: none; }
@media (prefers-color-scheme: dark) { .dark { display: block; } .light { display: none; } }
"""


Cell = str | tuple[str, str]  # text, or text and its class


def page(title: str, lead: str, sections: Sequence[str]) -> str:
    """A whole page."""
    body = "\n".join(sections)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f'<h1>{escape(title)}</h1>\n<p class="lead">{escape(lead)}</p>\n{body}\n</body>\n</html>\n'
    )


def section(title: str, *parts: str) -> str:
    """A heading and what stands below it."""
    return f"<h2>{escape(title)}</h2>\n" + "\n".join(parts)


def heading(text: str) -> str:
    return f"<h3>{escape(text)}</h3>"


def paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def table(head: Sequence[Cell], rows: Sequence[Sequence[Cell]]) -> str:
    """A table; a cell may be (text, class)."""
    lines = [_cells("th", head), *(_cells("td", row) for row in rows)]
    inside = "\n".join(f"<tr>{line}</tr>" for line in lines)
    return f'<div class="wide"><table>\n{inside}\n</table></div>'


def _cells(tag: str, row: Sequence[Cell]) -> str:
    cells = [cell if isinstance(cell, tuple) else (cell, "") for cell in row]
    named = [(text, f' class="{kind}"' if kind else "") for text, kind in cells]
    return "".join(f"<{tag}{kind}>{escape(text)}</{tag}>" for text, kind in named)


def figure(caption: str, pictures: Mapping[str, str]) -> str:
    """A chart in its colour schemes; the page shows the one that fits."""
    inside = "\n".join(f'<div class="{scheme}">{svg}</div>' for scheme, svg in pictures.items())
    return f"<figure>{inside}<figcaption>{escape(caption)}</figcaption></figure>"


def picture(caption: str, kind: str, content: bytes) -> str:
    """An image inside the page."""
    data = base64.b64encode(content).decode()
    return (
        f'<figure><img alt="{escape(caption)}" src="data:{kind};base64,{data}">'
        f"<figcaption>{escape(caption)}</figcaption></figure>"
    )


def figures_side_by_side(*figures: str) -> str:
    return f'<div class="charts">{"".join(figures)}</div>'


def source_of(point: Result) -> tuple[str, str]:
    """The cell that says where a number comes from."""
    return f"{point['run']['id']} @ {point['run']['commit']}", "run"


def show(value: Scalar, digits: int = 2) -> str:
    """A number for a reader."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return f"{value:,.{digits}f}" if isinstance(value, float) else f"{value:,}"
    return value


def size_name(size: Scalar) -> str:
    """Bytes as a reader says them."""
    number = int(str(size))
    return f"{number // 1024} KB" if number >= 1024 and number % 1024 == 0 else f"{number} B"
