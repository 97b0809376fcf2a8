# SPDX-License-Identifier: Apache-2.0
"""A top that holds modules side by side with their defaults: one run of Verilator lints them all.

It drives every input and reads every output: what is driven by nothing, or read by nobody, would be
left out before the rules that look at whole signals. Unpacked arrays, which take no vector, stay
open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

TOP = "fy_side_by_side"
_VECTOR = "logic [65535:0]"  # wider than any port
_OWN = ("clk_i", "rst_ni")
_BROKEN = ("ENUMVALUE", "PINMISSING", "UNUSEDSIGNAL", "WIDTH")  # rules of Verilator, on purpose


def text(files: Sequence[Path]) -> str:
    """The top of all modules that these files declare."""
    ports = [*(f"input logic {name}" for name in _OWN), f"input {_VECTOR} all_i"]
    instances = []
    for module in (module for path in files for module in _modules(path)):
        name, joined = module.header.name.valueText, []
        for port, direction in _ports(module.header):
            signal = port if port in _OWN else "all_i"
            if direction == "output":
                signal = f"{name}__{port}"  # no port of a module fy_a_b is one of fy_a
                ports.append(f"output {_VECTOR} {signal}")
            joined.append(f".{port}({signal})")
        instances.append(f"  {name} i_{name} ({', '.join(joined)});")
    rules = [f"// verilator lint_off {rule}" for rule in _BROKEN]
    return "\n".join([*rules, f"module {TOP} ({', '.join(ports)});", *instances, "endmodule", ""])


def _modules(path: Path) -> Iterator[Any]:
    from pyslang import syntax

    root: Any = syntax.SyntaxTree.fromText(path.read_text(errors="replace")).root
    members = root.members if root.kind.name == "CompilationUnit" else [root]
    return (member for member in members if member.kind.name == "ModuleDeclaration")


def _ports(header: Any) -> Iterator[tuple[str, str]]:
    """Names and directions of the ports that take a vector."""
    for port in getattr(header.ports, "ports", ()):
        if hasattr(port, "declarator") and not len(port.declarator.dimensions):
            yield port.declarator.name.valueText, port.header.direction.valueText
