# SPDX-License-Identifier: Apache-2.0
"""What blocks show of themselves: a core's stages and records, spans of a trace.

In the text of a signal `@` stands for the path of the instance that `system.toml` names, and in
one of a core `{thread}` for the number of a thread.
"""

from __future__ import annotations

import functools
from typing import Annotated

from pydantic import Field

from freightyard import store
from freightyard.hardware.declarations.keys import Name, Text
from freightyard.hardware.declarations.tables import Model, Table, check, read

MOST_THREADS = 16  # of a hart: retirement_t.thread has four bits


class Span(Model):
    """Something that takes time, from the cycle of its begin to that of its end."""

    name: Text
    begin: Text
    end: Text
    before: bool = False  # the end is seen one cycle late


class Pipeline(Model):
    """Signals of a core's stages, for a trace."""

    fetch_fire: Text
    fetch_offset: Text
    decode_valid: Text
    decode_ready: Text
    decode_pc: Text
    decode_instruction: Text
    execute_advance: Text
    execute_kill: Text
    redirect: Text


class Debug(Model):
    """How a debugger reaches a core: C++ of the block, what it reads, and what it changes."""

    make: Text
    variables: Text  # control file of Verilator
    probes: dict[Name, Text] = {}


class Core(Model):
    """The part of a core's `core.toml` that the boundary reads."""

    threads: Annotated[int, Field(ge=1, le=MOST_THREADS)] = 1  # that a hart may have
    retirement: Text  # its record, one a cycle
    asleep: str = ""  # it, or a thread of it, waits for an interrupt
    pipeline: Pipeline
    debug: Debug | None = None


class Trace(Model):
    """A block's `trace.toml`: spans by name."""

    span: Annotated[tuple[Span, ...], Field(strict=False)]


@functools.cache
def core(name: str) -> Core:
    """How harts of a core are seen: `[boundary]` of the block's core.toml."""
    table = read(store.ROOT / "blocks" / name / "core.toml")
    if "boundary" not in table.content:
        raise table.error((), "the table boundary is missing; it says how the core is seen")
    lines = {k[1:]: line for k, line in table.lines.items() if k[:1] == ("boundary",)}
    return check(Core, Table(table.path, table.content["boundary"], lines))


@functools.cache
def trace(block: str, of: str) -> tuple[Span, ...]:
    """Spans that a block declares."""
    path = store.ROOT / "blocks" / block / "trace.toml"
    table = read(path)
    if of not in table.content:
        raise table.error((), f"there is no table {of}; there are: {', '.join(table.content)}")
    lines = {k[1:]: line for k, line in table.lines.items() if k[:1] == (of,)}
    return check(Trace, Table(path, table.content[of], lines)).span
