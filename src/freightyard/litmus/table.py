# SPDX-License-Identifier: Apache-2.0
"""docs/memory-order.md: the generated part, between two marks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from freightyard.litmus.run import Results, Tally
from freightyard.store import ROOT
from freightyard.system.results import Scalar

PAGE = ROOT / "docs" / "memory-order.md"
BEGIN, END = "<!-- begin: ", "<!-- end -->"


def verdict(tally: Tally) -> str:
    """What the system showed of the outcome of interest."""
    if not tally.shape.allowed:
        return f"never (0 of {tally.shots:,})" if not tally.seen else f"BROKEN: {tally.seen:,}"
    if tally.seen:
        return f"seen {tally.seen:,} of {tally.shots:,}"
    if tally.shape.design:
        return f"impossible by design (0 of {tally.shots:,}): {tally.shape.design}"
    return f"not seen (0 of {tally.shots:,})"


def merge(tallies: Sequence[Tally]) -> list[Tally]:
    """Tallies of one shape and number of harts as one."""
    found: dict[tuple[str, int], Tally] = {}
    for tally in tallies:
        key = (tally.shape.name, tally.harts)
        before = found.get(key)
        if before is not None:
            names = before.outcomes.keys() | tally.outcomes.keys()
            sums = {n: before.outcomes.get(n, 0) + tally.outcomes.get(n, 0) for n in names}
            tally = Tally(tally.shape, tally.harts, sums)
        found[key] = tally
    return list(found.values())


def counters(results: Results) -> list[list[Scalar]]:
    """A row for each kind of counter and number of harts: sums, and the worst of all runs."""
    groups: dict[tuple[Scalar, Scalar], list[dict[str, Scalar]]] = {}
    for line in results.counters:
        groups.setdefault((line["counter"], line["harts"]), []).append(line)
    rows = []
    for key, lines in groups.items():

        def values(name: str, lines: list[dict[str, Scalar]] = lines) -> list[int]:
            return [int(str(line[name])) for line in lines]

        steps = values("steps")
        share = min(a / b for a, b in zip(values("least_steps"), steps, strict=True))
        worst = [max(values(name)) for name in ("most_tries", "most_cycles")]
        rows.append([*key, sum(steps), sum(values("lost")), *worst, f"{share:.2f}"])
    return rows


def table(results: Results) -> str:
    """The tables in Markdown."""
    lines = [
        "| shape | threads | outcome | RVWMO | harts | the system |",
        "|---|---|---|---|---|---|",
    ]
    for tally in merge(results.tallies):
        shape = tally.shape
        threads = " \\|\\| ".join(shape.threads)
        rule = f"{'allowed' if shape.allowed else '**forbidden**'}: {shape.reason}"
        cells = (shape.name, threads, shape.outcome, rule, str(tally.harts), verdict(tally))
        lines.append(f"| {' | '.join(cells)} |")
    lines += [
        "",
        "| counter | harts | steps a hart | lost or twice | most tries of a step "
        "| longest step, cycles | least share of the steps when the first was done |",
        "|---|---|---|---|---|---|---|",
    ]
    for line in counters(results):
        lines.append(f"| {' | '.join(str(value) for value in line)} |")
    return "\n".join(lines)


def rewrite(results: Results, command: str, commit: str, page: Path = PAGE) -> None:
    """Put the tables into the page, with the command that made them."""
    head, _, rest = page.read_text().partition(BEGIN)
    _, _, tail = rest.partition(END)
    mark = f"{BEGIN}made by `{command}` -->\nMade by `{command}` at commit {commit}.\n\n"
    page.write_text(f"{head}{mark}{table(results)}\n{END}{tail}")
