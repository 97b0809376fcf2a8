# SPDX-License-Identifier: Apache-2.0
"""The workload `fleet`: copies as a fleet of servers makes them, as a list and source bytes."""

from __future__ import annotations

import random
import struct
from collections.abc import Sequence
from dataclasses import dataclass

from freightyard.errors import UserError

LINE = 64
# First and last size of a bin, and its share of the copies, as published for memcpy.
BINS = ((0, 0, 0.087), (1, 16, 0.548), (17, 64, 0.251), (65, 1024, 0.102), (1025, 65536, 0.012))
BYTE_ALIGNED = 0.27
ARENA_BYTES = 1 << 22  # of the sources, and again of the targets: both larger than the L2
GUARD = LINE  # around a target


@dataclass(frozen=True)
class Copy:
    """One copy; the addresses are offsets in the arenas."""

    source: int
    target: int
    bytes: int


def copies(count: int, seed: int) -> list[Copy]:
    """`count` independent copies in random order; they go once round both arenas.

    The share of a bin is exact, and its sizes lie one in each of equal steps of the logarithm, so
    that a seed changes the order and the places more than the sum.
    """
    dice = random.Random(seed)
    sizes = [
        size for bin_ in zip(BINS, _counts(count), strict=True) for size in _sizes(*bin_, dice)
    ]
    dice.shuffle(sizes)
    bytewise = [i < round(count * BYTE_ALIGNED) for i in range(count)]
    dice.shuffle(bytewise)
    offsets = [_offsets(by_byte, dice) for by_byte in bytewise]
    sources = _places(sizes, [source for source, _ in offsets], 0, dice)
    targets = _places(sizes, [target for _, target in offsets], 2 * GUARD, dice)
    return [Copy(*place) for place in zip(sources, targets, sizes, strict=True)]


def _counts(count: int) -> list[int]:
    """Copies of each bin: the shares rounded, largest remainders up."""
    exact = [count * share for _, _, share in BINS]
    found = [int(number) for number in exact]
    order = sorted(range(len(BINS)), key=lambda i: found[i] - exact[i])
    for i in order[: count - sum(found)]:
        found[i] += 1
    return found


def _sizes(bin_: tuple[int, int, float], count: int, dice: random.Random) -> list[int]:
    """Log-uniform sizes of a bin."""
    first, last, _ = bin_
    if last == 0:
        return [0] * count
    steps = ((i + dice.random()) / count for i in range(count))
    return [min(last, int(first * ((last + 1) / first) ** step)) for step in steps]


def _offsets(by_byte: bool, dice: random.Random) -> tuple[int, int]:
    """Source and target in their lines: multiples of 8, or anything with an odd one among them."""
    if not by_byte:
        return 8 * dice.randrange(LINE // 8), 8 * dice.randrange(LINE // 8)
    while True:
        source, target = dice.randrange(LINE), dice.randrange(LINE)
        if source % 2 or target % 2:
            return source, target


def _places(
    sizes: Sequence[int], offsets: Sequence[int], apart: int, dice: random.Random
) -> list[int]:
    """Addresses round an arena: no line belongs to two copies, what is left lies between them."""
    spans = [-(-(o + size + apart) // LINE) for size, o in zip(sizes, offsets, strict=True)]
    free = ARENA_BYTES // LINE - sum(spans)
    if free < 0:
        raise UserError(
            f"{len(sizes)} copies do not fit into an arena of {ARENA_BYTES} bytes; give fewer"
        )
    cuts = sorted(dice.randrange(free + 1) for _ in spans)
    found, used = [], 0
    for cut, span, offset in zip(cuts, spans, offsets, strict=True):
        found.append((cut + used) * LINE + min(apart, GUARD) + offset)
        used += span
    return found


def payload(count: int, seed: int) -> bytes:
    """The list as the program reads it, to the end of a line, then the bytes of the sources."""
    entries = b"".join(
        struct.pack("<III", c.source, c.target, c.bytes) for c in copies(count, seed)
    )
    source = random.Random(seed + 1).randbytes(ARENA_BYTES)
    return entries + bytes(-len(entries) % LINE) + source
