# SPDX-License-Identifier: Apache-2.0
"""Pages as a browser lays them out: nothing is wider than a phone or a screen."""

from __future__ import annotations

import html
import re
import subprocess
from pathlib import Path

import pytest
from markupsafe import Markup

from freightyard.report import charts, page

# Headless Chromium has no window below 500 pixels: the page stands in a frame.
FRAME = (
    '<body><iframe style="border:0;width:{width}px;height:900px" srcdoc="{text}"></iframe></body>'
)
MEASURE = """<script>addEventListener("load", () => {
  const width = document.documentElement.clientWidth;
  const beyond = [...document.querySelectorAll("body *")].filter(
    (one) => one.getBoundingClientRect().right > width + 1);
  parent.document.body.textContent = `beyond ${beyond.length} of ${width}: ` +
    beyond.slice(0, 5).map((one) => `${one.tagName} ${one.textContent.slice(0, 30)}`);
});</script></body>"""


def beyond(text: str, width: int, folder: Path) -> int:
    """How many elements end right of a page of so many pixels."""
    inner = html.escape(text.replace("</body>", MEASURE))
    file = folder / f"page-{width}.html"
    file.write_text(FRAME.format(width=width, text=inner))
    words = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    words += ["--window-size=1600,1000"]
    words += [f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=3000", "--dump-dom"]
    run = subprocess.run([*words, str(file)], capture_output=True, text=True, check=True)
    found = re.search(r"beyond (\d+) of (\d+)", run.stdout)
    assert found is not None, run.stdout + run.stderr
    assert abs(int(found[2]) - width) <= 20  # a bar to scroll
    print(run.stdout)
    return int(found[1])


def everything() -> str:
    """A page with the widest of all that pages have."""
    chart = page.figure(
        "What it shows, in a sentence that is longer than a phone is wide",
        "A curve",
        {s: charts.render(_line(), s) for s in ("light", "dark")},
    )
    head: list[page.Cell] = ["mover", *(f"column {n}" for n in range(8)), ("text", "text"), "run"]
    text, run = (
        ("a sentence of some length that says what it is", "text"),
        ("0123456789ab " * 2, "run"),
    )
    row: list[page.Cell] = ["tuned memcpy", *["399,360.25"] * 8, text, run]
    hashes: list[page.Cell] = [("SHA-256", "hash"), "same"]
    tables = [page.table(head, [row] * rows) for rows in (3, 50)]
    tables.append(page.table(hashes, [[("0123456789abcdef" * 4, "hash"), ("yes", "yes")]]))
    parts = [page.figures_side_by_side(chart, chart), *tables]
    wide = b'<svg xmlns="http://www.w3.org/2000/svg" width="1800" height="80"/>'
    parts += [page.picture("A picture", wide), page.paragraph("words " * 80)]
    return str(page.page("A page", "lead", [page.section("All", *parts)]))


def _line() -> object:
    import altair

    values = charts.data([{"x": n, "y": n * n} for n in range(4)])
    return altair.Chart(values, width=420).mark_line().encode(x="x:Q", y="y:Q")


@pytest.mark.default
@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_wider_than_the_page(width: int, tmp_path: Path) -> None:
    assert beyond(everything(), width, tmp_path) == 0


@pytest.mark.default
def test_what_is_wider_is_found(tmp_path: Path) -> None:
    wide = Markup('<div style="width:500px">wide</div>')
    assert beyond(str(page.page("A page", "lead", [wide])), 390, tmp_path) == 1


def test_cards_say_the_heads_of_their_columns() -> None:
    text = page.table(["mover", ("what", "text")], [["engine", ("moves", "text")]])
    assert '<td data-label="mover">engine</td>' in text
    assert '<td class="text" data-label="what">moves</td>' in text
