# SPDX-License-Identifier: Apache-2.0
"""Figures of copies by software and by the engine, as several experiments use them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from experiments.copies import limits as known

from freightyard.errors import UserError
from freightyard.experiments.rows import (
    Row,
    constants,
    number,
    slope_fit,
    slopes,
    statistic,
    whole_settings,
)
from freightyard.system.results import Scalar, fit

Rows = Sequence[Row]
NEVER = 1e9
PAGE_BYTES = 4096  # of a copy, by one tracker
SCALAR_MOVERS = ("scalar_loop", "memcpy")
SOURCE_UNROLL = 8  # of the scalar loop that the source measured
_ROUNDING = 1e-6


def break_even(rows: Rows, _: Rows) -> float:
    """The smallest size from which the engine is never slower, at any offsets."""
    cycles: dict[tuple[Scalar, ...], dict[str, float]] = {}
    for row in rows:
        place = tuple(row.values[k] for k in ("bytes", "source_offset", "target_offset"))
        cycles.setdefault(place, {})[str(row.values["mover"])] = number(row, "cycles")
    sizes = (int(str(place[0])) for place in cycles)
    slower = (
        int(str(place[0]))
        for place, by in cycles.items()
        if by["engine"] > min(by[mover] for mover in SCALAR_MOVERS if mover in by)
    )
    found = first_never_slower(sizes, slower)
    return NEVER if found is None else float(found)


def first_never_slower(sizes: Iterable[int], slower: Iterable[int]) -> int | None:
    """The smallest size above all at which the engine is slower."""
    last = max(slower, default=0)
    return min((size for size in sizes if size > last), default=None)


def gain_over_loop(rows: Rows, _: Rows) -> float:
    """Slope of the engine over that of the scalar loop."""
    rates = {group[0].values["mover"]: 1 / slope_fit(group)[0] for group in slopes(rows)}
    return rates["engine"] / rates["scalar_loop"]


def limit_share(rows: Rows, every: Rows, *, port_binds_by: float | None = None) -> float:
    """The least share of its limit that a slope reaches."""
    return min(shares(rows, every, port_binds_by))


def shares(rows: Rows, every: Rows, port_binds_by: float | None = None) -> list[float]:
    """Shares of the limit of each slope; one above 1 is a wrong limit and counts as 0.

    With `port_binds_by`, of those slopes alone whose other limits exceed the port's so far.
    """
    single = constants(every)
    if single is None:
        raise UserError(
            'a share of the limits needs a sweep with `role = "constants"`, and its row'
        )
    found = []
    for group in slopes(rows):
        bound = limits(group, single)
        others = min(bound["buffer"], bound["transactors"])
        if port_binds_by is not None and others < port_binds_by * bound["port"]:
            continue
        share = 1 / slope_fit(group)[0] / min(bound.values())
        found.append(share if share <= 1 + _ROUNDING else 0.0)
    if not found:
        raise UserError(f"the port binds nowhere in the sweep {rows[0].sweep}")
    return found


def limits(rows: Rows, single: Row) -> dict[str, float]:
    """Limits in bytes a cycle for the hardware of a slope, with the constants of one block."""
    settings = whole_settings(rows[0])
    held = statistic(single, "get_held", "last") + statistic(single, "put_held", "last")
    found = known.limits(settings, statistic(single, "block_held", "last"), held)
    trackers = settings.get("trackers", 1)
    if trackers == 1:
        return found
    alone = {name: found[name] / trackers for name in ("port", "buffer")}
    slowest = min(alone.values())
    sizes = [number(row, "bytes") for row in rows]
    return {
        name: slope_limit(rate, alone.get(name, slowest), sizes) for name, rate in found.items()
    }


def slope_limit(rate: float, one: float, sizes: Sequence[float]) -> float:
    """The slope that copies at a limit of `rate` would show, with `one` for a single tracker.

    A page is copied by one tracker: small sizes go at its rate, so the slope lies a little above
    that of large ones.
    """
    if rate <= one or len(set(sizes)) < 2:
        return rate
    cycles = [(size, max(size / rate, min(size, PAGE_BYTES) / one)) for size in sizes]
    return 1 / fit(cycles)[0]


def beside_slope(group: Rows, every: Rows) -> tuple[dict[str, Scalar], dict[str, float]]:
    """What the source reports for a slope, and the limits of one by the engine from the L2."""
    mover, single = str(group[0].values["mover"]), constants(every)
    source = known.source_rate(mover, whole_settings(group[0]))
    if group[0].values.get("unroll", SOURCE_UNROLL) != SOURCE_UNROLL:
        source = {}
    if mover != "engine" or single is None or group[0].values["resident"] != "l2":
        return source, {}
    return source, limits(group, single)


def note(every: Rows) -> str:
    """What the limits are made of; `fy exp` prints it below the figures."""
    single = constants(every)
    if single is None:
        return ""
    get, put, block = (
        statistic(single, name, "last") for name in ("get_held", "put_held", "block_held")
    )
    return (
        f"constants of one block on an idle system (run {single.run['id']}, commit "
        f"{single.run['commit']}): a transactor is held {get:.0f} cycles by a Get and {put:.0f} by "
        f"a Put, a block of the buffer {block:.0f} cycles"
    )
