# SPDX-License-Identifier: Apache-2.0
"""Programs of the simulated system: folders of C files compiled and cached, or finished ELFs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from freightyard import build_store
from freightyard.errors import UserError, nearest
from freightyard.hardware import core
from freightyard.hardware.declarations import generate, load_system
from freightyard.hardware.declarations.tables import shown
from freightyard.hardware.sources import BLOCKS, blocks_of, included
from freightyard.store import ROOT, content_key, label, locked
from freightyard.system import elf, program_sources
from freightyard.system.program_sources import GLUE, STRICT, Sources

TEST = program_sources.TEST

COMPILER = "riscv64-unknown-elf-gcc"
OBJDUMP = "riscv64-unknown-elf-objdump"
_INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]+)"')

COMPILE = [
    *("-mcmodel=medany", "-O2", "-g", "-std=gnu11"),
    *("-Wall", "-ffunction-sections", "-fdata-sections"),
    "-falign-functions=64",  # a change elsewhere does not move a loop across lines
    "-fno-tree-loop-distribute-patterns",  # or the loop rival would become a call of memcpy
]


@dataclass(frozen=True)
class Program:
    """An executable, its listing when we compiled it, the hash of its bytes."""

    name: str
    elf: Path
    disassembly: Path | None
    key: str
    sources: tuple[Path, ...] = ()  # where paths in its debug information begin


def resolve(name: str, xlen: int, system: str) -> Program:
    """The program of a name (program_sources.named), of a folder of C files, or of an ELF.

    C is compiled for the map of a system and `xlen` bits. A UserError says what is no program, or
    has the first messages of the compiler.
    """
    found = place(name, system)
    if found.is_dir():
        return compile_folder(found, xlen, system)
    return Program(found.stem, found, None, content_key([found]))


def place(name: str, system: str) -> Path:
    """The folder or the ELF that a name means; a UserError when it is neither."""
    given, known = Path(name), program_sources.named(system)
    if name in known:
        return known[name]
    if given.is_dir():
        return given.resolve()
    if not given.is_file():
        raise nearest("program", name, known)
    if not os.access(given, os.R_OK):
        raise UserError(f"cannot read the program {name}; check its permissions")
    if not elf.is_elf(given):
        raise UserError(f"{name} is not an ELF; give a folder of C files or a RISC-V ELF")
    return given.resolve()


def compile_folder(folder: Path, xlen: int, system: str) -> Program:
    """Compile the C and assembler files of a folder with the glue and the drivers of the blocks.

    The key and the bytes of the program hold no place: checkouts of equal content share it.
    """
    generated = generate.headers(load_system(system))
    blocks = (BLOCKS / name / "fw" for name in blocks_of(f"systems/{system}"))
    drivers = [*(folder for folder in blocks if folder.is_dir()), generated]
    sources = program_sources.read(folder, drivers)
    if shutil.which(COMPILER) is None:
        raise UserError(
            f"{COMPILER} is missing; sudo apt-get install -y gcc-riscv64-unknown-elf "
            "picolibc-riscv64-unknown-elf"
        )
    shared = [
        *(file for d in sources.beside for file in sorted(d.glob("*.[cS]"))),
        *sorted(GLUE.glob("*.[cS]")),
        *(f for d in drivers for f in sorted(d.glob("*.c"))),
    ]
    places = (GLUE, *sources.places, *drivers)
    headers = [f for d in places for f in sorted(d.glob("*.h"))]
    target = core.of_system(system, xlen)
    compile_flags = target.compile_flags() + (target.architecture() if sources.hosted else [])
    compile_flags += COMPILE
    link_flags = [*target.link_flags(), "-mcmodel=medany", "-nostartfiles"]
    link_flags += ["-Wl,--gc-sections,--no-warn-rwx-segments"]
    files = [*sources.own, *shared]
    read = [*files, *headers, *included(files, places), *sources.scripts, generated / "fy_map.ld"]
    key = content_key(
        list(dict.fromkeys(read)), compile_flags, link_flags, [label(d) for d in places],
        compiler_version(), sources.facts(),
    )  # fmt: skip
    kept = build_store.folder("programs") / f"{folder.name}-{xlen}-{key}"
    program = Program(
        folder.name, kept / "program.elf", kept / "program.lst", key, (sources.directory, ROOT)
    )
    with locked(kept.with_suffix(".lock")):
        if program.elf.is_file():
            build_store.use(kept)
        else:
            _check_drivers(sources.own, headers, system)
            compile_flags += _placed(places, sources)
            link_flags += [*(f"-T{script}" for script in sources.scripts), f"-L{generated}"]
            _build(kept, sources, shared, compile_flags, link_flags)
    return program


def _placed(places: Sequence[Path], sources: Sources) -> list[str]:
    """Flags with paths of this checkout; what programs hold of them is the same in every one.

    Those of files begin in the checkout, or in the folder of a user.
    """
    names = {ROOT: ".", **{d: label(d) for d in places}, sources.directory: "."}
    kinds = ("debug", "macro")  # in one word, -ffile-prefix-map, the assembler is not told
    maps = [f"-f{kind}-prefix-map={d}={name}" for d, name in names.items() for kind in kinds]
    return [*(f"-I{d}" for d in places), *maps]


def _check_drivers(files: Sequence[Path], headers: Sequence[Path], system: str) -> None:
    """A program for another system includes a driver of a block that this one does not use."""
    there = {path.name for path in headers}
    drivers = {path.name: path.parents[1].name for path in BLOCKS.glob("*/fw/*.h")}
    for file in files:
        for number, line in enumerate(file.read_text(errors="replace").splitlines(), 1):
            named = _INCLUDE.match(line)
            block = drivers.get(named[1]) if named and named[1] not in there else None
            if named and block:
                raise UserError(
                    f"{shown(file)}:{number}: {named[1]} is of the block {block}, which the system "
                    f"{system} does not use; run it on a configuration of one that does"
                )


def _build(
    place: Path, sources: Sources, shared: Sequence[Path], compile_flags: list[str],
    link_flags: list[str],
) -> None:  # fmt: skip
    part = place.with_suffix(".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    folder = sources.folder
    objects = []
    for number, file in enumerate([*sources.own, *shared]):
        own = number < len(sources.own)
        target = part / f"{number}-{file.stem}.o"
        flags = [*compile_flags, *(sources.compile if own else STRICT)]
        at = sources.directory if own else ROOT
        call([*_gcc(), *flags, "-c", str(file), "-o", str(target)], folder, at)
        objects.append(str(target))
    linked = part / "program.elf"
    at = sources.directory
    call([*_gcc(), *link_flags, *objects, *sources.link, "-o", str(linked)], folder, at)
    listing = call([OBJDUMP, "-d", "-S", "--no-show-raw-insn", str(linked)], folder, at)
    (part / "program.lst").write_text(listing)
    shutil.rmtree(place, ignore_errors=True)
    part.rename(place)


def _gcc() -> list[str]:
    return [COMPILER, "--specs=picolibc.specs"]


def compiler_version() -> str:
    """First line of what the compiler says of itself."""
    return call([COMPILER, "--version"], GLUE).splitlines()[0]


def call(command: list[str], folder: Path, at: Path = ROOT) -> str:
    """What a tool prints; its warnings are shown, and its errors are those of a folder."""
    result = subprocess.run(command, capture_output=True, text=True, cwd=at)
    if result.returncode:
        lines = [
            line
            for line in result.stderr.splitlines()
            if any(word in line for word in ("error", "undefined", "overflowed"))
        ]
        said = lines[:8] or result.stderr.strip().splitlines()
        message = ("\n" if len(said) > 1 else " ") + "\n".join(said).replace(f"{ROOT}/", "")
        raise UserError(f"compiling {shown(folder)} failed:{message}")
    sys.stderr.write(result.stderr)
    return result.stdout
