# SPDX-License-Identifier: Apache-2.0
"""RVWMO by its axioms (unprivileged specification): all outcomes of few operations.

Every total order of the memory operations that keeps preserved program order is tried; the load
value axiom gives the values, the atomicity axiom refuses some. It knows nothing of the hardware.
An outcome is written like the program writes it: the four registers of each hart, then x, y, z.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from freightyard.litmus.code import LOCATIONS, Operation, parse


@dataclass(frozen=True)
class Event:
    """A memory operation of a hart: its place in program order."""

    hart: int
    position: int
    operation: Operation


Program = tuple[tuple[Operation, ...], ...]
_NOBODY = -1  # the store that gave a location its first value, 0


@cache
def allowed(threads: tuple[str, ...]) -> frozenset[str]:
    """All outcomes that RVWMO allows."""
    program = tuple(parse(thread) for thread in threads)
    conditionals = [
        (hart, position)
        for hart, thread in enumerate(program)
        for position, operation in enumerate(thread)
        if operation.kind == "sc"
    ]
    found: set[str] = set()
    for choice in product((False, True), repeat=len(conditionals)):
        failed = {place for place, stored in zip(conditionals, choice, strict=True) if not stored}
        found |= _outcomes(program, failed)
    return frozenset(found)


def _outcomes(program: Program, failed: set[tuple[int, int]]) -> set[str]:
    events = [
        Event(hart, position, operation)
        for hart, thread in enumerate(program)
        for position, operation in enumerate(thread)
        if (operation.reads or operation.writes) and (hart, position) not in failed
    ]
    count = range(len(events))
    before = {
        b: frozenset(a for a in count if _preserved(events[a], events[b], program[events[b].hart]))
        for b in count
    }
    found = set()
    for order in _orders(before, ()):
        outcome = _outcome(events, order, program, failed)
        if outcome is not None:
            found.add(outcome)
    return found


def _orders(before: dict[int, frozenset[int]], done: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if len(done) == len(before):
        yield done
    for event in before:
        if event not in done and before[event] <= set(done):
            yield from _orders(before, (*done, event))


# ---- preserved program order ----------------------------------------------------------------


def _preserved(a: Event, b: Event, thread: Sequence[Operation]) -> bool:
    """Rules 1, 4 to 11 and 13, which do not depend on the values."""
    if a.hart != b.hart or a.position >= b.position:
        return False
    first, last = a.operation, b.operation
    between = range(a.position + 1, b.position)
    if first.place == last.place and last.writes:  # 1
        return True
    if any(_fenced(first, last, thread[i]) for i in between):  # 4
        return True
    first_ordered = first.acquire or first.release
    if first.acquire or last.release or (first_ordered and (last.acquire or last.release)):  # 5-7
        return True
    if first.kind == "lr" and last.kind == "sc" and first.place == last.place:  # 8
        return True
    if not first.reads:
        return False
    if _live(a, thread, b.position) and first.target in (last.address_of, last.data_of):  # 9, 10
        return True
    if not last.writes:
        return False
    for i in between:
        if _live(a, thread, i):
            branch = thread[i].kind == "ctrl" and thread[i].data_of == first.target  # 11
            if branch or thread[i].address_of == first.target:  # 13
                return True
    return False


def _live(a: Event, thread: Sequence[Operation], until: int) -> bool:
    """The register that `a` wrote still holds its value there."""
    target = a.operation.target
    return bool(target) and all(
        operation.target != target for operation in thread[a.position + 1 : until]
    )


def _fenced(a: Operation, b: Operation, fence: Operation) -> bool:
    if fence.kind == "fence.tso":
        return a.reads or (a.writes and b.writes)
    if fence.kind != "fence":
        return False
    earlier = (a.reads and "r" in fence.before) or (a.writes and "w" in fence.before)
    later = (b.reads and "r" in fence.after) or (b.writes and "w" in fence.after)
    return earlier and later


# ---- values ---------------------------------------------------------------------------------


def _outcome(
    events: Sequence[Event],
    order: tuple[int, ...],
    program: Program,
    failed: set[tuple[int, int]],
) -> str | None:
    """The outcome of an order, or None when an axiom refuses it."""
    when = {event: time for time, event in enumerate(order)}
    source = _sources(events, when)
    stored = {_NOBODY: 0}
    # A store of a constant has its value at once, one of an AMO when the order comes to it.
    for event, it in enumerate(events):
        if it.operation.kind not in ("amoadd", "amoor"):
            stored[event] = it.operation.value
    registers = [dict.fromkeys(("r0", "r1", "r2", "r3"), 0) for _ in program]
    values: dict[int, int] = {}
    for event in order:
        operation = events[event].operation
        if operation.reads:
            if source[event] not in stored:
                return None  # bytes of an AMO that is not done yet: rule 3 forbids it
            values[event] = stored[source[event]]
            old = values[event]
            if operation.kind == "amoadd":
                stored[event] = old + operation.value
            elif operation.kind == "amoor":
                stored[event] = old | operation.value
    if not _keeps_late_rules(events, when, source) or not _atomic(events, when, source):
        return None
    # Program order, not the order of the events, says which event writes a register last.
    for event, it in enumerate(events):
        if it.operation.target and it.operation.reads:
            registers[it.hart][it.operation.target] = values[event]
    for hart, position in failed:
        registers[hart][program[hart][position].target] = 1
    last = dict.fromkeys(LOCATIONS, 0)
    for event in order:
        if events[event].operation.writes:
            last[events[event].operation.place] = stored[event]
    parts = ["".join(str(value) for value in bank.values()) for bank in registers]
    return "/".join([*parts, "".join(str(last[place]) for place in LOCATIONS)])


def _sources(events: Sequence[Event], when: dict[int, int]) -> dict[int, int]:
    """Load value axiom: the youngest store that is earlier in the order, or in the program."""
    source = {}
    for event, it in enumerate(events):
        if it.operation.reads:
            stores = [
                other
                for other, store in enumerate(events)
                if store.operation.writes
                and store.operation.place == it.operation.place
                and other != event
                and (
                    when[other] < when[event]
                    or (store.hart == it.hart and store.position < it.position)
                )
            ]
            source[event] = max(stores, key=lambda store: when[store], default=_NOBODY)
    return source


def _keeps_late_rules(
    events: Sequence[Event], when: dict[int, int], source: dict[int, int]
) -> bool:
    """Rules 2, 3 and 12, which ask where a value came from."""
    for b, load in enumerate(events):
        if not load.operation.reads:
            continue
        for a, other in enumerate(events):
            if other.hart != load.hart or other.position >= load.position or when[a] < when[b]:
                continue
            same = other.operation.place == load.operation.place
            between = [
                e
                for e in events
                if e.hart == load.hart and other.position < e.position < load.position
            ]
            stores = [
                m
                for m in between
                if m.operation.writes and m.operation.place == load.operation.place
            ]
            if same and other.operation.reads and not stores and source[a] != source[b]:  # 2
                return False
            if source[b] == a and other.operation.kind != "store":  # 3
                return False
            for m in stores:  # 12
                on = (m.operation.address_of, m.operation.data_of)
                depends = other.operation.reads and other.operation.target in on
                if depends and other.operation.target and events[source[b]] is m:
                    return False
    return True


def _atomic(events: Sequence[Event], when: dict[int, int], source: dict[int, int]) -> bool:
    """No other hart stores between what an LR read and the SC that stored."""
    for b, store in enumerate(events):
        if store.operation.kind != "sc":
            continue
        pairs = [
            a
            for a, e in enumerate(events)
            if e.hart == store.hart and e.operation.kind == "lr" and e.position < store.position
        ]
        if not pairs:
            return False
        start = when.get(source[pairs[-1]], -1)
        for c, other in enumerate(events):
            strange = other.hart != store.hart and other.operation.writes
            same = other.operation.place == store.operation.place
            if strange and same and start < when[c] < when[b]:
                return False
    return True
