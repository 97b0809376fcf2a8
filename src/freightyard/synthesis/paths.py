# SPDX-License-Identifier: Apache-2.0
"""The longest path of a mapped ECP5 netlist before it is placed: an estimate.

Delays of cells are those that nextpnr 0.11.1 uses for speed grade 6; a wire costs the mean of the
wires on placed critical paths, none inside a slice or a carry chain. It serves parts that fill the
device or take too long to place, and the comparison of two parts.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

WIRE = 1.15  # ns
_LUT, _SELECT = 0.236, 0.256
_CARRY_IN, _CARRY, _SUM = 0.447, 0.071, 0.443
_CLOCK_TO_Q = 0.525
_CLOCK_TO_RAM = 5.6
_MULTIPLIER = 4.0
# Wires that lie inside a slice, by the cell that reads them and its port.
_NEAR = {("PFUMX", "ALUT"), ("PFUMX", "BLUT"), ("L6MUX21", "D0"), ("L6MUX21", "D1"),
         ("CCU2C", "CIN"), ("TRELLIS_FF", "DI")}  # fmt: skip
_STARTS = {"TRELLIS_FF": _CLOCK_TO_Q, "DP16KD": _CLOCK_TO_RAM}

Bit = int | str


class Path(NamedTuple):
    """The longest path: ns, cells between its ends, its end cells, and all in between."""

    time: float
    levels: int
    first: str
    last: str
    cells: tuple[str, ...]


def arcs(kind: str, port: str, out: str) -> float | None:
    """Delay in ns from input `port` to output `out` of a cell; None where there is no way."""
    match kind:
        case "LUT4" | "PFUMX" | "L6MUX21":
            return _SELECT if port in ("C0", "SD") else _LUT
        case "CCU2C" if port == "CIN":
            return _CARRY if out == "COUT" else _SUM
        case "CCU2C" if out == "S0" and port.endswith("1"):
            return None
        case "CCU2C":
            return _CARRY_IN if out == "COUT" else _LUT
        case "TRELLIS_DPR16X4":
            return _LUT if port == "RAD" else None
        case "MULT18X18D":
            return _MULTIPLIER if port in ("A", "B") else None
    return None


def inside(cell: str, instance: str) -> bool:
    """Whether a cell of a flat netlist lies in an instance of the top; `""` is the whole top."""
    return not instance or cell.startswith((f"{instance}.", f"$flatten\\{instance}."))


def longest(top: Mapping[str, Any], *, starts: str = "", ends: str = "") -> Path:
    """The longest path of a flat netlist between registers or memories.

    `top` is a module of Yosys's JSON; `starts` and `ends` name the instances in which the path
    begins and ends, empty ones mean any.
    """
    cells: Mapping[str, Any] = top["cells"]
    readers: dict[Bit, list[tuple[str, str]]] = {}
    waiting: dict[str, int] = {}
    outputs: dict[str, list[tuple[str, Bit]]] = {}
    drivers = set()
    for name, port, bit in _ports(cells, "output"):
        outputs.setdefault(name, []).append((port, bit))
        drivers.add(bit)
    for name, port, bit in _ports(cells, "input"):
        if bit in drivers:
            readers.setdefault(bit, []).append((name, port))
            if _through(cells[name]["type"], port):
                waiting[name] = waiting.get(name, 0) + 1
    at: dict[str, dict[str, float]] = {}  # arrival by output port
    came: dict[str, str] = {}
    best = (0.0, "", "")
    ready = deque(name for name in cells if not waiting.get(name))
    arrived: dict[str, dict[str, tuple[float, str]]] = {}
    while ready:
        name = ready.popleft()
        own = arrived.get(name, {})
        at[name] = _outputs(cells[name], own)
        if own:
            came[name] = max(own.values())[1]
        if not own and not inside(name, starts):
            at[name] = {}
        for port, bit in outputs.get(name, ()):
            time = at[name].get(port)
            for reader, into in readers.get(bit, ()):
                seen = cells[reader]["type"]
                goes_on = _through(seen, into)
                if time is not None:
                    then = time + (0.0 if (seen, into) in _NEAR else WIRE)
                    if goes_on:
                        own = arrived.setdefault(reader, {})
                        own[into] = max(own.get(into, (-1.0, "")), (then, name))
                    elif then > best[0] and inside(reader, ends):
                        best = (then, name, reader)
                if goes_on:
                    waiting[reader] -= 1
                    if not waiting[reader]:
                        ready.append(reader)
    time, name, last = best
    on = [name]
    while name in came:
        name = came[name]
        on.append(name)
    on.reverse()
    return Path(time, len(on) - 1, on[0], last, tuple(on[1:]))


def _outputs(cell: Any, arrived: Mapping[str, tuple[float, str]]) -> dict[str, float]:
    """When each output of a cell settles, in ns."""
    kind = cell["type"]
    outs = [p for p, way in cell.get("port_directions", {}).items() if way == "output"]
    if kind in _STARTS:
        return dict.fromkeys(outs, _STARTS[kind])
    if not arrived:
        return dict.fromkeys(outs, _CLOCK_TO_Q) if kind == "TRELLIS_DPR16X4" else {}
    found = {}
    for out in outs:
        times = [
            time + delay
            for port, (time, _) in arrived.items()
            if (delay := arcs(kind, port, out)) is not None
        ]
        if times:
            found[out] = max(times)
    return found


def _through(kind: str, port: str) -> bool:
    """Whether a path goes on from this input."""
    match kind:
        case "LUT4" | "PFUMX" | "L6MUX21" | "CCU2C":
            return True
        case "TRELLIS_DPR16X4":
            return port == "RAD"
        case "MULT18X18D":
            return port in ("A", "B")
    return False


def _ports(cells: Mapping[str, Any], way: str) -> Iterator[tuple[str, str, Bit]]:
    for name, cell in cells.items():
        for port, direction in cell.get("port_directions", {}).items():
            if direction == way:
                for bit in cell["connections"].get(port, ()):
                    if not isinstance(bit, str):
                        yield name, port, bit
