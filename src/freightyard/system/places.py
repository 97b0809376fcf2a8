# SPDX-License-Identifier: Apache-2.0
"""Where the links, harts and tracks of a configuration stand, and the threads that a hart has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from freightyard.hardware import boundary as boundaries
from freightyard.hardware import probes
from freightyard.hardware.boundary import Declared
from freightyard.hardware.declarations.expression import Expression
from freightyard.hardware.entries import Harts, Link

TOP = "i_system"
MOST_IN_ALL = 320  # threads: 20 harts of 16


@dataclass(frozen=True)
class Place:
    """One link, hart or track: its name and where it stands in the system."""

    name: str
    path: str
    declared: Any
    number: int


def places(entries: Sequence[Any], known: Mapping[str, Any]) -> Iterator[Place]:
    """Every one of the declared, in the order of the table."""
    for entry in entries:
        count = int(Expression(entry.count).value(known))
        for i in range(count):
            path = boundaries.filled(entry.path, known, i=i)
            name = boundaries.filled(getattr(entry, "name", f"{TOP}{{i}}"), known, i=i)
            if isinstance(entry, Link) and (count > 1 or entry.numbered):
                name += str(i)
            yield Place(name, path, entry, i)


@dataclass(frozen=True)
class Hart:
    """One hart; its number counts those of all entries."""

    number: int
    path: str
    declared: Harts
    threads: int

    @property
    def core(self) -> probes.Core:
        return probes.core(self.declared.core)

    @property
    def debug_probes(self) -> Mapping[str, str]:
        """What the debugger of its core reads, by name."""
        return self.core.debug.probes if self.core.debug else {}

    def signal(self, text: str, thread: int) -> str:
        """The text of a signal of its core, as fy_top reads it for one of its threads."""
        return boundaries.signal(text, f"{TOP}.{self.path}").replace("{thread}", str(thread))

    def name(self, thread: int) -> str:
        """A thread as users see it; one alone is the hart."""
        return f"hart {self.number}" + (f", thread {thread}" if self.threads > 1 else "")


def harts(declared: Declared, known: Mapping[str, Any]) -> list[Hart]:
    """Every hart; a number of them or of threads that cannot be is told with its line."""
    found: list[Hart] = []
    for index, entry in enumerate(declared.boundary.hart):
        most = probes.core(entry.core).threads
        threads = int(Expression(entry.threads).value(known))
        if not 1 <= threads <= most:
            text = f"threads is {threads}; the core {entry.core} has 1" + f" to {most}" * (most > 1)
            raise declared.error(("hart", index, "threads"), text)
        paths = [place.path for place in places([entry], known)]
        if not paths:
            raise declared.error(
                ("hart", index, "count"), f"count is {entry.count}, no hart; at least 1 is needed"
            )
        found += [Hart(len(found) + i, path, entry, threads) for i, path in enumerate(paths)]
        total = sum(hart.threads for hart in found)
        if total > MOST_IN_ALL:
            text = f"all harts have {total} threads; at most {MOST_IN_ALL} are possible"
            raise declared.error(("hart", index), text)
    return found


def threads(every: Sequence[Hart]) -> Iterator[tuple[Hart, int]]:
    """Each thread of each hart, in the order of the table of harts."""
    return ((hart, thread) for hart in every for thread in range(hart.threads))
