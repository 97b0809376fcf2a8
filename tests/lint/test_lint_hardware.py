# SPDX-License-Identifier: Apache-2.0
"""Each of the four readers of RTL finds its kind of fault; a tool that dies is a finding."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from freightyard.lint import hardware
from freightyard.lint.findings import LINT

HEAD = "// SPDX-License-Identifier: Apache-2.0\n\n/// Does nothing.\n"
PORTS = "(input logic clk_i, input logic a_i, input logic b_i, output logic [1:0] c_o);\n"
CASES = {
    "clean": "  always_ff @(posedge clk_i) c_o <= {a_i, b_i};\n",
    "latch": "  always_latch if (clk_i) c_o = {a_i, b_i};\n",
    "unresolved": "  fy_nowhere i_x (.clk_i, .a_i, .b_i, .c_o);\n",
    "drivers": "  assign c_o = {a_i, clk_i};\n  assign c_o = {b_i, clk_i};\n",
    "processes": (
        "  always_ff @(posedge clk_i) c_o <= {a_i, b_i};\n  always_ff @(posedge clk_i) c_o <= '0;\n"
    ),
    "forgotten": "  always_comb if (clk_i) c_o = {a_i, b_i};\n",
    "width": "  always_ff @(posedge clk_i) c_o <= 3'({a_i, b_i});\n",
    "unused": "  logic x;\n  always_ff @(posedge clk_i) c_o <= {a_i, b_i};\n",
    "loop": "  always_comb c_o = {a_i & clk_i, ~c_o[0] | b_i};\n",
    "syntax": "  always_ff @(posedge clk_i) c_o <= {a_i, b_i;\n",
    "case": "  always_ff @(posedge clk_i) begin\n    c_o = {a_i, b_i};\n  end\n",
}


def write_as(path: Path, case: str) -> Path:
    path.write_text(f"{HEAD}module {path.stem} {PORTS}{CASES[case]}endmodule\n")
    return path


def write(folder: Path, case: str) -> Path:
    return write_as(folder / "fy_x.sv", case)


@pytest.mark.parametrize(
    ("case", "found"),
    [
        ("clean", ""),
        ("latch", "yosys"),
        ("unresolved", "yosys slang verilator"),
        ("drivers", "yosys slang verilator"),
        ("processes", "slang"),
        ("forgotten", "slang verilator yosys"),
        ("width", "verilator"),
        ("unused", "verilator"),
        ("loop", "yosys"),
        ("syntax", "yosys slang verilator verible"),
        ("case", "verilator verible"),
    ],
)
def test_faults_are_found(tmp_path: Path, case: str, found: str) -> None:
    path = write(tmp_path, case)
    results = {
        "verilator": hardware._verilator([path], [path]),
        "slang": hardware._slang([path]),
        "verible": hardware._verible([path], LINT / "verible.rules"),
        "yosys": hardware._yosys(["fy_x"], [path], {}),
    }
    told = {name for name, findings in results.items() if findings}
    if not found:
        assert not told, results
    assert set(found.split()) <= told, results


def test_a_path_with_spaces_is_told_whole(tmp_path: Path) -> None:
    folder = tmp_path / "a b"
    folder.mkdir()
    path = write(folder, "case")
    slang = hardware._slang([write_as(folder / "fy_y.sv", "forgotten")])
    verible = hardware._verible([path], LINT / "verible.rules")
    found = [*hardware._verilator([path], [path]), *slang, *verible]
    assert {Path(f.file).parts[-2:] for f in found} == {("a b", "fy_x.sv"), ("a b", "fy_y.sv")}, (
        found
    )
    assert {f.check for f in found} == {"verilator", "slang", "verible"}


def test_a_tool_that_dies_is_a_finding() -> None:
    dying = [sys.executable, "-c", "import os; os.abort()"]
    found = hardware.run_checker("slang", dying, lambda output: [])
    assert [f.rule for f in found] == ["failed"]
    found = hardware.run_checker("slang", ["/nowhere/tool"], lambda output: [])
    assert [f.rule for f in found] == ["missing"]


def test_each_module_is_read_with_its_defaults(tmp_path: Path) -> None:
    """Verilator reads all of a block in one run, also one that the others use otherwise."""
    used, user = tmp_path / "fy_used.sv", tmp_path / "fy_user.sv"
    used.write_text(
        f"{HEAD}module fy_used #(parameter int unsigned Width = 3) (\n"
        "  input logic [1:0] a_i, output logic [1:0] c_o\n);\n"
        "  assign c_o = Width'(a_i);\nendmodule\n"
    )
    user.write_text(
        f"{HEAD}module fy_user (input logic [1:0] a_i, output logic [1:0] c_o);\n"
        "  fy_used #(.Width(2)) i_used (.a_i, .c_o);\nendmodule\n"
    )
    assert not hardware._verilator([user], [used, user])
    assert {f.rule for f in hardware._verilator([used, user], [used, user])} == {"WIDTHTRUNC"}
