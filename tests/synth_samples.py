# SPDX-License-Identifier: Apache-2.0
"""Reports and netlists of a synthesis, made by hand."""

import json

from freightyard.hardware import configuration as config
from freightyard.synthesis.steps import Job, Outcome

HARDWARE = config.load("copy-engine", ["buffer_blocks=16"])


def job(part, target, **parameters):
    return Job(HARDWARE, part, target, parameters=tuple(parameters.items()))


STAT = {
    "modules": {
        "\\fy_pins": {"num_cells_by_type": {"TRELLIS_FF": 1000, "fy_copy_engine_tile": 1}},
        "\\fy_copy_engine_tile": {
            "num_cells_by_type": {"LUT4": 3, "fy_hart$fy_copy_engine_tile.i_hart": 1}
        },
        "\\fy_hart$fy_copy_engine_tile.i_hart": {"num_cells_by_type": {"LUT4": 50, "CCU2C": 5}},
        "\\fy_tlb$fy_copy_engine_tile.i_hart.i_tlb": {
            "num_cells_by_type": {"LUT4": 7, "TRELLIS_FF": 2}
        },
        "\\fy_data_cache$fy_copy_engine_tile.i_x": {
            "num_cells_by_type": {"DP16KD": 9, "TRELLIS_FF": 6}
        },
        "\\fy_copy_engine": {"num_cells_by_type": {"LUT4": 10, "TRELLIS_DPR16X4": 5}},
    }
}
REPORT = {
    "fmax": {"$glbnet$clk_i": {"achieved": 41.6667, "constraint": 50}},
    "utilization": {
        "TRELLIS_COMB": {"used": 96, "available": 9},
        "TRELLIS_FF": {"used": 8, "available": 9},
        "DP16KD": {"used": 9, "available": 9},
        "MULT18X18D": {"used": 0, "available": 9},
    },
    "critical_paths": [
        {
            "from": "posedge c",
            "to": "posedge c",
            "path": [
                {"type": "clk-to-q", "delay": 0.5, "from": {"cell": "a"}, "to": {"cell": "a"}},
                {"type": "routing", "delay": 22.25, "from": {"cell": "a"}, "to": {"cell": "b"},
                 "net": "i_tile.i_hart.x"},
                {"type": "logic", "delay": 1.0, "from": {"cell": "b"}, "to": {"cell": "b"}},
                {"type": "routing", "delay": 0.25, "from": {"cell": "b"}, "to": {"cell": "d"},
                 "net": "$abc$1"},
                {"type": "setup", "delay": 0.0, "from": {"cell": "d"}, "to": {"cell": "d"}},
            ],
        },
        {"from": "<async>", "to": "posedge c", "path": []},
    ],
}  # fmt: skip
NETLIST = {
    "modules": {
        "fy_pins": {
            "cells": {
                "a": {"connections": {"Q": [7]}},
                "$flatten\\i_tile.$auto$ff": {"connections": {"Q": [9]},
                                             "attributes": {"src": "blocks/x/fy_x.sv:4.2|y.v:1"}},
                "d": {"connections": {"Q": [9]}, "attributes": {"src": "blocks/x/fy_x.sv:4.2"}},
            },
            "netnames": {
                "i_tile.i_hart.out_o": {"hide_name": 0, "bits": [7]},
                "i_tile.i_hart.state_q": {"hide_name": 0, "bits": [6, 7]},
                "$abc$1": {"hide_name": 1, "bits": [9]},
            },
        }
    }
}  # fmt: skip


LOG = """Info: SA placement time 1.00s
Info: Max frequency for clock '$glbnet$clk_i': 38.25 MHz (FAIL at 50.00 MHz)
Warning: Max frequency for clock '$glbnet$clk_i': 41.67 MHz (FAIL at 50.00 MHz)
"""


def outcome(folder):
    """A finished synthesis, by hand."""
    folder.mkdir()
    (folder / "stat.json").write_text(json.dumps(STAT))
    (folder / "netlist.json").write_text(json.dumps(NETLIST))
    folder.with_suffix(".log").write_text("using FF mapping for memory i_x.entries_q\n")
    report = folder / "placed.json"
    report.write_text(json.dumps(REPORT))
    report.with_suffix(".log").write_text(LOG)
    return Outcome(folder, report, kept=False)
