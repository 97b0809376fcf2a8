# SPDX-License-Identifier: Apache-2.0
"""The lint is a test of the CI tier, and its own rules are tested on small wrong files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from freightyard import store
from freightyard.lint import findings as lint
from freightyard.lint import style as lint_style

TABLE = lint.read_toml("budgets.toml")


@pytest.mark.default
def test_checkout_is_clean() -> None:
    words = [sys.executable, "-m", "freightyard", "lint"]
    settings = os.environ | {"PYTHONPATH": str(store.ROOT / "src")}
    result = subprocess.run(words, cwd=store.ROOT, env=settings, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout[-8000:] + result.stderr[-2000:]


def rules(path: Path, text: str) -> set[str]:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    found = list(lint_style._texts([path], TABLE))
    if path.suffix == ".sv":
        found += lint_style.budgets(path, TABLE)
    return {finding.rule for finding in found}


HEAD = "// SPDX-License-Identifier: Apache-2.0\n\n/// Does nothing.\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (HEAD + "module fy_x;\nendmodule\n", set()),
        ("/// Does nothing.\nmodule fy_x;\nendmodule\n", {"spdx", "header"}),
        (HEAD + "module fy_x;\nendmodule", {"newline"}),
        (HEAD + "module fy_x;\n\tlogic a;\nendmodule\n", {"tab"}),
        (HEAD + "module fy_x; \nendmodule\n", {"space"}),
        (HEAD + f"module fy_x;\n// {'x' * 100}\nendmodule\n", {"columns"}),
        (HEAD + "module fy_x;\n// \N{MICRO SIGN}s\nendmodule\n", {"ascii"}),
        (HEAD + "module fy_x;\n`ifdef A\n`endif\nendmodule\n", {"macro"}),
        (HEAD + "module fy_x;\n// verilator lint_off WIDTH\nendmodule\n", {"pragma"}),
        (HEAD + "module fy_x;\nendmodule\nmodule fy_y;\nendmodule\n", {"module"}),
        (HEAD + "module fy_x;\n" + "\n" * 400 + "endmodule\n", {"module_lines"}),
        (HEAD + "module fy_x #(parameter int A);\nendmodule\n", {"parameter"}),
        (HEAD + "module fy_x #(parameter A = 1);\nendmodule\n", {"parameter"}),
        (HEAD + "module fy_x;\nalways @(posedge c) a <= b;\nendmodule\n", {"plain-always"}),
    ],
)
def test_text_rules(tmp_path: Path, text: str, expected: set[str]) -> None:
    assert rules(tmp_path / "rtl" / "fy_x.sv", text) == expected


def module(ports: list[str], parameters: int = 1) -> str:
    head = ",\n".join(f"  parameter int P{i} = 1" for i in range(parameters))
    return f"{HEAD}module fy_x #(\n{head}\n) (\n  " + ",\n  ".join(ports) + "\n);\nendmodule\n"


def test_port_budget(tmp_path: Path) -> None:
    path = tmp_path / "rtl" / "fy_x.sv"
    wires = ["input logic clk_i", "input logic rst_ni"]
    wires += [f"input logic x{i}_i" for i in range(16)]
    assert rules(path, module(wires)) == set()
    assert rules(path, module([*wires, "output logic y_o"])) == {"ports"}


def test_buses_and_streams_count_once(tmp_path: Path) -> None:
    path = tmp_path / "rtl" / "fy_x.sv"
    bus = []
    for channel in "abcde":
        bus.append(f"output fy_tl_pkg::fy_tl#(32)::{channel}_t tl_{channel}_o")
        bus += [f"output logic tl_{channel}_valid_o", f"input logic tl_{channel}_ready_i"]
    for channel, kind in (("aw", "ax"), ("w", "w"), ("b", "b"), ("ar", "ax"), ("r", "r")):
        bus.append(f"output fy_axi_pkg::fy_axi#(32)::{kind}_t axi_{channel}_o")
        bus += [f"output logic axi_{channel}_valid_o", f"input logic axi_{channel}_ready_i"]
    bus += ["input logic [7:0] s_data_i", "input logic s_valid_i", "output logic s_ready_o"]
    rest = [f"input logic x{i}_i" for i in range(13)]
    assert rules(path, module(bus + rest)) == set()
    assert rules(path, module([*bus, *rest, "input logic z_i"])) == {"ports"}


def test_parameter_budget(tmp_path: Path) -> None:
    path = tmp_path / "rtl" / "fy_x.sv"
    assert rules(path, module(["input logic a_i"], 6)) == set()
    assert rules(path, module(["input logic a_i"], 7)) == {"parameters"}


def test_waivers() -> None:
    finding = lint.Finding("verilator", "blocks/a/rtl/x.sv", 3, "WIDTH", "Bits of a")
    good = {"check": "verilator", "rule": "WIDTH", "file": "blocks/a/*", "reason": "long enough"}
    tallies = {"verilator": lint.Tally(findings=[finding])}
    assert lint.apply_waivers(tallies, [good]) == 1
    assert not tallies["verilator"].findings and not tallies["waivers"].findings
    stale = good | {"match": "other text"}
    tallies = {"verilator": lint.Tally(findings=[finding])}
    assert lint.apply_waivers(tallies, [stale, good | {"reason": ""}]) == 1
    assert {f.rule for f in tallies["waivers"].findings} == {"unused", "reason"}
    tallies = {"verilator": lint.Tally()}
    lint.apply_waivers(tallies, [good], whole=False)  # of some blocks: it may be of another
    assert not tallies["waivers"].findings
