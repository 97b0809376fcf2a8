# SPDX-License-Identifier: Apache-2.0
"""What stands at the ports of a system in fy_top: clock, straps, host, exit, memory, C++."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from freightyard.hardware.boundary import Declared
from freightyard.hardware.declarations import verilog
from freightyard.hardware.declarations.expression import Expression
from freightyard.hardware.entries import Memory
from freightyard.system import endpoint_ports, ports
from freightyard.system.top_lines import Lines

_BEAT = re.compile(r"\bfy_tl#\(\.BeatBytes\((?:\w+\.)?(\w+)\)\)")


def attach(lines: Lines, declared: Declared, known: Mapping[str, Any]) -> None:
    """Connect every port of the system; entries of system.toml name these, and no others."""
    entry, clock = declared.boundary.ports, declared.boundary.clock
    beat = int(Expression(entry.host_bytes).value(known))
    lines.connect(("clock", "clock"), f"{clock.clock}(clk_i)")
    lines.connect(("clock", "reset"), f"{clock.reset}(rst_ni)")
    lines.taken("logic [63:0]", "strap", f" [{max(len(declared.system.straps), 1)}]")
    _straps(lines, declared)
    _host(lines, entry.host, beat)
    _exit(lines, entry.exit)
    for number, memory in enumerate(declared.boundary.memory):
        _memory(lines, declared, number, memory, known)
    endpoint_ports.attach(lines, declared, known)
    there = list(ports.of(declared))
    ports.check(declared, lines.named, there)
    for port in there:
        found = _BEAT.search(port.text) if port.name == f"{entry.host}_i" else None
        width = known.get(found[1], found[1]) if found else beat
        if str(width).isdecimal() and int(width) != beat:
            text = f"host_bytes is {beat}; the port {port.name} ({port.place}) has beats of {width}"
            raise declared.error(("ports", "host_bytes"), text)


def _strap(declared: Declared, name: str) -> str:
    names = list(declared.system.straps)
    return f"strap_q[{names.index(name)}][{verilog.bits(declared.system.straps[name]) - 1}:0]"


def _straps(lines: Lines, declared: Declared) -> None:
    straps = [n for n, key in declared.system.straps.items() if key.part == "chip"]
    if port := declared.boundary.ports.straps:
        fields = ", ".join(f"{name}: {_strap(declared, name)}" for name in straps)
        kind = f"{declared.system.prefix}_config_pkg::straps_t"
        lines.connect(("ports", "straps"), f"{port}({kind}'{{{fields}}})")


def _host(lines: Lines, port: str, beat: int) -> None:
    words = max(beat // 8, 1)
    shapes = {"opcode": "[2:0]", "param": "[2:0]", "size": "[SizeBits-1:0]",
              "source": "[$clog2(HostSources)-1:0]", "address": "[DefaultAddressBits-1:0]",
              "mask": "[63:0]"}  # fmt: skip
    valid = lines.taken("logic", "host_a_valid")
    ready = lines.taken("logic", "host_d_ready")
    taken = {n: lines.taken(f"logic {shape}", f"host_a_{n}") for n, shape in shapes.items()}
    data = lines.taken("logic [63:0]", "host_a_data", f" [{words}]")
    lines.ports += ["  output logic host_a_ready_o"]
    lines.before += [
        f"  fy_tl#(.BeatBytes({beat}))::request_t host_request;",
        f"  fy_tl#(.BeatBytes({beat}))::response_t host_response;",
        "  always_comb begin",
        "    host_request            = '0;",
        f"    host_request.a_valid    = {valid};",
        f"    host_request.a.opcode   = a_opcode_e'({taken['opcode']});",
        *(f"    host_request.a.{n} = {taken[n]};" for n in ("param", "size", "address")),
        f"    host_request.a.source   = DefaultSourceBits'({taken['source']});",
        "    host_request.a.allocate = 1'b1;",
        f"    host_request.a.mask     = {taken['mask']}[{beat - 1}:0];",
        *(f"    host_request.a.data[{64 * w}+:64] = {data}[{w}];" for w in range(words)),
        "  end",
    ]
    lines.shown("logic", "host_d_valid", "host_response.d_valid")
    for name in ("opcode", "size", "source", "denied", "corrupt"):
        shape = shapes.get(name, "")
        part = shape if name == "source" else ""
        lines.shown(f"logic {shape}", f"host_d_{name}", f"host_response.d.{name}{part}")
    lines.ports.append(f"  output logic [63:0] host_d_data_o [{words}]")
    lines.after += [f"  assign host_d_data_o[{w}] = host_response.d.data[{64 * w}+:64];"
                    for w in range(words)]  # fmt: skip
    lines.connect(
        ("ports", "host"),
        f"{port}_i(host_request)", f"{port}_ready_o(host_a_ready_o)",
        f"{port}_o(host_response)", f"{port}_ready_i({ready})",
    )  # fmt: skip
    lines.after += ["  logic unused_host;", "  assign unused_host = ^host_response;"]


def _exit(lines: Lines, port: str) -> None:
    lines.before += ["  logic [32:0] exit_now;"]
    lines.shown("logic", "exit_valid", "exit_now[32]" if port else "1'b0")
    lines.shown("logic [31:0]", "exit_code", "exit_now[31:0]" if port else "'0")
    if port:
        lines.connect(("ports", "exit"), f"{port}(exit_now)")


# ---- memory -----------------------------------------------------------------------------------


def _memory(
    lines: Lines, declared: Declared, number: int, memory: Memory, known: Mapping[str, Any]
) -> None:
    """Models behind AXI4 ports, all on one contents."""
    count, beat, interleave = (
        int(Expression(text).value(known))
        for text in (memory.count, memory.beat_bytes, memory.interleave)
    )
    base, size = declared.region(memory.region, known)
    name, bits, last = f"memory{number}", 40 - (beat.bit_length() - 1), count - 1
    lines.before += [
        f"  fy_axi#(.DataBytes({beat}))::forward_t [{last}:0] {name}_request;",
        f"  fy_axi_pkg::forward_ready_t [{last}:0] {name}_request_ready;",
        f"  fy_axi#(.DataBytes({beat}))::backward_t [{last}:0] {name}_answer;",
        f"  fy_axi_pkg::backward_ready_t [{last}:0] {name}_answer_ready;",
    ]
    lines.connect(
        ("memory", number, "port"),
        f"{memory.port}_o({name}_request)", f"{memory.port}_ready_i({name}_request_ready)",
        f"{memory.port}_i({name}_answer)", f"{memory.port}_ready_o({name}_answer_ready)",
    )  # fmt: skip
    model = _strap(declared, memory.model) if memory.model else "2'd0"
    latency = _strap(declared, memory.latency) if memory.latency else "10'd1"
    lines.after += [
        f"  for (genvar p = 0; p < {count}; p++) begin : gen_{name}",
        "    logic read, write;",
        f"    logic [{bits - 1}:0] read_index, write_index;",
        f"    logic [{beat * 8 - 1}:0] read_data, write_data;",
        f"    logic [{beat - 1}:0] write_strobe;",
        "    fy_memory_models #(",
        f"      .Base(40'h{base:x}), .Bytes(40'd{size}), .DataBytes({beat}),",
        f"      .Channels({count}), .Interleave({interleave})",
        "    ) i_memory (",
        f"      .clk_i, .rst_ni, .model_i(2'({model})), .latency_i(10'({latency})),",
        f"      .axi_i({name}_request[p]), .axi_ready_o({name}_request_ready[p]),",
        f"      .axi_o({name}_answer[p]), .axi_ready_i({name}_answer_ready[p]),",
        "      .contents_read_o(read), .contents_read_index_o(read_index),",
        "      .contents_read_data_i(read_data), .contents_write_o(write),",
        "      .contents_write_index_o(write_index), .contents_write_data_o(write_data),",
        "      .contents_write_strobe_o(write_strobe)",
        "    );",
        f"    fy_memory_contents #(.DataBytes({beat})) i_contents (",
        "      .clk_i, .read_i(read), .read_index_i(read_index), .read_data_o(read_data),",
        "      .write_i(write), .write_index_i(write_index), .write_data_i(write_data),",
        "      .write_strobe_i(write_strobe)",
        "    );",
        "  end",
    ]
