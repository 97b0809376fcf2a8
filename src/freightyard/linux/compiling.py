# SPDX-License-Identifier: Apache-2.0
"""Compiles the firmware, the first process and the programs of users, and keeps them by content."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from freightyard import build_store
from freightyard.errors import UserError
from freightyard.hardware import core
from freightyard.hardware.configuration import Config
from freightyard.hardware.declarations import generate, load_system
from freightyard.hardware.sources import BLOCKS, blocks_of
from freightyard.linux.machine import XLEN
from freightyard.store import ROOT, content_key, locked
from freightyard.system import elf, loading, program_sources, programs
from freightyard.system.program_sources import STRICT

FIRMWARE = ROOT / "sw" / "firmware"
LINUX = ROOT / "sw" / "linux"
INIT = LINUX / "init"
CROSS = "riscv64-linux-gnu-gcc"
COMPILED = (".c", ".S")
WARN = ["-O2", "-g", "-Wall", "-std=gnu11"]
# nolibc has functions of its own where the compiler would call a C library.
USER = [
    *("-static", "-nostdlib", "-nostdinc", "-fno-builtin", "-fno-tree-loop-distribute-patterns"),
    "-Wl,-z,noexecstack,--no-warn-rwx-segments",
    *("-fno-stack-protector", "-fno-asynchronous-unwind-tables", "-fno-pic", "-no-pie"),
    *("-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections"),
]


@dataclass(frozen=True)
class Work:
    """Files to compile into one program."""

    folder: Path
    files: Sequence[Path]
    places: Sequence[Path]  # folders with headers
    flags: Sequence[str] = ()
    link: Sequence[str] = ()
    scripts: Sequence[Path] = ()
    known: str = ""  # of what lies outside: the kernel with its headers


@dataclass(frozen=True)
class Compiled:
    """A program with its symbols, and as it is loaded."""

    symbols: Path
    loaded: Path


def firmware(system: str) -> Path:
    """The firmware for the map of a system."""
    generated = generate.headers(load_system(system))
    files = sorted(FIRMWARE.glob("*.[cS]"))
    script = FIRMWARE / "firmware.ld"
    flags = [*_architecture(system), "-mcmodel=medany", "-Os", "-g", "-std=gnu11", "-Wall", *STRICT]
    flags += ["-ffreestanding", "-nostdlib"]
    link = [f"-L{generated}", "-Wl,--no-warn-rwx-segments"]
    work = Work(FIRMWARE, files, [FIRMWARE, FIRMWARE.parent, generated], flags, link, [script])
    return _kept("firmware", programs.COMPILER, work) / "program.elf"


def supervisor(folder: Path, script: Path, system: str) -> Path:
    """A program in supervisor mode above the firmware: a folder and its linker script."""
    generated = generate.headers(load_system(system))
    flags = [*_architecture(system), "-mcmodel=medany", "-O2", "-g", "-Wall", *STRICT]
    flags += ["-ffreestanding", "-nostdlib"]
    work = Work(folder, sorted(folder.glob("*.[cS]")), [folder, generated], flags,
                [f"-L{generated}", "-Wl,--no-warn-rwx-segments"], [script])  # fmt: skip
    return _kept(folder.name, programs.COMPILER, work) / "program.elf"


def first_process(system: str, headers: Sequence[Path]) -> Compiled:
    """The process that the kernel starts, which holds the shell."""
    files = sorted(INIT.glob("*.c"))
    work = _for_users(
        INIT, files, [INIT, FIRMWARE], system, headers, STRICT, ["-Wl,-e,first_instruction"]
    )
    return _stripped(_kept("init", CROSS, work))


def check_program(path: Path, config: Config) -> None:
    """A UserError for what cannot become a program."""
    if path.is_dir():
        program_sources.read(path.resolve(), ())
    elif not path.is_file():
        raise UserError(f"there is no program {path}; give a C file, a folder with one, or an ELF")
    elif path.suffix not in COMPILED:
        if not elf.is_elf(path):
            raise UserError(f"{path} is no C file, no folder and no ELF; give one of them")
        loading.check_kind(elf.read(path), str(path), config)


def program(path: Path, config: Config, headers: Sequence[Path]) -> Compiled:
    """A C file, a folder of C files, or an ELF, as a program for a process of the kernel."""
    check_program(path, config)
    system = config.system
    place = path.resolve()
    if path.is_dir():
        sources = program_sources.read(place, ())
        flags, link = sources.flags.get("CFLAGS", ()), sources.flags.get("LDFLAGS", ())
        work = _for_users(sources.folder, sources.own, sources.places, system, headers, flags, link)
        return _stripped(_kept(place.name, CROSS, work))
    if path.suffix in COMPILED:
        work = _for_users(place.parent, [place], [place.parent], system, headers, (), ())
        return _stripped(_kept(path.stem, CROSS, work))
    return Compiled(place, place)


def _stripped(kept: Path) -> Compiled:
    """Without debug information, which would lie in memory, and differ from place to place."""
    return Compiled(kept / "program.elf", kept / "stripped.elf")


def _for_users(
    folder: Path, files: Sequence[Path], places: Sequence[Path], system: str,
    headers: Sequence[Path], flags: Sequence[str], link: Sequence[str],
) -> Work:  # fmt: skip
    """With nolibc before each C file, and the drivers of the system's blocks behind."""
    drivers = [BLOCKS / name / "fw" for name in blocks_of(f"systems/{system}")]
    there = [place for place in drivers if place.is_dir()]
    generated = generate.headers(load_system(system))
    own = programs.call([CROSS, "-print-file-name=include"], folder).strip()
    behind = [LINUX / "include", Path(own), *headers]
    words = [*_architecture(system), *WARN, *USER, *flags]
    words += [word for place in behind for word in ("-isystem", str(place))]
    known = headers[0].parent.name
    files = [*files, *(file for place in there for file in sorted(place.glob("*.c")))]
    return Work(folder, files, [*places, *there, generated], words, list(link), known=known)


def _architecture(system: str) -> list[str]:
    return core.of_system(system, XLEN).architecture()


def _kept(name: str, compiler: str, work: Work) -> Path:
    """The program of such files and flags, compiled when it is not there."""
    if shutil.which(compiler) is None:
        raise UserError(f"{compiler} is missing; sudo apt-get install -y {compiler[:-4]}")
    headers = [file for place in work.places for file in sorted(place.glob("*.h"))]
    version = programs.call([compiler, "--version"], work.folder).splitlines()[0]
    facts = [[w for w in words if not Path(w.removeprefix("-L")).is_absolute()]
             for words in (work.flags, work.link)]  # fmt: skip
    key = content_key([*work.files, *headers, *work.scripts], facts, version, work.known)
    kept = build_store.folder("programs") / f"{name}-linux-{key}"
    with locked(kept.with_suffix(".lock")):
        if kept.is_dir():
            build_store.use(kept)
        else:
            _compile(kept, compiler, work)
    return kept


def _compile(kept: Path, compiler: str, work: Work) -> None:
    part = kept.with_suffix(".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    places = [f"-I{place}" for place in work.places]
    before = ["-include", "nolibc.h"] if compiler == CROSS else []
    objects = []
    for number, file in enumerate(work.files):
        objects.append(str(part / f"{number}-{file.stem}.o"))
        words = [*work.flags, *places, *(before if file.suffix == ".c" else [])]
        programs.call([compiler, *words, "-c", str(file), "-o", objects[-1]], work.folder)
    scripts = [f"-T{script}" for script in work.scripts]
    link = [*work.flags, *objects, *work.link, *scripts]
    programs.call([compiler, *link, "-o", str(part / "program.elf")], work.folder)
    if compiler == CROSS:
        strip = [f"{CROSS.removesuffix('gcc')}strip", str(part / "program.elf")]
        programs.call([*strip, "-o", str(part / "stripped.elf")], work.folder)
    shutil.rmtree(kept, ignore_errors=True)
    part.rename(kept)
