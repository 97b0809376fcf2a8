# SPDX-License-Identifier: Apache-2.0
"""Programs of the simulated system: folders of C files compiled and cached, or finished ELFs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
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
from freightyard.system import elf

BENCH = ROOT / "sw" / "bench"
TEST = ROOT / "sw" / "test"
GLUE = ROOT / "sw"
COMPILER = "riscv64-unknown-elf-gcc"
OBJDUMP = "riscv64-unknown-elf-objdump"
_INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]+)"')

COMPILE = [
    *("-mcmodel=medany", "-O2", "-std=gnu11"),
    *("-Wall", "-Wextra", "-Werror", "-ffunction-sections", "-fdata-sections"),
    "-falign-functions=64",  # a change elsewhere does not move a loop across lines
    "-fno-tree-loop-distribute-patterns",  # or the loop rival would become a call of memcpy
]


@dataclass(frozen=True)
class Program:
    """An executable, its listing when we compiled it, and the hash of its bytes."""

    name: str
    elf: Path
    disassembly: Path | None
    key: str


def resolve(name: str, xlen: int, system: str) -> Program:
    """The program of a name under sw/bench, of a folder of C files, or of an ELF.

    C is compiled for the map of a system and `xlen` bits. A UserError says what is no program, or
    has the first messages of the compiler.
    """
    found = place(name)
    if found.is_dir():
        return compile_folder(found, xlen, system)
    return Program(found.stem, found, None, content_key([found]))


def place(name: str) -> Path:
    """The folder or the ELF that a name means; a UserError when it is neither."""
    given = Path(name)
    if (BENCH / name).is_dir() and "/" not in name:
        return BENCH / name
    if given.is_dir():
        return given.resolve()
    if not given.is_file():
        raise nearest("program", name, (p.name for p in BENCH.iterdir() if p.is_dir()))
    if not os.access(given, os.R_OK):
        raise UserError(f"cannot read the program {name}; check its permissions")
    if not elf.is_elf(given):
        raise UserError(f"{name} is not an ELF; give a folder of C files or a RISC-V ELF")
    return given.resolve()


def compile_folder(folder: Path, xlen: int, system: str) -> Program:
    """Compile the C and assembler files of a folder with the glue and the drivers of the blocks.

    The key and the bytes of the program hold no place: checkouts of equal content share it.
    """
    own = sorted([*folder.glob("*.c"), *folder.glob("*.S")])
    if not own:
        raise UserError(f"{folder} has no C file; a program is a folder with a main.c")
    if shutil.which(COMPILER) is None:
        raise UserError(
            f"{COMPILER} is missing; sudo apt-get install -y gcc-riscv64-unknown-elf "
            "picolibc-riscv64-unknown-elf"
        )
    generated = generate.headers(load_system(system))
    blocks = (BLOCKS / name / "fw" for name in blocks_of(f"systems/{system}"))
    drivers = [*(folder for folder in blocks if folder.is_dir()), generated]
    # Programs of sw/bench and sw/test share the files beside their folders; blocks add parts.
    around = [folder.parent] if folder.parent in (BENCH, TEST) else []
    added = [driver / folder.name for driver in drivers] if around else []
    beside = [file for d in (*around, *added) for file in sorted(d.glob("*.c"))]
    shared = [
        *beside,
        *sorted(GLUE.glob("*.[cS]")),
        *(f for d in drivers for f in sorted(d.glob("*.c"))),
    ]
    places = (GLUE, folder, *around, *drivers)
    headers = [f for d in places for f in sorted(d.glob("*.h"))]
    script = GLUE / "link.ld"
    target = core.of_system(system, xlen)
    compile_flags = [*target.compile_flags(), *COMPILE]
    link_flags = [*target.link_flags(), "-mcmodel=medany", "-nostartfiles"]
    link_flags += ["-Wl,--gc-sections,--no-warn-rwx-segments"]
    units = [*own, *shared]
    read = [*units, *headers, *included(units, places), script, generated / "fy_map.ld"]
    labels = [label(d) for d in places]
    key = content_key(
        list(dict.fromkeys(read)), compile_flags, link_flags, labels, compiler_version()
    )
    kept = build_store.folder("programs") / f"{folder.name}-{xlen}-{key}"
    program = Program(folder.name, kept / "program.elf", kept / "program.lst", key)
    with locked(kept.with_suffix(".lock")):
        if program.elf.is_file():
            build_store.use(kept)
        else:
            _check_drivers(own, headers, system)
            link_flags += [f"-T{script}", f"-L{generated}"]
            _build(kept, units, [*compile_flags, *_placed(places)], link_flags, folder)
    return program


def _placed(places: Sequence[Path]) -> list[str]:
    """Flags with paths of this checkout; `__FILE__` in a program becomes the same in every one."""
    return [flag for d in places for flag in (f"-I{d}", f"-ffile-prefix-map={d}={label(d)}")]


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
    place: Path, files: list[Path], compile_flags: list[str], link_flags: list[str], folder: Path
) -> None:
    part = place.with_suffix(".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    objects = []
    for number, file in enumerate(files):
        target = part / f"{number}-{file.stem}.o"
        _call([*_gcc(), *compile_flags, "-c", str(file), "-o", str(target)], folder)
        objects.append(str(target))
    linked = part / "program.elf"
    _call([*_gcc(), *link_flags, *objects, "-o", str(linked)], folder)
    listing = _call([OBJDUMP, "-d", "-S", "--no-show-raw-insn", str(linked)], folder)
    (part / "program.lst").write_text(listing)
    shutil.rmtree(place, ignore_errors=True)
    part.rename(place)


def _gcc() -> list[str]:
    return [COMPILER, "--specs=picolibc.specs"]


def compiler_version() -> str:
    """First line of what the compiler says of itself."""
    return _call([COMPILER, "--version"], GLUE).splitlines()[0]


def _call(command: list[str], folder: Path) -> str:
    result = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    if result.returncode:
        lines = [
            line
            for line in result.stderr.splitlines()
            if any(word in line for word in ("error", "undefined", "overflowed"))
        ]
        said = lines[:8] or result.stderr.strip().splitlines()
        message = ("\n" if len(said) > 1 else " ") + "\n".join(said).replace(f"{ROOT}/", "")
        raise UserError(f"compiling {shown(folder)} failed:{message}")
    return result.stdout
