# SPDX-License-Identifier: Apache-2.0
"""What `fy synth` does with a mapped netlist: cut a module out, find its longest paths."""

import json
import re

import pytest
from tests.synth_samples import STAT, job, outcome

from freightyard.report import area as report_area
from freightyard.synthesis import cut as synth_cut
from freightyard.synthesis import figures as synth_figures
from freightyard.synthesis import parts as synth_parts
from freightyard.synthesis import paths as synth_paths
from freightyard.synthesis import steps as synthesis
from freightyard.synthesis.steps import Outcome


def test_a_cut_part_holds_all_but_the_module(tmp_path):
    whole, folder = outcome(tmp_path / "whole").folder, tmp_path / "cut"
    folder.mkdir()
    top = {
        "ports": {"d_o": {"direction": "output", "bits": [8]}},
        "cells": {
            "i_engine.x": {"port_directions": {"Z": "output"}, "connections": {"Z": [5]}},
            "$flatten\\i_engine.$y": {"port_directions": {"Q": "output", "D": "input"},
                                      "connections": {"Q": [6], "D": [4]}},
            "i_tile.z": {"port_directions": {"A": "input", "Z": "output"},
                         "connections": {"A": [5, 6, 7, 4], "Z": [8]}},
        },
        "netnames": {
            "i_engine_ready_o": {"bits": [5]},
            "i_engine.q": {"bits": [6]},
            "i_tile.ready_i": {"bits": [5]},
        },
    }  # fmt: skip
    (whole / "netlist.json").write_text(json.dumps({"modules": {"fy_pins": top}}))
    chosen = synth_parts.Cut(
        part="tile", module="fy_copy_engine", instance="i_engine", outputs={"ready_o": 1}
    )
    synth_cut.cut(whole, folder, chosen)
    left = json.loads((folder / "netlist.json").read_text())["modules"]["fy_pins"]
    assert list(left["cells"]) == ["i_tile.z"]
    assert left["cells"]["i_tile.z"]["connections"] == {"A": ["1", "0", 7, 4], "Z": [8]}
    assert left["netnames"] == {"i_tile.ready_i": {"bits": ["1"]}}
    stat = json.loads((folder / "stat.json").read_text())["modules"]
    assert set(STAT["modules"]) - set(stat) == {"\\fy_copy_engine"}


def cell(kind, outs, ins):
    directions = dict.fromkeys(outs, "output") | dict.fromkeys(ins, "input")
    wires = {port: [bit] for port, bit in {**outs, **ins}.items()}
    return {"type": kind, "port_directions": directions, "connections": wires}


CELLS = {
    "i_a.q": cell("TRELLIS_FF", {"Q": 1}, {"DI": 9}),
    "i_a.lut": cell("LUT4", {"Z": 2}, {"A": 1, "B": "0", "C": 77}),  # 77: nothing drives it
    "i_a.sum": cell("CCU2C", {"COUT": 3, "S0": 10, "S1": 11}, {"A0": 2, "A1": 1, "CIN": "0"}),
    "i_a.top": cell("CCU2C", {"COUT": 12, "S0": 4, "S1": 5}, {"A0": "0", "A1": "1", "CIN": 3}),
    "$flatten\\i_b.end": cell("TRELLIS_FF", {"Q": 6}, {"DI": 5}),
    "i_b.mux": cell("PFUMX", {"Z": 7}, {"ALUT": 8, "BLUT": "0", "C0": 6}),
    "i_b.lut": cell("LUT4", {"Z": 8}, {"A": 6}),
    "i_b.loop": cell("TRELLIS_FF", {"Q": 13}, {"DI": 7}),
    "i_b.ram": cell("DP16KD", {"DOA0": 14}, {"ADA0": 8, "CLKA": 99}),
}


def test_the_longest_path_is_summed_exactly():
    path = synth_paths.longest({"cells": CELLS})
    # Register, wire, lookup table, wire, carry in, carry to sum; register and carries lie near.
    assert path.time == pytest.approx(0.525 + 1.15 + 0.236 + 1.15 + 0.447 + 0.443)
    assert (path.first, path.last, path.levels) == ("i_a.q", "$flatten\\i_b.end", 3)
    assert path.cells == ("i_a.lut", "i_a.sum", "i_a.top")
    inner = synth_paths.longest({"cells": CELLS}, starts="i_b", ends="i_b")
    assert inner.time == pytest.approx(0.525 + 1.15 + 0.236 + 1.15)  # into the memory
    assert (inner.first, inner.last) == ("$flatten\\i_b.end", "i_b.ram")
    assert synth_paths.longest({"cells": CELLS}, starts="i_b", ends="i_a").time == 0


def test_the_estimate_names_registers_and_instances(tmp_path):
    made = outcome(tmp_path / "x")
    netlist = {"modules": {"fy_pins": {"cells": CELLS, "netnames": {}}}}
    (made.folder / "netlist.json").write_text(json.dumps(netlist))
    synthesis._estimate(made.folder, ["i_a", "i_b"])
    made = Outcome(made.folder, None, kept=False)
    total = synth_figures.points(job("tile", "ecp5"), made)[-1]["metric"]
    assert total["estimate_ns"] == 3.95 and total["estimate_cells"] == 3
    assert total["estimate_b_ns"] == 3.95 and total["estimate_to"].startswith("i_b, ")
    assert "fmax_mhz" not in total
    text = report_area.section(synth_figures.points(job("tile", "ecp5"), made))
    assert re.search(r">b</td><td[^>]*>3.95</td><td[^>]*>3</td>", text)


def test_report_draws_the_shares_that_the_system_asks_for(tmp_path):
    made = Outcome(outcome(tmp_path / "x").folder, None, kept=False)
    for part, charts in (("tile", 2), ("system", 0)):  # in light and dark
        text = report_area.section(synth_figures.points(job(part, "ecp5"), made))
        assert text.count("<svg") == charts
