# SPDX-License-Identifier: Apache-2.0
"""Assumptions of proofs: one that nothing asserts is a finding with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.lint import assumptions, folders

PROOF = "test/fy_x_properties.sv"
DRIVER = "rtl/fy_y.sv"
ASSUMES = """
// assume (nothing);
asks_once: assume (
  !a || b);
reset: assume (rst_ni == !first_q);
"""
ASSERTS = 'once: assert property (@(posedge clk_i) !a || b);\n$error("%m: asked twice");\n'


def findings(root: Path, proof: str, *said: folders.Assumption) -> list[str]:
    for name, text in ((PROOF, proof), (DRIVER, ASSERTS)):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    entries = [assumptions.Entry("lint.toml", 7, one) for one in said]
    return list(map(str, assumptions.unasserted(root, [root / PROOF, root / DRIVER], entries)))


def entry(*asserted_by: str, label: str = "asks_once", reason: str = "") -> folders.Assumption:
    return folders.Assumption(file=PROOF, label=label, asserted_by=list(asserted_by), reason=reason)


@pytest.mark.parametrize(
    "said", [entry("rtl/fy_y.sv: once"), entry("rtl/fy_y.sv: %m: asked twice"), entry(reason="why")]
)
def test_an_assumption_that_is_asserted_is_none(tmp_path: Path, said: folders.Assumption) -> None:
    assert findings(tmp_path, ASSUMES, said) == []


def test_an_assumption_without_an_entry(tmp_path: Path) -> None:
    (found,) = findings(tmp_path, ASSUMES)
    assert found.startswith(f"{PROOF}:3: no lint.toml says what asserts the assumption asks_once")


@pytest.mark.parametrize(
    ("statement", "line"),
    [
        ("assume (a);", 1),
        ("if (b) assume (a);", 1),
        ("begin : x\n  assume property (@(posedge c) a);\nend", 2),
    ],
)
def test_an_assumption_without_a_label(tmp_path: Path, statement: str, line: int) -> None:
    (found,) = findings(tmp_path, statement)
    assert found.startswith(f"{PROOF}:{line}: an assumption without a label")


def test_reset_assumes_no_more_than_the_start(tmp_path: Path) -> None:
    (found,) = findings(tmp_path, "reset: assume (rst_ni == !first_q && !a);\n")
    assert "what asserts the assumption reset" in found


@pytest.mark.parametrize(
    ("said", "says"),
    [
        (entry("rtl/fy_y.sv: twice"), "by rtl/fy_y.sv: twice, but the file has no such assertion"),
        (entry("rtl/fy_z.sv: once"), "by rtl/fy_z.sv: once, but there is no file rtl/fy_z.sv"),
        (entry(f"{PROOF}: asks_once"), "the file has no such assertion"),
        (entry(), "asks_once needs asserted_by or a reason, one of them"),
        (entry("rtl/fy_y.sv: once", reason="why"), "asks_once needs asserted_by or a reason"),
    ],
)
def test_an_entry_names_an_assertion(tmp_path: Path, said: folders.Assumption, says: str) -> None:
    (found,) = findings(tmp_path, ASSUMES, said)
    assert found.startswith("lint.toml:7: ") and says in found


def test_an_entry_belongs_to_an_assumption(tmp_path: Path) -> None:
    found = findings(tmp_path, "\n", entry("rtl/fy_y.sv: once"))
    assert found == [f"lint.toml:7: {PROOF} has no assumption asks_once [assumptions entry]"]
