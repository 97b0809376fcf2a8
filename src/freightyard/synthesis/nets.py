# SPDX-License-Identifier: Apache-2.0
"""What nextpnr reports, and the names that the sources give to what stands in a netlist."""

from __future__ import annotations

import re
from typing import Any

from freightyard.synthesis.pins import TOP
from freightyard.system.results import Scalar


def utilisation(report: Any) -> dict[str, int]:
    """Cells of the device used, by kind, those of the registers at the pins among them."""
    names = {"TRELLIS_COMB": "cells", "TRELLIS_FF": "ff", "DP16KD": "bram", "MULT18X18D": "dsp"}
    return {name: int(report["utilization"][cell]["used"]) for cell, name in names.items()}


def placed_clock(log: str) -> dict[str, Scalar]:
    """The clock that the placer expects in MHz, wires by the distance of their ends."""
    found = re.search(r"^Info: Max frequency for clock .*: ([\d.]+) MHz", log, re.MULTILINE)
    return {"placed_mhz": float(found[1])} if found else {}


def clock(report: Any, netlist: Any) -> dict[str, Scalar]:
    """Highest clock of a routed part in MHz; ns and ends of its longest path. Empty unrouted."""
    if not report["fmax"]:
        return {}
    (found,) = report["fmax"].values()
    metric: dict[str, Scalar] = {"fmax_mhz": round(float(found["achieved"]), 2)}
    for path in report["critical_paths"]:
        if path["from"] == path["to"]:
            steps = path["path"]
            logic = sum(float(s["delay"]) for s in steps if s["type"] != "routing")
            metric["path_ns"] = round(sum(float(s["delay"]) for s in steps), 2)
            metric["path_logic_ns"] = round(logic, 2)
            metric["path_from"] = register(netlist, steps[0]["from"]["cell"])
            metric["path_to"] = register(netlist, steps[-1]["to"]["cell"])
            nets = [str(s.get("net") or "").split(".")[0] for s in steps]
            metric["path_through"] = " ".join(
                dict.fromkeys(n for n in nets if re.fullmatch(r"i_\w+", n))
            )
    return metric


def register(netlist: Any, cell: str) -> str:
    """The name in the sources of what a cell drives, else the line of its sources."""
    top = netlist["modules"][TOP]
    found = top["cells"].get(cell) or {}
    bits = [bit for port in ("Q", "DOA0") for bit in found.get("connections", {}).get(port, [])]
    names = [
        f"{name}[{net['bits'].index(bits[0])}]" if len(net["bits"]) > 1 else name
        for name, net in top["netnames"].items()
        if bits and bits[0] in net["bits"] and not net["hide_name"]
    ]
    line = str(found.get("attributes", {}).get("src", cell)).split("|")[0].partition(".sv:")
    own = re.search(r"\bi_\w+", cell)
    nameless = f"{own[0] + ', ' if own else ''}{line[0]}{line[1]}{line[2].split('.')[0]}"
    # Of the names of one wire, the register's own lies deepest and ends in _q.
    return max(
        names, key=lambda n: (n.split("[")[0].endswith("_q"), n.count(".")), default=nameless
    )
