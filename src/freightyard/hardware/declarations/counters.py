# SPDX-License-Identifier: Apache-2.0
"""Performance counters of a system: `counters.toml`, and what is generated from it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from freightyard.hardware.declarations.keys import Keys
from freightyard.hardware.declarations.tables import Model, Table, check

AMOUNT_BITS = 8
FEWEST, MOST = 2, 512
HART_BYTES = 8 * MOST  # addresses of the counters of a hart


class Source(Model):
    """A record of events: of the whole system, or one a hart."""

    record: Annotated[str, Field(pattern=r"^\w+_pkg::\w+_t$")]
    per: str = ""  # the key that counts them


class Counters(Model):
    """A system's `counters.toml`; the order of the counters numbers them."""

    sources: Annotated[dict[str, Source], Field(min_length=1)]
    counters: dict[str, str]

    def source(self, counter: str) -> Source:
        return self.sources[self.counters[counter].partition(".")[0]]

    @property
    def per(self) -> str:
        """The key that counts the harts; empty when all counters are of the system."""
        return next((source.per for source in self.sources.values() if source.per), "")

    def of_hart(self, counter: str) -> bool:
        """Whether each hart has it."""
        return bool(self.source(counter).per)

    def all(self, harts: int) -> Iterator[tuple[str, int]]:
        """Name and offset within the values of each; today's names mean hart 0."""
        for index, name in enumerate(self.counters):
            yield name, 8 * index
        for hart in range(1, harts):
            for index, name in enumerate(self.counters):
                if self.of_hart(name):
                    yield f"hart{hart}_{name}", HART_BYTES * hart + 8 * index


def load(table: Table, declared: Keys) -> Counters:
    """The counters, each an event of a record that is declared."""
    found = check(Counters, table)
    for name, source in found.sources.items():
        if source.per and (source.per not in declared.keys or source.per != found.per):
            text = f"{source.per} must be the one key of config.toml that counts harts"
            raise table.error(("sources", name, "per"), text)
    for name, event in found.counters.items():
        place = ("counters", name)
        if not name.replace("_", "a").isalnum() or not name.islower() or not name[0].isalpha():
            raise table.error(place, f"the counter {name!r} is not lower_snake_case")
        source_name, dot, field = event.partition(".")
        if not dot or not field:
            raise table.error(place, f"the counter {name!r} has no event like 'l2.get': {event!r}")
        if source_name not in found.sources:
            known = ", ".join(found.sources)
            raise table.error(place, f"no source is called {source_name}; there are: {known}")
    if not FEWEST <= len(found.counters) <= MOST:
        text = f"{len(found.counters)} counters; the unit holds {FEWEST} to {MOST}"
        raise table.error(("counters",), text)
    return found


# ---- what is generated ----------------------------------------------------------------------


def package(found: Counters, prefix: str) -> str:
    """Package with the records of events, and the amounts that they add."""
    records = {
        "hart": {name: s for name, s in found.sources.items() if s.per},
        "system": {name: s for name, s in found.sources.items() if not s.per},
    }
    number = len(found.counters)
    mask = "".join("1" if found.of_hart(name) else "0" for name in reversed(found.counters))
    lines = [
        "/// The events of a system, and the counter of each.",
        f"package {prefix}_counters_pkg;",
        f"  localparam int unsigned Counters = {number};",
        "  // The counters that each hart has.",
        f"  localparam logic [Counters-1:0] PerHart = {number}'b{mask};",
        "",
    ]
    arguments = []
    for kind, sources in records.items():
        if sources:
            lines += [
                f"  /// Events of {'a hart' if kind == 'hart' else 'what the harts share'}.",
                "  typedef struct packed {",
                *(f"    {source.record} {name};" for name, source in sources.items()),
                f"  }} {kind}_events_t;",
                "",
            ]
            arguments.append(f"{kind}_events_t {kind}")
    lines += [
        f"  typedef logic [Counters-1:0][{AMOUNT_BITS - 1}:0] amounts_t;",
        "",
        "  /// What each counter adds in a cycle.",
        f"  function automatic amounts_t amounts_of({', '.join(arguments)});",
    ]
    for index, (name, event) in enumerate(found.counters.items()):
        kind = "hart" if found.of_hart(name) else "system"
        lines.append(f"    amounts_of[{index}] = {AMOUNT_BITS}'({kind}.{event});  // {name}")
    return "\n".join([*lines, "  endfunction", "endpackage", ""])


def header(found: Counters) -> Iterator[str]:
    """Lines of C: the number of each counter."""
    yield "enum fy_counter {"
    for index, name in enumerate(found.counters):
        yield f"  FY_COUNTER_{name.upper()} = {index},"
    yield f"  FY_COUNTERS = {len(found.counters)}"
    yield "};"
