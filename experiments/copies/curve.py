# SPDX-License-Identifier: Apache-2.0
"""The curve of a copy: cycles over size by mover, beside the limit; what it shows, from results.

The demo's page, the headline of `fy report` and the README show it; drawing.py draws it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from experiments.copies.formulas import first_never_slower

from freightyard.experiments.axes import script_of
from freightyard.report import page as report
from freightyard.system.results import Result

_MOVER = script_of("copy", "copy_engine").word["mover"]
NAMES = {str(value): _MOVER.name_of(value) for value in _MOVER.values}
ENGINE = "engine"
Metric = Literal["cycles", "bytes_per_cycle"]


@dataclass(frozen=True)
class Curve:
    """Cycles by size and mover, small sizes first; what binds the engine, in bytes a cycle."""

    cycles: Mapping[int, Mapping[str, int]]
    limit: tuple[str, float] | None

    def quantity(self, metric: Metric, size: int, cycles: float) -> float:
        """What a curve of a metric shows of a copy."""
        return cycles if metric == "cycles" else size / cycles

    def rival(self, size: int) -> tuple[str, int]:
        """The better scalar mover of a size, and its cycles."""
        scalar = [(mover, cycles) for mover, cycles in self.cycles[size].items() if mover != ENGINE]
        return min(scalar, key=lambda pair: pair[1])

    def gain(self, size: int) -> float:
        """Cycles of the better scalar mover over those of the engine."""
        return self.rival(size)[1] / self.cycles[size][ENGINE]

    def never_slower(self) -> int | None:
        """The smallest size from which on the engine is never slower than that mover."""
        return first_never_slower(
            self.cycles, (size for size in self.cycles if self.gain(size) < 1)
        )

    def rate(self) -> str:
        """Bytes a cycle of the largest copy by the engine, beside what the limit allows."""
        last = max(self.cycles)
        of = f" of the {self.limit[1]:.2f} that its {self.limit[0]} allows" if self.limit else ""
        return f"{last / self.cycles[last][ENGINE]:.2f} bytes a cycle{of}"

    def finding(self, metric: Metric) -> str:
        """What a curve of a metric shows, in one sentence."""
        even, last = self.never_slower(), max(self.cycles)
        name, size = NAMES[self.rival(last)[0]], report.size_name(last)
        if even is None:
            return (
                f"The engine takes {1 / self.gain(last):.2f} times the cycles of {name} at {size}"
            )
        start = f"The engine is never slower from {report.size_name(even)} on"
        if metric == "cycles":
            return f"{start}; at {size} {name} takes {self.gain(last):.2f} times as long"
        return f"{start}, and reaches {self.rate()}"


def curve(points: Sequence[Result]) -> Curve:
    """The sizes that all movers copied; of a size with several points, the last."""
    found: dict[int, dict[str, int]] = {}
    for p in points:
        size, cycles = p["point"].get("bytes"), p["metric"].get("cycles")
        if isinstance(size, int) and isinstance(cycles, int):
            found.setdefault(size, {})[str(p["point"]["mover"])] = cycles
    whole = {size: found[size] for size in sorted(found) if found[size].keys() == NAMES.keys()}
    bounds = [report.binding_limit(p) for p in points if p["point"].get("mover") == ENGINE]
    return Curve(whole, next((bound for bound in bounds if bound is not None), None))
