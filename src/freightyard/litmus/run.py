# SPDX-License-Identifier: Apache-2.0
"""Run shapes, counters and tests of blocks on a system, and judge what it shows."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from freightyard.errors import UserError
from freightyard.hardware import boundary, declarations
from freightyard.hardware import configuration as config
from freightyard.hardware.declarations import load_system
from freightyard.litmus import own_tests
from freightyard.litmus.code import assemble, parse
from freightyard.litmus.own_tests import OwnTest
from freightyard.litmus.shapes import SHAPES, Shape
from freightyard.system import programs, simulator
from freightyard.system.results import Scalar

System = tuple[config.Config, simulator.Simulator]
COUNTERS = ("lrsc", "lrsc.aqrl", "amoadd", "lock")
# Shapes of two threads that run on four harts too, the others disturbing them.
ON_FOUR = ("SB", "SB+fences", "MP", "MP+fences", "LB", "LB+datas", "CoRR", "AMO+AMO", "LRSC+W",
           "LRSC+LRSC")  # fmt: skip
# What a short run has to show gets more shots.
OFTEN = {"SB": 4, "MP": 2, "LRSC+wait+W": 4}


@dataclass(frozen=True)
class Tally:
    """What was seen of a shape, or of a test of a block."""

    shape: Shape | OwnTest
    harts: int
    outcomes: dict[str, int]

    @property
    def shots(self) -> int:
        return sum(self.outcomes.values())

    @property
    def seen(self) -> int:
        """How often the outcome of interest came."""
        return sum(n for found, n in self.outcomes.items() if self.shape.matches(found))

    def forbidden(self) -> dict[str, int]:
        """Outcomes that must not come."""
        return {found: n for found, n in self.outcomes.items() if not self.shape.permits(found)}


@dataclass(frozen=True)
class Results:
    """One run: tallies by shape, and a line for each counter."""

    tallies: list[Tally] = field(default_factory=list)
    counters: list[dict[str, Scalar]] = field(default_factory=list)

    def add(self, other: Results) -> None:
        self.tallies.extend(other.tallies)
        self.counters.extend(other.counters)

    def complaints(self) -> list[str]:
        """What must not have happened, one line each."""
        found = [
            f"{tally.shape.name}, {tally.harts} harts: forbidden outcome {outcome} {count} times"
            for tally in self.tallies
            for outcome, count in sorted(tally.forbidden().items())
        ]
        found += [
            f"{tally.shape.name}: seen, but the table says impossible: {tally.shape.design}"
            for tally in self.tallies
            if tally.shape.design and tally.seen
        ]
        return found + [text for line in self.counters for text in _counter(line)]


def _counter(line: dict[str, Scalar]) -> list[str]:
    name, harts, steps = line["counter"], line["harts"], line["steps"]
    assert isinstance(harts, int) and isinstance(steps, int)
    found = []
    if line["value"] != harts * steps or line["lost"] != 0:
        found.append(f"counter {name}, {harts} harts: {line['lost']} values lost or twice: {line}")
    least = line["least_steps"]
    if isinstance(least, int) and least < steps // 2:
        found.append(f"counter {name}, {harts} harts: one did {least} steps, another {steps}")
    return found


def of_system(shapes: Sequence[Shape], harts: int) -> list[Shape]:
    """Shapes of two threads run on two harts, where they are quicker, some on four too."""
    two = [shape for shape in shapes if len(shape.threads) == 2]
    if harts == 2:
        return two
    both = [shape for shape in two if shape.name in ON_FOUR or len(shapes) == 1]
    return [shape for shape in shapes if len(shape.threads) > 2 or shape in both]


def script(
    seed: int, shots: int, steps: int, shapes: Sequence[Shape], own: Sequence[OwnTest]
) -> str:
    """The input of sw/test/litmus. Each line has a seed of its own, made of `seed`."""
    lines = []
    for number, shape in enumerate(shapes):
        threads = [parse(thread) for thread in shape.threads]
        places = 3 if any(o.place == "z" for thread in threads for o in thread) else 2
        often = shots * OFTEN.get(shape.name, 1)
        words = [f"shape {shape.name} {seed * 1000 + number} {often} {places}"]
        for thread, text in zip(threads, shape.threads, strict=True):
            accesses = [operation for operation in thread if operation.place]
            # What may overtake something.
            last = f"{accesses[-1].place}{'w' if accesses[-1].writes else 'r'}"
            code = ",".join(f"{word:x}" for word in assemble(text))
            words.append(f"{last if len(accesses) > 1 else '--'} {code}")
        lines.append(" ".join(words))
    if steps:
        lines += [f"counter kind={kind} steps={steps} seed={seed}" for kind in COUNTERS]
        lines += [f"{test.command} name={test.name} shots={shots} seed={seed}" for test in own]
    return "".join(f"{line}\n" for line in lines)


def built_system(harts: int, name: str = "") -> System:
    """A configuration with that many harts; without a name that of the only system which can."""
    if not name:
        known = [one for one in declarations.names() if load_system(one).most_harts >= harts]
        if len(known) != 1:
            there = ", ".join(known) or "none"
            raise UserError(f"systems with {harts} harts: {there}; choose one with --config")
        name = known[0].replace("_", "-")
    declared = load_system(config.load(name).system)
    if declared.most_harts < harts:
        most = f"{name} has at most {declared.most_harts} of the {harts} harts"
        raise UserError(f"{most}; choose another with --config")
    key = declared.hart_key
    chosen = config.load(name, [f"{key}={harts}"] if key else ())
    return chosen, simulator.build(chosen)


def run(
    harts: int,
    seed: int,
    shots: int,
    steps: int = 0,
    shapes: Sequence[Shape] = SHAPES,
    system: System | None = None,
) -> Results:
    """Run all shapes that need at most `harts`; with `steps` also counters and tests of blocks."""
    chosen, built = system or built_system(harts)
    bits = boundary.register_bits(chosen)
    program = programs.resolve(str(programs.TEST / "litmus"), bits, chosen.system)
    own = own_tests.of(chosen.system)
    fit = [shape for shape in shapes if len(shape.threads) <= harts]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "script"
        file.write_text(script(seed, shots, steps, fit, own) + "end\n")
        options = simulator.Options(file, cycles=10_000_000 + 200_000 * shots, seed=seed)
        outcome = simulator.run(chosen, built, program, options)
    if outcome.exit_code != 0:
        raise UserError(f"litmus: exit {outcome.exit_code}: {outcome.message or outcome.console}")
    return read(outcome.lines(), harts, own)


def read(lines: Sequence[dict[str, Scalar]], harts: int, own: Sequence[OwnTest] = ()) -> Results:
    """What the console said."""
    every: list[Shape | OwnTest] = [*SHAPES, *own]
    known = {test.name: test for test in every}
    counts: dict[str, dict[str, int]] = {}
    for line in lines:
        if "shape" in line:
            count = line["count"]
            assert isinstance(count, int)
            counts.setdefault(str(line["shape"]), {})[str(line["outcome"])] = count
    tallies = [Tally(known[name], harts, outcomes) for name, outcomes in counts.items()]
    return Results(tallies, [line for line in lines if "counter" in line])
