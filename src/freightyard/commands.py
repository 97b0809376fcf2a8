# SPDX-License-Identifier: Apache-2.0
"""Table of the commands of `fy`; standard library only, the entry script reads it too."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

SYSTEMS = Path(__file__).resolve().parents[2] / "systems"


class Command(NamedTuple):
    """The function `command` in a module of `freightyard.cli`, or in a file of a system."""

    tools: str  # set of tools it needs: "none", "run" or "dev"
    summary: str
    file: Path | None = None
    folder: str = ""  # of freightyard.cli


COMMANDS = {
    "demo": Command(
        "run", "move a real file by software and by hardware, with a report", folder="simulation"
    ),
    "run": Command("run", "run one program on one configuration", folder="simulation"),
    "trace": Command(
        "run", "write what happens in each cycle for Konata and Perfetto", folder="simulation"
    ),
    "wave": Command("run", "write a waveform of a window of a run", folder="simulation"),
    "exp": Command("run", "run an experiment of experiments/", folder="simulation"),
    "lockstep": Command(
        "run", "compare a system with QEMU, instruction by instruction", folder="simulation"
    ),
    "litmus": Command(
        "run", "compare the memory order of several harts with RVWMO", folder="simulation"
    ),
    "synth": Command("dev", "area by block and clock of a configuration on a device or in gates"),
    "list": Command("run", "systems, sizes, keys, programs, experiments, counters"),
    "export": Command("dev", "a system or a part of it as a folder for other tools; its registers"),
    "claims": Command(
        "run", "the checklist of a system's source, with what shows each point", folder="quality"
    ),
    "report": Command("run", "write one HTML page of all results"),
    "test": Command("dev", "run the tests: --fast, default (CI), --long", folder="quality"),
    "lint": Command(
        "dev", "check style, budgets and that every tool reads the RTL", folder="quality"
    ),
    "doctor": Command(
        "none", "show what is missing on this machine and the remedy", folder="quality"
    ),
}


def module(name: str) -> str:
    """Where the function of a command of the package stands."""
    return ".".join(filter(None, ("freightyard.cli", COMMANDS[name].folder, name)))


def all_commands(folder: Path = SYSTEMS) -> dict[str, Command]:
    """The commands of `fy` and those that systems bring (`[verb.NAME]` of their system.toml).

    A table that cannot be read brings none; who uses the system is told what is wrong with it.
    """
    found = dict(COMMANDS)
    for path in sorted(folder.glob("*/system.toml")):
        try:
            verbs = tomllib.loads(path.read_text()).get("verb", {})
            own = {name: _own(path.parent, verb) for name, verb in verbs.items()}
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError, AttributeError):
            continue
        found |= {name: command for name, command in own.items() if name not in found}
    return found


def _own(system: Path, verb: dict[str, str]) -> Command:
    return Command(verb.get("tools", "run"), verb["summary"], system / verb["file"])


def bringing(name: str, folder: Path = SYSTEMS) -> list[str]:
    """The systems that bring a command of that name; more than one is a mistake of theirs."""
    found = []
    for path in sorted(folder.glob("*/system.toml")):
        try:
            if name in tomllib.loads(path.read_text()).get("verb", {}):
                found.append(path.parent.name)
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
            continue
    return found
