# SPDX-License-Identifier: Apache-2.0
"""What fy_top reads inside of a system, by hierarchical names, and the tables of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from freightyard.hardware import boundary as boundaries
from freightyard.hardware import probes
from freightyard.hardware.boundary import Declared
from freightyard.hardware.configuration import Config
from freightyard.hardware.entries import Boundary
from freightyard.hardware.probes import Span
from freightyard.system.places import TOP, Hart, harts, places, threads
from freightyard.system.top_lines import WORD_BITS, Lines

# Values of a thread of a hart that the build `inspect` shows: stages, and fields of its records.
RETIREMENT = ("valid", "trap", "is_interrupt", "cause", "tval", "privilege", "pc",
              "instruction", "rd_write", "rd_late", "rd", "rd_data", "store", "store_size",
              "store_address", "store_data", "late_valid", "late_rd", "late_data")  # fmt: skip
HART = (*probes.Pipeline.model_fields, *RETIREMENT)
# Words of a link's messages, by the path of its stage.
MESSAGE = (
    "{{{a}.source, {a}.size, {a}.opcode, {at}.a_valid && {at}.a_ready}}",
    "{a}.address",
    "{{{d}.denied, {d}.source, {d}.size, {d}.opcode, {at}.d_valid && {at}.d_ready}}",
)


def channel_names(config: Config) -> list[str]:
    """Names of all channels of a configuration."""
    declared = boundaries.load(config.system)
    return channels(declared.boundary, boundaries.values(config.built, declared.system))


def channels(boundary: Boundary, known: Mapping[str, Any]) -> list[str]:
    """Names of all channels of all links, in the order of their bits."""
    return [f"{link.name}.{c}" for link in places(boundary.link, known)
            for c in link.declared.channels]  # fmt: skip


@dataclass(frozen=True)
class Seen:
    """A span of a track, as the top shows it."""

    track: int
    span: Span
    begin: str
    end: str


def tracks(boundary: Boundary, known: Mapping[str, Any]) -> tuple[list[str], list[Seen]]:
    """Names of the tracks, and their spans."""
    names: list[str] = []
    seen: list[Seen] = []
    for track in places(boundary.track, known):
        declared = track.declared
        spans = probes.trace(declared.block, declared.of) if declared.block else declared.span
        path = f"{TOP}.{track.path}" if track.path else TOP
        for n, lane in enumerate(declared.lanes or ("",)):
            for span in spans:
                named = span.model_copy(update={"name": lane or span.name})
                begin, end = (
                    boundaries.filled(boundaries.signal(text, path), known, n=n, i=track.number)
                    for text in (span.begin, span.end)
                )
                seen.append(Seen(len(names), named, begin, end))
        names.append(track.name)
    return names, seen


def watch(lines: Lines, declared: Declared, known: Mapping[str, Any], *, inspect: bool) -> None:
    """Outputs of fy_top for all that is watched."""
    boundary = declared.boundary
    every = harts(declared, known)
    _links(lines, boundary, known)
    _retirement(lines, every)
    _rams(lines, boundary, known)
    probes = [boundaries.filled(boundaries.signal(text, TOP), known, i=0)
              for one in boundary.endpoint for text in one.probes.values()]  # fmt: skip
    lines.words("probe", probes)
    if not inspect:
        return
    lines.words("debug_probe", [hart.signal(text, thread) for hart, thread in threads(every)
                                      for text in hart.debug_probes.values()])  # fmt: skip
    lines.words("hart_value", [_value(hart, thread, field) for hart, thread in threads(every)
                                     for field in HART])  # fmt: skip
    _, seen = tracks(boundary, known)
    _bits(lines, "span_begin", [f"|({one.begin})" for one in seen])
    _bits(lines, "span_end", [f"|({one.end})" for one in seen])
    messages = []
    for link in places(boundary.link, known):
        if link.declared.messages:
            at = f"{TOP}.{link.path}"
            beats = {"at": at, "a": f"{at}.client_i.a", "d": f"{at}.manager_i.d"}
            messages += [word.format(**beats) for word in MESSAGE]
    lines.words("message", messages)


def _bits(lines: Lines, name: str, bits: Sequence[str]) -> None:
    """Bits in words, the first lowest."""
    words = []
    for first in range(0, len(bits), WORD_BITS):
        part = list(bits[first : first + WORD_BITS])
        words.append("{" + ", ".join(reversed(part)) + "}")
    lines.words(name, words)


def _links(lines: Lines, boundary: Boundary, known: Mapping[str, Any]) -> None:
    ends = [f"{TOP}.{link.path}.{channel}" for link in places(boundary.link, known)
            for channel in link.declared.channels]  # fmt: skip
    _bits(lines, "link_valid", [f"{end}_valid" for end in ends])
    _bits(lines, "link_ready", [f"{end}_ready" for end in ends])


def _rams(lines: Lines, boundary: Boundary, known: Mapping[str, Any]) -> None:
    """Names the arrays that programs are loaded into: one that is not there stops the build."""
    for ram in boundary.ram:
        array = f"{TOP}.{boundaries.filled(ram.path, known, i=0)}.{ram.array}"
        lines.after.append(f"  initial assert ($bits({array}) > 0);")


def _retirement(lines: Lines, every: Sequence[Hart]) -> None:
    """Of several instructions in one cycle the lowest hart's; a store to tohost of any hart."""
    last = len(every) - 1
    asleep: list[str] = []
    lines.before.append(f"  fy_core_pkg::retirement_t [{last}:0] retirement;")
    for hart in every:
        lines.after.append(
            f"  assign retirement[{hart.number}] = {hart.signal(hart.core.retirement, 0)};"
        )
        sleeps = f"({hart.core.asleep})" if hart.core.asleep else "1'b0"
        asleep += dict.fromkeys(hart.signal(sleeps, thread) for thread in range(hart.threads))
    lines.shown("logic", "asleep", " && ".join(asleep))
    address = lines.taken("logic [63:0]", "tohost_address")
    kinds = {"retire_valid": "logic", "retire_count": "logic [7:0]", "retire_pc": "logic [63:0]",
             "tohost_valid": "logic", "tohost_data": "logic [63:0]"}  # fmt: skip
    lines.ports += [f"  output {kind} {name}_o" for name, kind in kinds.items()]
    lines.after += [
        "  always_comb begin",
        *(f"    {name}_o = '0;" for name in kinds),
        f"    for (int h = {last}; h >= 0; h--) begin",
        "      if (retirement[h].valid) begin",
        "        retire_valid_o = 1'b1;",
        "        retire_pc_o    = retirement[h].pc;",
        "        if (!retirement[h].trap) retire_count_o++;",
        f"        if (retirement[h].store && retirement[h].store_address == {address}) begin",
        "          tohost_valid_o = 1'b1;",
        "          tohost_data_o  = retirement[h].store_data;",
        "        end",
        "      end",
        "    end",
        "  end",
        "  logic unused_retirement;",
        "  assign unused_retirement = ^retirement;",
    ]


def _value(hart: Hart, thread: int, field: str) -> str:
    """A hart has one record a cycle; it is of the thread that it names."""
    if text := getattr(hart.core.pipeline, field, ""):
        return hart.signal(text, thread)
    record = f"retirement[{hart.number}]"
    owner = {"valid": "thread", "late_valid": "late_thread"}.get(field)
    if owner is None or hart.threads == 1:
        return f"{record}.{field}"
    return f"{record}.{field} && {record}.{owner} == 4'd{thread}"
