# SPDX-License-Identifier: Apache-2.0
"""The text of fy_top while it is put together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from freightyard.hardware.declarations.tables import Place

WORD_BITS = 64


@dataclass
class Lines:
    """Parts of the text of fy_top."""

    ports: list[str] = field(default_factory=list)
    before: list[str] = field(default_factory=list)  # of the system's instance
    connections: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    # Ports of the system that are connected, and the entry of system.toml that names each.
    named: list[tuple[str, Place]] = field(default_factory=list)

    def taken(self, kind: str, name: str, count: str = "") -> str:
        """An input of the top, by the name of the register that takes it."""
        self.ports.append(f"  input {kind} {name}_i{count}")
        self.before += [f"  {kind} {name}_q{count};",
                        f"  always_ff @(posedge clk_i) {name}_q <= {name}_i;"]  # fmt: skip
        return f"{name}_q"

    def shown(self, kind: str, name: str, value: str) -> None:
        """An output of the top."""
        self.ports.append(f"  output {kind} {name}_o")
        self.after.append(f"  assign {name}_o = {value};")

    def words(self, name: str, values: Sequence[str]) -> None:
        """An output of words, at least one."""
        self.ports.append(f"  output logic [{WORD_BITS - 1}:0] {name}_o [{max(len(values), 1)}]")
        self.after += [f"  assign {name}_o[{i}] = {WORD_BITS}'({value});"
                       for i, value in enumerate(values or ["'0"])]  # fmt: skip

    def connect(self, place: Place, *ports: str) -> None:
        """Connect ports that an entry of system.toml names."""
        self.connections += [f".{p}" for p in ports]
        self.named += [(p.partition("(")[0], place) for p in ports]
