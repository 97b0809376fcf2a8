# SPDX-License-Identifier: Apache-2.0
"""Illegal parameter values stop the elaboration, with a sentence, wherever they are checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.hardware.sources import sources
from freightyard.verification import bench

# Block, module, parameters, what the sentence says after the name of the module; no sentence: the
# value is legal and the check lets it pass.
CASES: list[tuple[str, str, dict[str, int], str]] = [
    ("common", "fy_fifo", {"Depth": 0}, "Depth is 0; it must be at least 1"),
    ("common", "fy_fifo", {"Depth": 1}, ""),
    ("common", "fy_ram_1rw", {"Width": 20}, "MaskBits 8 does not divide Width 20"),
    ("common", "fy_ram_1r1w", {"Width": 20}, "MaskBits 8 does not divide Width 20"),
    ("common", "fy_ram_1r1w", {"Width": 24}, ""),
    ("tilelink", "fy_tl_arbiter", {"Inputs": 0}, "Inputs is 0; it must be at least 1"),
    ("tilelink", "fy_tl_beats", {"BeatBytes": 24}, "BeatBytes is 24; it must be a power of two"),
    ("tilelink", "fy_tl_beats", {"BeatBytes": 128}, "BeatBytes is 128; it must be a power of two"),
    ("tilelink", "fy_tl_beats", {"BeatBytes": 64}, ""),
    ("tilelink", "fy_tl_ram_port", {"Latency": 0}, "Latency is 0; it must be at least 1"),
    ("tilelink", "fy_tl_width_adapter", {"WideBytes": 4}, "WideBytes 4 is smaller than"),
    ("hart", "fy_hart", {"Xlen": 48}, "Xlen is 48; it must be 32 or 64"),
    ("core", "fy_decoder", {"Xlen": 48}, "Xlen is 48; it must be 32 or 64"),
    ("core", "fy_decoder", {"Xlen": 32}, ""),
    ("hart", "fy_branch_target_buffer", {"Entries": 48}, "Entries is 48; it must be a power of"),
    ("hart", "fy_return_stack", {"Entries": 1}, "Entries is 1; it must be a power of two above 1"),
    ("hart", "fy_return_stack", {"Entries": 3}, "Entries is 3; it must be a power of two above 1"),
    ("hart", "fy_direction_predictor", {"HistoryBits": 10}, "HistoryBits is 10; it must be 2 to"),
    ("hart", "fy_direction_predictor", {"HistoryBits": 1}, "HistoryBits is 1; it must be 2 to"),
    ("copy_engine", "fy_copy_engine", {"BufferBlocks": 1}, "BufferBlocks is 1; it must be 2, 4"),
    ("copy_engine", "fy_copy_engine", {"BufferBlocks": 6}, "BufferBlocks is 6; it must be 2, 4"),
    ("copy_engine", "fy_copy_engine", {"BufferBlocks": 64}, "BufferBlocks is 64; it must be 2, 4"),
    ("copy_engine", "fy_copy_engine", {"BeatBytes": 24}, "BeatBytes is 24; it must be a power of"),
    ("copy_engine", "fy_copy_engine", {"Trackers": 5}, "Trackers is 5; it must be 1 to 4"),
    ("copy_engine", "fy_copy_engine", {"BufferBlocks": 2}, ""),
    ("memory", "fy_memory_fixed", {"MaxOutstanding": 0}, "MaxOutstanding is 0; it must be at"),
    ("memory", "fy_memory_fixed", {"BeatCycles": 0}, "BeatCycles is 0; it must be 1 to 255"),
    ("memory", "fy_memory_fixed", {"BeatCycles": 256}, "BeatCycles is 256; it must be 1 to 255"),
    ("memory", "fy_memory_fixed", {"DataBytes": 4}, "DataBytes is 4; it must be 8, 16, 32 or 64"),
    ("memory", "fy_axi_mux", {"Clients": 9}, "Clients is 9; it must be 1 to 8"),
    ("memory", "fy_axi_mux", {"WriteBursts": 0}, "WriteBursts is 0; it must be at least 1"),
    ("memory", "fy_axi_mux", {"Clients": 1}, ""),
    ("memory", "fy_memory_ddr", {"Channels": 3}, "Channels is 3; it must be a power of two"),
    ("memory", "fy_memory_ddr", {"Interleave": 32}, "Interleave is 32; it must be a power of two"),
    ("mmu", "fy_tlb", {"Entries": 1}, "Entries is 1; it must be 2 to 64"),
    ("mmu", "fy_tlb", {"Entries": 65}, "Entries is 65; it must be 2 to 64"),
    ("mmu", "fy_tlb", {"Entries": 64}, ""),
    ("mmu", "fy_walk_cache", {"Entries": 1}, "Entries is 1; it must be 2 to 32"),
    ("mmu", "fy_walk_cache", {"Entries": 33}, "Entries is 33; it must be 2 to 32"),
    ("mmu", "fy_walker", {"Ports": 1}, "Ports is 1; it must be 2 to 8"),
    ("mmu", "fy_walker", {"Ports": 9}, "Ports is 9; it must be 2 to 8"),
    ("mmu", "fy_walker", {"WalkCacheEntries": 33}, "WalkCacheEntries is 33; it must be 2 to 32"),
    ("mmu", "fy_walker", {"WalkCacheEntries": 2}, ""),
    ("copy_engine", "fy_copy_translate", {"TlbEntries": 1}, "TlbEntries is 1; it must be 2 to 64"),
    ("copy_engine", "fy_copy_engine", {"TlbEntries": 65}, "TlbEntries is 65; it must be 2 to 64"),
    ("copy_engine", "fy_copy_engine", {"TlbEntries": 16}, ""),
    ("peripherals", "fy_timer", {"NumHarts": 321}, "NumHarts is 321; it must be 1 to 320"),
    ("peripherals", "fy_timer", {"Divider": 65537}, "Divider is 65537; it must be 1 to 65536"),
    ("peripherals", "fy_timer", {"NumHarts": 320}, ""),
    ("peripherals", "fy_counter_unit", {"Counters": 1}, "Counters is 1; it must be 2 to 512"),
    ("peripherals", "fy_counter_unit", {"Harts": 32}, "Harts is 32; it must be 1 to 31"),
    ("peripherals", "fy_counter_unit", {"ErrorSources": 4}, "ErrorSources is 4; it must be 1 to 3"),
    ("peripherals", "fy_counter_unit", {"Harts": 31, "Counters": 4}, ""),
    ("cache", "fy_l1_data", {"LineBytes": 48}, "LineBytes is 48; it must be 16, 32 or 64"),
    ("cache", "fy_l1_data", {"LineBytes": 16, "Ways": 1}, ""),
    ("cache", "fy_l1_line_buffers", {"LineBytes": 16}, "LineBytes 16 must be 1 to 8 times"),
    ("cache", "fy_l1_load_queue", {"Entries": 6}, "Entries is 6; it must be a power of two"),
    ("cache", "fy_l1_miss_slots", {"Slots": 9}, "Slots is 9; it must be 1 to 8"),
    ("cache", "fy_l1_refill", {"LineBytes": 16}, "LineBytes 16 must be 1 to 8 times BeatBytes 32"),
    ("cache", "fy_l1_tags", {"Ways": 3}, "Ways is 3; it must be 1, 2, 4 or 8"),
    ("cache", "fy_l1_tags", {"Sets": 48}, "Sets is 48; it must be a power of two"),
    ("cache", "fy_l1_tags", {"Ways": 8}, ""),
    ("cache", "fy_l1_tags", {"Ways": 1}, ""),
    ("cache", "fy_l2_bank", {"LineBytes": 128}, "LineBytes is 128; it must be 16, 32 or 64"),
    ("cache", "fy_cache_simple", {"LineBytes": 128}, "LineBytes is 128; it must be 4, 8, 16, 32"),
    ("cache", "fy_cache_simple", {"Writes": 33}, "Writes is 33; it must be 1 to 32"),
    ("cache", "fy_cache_simple", {"LineBytes": 4}, ""),
    ("tilelink", "fy_tl_to_axi", {"BeatBytes": 128}, "BeatBytes is 128; it must be a power of"),
    ("tilelink", "fy_tl_to_axi", {"LineBytes": 16}, "LineBytes is 16; it must be a power of two"),
    ("tilelink", "fy_tl_to_axi", {"Outstanding": 65}, "Outstanding is 65; it must be 1 to 64"),
    ("data_port", "fy_uncached_port", {"BeatBytes": 4}, "BeatBytes is 4; it must be 8 to 64"),
]

CROSSBAR = """
module crossbar_limits (input logic clk_i, input logic rst_ni);
  fy_tl_crossbar #(
    .Clients(CLIENTS), .Managers(1), .ClientSources({{(CLIENTS - 1){16'd1}}, 16'dSOURCES})
  ) i_crossbar (.clk_i, .rst_ni);
endmodule
"""


def elaborate(block: str, top: str, parameters: dict[str, int], *more: Path) -> str:
    # What ends the elaboration is looked for; `fy lint` reports the rest.
    switches = ["-Wno-lint", "-Wno-style", "-Wno-PINMISSING", "-Werror-USERERROR"]
    switches += ["--error-limit", "1000", *(f"-G{n}={value}" for n, value in parameters.items())]
    result = bench.elaborate(top, [*sources(block), *more], *switches)
    return result.stdout + result.stderr


def judge(report: str, module: str, sentence: str) -> None:
    if sentence:
        speaker = f"{module}: " if module else ""
        assert speaker + sentence in " ".join(report.split()), report[:2000]
        assert "%Error" in report or "USERERROR" in report, report[:2000]
    else:
        assert "%Error" not in report and "it must be" not in report, report[:2000]


@pytest.mark.parametrize(
    ("block", "module", "parameters", "sentence"),
    CASES,
    ids=[f"{c[1]}-{'-'.join(f'{k}_{v}' for k, v in c[2].items())}" for c in CASES],
)
def test_limit(block: str, module: str, parameters: dict[str, int], sentence: str) -> None:
    # Parts speak for the engine.
    speaker = module
    if module == "fy_copy_engine" and "Trackers" in parameters:
        speaker = "fy_copy_dispatch"
    elif module == "fy_copy_engine":
        speaker = "fy_copy_translate" if "TlbEntries" in parameters else "fy_copy_tracker"
    judge(elaborate(block, module, parameters), speaker, sentence)


def crossbar(folder: Path, clients: int, sources_used: int) -> str:
    top = folder / "crossbar_limits.sv"
    text = CROSSBAR.replace("CLIENTS", str(clients)).replace("SOURCES", str(sources_used))
    top.write_text(text)
    return elaborate("tilelink", "crossbar_limits", {}, top)


@pytest.mark.parametrize(
    ("clients", "most"), [(2, 512), (4, 256), (5, 128)], ids=["two", "four", "five"]
)
def test_crossbar_sources(tmp_path: Path, clients: int, most: int) -> None:
    judge(crossbar(tmp_path, clients, most), "fy_tl_crossbar", "")
    report = crossbar(tmp_path, clients, most + 1)
    # One refusal, of client 0 and by the check of the sources.
    assert report.count("USERERROR: ") == 1 and "fy_tl_crossbar.sv" in report, report[:2000]
    assert "%Error" in report, report[:2000]


def test_crossbar_sentence(tmp_path: Path) -> None:
    sentence = "client 0 declares 257 sources"
    judge(crossbar(tmp_path, 4, 257), "fy_tl_crossbar", sentence)


SYSTEM = """
module system_limits (input logic clk_i, input logic rst_ni);
  function automatic fy_copy_engine_config_pkg::config_t changed();
    changed = fy_copy_engine_config_pkg::DefaultConfig;
    changed.FIELD = VALUE;
  endfunction
  fy_copy_engine_system #(.Config(changed())) i_chip (.clk_i, .rst_ni);
endmodule
"""


@pytest.mark.default
@pytest.mark.parametrize(
    ("field", "value", "module", "sentence"),
    [
        ("channels", 3, "fy_l2", "channels is 3; it must be 1, 2 or 4"),
        ("banks_per_channel", 3, "fy_l2", "banks_per_channel is 3; it must be 1 or 2"),
        ("bank_interleave", 32, "fy_l2", "interleave is 32; it must be a power of two from 64 on"),
        ("beat_bytes", 128, "", "beat_bytes is 128; it must be 8, 16, 32 or 64"),
        ("channels", 4, "fy_copy_engine_system", ""),
    ],
)
def test_system_limit(tmp_path: Path, field: str, value: int, module: str, sentence: str) -> None:
    top = tmp_path / "system_limits.sv"
    top.write_text(SYSTEM.replace("FIELD", field).replace("VALUE", str(value)))
    judge(elaborate("systems/copy_engine", "system_limits", {}, top), module, sentence)
