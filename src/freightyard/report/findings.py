# SPDX-License-Identifier: Apache-2.0
"""What a picture shows, as one sentence made from its values: the title above it.

`fewest`: who needs the least, from where on, and how much more the next needs at the end.
`ratio`: how many times as much the next needs, over all x. `most`: the highest value of all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Value:
    """One mark of a picture: how readers call its place and its colour, and where it stands."""

    place: str
    name: str
    x: Any
    y: float


Rows = Mapping[Any, Mapping[str, float]]  # y by x and name


def of(kind: str, values: Sequence[Value], quantity: str) -> str:
    """The sentence of a kind; the highest value where no two names meet at a place."""
    rows = _rows(values)
    if kind == "most" or len(next(iter(rows.values()), {})) < 2:
        text = _most(values, quantity)
    elif kind == "ratio":
        text = _ratio(rows, quantity)
    else:
        text = _fewest(rows, quantity, {value.x: value.place for value in values})
    return text[0].upper() + text[1:]


def _rows(values: Sequence[Value]) -> Rows:
    """Places at which all names have a value, in their order."""
    found: dict[Any, dict[str, float]] = {}
    for value in values:
        found.setdefault(value.x, {})[value.name] = value.y
    names = {value.name for value in values}
    return {x: by for x, by in found.items() if by.keys() == names}


def _two_least(by: Mapping[str, float]) -> tuple[str, str]:
    first, second, *_ = sorted(by, key=lambda name: by[name])
    return first, second


def _fewest(rows: Rows, quantity: str, places: Mapping[Any, str]) -> str:
    last = max(rows)
    first, second = _two_least(rows[last])
    behind = [x for x, by in rows.items() if by[first] > min(by.values())]
    start = min(x for x in rows if not behind or x > max(behind))
    times = rows[last][second] / rows[last][first]
    return (
        f"fewest {quantity} from {places[start]} on: {first}; "
        f"at {places[last]} {second} takes {times:.2f} times as many"
    )


def _ratio(rows: Rows, quantity: str) -> str:
    names = next(iter(rows.values()))
    first, second = _two_least({name: sum(by[name] for by in rows.values()) for name in names})
    times = sorted(by[second] / by[first] for by in rows.values())
    text = " to ".join(dict.fromkeys(f"{value:.2f}" for value in (times[0], times[-1])))
    return f"{quantity}: {second} takes {text} times those of {first}"


def _most(values: Sequence[Value], quantity: str) -> str:
    best = max(values, key=lambda value: value.y)
    return f"most {quantity}: {best.name} with {best.place}, {best.y:,.2f}"
