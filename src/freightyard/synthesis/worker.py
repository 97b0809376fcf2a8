# SPDX-License-Identifier: Apache-2.0
"""The steps of a synthesis inside Yosys; a process of its own, so that it can be interrupted.

`python -m freightyard.synthesis.worker FOLDER`: reads FOLDER/job.json, writes what it makes
beside it.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from freightyard.hardware.configuration import built_values
from freightyard.hardware.declarations import load_system
from freightyard.store import ROOT
from freightyard.synthesis import parts as synth_parts
from freightyard.synthesis.pins import TOP, Ports, pins
from freightyard.synthesis.targets import TARGETS

FEW_BITS = 40_000  # of memory, that are tried as registers too


class Yosys:
    """A design and the passes run on it."""

    def __init__(self) -> None:
        from pyosys import libyosys

        self._ys: Any = libyosys
        self.design: Any = libyosys.Design()

    def run(self, text: str) -> None:
        self._ys.run_pass(text, self.design)

    def ports(self, module: str) -> Ports:
        """Ports of a module in their order."""
        found: Any = next(m for m in self.design.modules_.values() if m.name.str() == f"\\{module}")
        wires = [(name, found.wires_[name]) for name in found.ports]
        return [(name.str()[1:], wire.width, bool(wire.port_input)) for name, wire in wires]

    def memory_bits(self) -> dict[str, int]:
        """Bits of the memories left in each module."""
        found: dict[str, int] = {}
        for module in self.design.modules_.values():
            for cell in module.cells_.values():
                if cell.type.str() == "$mem_v2":
                    size, width = (
                        cell.parameters[self._ys.IdString(f"\\{name}")].as_int()
                        for name in ("SIZE", "WIDTH")
                    )
                    name = module.name.str()
                    found[name] = found.get(name, 0) + size * width
        return found


def work(folder: Path) -> None:
    """Read, map, count; the netlist where a placer wants one.

    Paths for Yosys begin in the checkout: those of its commands cannot hold spaces.
    """
    os.chdir(ROOT)
    folder = Path(os.path.relpath(folder))
    job = json.loads((folder / "job.json").read_text())
    system = job["system"]
    part = synth_parts.part(system, job["part"])
    target = TARGETS[job["target"]]
    hardware = built_values(str(folder), load_system(system), job["built"])
    yosys = Yosys()
    ports = {}
    for instance in part.instance:
        given = synth_parts.parameters(system, instance, hardware) | job["parameters"]
        settings = " ".join(f"-G{name}={value}" for name, value in given.items())
        files = " ".join(map(os.path.relpath, synth_parts.part_sources(system, part)))
        yosys.run(f"read_slang --keep-hierarchy {settings} --top {instance.module} {files}")
        ports[instance.name] = yosys.ports(instance.module)
    (folder / "pins.v").write_text(pins(part, ports))
    yosys.run(f"read_verilog {folder / 'pins.v'}")
    yosys.run(f"hierarchy -check -top {TOP}")
    for instance in part.instance:
        yosys.run(f"setattr -mod -set keep_hierarchy 1 {instance.module}")
    for pattern in part.blocks:
        yosys.run(f"setattr -mod -set keep_hierarchy 1 {pattern}")
        if "$" not in pattern:
            yosys.run(f"setattr -mod -set keep_hierarchy 1 {pattern}$*")
    for text in target.passes:
        yosys.run(text)
    yosys.run(f"tee -q -o {folder / 'stat.json'} stat -json")
    if target.registers:
        memories = yosys.memory_bits()
        (folder / "memory.json").write_text(json.dumps(memories))
        if 0 < sum(memories.values()) <= FEW_BITS:
            for text in target.registers:
                yosys.run(text)
            yosys.run(f"tee -q -o {folder / 'stat-registers.json'} stat -json")
    if target.placed:
        yosys.run("setattr -mod -unset keep_hierarchy *")
        yosys.run("flatten")
        yosys.run("opt_clean")
        yosys.run(f"write_json {folder / 'netlist.json'}")


if __name__ == "__main__":
    work(Path(sys.argv[1]))
