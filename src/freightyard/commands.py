# SPDX-License-Identifier: Apache-2.0
"""Table of the commands of `fy`; standard library only, the entry script reads it too."""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    """A command is the function `command` in the module `freightyard.cli.<name>`."""

    tools: str  # set of tools it needs: "none", "run" or "dev"
    summary: str


COMMANDS = {
    "demo": Command("run", "copy a real file by software and by the engine, with a report"),
    "run": Command("run", "run one program on one configuration"),
    "trace": Command("run", "write what happens in each cycle for Konata and Perfetto"),
    "exp": Command("run", "run an experiment of experiments/"),
    "litmus": Command("run", "compare the memory order of several harts with RVWMO"),
    "synth": Command("dev", "area by block and clock of a configuration on a device or in gates"),
    "export": Command("run", "what a system declares: a page, or SystemRDL"),
    "report": Command("run", "write one HTML page of all results"),
    "test": Command("dev", "run the tests: --fast, default (CI), --long"),
    "lint": Command("dev", "check style, budgets and that every tool reads the RTL"),
    "doctor": Command("none", "show what is missing on this machine and the remedy"),
}
