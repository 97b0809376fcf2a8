# SPDX-License-Identifier: Apache-2.0
"""The top around a part that is synthesised: registers in place of pins."""

from __future__ import annotations

from collections.abc import Mapping

from freightyard.synthesis.parts import Instance, Part

TOP = "fy_pins"

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
    for instance in chosen.instance:
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
