# SPDX-License-Identifier: Apache-2.0
"""The synthesised system: its ports are the declared ones, and nothing of a simulator is in it."""

import re

import pytest
from pyosys import libyosys

from freightyard.hardware import boundary, sources
from freightyard.hardware import configuration as config
from freightyard.hardware.declarations import verilog
from freightyard.store import ROOT

pytestmark = pytest.mark.default
# What each kind of port adds to its declared name.
LINK = ("_i", "_ready_o", "_o", "_ready_i")
CONSOLE = ("_o", "_valid_o", "_ready_i", "_i", "_valid_i", "_ready_o")


@pytest.fixture(scope="module")
def netlist():
    """Modules and ports of the system, elaborated as synthesis does."""
    chosen = config.load("copy-engine")
    declared = boundary.load(chosen.system)
    files = [
        str(path)
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
    wanted = {clock.clock, clock.reset, given.straps, given.exit}
    wanted |= {given.host + end for end in LINK} | {given.console + end for end in CONSOLE}
    wanted |= {memory.port + end for memory in declared.boundary.memory for end in LINK}
    assert ports == wanted


def test_no_module_of_a_simulator_is_in_it(netlist):
    _, modules, _, _ = netlist
    text = "\n".join(
        path.read_text() for path in ROOT.glob("*/**/sim/**/*.sv") if "build" not in path.parts
    )
    text += "\n".join(path.read_text() for path in (ROOT / "sim").glob("**/*.sv"))
    names = set(re.findall(r"^module (\w+)", text, re.MULTILINE)) - {"fy_tl_link", "fy_axi_link"}
    assert len(names) > 3
    found = {name.split("$")[0] for name in modules}
    assert "fy_tl_link" in found
    assert not found & names


def test_link_stages_are_wires(netlist):
    """The form that can hold channels has registers; the one of the chip has none."""
    _, _, _, design = netlist
    for kind in ("fy_tl_link", "fy_axi_link"):
        libyosys.run_pass(f"select -assert-min 1 {kind}*", design)
        libyosys.run_pass(f"select -assert-none {kind}*/t:$*dff* {kind}*/t:$mux", design)
