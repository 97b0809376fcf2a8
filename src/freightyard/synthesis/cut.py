# SPDX-License-Identifier: Apache-2.0
"""A part without one of its modules, cut out of the mapped part: every other block stays the same.

So a clock or an area with and without the module differs by the module alone, not by what a mapper
happens to find, and mapping, the longest step, is done once.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from freightyard.synthesis.parts import Cut
from freightyard.synthesis.pins import TOP


def cut(whole: Path, folder: Path, chosen: Cut) -> None:
    """Write the files of a mapping into `folder` from those of the whole part."""
    for name in ("stat.json", "memory.json"):
        if (whole / name).is_file():
            text = without_module(json.loads((whole / name).read_text()), chosen.module)
            (folder / name).write_text(json.dumps(text))
    if (whole / "netlist.json").is_file():
        netlist = json.loads((whole / "netlist.json").read_text())
        without_instance(netlist["modules"][TOP], chosen)
        (folder / "netlist.json").write_text(json.dumps(netlist))
    log = whole.with_suffix(".log").read_text(errors="replace").splitlines()
    kept = [line for line in log if chosen.module not in line and "memory" in line]
    folder.with_suffix(".log").write_text("\n".join([f"cut out of {whole}", *kept, ""]))


def without_module(facts: Any, module: str) -> Any:
    """Counts by module, at the top or below `modules`, less those of one."""

    def other(name: str) -> bool:
        return name.removeprefix("\\").partition("$")[0] != module

    if "modules" not in facts:
        return {name: value for name, value in facts.items() if other(name)}
    return {"modules": {name: own for name, own in facts["modules"].items() if other(name)}}


def without_instance(top: Any, chosen: Cut) -> None:
    """Take an instance out of a flat netlist; its outputs become the constants of `chosen`."""
    instance = chosen.instance
    begins = (f"{instance}.", f"$flatten\\{instance}.")
    constant: dict[int | str, str] = {}
    for name in [n for n in top["cells"] if n == instance or n.startswith(begins)]:
        cell = top["cells"].pop(name)
        for port, direction in cell.get("port_directions", {}).items():
            if direction == "output":
                constant |= dict.fromkeys(cell["connections"].get(port, []), "0")
    for port, value in chosen.outputs.items():
        bits = top["netnames"][f"{instance}_{port}"]["bits"]
        constant |= {bit: str(value >> i & 1) for i, bit in enumerate(bits)}
    for cell in top["cells"].values():
        for port, bits in cell["connections"].items():
            cell["connections"][port] = [constant.get(bit, bit) for bit in bits]
    top["netnames"] = {
        name: net | {"bits": [constant.get(bit, bit) for bit in net["bits"]]}
        for name, net in top["netnames"].items()
        if not name.startswith((instance, f"$flatten\\{instance}"))
    }
    for pin in top["ports"].values():
        pin["bits"] = [constant.get(bit, bit) for bit in pin["bits"]]
