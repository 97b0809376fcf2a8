# SPDX-License-Identifier: Apache-2.0
"""The README's table, its curve, its commits and the version say what they are taken from."""

import re
import subprocess
import tomllib

import pytest

from freightyard.store import ROOT

README = (ROOT / "README.md").read_text()
CURVE = ROOT / "systems" / "copy_engine" / "curve.svg"
COLUMNS = ("unrolled loop", "tuned memcpy", "copy engine")
UNITS = {"B": 1, "KB": 1024}
PAGES = (ROOT / "README.md", ROOT / "docs" / "results.md")


def table():
    """Cycles of the aligned copies by size and column."""
    rows = re.findall(r"^\| (\d+) (B|KB) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|", README, re.M)
    return {
        int(number) * UNITS[unit]: dict(
            zip(COLUMNS, (int(one.replace(",", "")) for one in cycles), strict=True)
        )
        for number, unit, *cycles in rows
    }


def test_the_curve_has_the_cycles_of_the_table():
    """`./fy report --curve copy_engine` draws it, from results of the commit that is named."""
    marks = re.findall(
        r'aria-label="bytes: ([\d,]+); cycles: ([\d.]+)(k?); mover: ([^"]+)"', CURVE.read_text()
    )
    drawn: dict[int, dict[str, int]] = {}
    for size, cycles, thousands, mover in marks:
        value = round(float(cycles) * (1000 if thousands else 1))
        drawn.setdefault(int(size.replace(",", "")), {})[mover] = value
    assert len(table()) >= 5
    for size, cycles in table().items():
        assert drawn[size] == cycles, size


def test_gains_are_those_of_the_cycles():
    gains = re.findall(r"^\| (\d+) (B|KB) \|.*?\|.*?\|.*?\| ([\d.]+) \|", README, re.M)
    for number, unit, gain in gains:
        by = table()[int(number) * UNITS[unit]]
        assert float(gain) == round(min(by[name] for name in COLUMNS[:2]) / by[COLUMNS[2]], 2)


def test_cited_commits_exist():
    cited = {c for page in PAGES for c in re.findall(r"\b[0-9a-f]{7,12}\b", page.read_text())}
    cited = {commit for commit in cited if re.search(r"\d", commit)}
    assert cited
    shallow = ["git", "rev-parse", "--is-shallow-repository"]
    answer = subprocess.run(shallow, cwd=ROOT, capture_output=True, text=True)
    if answer.stdout.strip() != "false":
        pytest.skip("without the history of the checkout no commit can be looked up")
    for commit in cited:
        words = ["git", "cat-file", "-e", f"{commit}^{{commit}}"]
        assert subprocess.run(words, cwd=ROOT, check=False).returncode == 0, commit


def test_one_version():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    citation = (ROOT / "CITATION.cff").read_text()
    assert f"\nversion: {version}\n" in citation
    released = re.findall(
        r"^## (\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d$", (ROOT / "CHANGELOG.md").read_text(), re.M
    )
    assert released[0] == version
