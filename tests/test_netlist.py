# SPDX-License-Identifier: Apache-2.0
"""Each synthesised system: its ports are the declared ones, nothing of a simulator is in it."""

import re

import pytest
from pyosys import libyosys

from freightyard.hardware import boundary, declarations, sources
from freightyard.hardware import configuration as config
from freightyard.hardware.declarations import verilog
from freightyard.store import ROOT

pytestmark = pytest.mark.default
# What each kind of port adds to its declared name.
LINK = ("_i", "_ready_o", "_o", "_ready_i")
CONSOLE = ("_o", "_valid_o", "_ready_i", "_i", "_valid_i", "_ready_o")
OWN = {
    ("input", "stream"): ("_i", "_valid_i", "_ready_o"),
    ("output", "stream"): ("_o", "_valid_o", "_ready_i"),
    ("input", "value"): ("_i",),
    ("output", "value"): ("_o",),
}
STAGES = {"tilelink": "fy_tl_link", "axi": "fy_axi_link", "stream": "fy_stream_link"}  # by kind


@pytest.fixture(scope="module", params=declarations.names())
def netlist(request):
    """Modules and ports of a system, elaborated as synthesis does."""
    chosen = config.load(request.param.replace("_", "-"))
    declared = boundary.load(chosen.system)
    files = [
        str(path.relative_to(ROOT))  # Yosys splits at the spaces of a path
        for path in sources.sources(f"systems/{chosen.system}")
        if "sim" not in path.parts or sources.is_package(path)
    ]
    record = verilog.record(declared.system, chosen.built)
    top = declared.boundary.module
    design = libyosys.Design()
    read = f"read_slang --keep-hierarchy --top {top} -GConfig={record}"
    libyosys.run_pass(f"{read} {' '.join(files)}", design)
    libyosys.run_pass(f"hierarchy -check -top {top}", design)
    modules = {str(name).lstrip("\\"): module for name, module in design.modules_.items()}
    ports = {str(name).lstrip("\\") for name in modules[top].ports}
    return declared, modules, ports, design


def test_ports_are_those_declared(netlist):
    declared, _, ports, _ = netlist
    given, clock = declared.boundary.ports, declared.boundary.clock
    # An empty name says that there is no such port.
    wanted = {clock.clock, clock.reset, given.straps, given.exit} - {""}
    wanted |= {given.host + end for end in LINK}
    wanted |= {given.console + end for end in CONSOLE if given.console}
    wanted |= {memory.port + end for memory in declared.boundary.memory for end in LINK}
    own = [port for endpoint in declared.boundary.endpoint for port in endpoint.port]
    wanted |= {port.name + end for port in own for end in OWN[port.direction, port.kind]}
    assert ports == wanted


def test_no_module_of_a_simulator_is_in_it(netlist):
    declared, modules, _, _ = netlist
    text = "\n".join(
        path.read_text() for path in ROOT.glob("*/**/sim/**/*.sv") if "build" not in path.parts
    )
    text += "\n".join(path.read_text() for path in (ROOT / "sim").glob("**/*.sv"))
    names = set(re.findall(r"^module (\w+)", text, re.MULTILINE)) - set(STAGES.values())
    assert len(names) > 3
    found = {name.split("$")[0] for name in modules}
    assert {STAGES[link.kind] for link in declared.boundary.link} <= found
    assert not found & names


def test_link_stages_are_wires(netlist):
    """The form that can hold channels has registers; the one of the chip has none."""
    declared, _, _, design = netlist
    for kind in {STAGES[link.kind] for link in declared.boundary.link}:
        libyosys.run_pass(f"select -assert-min 1 {kind}*", design)
        libyosys.run_pass(f"select -assert-none {kind}*/t:$*dff* {kind}*/t:$mux", design)
