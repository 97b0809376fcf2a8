# SPDX-License-Identifier: Apache-2.0
"""Compiles what Verilator wrote, with as few readings of its headers as can be.

A bench is one translation unit: model and bench together. A system, whose model takes most of the
time, is several that are compiled at a time; each folder of C++ beside it is one, so that names of
its files do not meet. Code that runs once is not optimized in either.
Verilator's own makefile compiles each small file alone, with two precompiled headers of 70 MB a
build: that takes a bench three times the CPU seconds (docs/decisions/0034-cpu-of-tests.md). Here
all builds share the compiled headers of headers.py.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from freightyard.hardware import headers
from freightyard.hardware.sources import BuildError
from freightyard.store import ROOT

COMPILER = "c++"
MODEL_UNITS = 2  # of a system, for two processors
_SWITCH = re.compile(r"^(VM_[A-Z_]+) = (\w*)$", re.MULTILINE)
_LIST = re.compile(r"^(VM_[A-Z_]+) \+= \\\n((?:  \S+ \\\n)*)", re.MULTILINE)
_DEFINED = ("COVERAGE", "TIMING", "TRACE", "TRACE_FST", "TRACE_VCD", "TRACE_SAIF")
_CCACHE = {"CCACHE_DEPEND": "1", "CCACHE_SLOPPINESS": "pch_defines,time_macros"}
_ONCE = "#pragma GCC push_options\n#pragma GCC optimize(0)\n{}#pragma GCC pop_options\n"


@functools.cache
def version() -> str:
    """Hash of what the compiler says of itself."""
    if shutil.which(COMPILER) is None:
        raise BuildError(f"{COMPILER} is missing; run ./fy doctor")
    said = subprocess.run([COMPILER, "--version"], capture_output=True, check=True).stdout
    return hashlib.sha256(said).hexdigest()[:16]


@dataclass(frozen=True)
class Model:
    """The files that Verilator wrote: by how often their code runs, and of its library."""

    fast: list[str]
    slow: list[str]
    library: list[str]
    switches: dict[str, str]

    @classmethod
    def read(cls, folder: Path, prefix: str) -> Model:
        """From the lists that Verilator writes for makefiles."""
        text = (folder / f"{prefix}_classes.mk").read_text()
        lists = {
            name: [f"{word}.cpp" for word in words.replace("\\", " ").split()]
            for name, words in _LIST.findall(text)
        }
        return cls(
            lists["VM_CLASSES_FAST"] + lists["VM_SUPPORT_FAST"],
            lists["VM_CLASSES_SLOW"] + lists["VM_SUPPORT_SLOW"],
            lists["VM_GLOBAL_FAST"] + lists["VM_GLOBAL_SLOW"],
            dict(_SWITCH.findall(text)),
        )


@dataclass(frozen=True)
class Unit:
    """One call of the compiler: a file that includes others, or one of Verilator's library."""

    name: str
    text: str
    optimization: str


@dataclass(frozen=True)
class Build:
    """A folder with a model, and how it becomes the program `bench`."""

    folder: Path
    prefix: str
    programs: Sequence[Path]
    library: Path  # of Verilator
    optimization: str
    include: Sequence[Path] = ()
    flags: Sequence[str] = ()
    link: Sequence[str] = ()
    jobs: int = 1
    log: list[str] = field(default_factory=list)

    def run(self, *, together: bool) -> None:
        """Compile and link; `together` makes model and programs one translation unit."""
        model = Model.read(self.folder, self.prefix)
        units = [self._one(model)] if together else self._several(model)
        # The library of a system is one unit but for waveforms, which the build `fast` lacks.
        waves = [name for name in model.library if "_fst" in name]
        rest = [name for name in model.library if name not in waves]
        groups = [[name] for name in (model.library if together else waves)]
        groups += [] if together else [rest]
        units += [Unit(Path(names[0]).stem, _includes(names), "-Os") for names in groups]
        for unit in units:
            (self.folder / f"unit_{unit.name}.cpp").write_text(unit.text)
        # The largest first: the last to end decides.
        flags = self._flags(model)
        common = self._common(model)
        with ThreadPoolExecutor(self.jobs) as pool:
            list(pool.map(lambda unit: self._compile(unit, flags, common), units))
        libraries = ["-llz4", "-lz"] if model.switches["VM_TRACE_FST"] == "1" else []
        objects = [f"unit_{unit.name}.o" for unit in units]
        self._call([COMPILER, "-o", "bench", *objects, *self.link, *libraries])
        for name in objects:
            (self.folder / name).unlink()

    def _one(self, model: Model) -> Unit:
        names = [self._name(path) for path in self.programs]
        text = _includes(model.fast) + _ONCE.format(_includes(model.slow)) + _includes(names)
        return Unit("bench", text, self.optimization)

    def _several(self, model: Model) -> list[Unit]:
        parts = _spread(model.fast, self.folder, MODEL_UNITS)
        units = [
            Unit(f"model{i}", _includes(part), self.optimization) for i, part in enumerate(parts)
        ]
        units.append(Unit("once", _includes(model.slow), "-O0"))
        # Files of a folder read the same headers, which take most of the time of each.
        folders: dict[Path, list[str]] = {}
        for path in self.programs:
            folders.setdefault(path.parent, []).append(self._name(path))
        for number, (folder, names) in enumerate(folders.items()):
            name = f"program{number}_{folder.name.partition('-')[0]}"
            units.append(Unit(name, _includes(names), self.optimization))
        return units

    def _name(self, path: Path) -> str:
        """A program's file by its place in the checkout, which messages then show."""
        return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)

    def _flags(self, model: Model) -> list[str]:
        # Relative places make equal calls in every checkout equal for ccache.
        root = os.path.relpath(ROOT, self.folder)
        folders = [".", root, *(os.path.relpath(p, self.folder) for p in self.include)]
        flags = [f"-I{folder}" for folder in folders]
        flags += [f"-I{self.library}", f"-I{self.library}/vltstd"]
        flags += _defines(model)
        # Functions that are declared once more in the part that runs once.
        flags += ["-Wno-attributes", f"-ffile-prefix-map={root}/="]
        return [*flags, *self.flags]

    def _common(self, model: Model) -> list[str]:
        """Switches that read the compiled headers first, unless a flag changes how they compile."""
        if any(flag.startswith("-O") for flag in self.flags):
            return []
        options = [self.optimization, *_defines(model)]
        return ["-include", str(headers.compiled(COMPILER, version(), self.library, options))]

    def _compile(self, unit: Unit, flags: Sequence[str], common: Sequence[str]) -> None:
        cache = [shutil.which("ccache")] if shutil.which("ccache") else []
        name = f"unit_{unit.name}"
        first = common if unit.optimization == self.optimization else []
        # With the list of read files ccache needs no run of the preprocessor of its own.
        words = [COMPILER, unit.optimization, *flags, *first, "-MD", "-c"]
        self._call([*map(str, cache), *words, "-o", f"{name}.o", f"{name}.cpp"])
        (self.folder / f"{name}.d").unlink(missing_ok=True)

    def _call(self, command: Sequence[str]) -> None:
        result = subprocess.run(
            command,
            cwd=self.folder,
            env={**os.environ, **_CCACHE},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            errors="replace",
        )
        self.log.append(f"$ {' '.join(command)}\n{result.stdout}")
        if result.returncode:
            root = os.path.relpath(ROOT, self.folder)
            raise CompileError(result.stdout.replace(f"{root}/", ""))


class CompileError(Exception):
    """What the compiler printed."""


def _defines(model: Model) -> list[str]:
    """Macros of Verilator's headers."""
    given = [f"-DVM_{name}={model.switches[f'VM_{name}']}" for name in _DEFINED]
    return ["-DVERILATOR=1", "-DVM_SC=0", *given]


def _includes(names: Sequence[str]) -> str:
    return "".join(f'#include "{name}"\n' for name in names)


def _spread(names: Sequence[str], folder: Path, parts: int) -> list[list[str]]:
    """Files in groups of about equal size, in their order."""
    sizes = {name: (folder / name).stat().st_size for name in names}
    groups: list[list[str]] = [[] for _ in range(parts)]
    done = 0
    for name in names:
        groups[min(parts - 1, done * parts // max(1, sum(sizes.values())))].append(name)
        done += sizes[name]
    return [group for group in groups if group]
