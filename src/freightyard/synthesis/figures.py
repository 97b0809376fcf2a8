# SPDX-License-Identifier: Apache-2.0
"""Figures out of the reports of Yosys and nextpnr, as points of the result schema."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from freightyard.hardware.declarations.expression import Expression
from freightyard.synthesis import nets as synth_nets
from freightyard.synthesis import parts as synth_parts
from freightyard.synthesis import steps as synthesis
from freightyard.synthesis.pins import TOP
from freightyard.synthesis.steps import Job, Outcome, read_json
from freightyard.synthesis.targets import TARGETS, Target
from freightyard.system import results
from freightyard.system.results import Result, Run, Scalar

EXPERIMENT = "synthesis"
TOTAL = "total"
OTHER = "wiring between the blocks"
_MEMORY = re.compile(r"^using FF mapping for memory (\S+)$", re.MULTILINE)


def block_of(module: str, blocks: Mapping[str, str]) -> str | None:
    """The block that a module of the netlist belongs to; None for the registers at the pins."""
    if module == TOP:
        return None
    for pattern, name in blocks.items():
        whole = module.partition("$")[0] == pattern
        if whole or fnmatchcase(module, pattern):
            return name
    return OTHER


def kinds(cells: Mapping[str, int], target: Target) -> Counter[str]:
    """Cells of a module by the kinds of a target; cells of no kind are left out."""
    counted: Counter[str] = Counter()
    for cell, number in cells.items():
        for kind, patterns in target.cells.items():
            if any(fnmatchcase(cell, pattern) for pattern in patterns):
                counted[kind] += number
    return counted


def by_block(stat: Any, job: Job) -> dict[str, Counter[str]]:
    """Cells of each block by kind, and their total; `stat` is the JSON of Yosys's `stat`."""
    part, target = job.declared, TARGETS[job.target]
    found: dict[str, Counter[str]] = {name: Counter() for name in part.blocks.values()}
    for module, facts in stat["modules"].items():
        name = block_of(module.removeprefix("\\"), part.blocks)
        if name is not None:
            own = kinds(facts.get("num_cells_by_type", {}), target)
            found.setdefault(name, Counter()).update(own)
    found = {name: own for name, own in found.items() if own}
    found[TOTAL] = sum(found.values(), Counter())
    return found


def kge_y(own: Mapping[str, int]) -> float:
    """Thousands of NAND2 equivalents by the yardstick of docs/sources.md, memories apart."""
    return (own.get("nand2", 0) + 0.67 * own.get("inv", 0) + 6 * own.get("ff", 0)) / 1000


def area(own: Mapping[str, int], target: str) -> float:
    """One number of a block, for shares: kGE_y, or lookup tables with those in carry and memory."""
    if target == "gates":
        return kge_y(own)
    if (
        target == "ecp5"
    ):  # a carry cell holds two lookup tables, a memory of 16 words of 4 bits four
        return own.get("lut", 0) + 2 * own.get("carry", 0) + 4 * own.get("lutram", 0)
    return own.get("lut", 0) + own.get("lutram", 0)


def points(job: Job, outcome: Outcome) -> list[Result]:
    """A point a block, and one of the total with the clock."""
    blocks = by_block(read_json(outcome.folder / "stat.json"), job)
    memory = _memory_bits(outcome.folder, job)
    total = blocks[TOTAL]
    made = []
    for name, own in blocks.items():
        metric: dict[str, Scalar] = {kind: own[kind] for kind in TARGETS[job.target].cells}
        if job.target == "gates":
            metric.pop("memory")
            metric |= {"kge_y": round(kge_y(own), 3), "memory_bits": memory.get(name, 0)}
        metric["area"] = round(area(own, job.target), 3)
        whole = area(total, job.target)
        metric["share"] = round(area(own, job.target) / whole, 4) if whole else None
        metric["ff_share"] = round(own["ff"] / total["ff"], 4) if total["ff"] else None
        source: dict[str, Scalar] = dict(job.declared.source.get(name, {}))
        if name == TOTAL:
            metric |= _whole(job, outcome)
            source |= _yardstick(job)
        made.append(
            results.result(EXPERIMENT, _point(job, name), metric, run_facts(job), source=source)
        )
    return made


def _point(job: Job, block: str) -> dict[str, Scalar]:
    point: dict[str, Scalar] = {"part": job.part, "target": job.target, "block": block}
    for name in synth_parts.declared(job.config.system).sizes:
        value = job.config.built[name]
        point[name] = str(value) if isinstance(value, tuple) else value
    return point | {f"parameter_{name}": value for name, value in job.parameters}


def _whole(job: Job, outcome: Outcome) -> dict[str, Scalar]:
    """What is known of the whole part alone."""
    metric: dict[str, Scalar] = {}
    registers = outcome.folder / "stat-registers.json"
    if registers.is_file():
        own = by_block(read_json(registers), job)[TOTAL]
        metric["kge_y_all_registers"] = round(kge_y(own), 3)
    paths = outcome.folder / "paths.json"
    for name, path in read_json(paths).items() if paths.is_file() else ():
        of = f"_{name.removeprefix('i_')}" if name else ""
        metric |= {f"estimate{of}_ns": path["ns"], f"estimate{of}_cells": path["levels"]}
        metric |= {f"estimate{of}_{end}": path["ends"][i] for i, end in enumerate(("from", "to"))}
    if outcome.report is not None:
        report = read_json(outcome.report)
        metric |= synth_nets.placed_clock(outcome.report.with_suffix(".log").read_text())
        metric |= synth_nets.clock(report, read_json(outcome.folder / "netlist.json"))
        metric |= {f"placed_{k}": v for k, v in synth_nets.utilisation(report).items()}
    log = outcome.folder.with_suffix(".log")
    if job.target != "gates" and log.is_file():
        names = sorted(set(_MEMORY.findall(log.read_text(errors="replace"))))
        metric["memories_as_registers"] = " ".join(names)
    return metric


def _yardstick(job: Job) -> dict[str, Scalar]:
    chosen = job.declared.yardstick
    if chosen is None or chosen.target != job.target:
        return {}
    values = synth_parts.values(job.config.system, job.config.built)
    known = chosen.values.get(str(values[chosen.key]))
    fits = Expression(chosen.condition).value(values) and known is not None
    return {chosen.name: known} if fits else {}


def _memory_bits(folder: Path, job: Job) -> dict[str, int]:
    path = folder / "memory.json"
    if not path.is_file():
        return {}
    part = job.declared
    found: Counter[str] = Counter()
    for module, bits in read_json(path).items():
        name = block_of(module.removeprefix("\\"), part.blocks)
        if name is not None:
            found[name] += bits
            found[TOTAL] += bits
    return dict(found)


def run_facts(job: Job) -> Run:
    """Where the figures come from."""
    # By what was asked, not by the sources: a newer result takes the place of an older one.
    settings = sorted(job.config.values().items())
    text = f"{job.config.name} {settings} {job.parameters} {job.part} {job.target} {job.seed}"
    return {
        "id": hashlib.sha256(text.encode()).hexdigest()[:8],
        "config": job.config.name,
        "settings": job.config.values(),
        "seed": job.seed,
        "commit": results.commit(),
        "tools": synthesis.tools(),
        "cycles": 0,
    }
