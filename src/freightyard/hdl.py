# SPDX-License-Identifier: Apache-2.0
"""Source lists of the blocks, and verilated programs kept under the hash of their content."""

from __future__ import annotations

import fcntl
import functools
import hashlib
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from freightyard.errors import UserError

ROOT = Path(__file__).resolve().parents[2]
BLOCKS = ROOT / "blocks"
BUILD = ROOT / "build"

Parameter = int | str | bool
_INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


class BuildError(UserError):
    """A tool refused the sources; the text is short and names the log."""


# ---- source lists ---------------------------------------------------------------------------


def read_list(block: str) -> tuple[list[str], list[str], list[Path]]:
    """The blocks used, the blocks of which only packages are used, and the files of a block."""
    path = BLOCKS / block / f"{block}.f"
    if not path.is_file():
        known = ", ".join(sorted(p.parent.name for p in BLOCKS.glob("*/*.f")))
        raise BuildError(f"{path.relative_to(ROOT)} does not exist; blocks are: {known}")
    uses: list[str] = []
    packages: list[str] = []
    files: list[Path] = []
    for line in path.read_text().splitlines():
        line = line.strip()
        if line.startswith("// uses:"):
            uses += line.removeprefix("// uses:").split()
        elif line.startswith("// packages:"):
            packages += line.removeprefix("// packages:").split()
        elif line.startswith("// generated:"):
            for name in line.removeprefix("// generated:").split():
                files += generated(name)
        elif line and not line.startswith("//"):
            files.append(path.parent / line)
    missing = [str(f.relative_to(ROOT)) for f in files if not f.is_file()]
    if missing:
        raise BuildError(f"{path.relative_to(ROOT)} lists files that are not there: {missing}")
    return uses, packages, files


@functools.cache
def generated(name: str) -> tuple[Path, ...]:
    """Files that the module `freightyard.<name>` writes below build/generated from a table."""
    return tuple(importlib.import_module(f"freightyard.{name}").generate())


def is_package(path: Path) -> bool:
    return path.stem.endswith("_pkg")


def sources(*blocks: str) -> list[Path]:
    """Files of the blocks and of all they use: packages first, uses before users, each once."""
    packages: dict[Path, None] = {}
    modules: dict[Path, None] = {}
    seen: set[tuple[str, bool]] = set()

    def visit(block: str, whole: bool) -> None:
        if (block, whole) in seen or (block, True) in seen:
            return
        seen.add((block, whole))
        uses, neighbours, files = read_list(block)
        for other in uses:
            visit(other, whole)
        for other in neighbours:
            visit(other, False)
        packages.update(dict.fromkeys(f for f in files if is_package(f)))
        if whole:
            modules.update(dict.fromkeys(f for f in files if not is_package(f)))

    for block in blocks:
        visit(block, True)
    return [*packages, *modules]


# ---- content keys and locks -----------------------------------------------------------------


def included(files: Sequence[Path], folders: Sequence[Path]) -> list[Path]:
    """The C++ files and every header that they include by a quoted name, transitively."""
    found: dict[Path, None] = {}
    pending = [f.resolve() for f in files]
    while pending:
        path = pending.pop()
        if path in found:
            continue
        found[path] = None
        for name in _INCLUDE.findall(path.read_text(errors="replace")):
            for folder in (path.parent, *folders):
                if (folder / name).is_file():
                    pending.append((folder / name).resolve())
                    break
    return sorted(found)


def content_key(files: Sequence[Path], *facts: object) -> str:
    """Hash of the bytes and places of files and of any printable facts."""
    total = hashlib.sha256(json.dumps(facts, sort_keys=True, default=str).encode())
    for path in files:
        place = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
        total.update(f"\0{place}\0".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()[:20]


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold an exclusive lock that dies with the process."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


# ---- Verilator ------------------------------------------------------------------------------


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
    model. State without reset starts from the seed of the run (`+verilator+seed`); `speed` gives
    assigned unknown values constants alone. `change` edits the source list (mutate.py).
    """
    files = [*sources(*blocks), *(Path(p).resolve() for p in sv)]
    files = change(files) if change else files
    programs = [Path(p).resolve() for p in cpp]
    folders = [ROOT, *(Path(p).resolve() for p in include)]
    settings = dict(parameters or {})
    unknown = "fast" if speed else "unique"
    switches = ["--cc", "--exe", "--assert", "--no-timing", "-O3", "-Wno-fatal"]
    switches += ["--x-assign", unknown, "--x-initial", "unique"]
    switches += ["-MAKEFLAGS", f"OPT_FAST={optimization()}"]
    switches += ["--prefix", prefix or f"V{top}", "--top-module", top]
    switches += [f"-G{name}={parameter_text(value)}" for name, value in sorted(settings.items())]
    switches += ["--trace-fst"] if trace else []
    switches += ["--coverage-line", "--coverage-toggle", "--coverage-user"] if coverage else []
    switches += list(flags)
    for flag in [f"-I{folder}" for folder in folders] + list(cflags):
        switches += ["-CFLAGS", flag]
    for flag in ldflags:
        switches += ["-LDFLAGS", flag]

    facts = [verilator_version(), switches, [str(p) for p in programs], layouts]
    key = content_key([*files, *included(programs, folders)], facts)
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
        if layouts:
            from freightyard import struct_layout

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


def optimization() -> str:
    """Flag for the compiler: most programs of the tests take longer to compile than to run."""
    return "-O1" if os.environ.get("FY_TIER") in ("fast", "default") else "-O2"


def parameter_text(value: Parameter) -> str:
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, int):
        return str(value) if -(2**31) <= value < 2**31 else f"64'h{value:x}"
    return value
