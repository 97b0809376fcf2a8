# SPDX-License-Identifier: Apache-2.0
"""What can be synthesised: parts of a system, blocks that area is shown by, their pins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from freightyard.errors import UserError
from freightyard.hardware import sources
from freightyard.hardware.declarations import load_system, verilog
from freightyard.hardware.values import Values

TOP = "fy_pins"


@dataclass(frozen=True)
class Instance:
    """A module of a part, with the parameters that a configuration gives it."""

    module: str
    block: str  # of which the sources are read
    name: str  # of the instance

    def parameters(self, hardware: Values) -> dict[str, str]:
        banks = str(hardware.banks)
        beat = {"BeatBytes": str(hardware.beat_bytes)}
        match self.module:
            case "fy_copy_engine_tile" | "fy_copy_engine_system":
                system = load_system(self.block.removeprefix("systems/"))
                return {"Config": verilog.record(system, hardware)}
            case "fy_copy_engine":
                more = {"BufferBlocks": hardware.buffer_blocks, "Trackers": hardware.trackers}
                interleave = {"Banks": banks, "BankInterleave": str(hardware.bank_interleave)}
                return beat | {k: str(v) for k, v in more.items()} | interleave
            case "fy_hart":
                return {"Xlen": str(hardware.xlen)}
            case "fy_data_cache":
                sizes = {"Sets": hardware.data_sets, "Ways": hardware.data_ways}
                sizes["MissSlots"] = hardware.miss_slots
                return beat | {k: str(v) for k, v in sizes.items()}
            case "fy_instruction_cache":
                sizes = {"Sets": hardware.instruction_sets, "Ways": hardware.instruction_ways}
                return beat | {k: str(v) for k, v in sizes.items()}
            case "fy_l2_bank":
                sizes = {"Sets": hardware.l2_sets // hardware.banks, "Ways": hardware.l2_ways}
                sizes["Transactors"] = hardware.transactors
                return beat | {k: str(v) for k, v in sizes.items()}
        return {}


@dataclass(frozen=True)
class Cut:
    """A mapped part of which one instance is taken out; its outputs are 0, or as told."""

    part: str
    module: str
    instance: str
    outputs: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Part:
    """Modules side by side; what is not wired between them goes to registers at the pins."""

    summary: str
    instances: tuple[Instance, ...]
    # Blocks by which area is shown: module, or module below a path, with a name for readers.
    blocks: tuple[tuple[str, str], ...]
    # Outputs to inputs, as instance.port.
    wires: tuple[tuple[str, str], ...] = ()
    # Or another part less one of its modules.
    cut: Cut | None = None


_TILE = Instance("fy_copy_engine_tile", "systems/copy_engine", "i_tile")
_ENGINE = Instance("fy_copy_engine", "copy_engine", "i_engine")
_TILE_BLOCKS = (
    ("fy_hart", "core pipeline"),
    ("fy_tlb$fy_copy_engine_tile*", "TLBs of the core"),
    ("fy_walker", "page-table walker"),
    ("fy_data_port_mux", "data port mux"),
    ("fy_instruction_cache", "L1 instruction cache"),
    ("fy_data_cache", "L1 data cache"),
)
# The ports of the engine at the tile, and what stands there in a hart without one.
_BETWEEN = (
    ("i_tile.coprocessor_o", "i_engine.coprocessor_i"),
    ("i_tile.coprocessor_valid_o", "i_engine.coprocessor_valid_i"),
    ("i_engine.coprocessor_ready_o", "i_tile.coprocessor_ready_i"),
    ("i_engine.coprocessor_response_o", "i_tile.coprocessor_response_i"),
    ("i_engine.coprocessor_busy_o", "i_tile.coprocessor_busy_i"),
    ("i_engine.walk_o", "i_tile.engine_walk_i"),
    ("i_engine.walk_valid_o", "i_tile.engine_walk_valid_i"),
    ("i_tile.engine_walk_ready_o", "i_engine.walk_ready_i"),
    ("i_tile.engine_walk_response_o", "i_engine.walk_response_i"),
    ("i_tile.engine_walk_response_valid_o", "i_engine.walk_response_valid_i"),
    ("i_tile.translation_fence_o", "i_engine.translation_fence_i"),
    ("i_tile.translation_fence_valid_o", "i_engine.translation_fence_valid_i"),
    ("i_engine.translation_fence_done_o", "i_tile.translation_fence_done_i"),
)
_NO_ENGINE = Cut(
    "tile",
    "fy_copy_engine",
    "i_engine",
    (
        ("coprocessor_ready_o", 1),
        ("coprocessor_response_o", 1 << 64),  # illegal
        ("translation_fence_done_o", 1),
    ),
)


def _single(module: str, block: str, summary: str, *blocks: tuple[str, str]) -> Part:
    return Part(summary, (Instance(module, block, "i_part"),), blocks or ((module, summary),))


PARTS: Mapping[str, Part] = {
    "tile": Part(
        "hart, walker, L1 caches and copy engine",
        (_TILE, _ENGINE),
        (*_TILE_BLOCKS, ("fy_copy_engine", "copy engine")),
        _BETWEEN,
    ),
    "tile-without-engine": Part(
        "hart, walker and L1 caches", (_TILE, _ENGINE), _TILE_BLOCKS, _BETWEEN, _NO_ENGINE
    ),
    "engine": _single("fy_copy_engine", "copy_engine", "copy engine"),
    "engine-blocks": _single(
        "fy_copy_engine",
        "copy_engine",
        "copy engine by its own blocks",
        ("fy_copy_engine", "wiring and sums"),
        ("fy_copy_registers", "registers"),
        ("fy_copy_queue", "command queue"),
        ("fy_copy_frontend", "frontend"),
        ("fy_copy_translate", "translation"),
        ("fy_tlb", "TLB"),
        ("fy_copy_dispatch", "dispatch"),
        ("fy_copy_tracker", "tracker, control"),
        ("fy_copy_reader", "reader"),
        ("fy_copy_buffer", "buffer"),
        ("fy_copy_writer", "writer"),
        ("fy_copy_throttle", "throttle"),
    ),
    "core": _single(
        "fy_hart", "hart", "hart", ("fy_hart", "core pipeline"), ("fy_tlb", "TLBs of the core")
    ),
    "walker": _single("fy_walker", "mmu", "page-table walker"),
    "l1-data": _single("fy_data_cache", "cache", "L1 data cache"),
    "l1-instruction": _single("fy_instruction_cache", "cache", "L1 instruction cache"),
    "l2-bank": _single("fy_l2_bank", "cache", "one bank of the L2"),
    "system": _single(
        "fy_copy_engine_system",
        "systems/copy_engine",
        "everything up to the chip edge",
        ("fy_hart", "core pipeline"),
        ("fy_tlb$fy_copy_engine_system.gen_hart*", "TLBs of the core"),
        ("fy_walker", "page-table walker"),
        ("fy_data_port_mux", "data port mux"),
        ("fy_instruction_cache", "L1 instruction cache"),
        ("fy_data_cache", "L1 data cache"),
        ("fy_copy_engine", "copy engine"),
        ("fy_tl_crossbar", "crossbar"),
        ("fy_l2_bank", "L2"),
        ("fy_devices", "devices and counters"),
        ("fy_copy_engine_system", "taps, adapters and wiring"),
    ),
    # Small ones, quick to synthesise.
    "fifo": _single("fy_fifo", "common", "FIFO"),
    "ram": _single("fy_ram_1r1w", "common", "block RAM wrapper"),
    "tlb": _single("fy_tlb", "mmu", "TLB"),
}


def part(name: str) -> Part:
    """A part by its name; the error names them all."""
    if name not in PARTS:
        raise UserError(f"no part is called {name}; there are: {', '.join(PARTS)}")
    return PARTS[name]


# ---- the top --------------------------------------------------------------------------------

# Port name, bits, whether it is an input.
Ports = list[tuple[str, int, bool]]
_CLOCKS = ("clk_i", "rst_ni")


def pins(chosen: Part, ports: Mapping[str, Ports]) -> str:
    """A Verilog top with four pins: registers in a chain before every input, behind every output.

    `ports` tells those of each instance. So paths begin and end in registers, and the width of the
    part needs no pins.
    """
    sources = {target: source for source, target in chosen.wires}
    used = {source for source, _ in chosen.wires}
    lines, inputs, outputs = [], 0, 0
    nets: list[str] = []
    for instance in chosen.instances:
        connections = [
            f".{clock}({clock})" for clock in _CLOCKS if clock in _names(ports, instance)
        ]
        for port, width, is_input in ports[instance.name]:
            place = f"{instance.name}.{port}"
            if port in _CLOCKS:
                continue
            if place in sources:
                connections.append(f".{port}({_net(sources[place])})")
            elif is_input:
                connections.append(f".{port}(in_q[{inputs}+:{width}])")
                inputs += width
            elif place in used:
                nets.append(f"  wire [{width - 1}:0] {_net(place)};")
                connections.append(f".{port}({_net(place)})")
            else:
                connections.append(f".{port}(out[{outputs}+:{width}])")
                outputs += width
        lines.append(f"  {instance.module} {instance.name}({', '.join(connections)});")
    return "\n".join(
        [
            f"module {TOP}(input clk_i, input rst_ni, input d_i, output d_o);",
            f"  reg [{inputs - 1}:0] in_q;",
            f"  reg [{outputs - 1}:0] out_q;",
            f"  wire [{outputs - 1}:0] out;",
            *nets,
            "  always @(posedge clk_i) begin",
            "    in_q <= {in_q, d_i};",
            "    out_q <= {out_q, 1'b0} ^ out;",
            "  end",
            f"  assign d_o = out_q[{outputs - 1}];",
            *lines,
            "endmodule\n",
        ]
    )


def _names(ports: Mapping[str, Ports], instance: Instance) -> list[str]:
    return [port for port, _, _ in ports[instance.name]]


def _net(place: str) -> str:
    return place.replace(".", "_")


def part_sources(chosen: Part) -> list[str]:
    """Synthesisable files of a part, packages first."""
    files = sources.sources(*dict.fromkeys(one.block for one in chosen.instances))
    return [str(path) for path in files if "sim" not in path.parts or sources.is_package(path)]
