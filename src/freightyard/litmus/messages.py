# SPDX-License-Identifier: Apache-2.0
"""Messages that the copy engine carries between harts: which outcomes its contract allows.

The engine's accesses are no memory operations of RVWMO. Its contract (docs/architecture.md): it
sees all that its hart stored before Transfer; a FENCE waits until all its writes are visible.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Message:
    """A message by the engine; registers of an outcome are flag, first and last word."""

    name: str
    reads: bool  # the engine reads the message, otherwise it writes it
    fenced: bool
    allowed: bool
    reason: str
    design: str = ""

    @property
    def outcome(self) -> str:
        return "flag=1, a word of the message=0"

    def matches(self, found: str) -> bool:
        """The flag was seen, and not the whole message."""
        registers = found.split("/")[0 if self.reads else 1]
        return registers[0] == "1" and "0" in registers[1:3]

    def permits(self, found: str) -> bool:
        """Nothing but 0 and 1, all there at the end, and no flag before its message."""
        *hands, last = found.split("/")
        values = set("".join(hands)) | set(last)
        return values <= set("01") and last == "111" and (self.allowed or not self.matches(found))


MESSAGES = (
    Message(
        "engine-writes+fences", False, True, False,
        "FENCE waits for the engine, then orders the flag; the reader has a FENCE r,r",
    ),
    Message(
        "engine-writes", False, False, True,
        "without FENCE the flag may be seen while the engine still copies",
    ),
    Message(
        "engine-reads+fences", True, True, False,
        "message and flag are in order, the flag was read before Transfer",
    ),
    Message(
        "engine-reads", True, False, True,
        "the writer's stores have no order",
    ),
)  # fmt: skip
