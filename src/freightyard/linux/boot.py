# SPDX-License-Identifier: Apache-2.0
"""What boots: a kernel, its first process and one program or a shell, put together and kept."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from freightyard import build_store
from freightyard.errors import UserError
from freightyard.linux import archive, boot_image, compiling, kernel
from freightyard.linux.machine import Machine
from freightyard.store import content_key, locked
from freightyard.system.programs import Program

SHELL = "shell"
ARGUMENTS, COMMANDS = "arguments", "commands"  # sw/linux/init/init.c
ARGUMENT_BYTES, MOST_WORDS = 4096, 64
# Warnings alone are printed; a panic asks the firmware for a reset, which ends the run.
COMMAND_LINE = "console=hvc0 loglevel=4 panic=-1"


@dataclass(frozen=True)
class Wanted:
    """What shall boot."""

    program: Path | None = None  # None: a shell
    arguments: Sequence[str] = ()
    commands: bytes | None = None  # of the shell; None: from the console
    image: Path | None = None  # a kernel of the user's
    options: Sequence[Path] = ()  # files of kernel options behind ours
    command_line: str = ""  # behind ours


@dataclass(frozen=True)
class Boot:
    """A program that boots, and the files with symbols of what runs in it."""

    program: Program
    symbols: Sequence[Path]  # the kernel's first
    sources: Sequence[Path] = ()  # folders; a kept program may have been compiled elsewhere


def prepare(machine: Machine, wanted: Wanted, say: Callable[[str], None]) -> Boot:
    """Build what is not there yet."""
    name = SHELL if wanted.program is None else wanted.program.resolve().stem
    words = _words([f"/bin/{name}", *wanted.arguments])
    # What is bad is told before a long build.
    if wanted.image is not None:
        boot_image.read_kernel(wanted.image)
    if wanted.program is not None:
        compiling.check_program(wanted.program, machine.config)
    built = kernel.build(machine.harts, wanted.options, say)
    image = boot_image.read_kernel(wanted.image or built.image)
    system = machine.config.system
    first = compiling.first_process(system, built.headers)
    entries = _entries(first.loaded)
    symbols, sources = [first.symbols], [compiling.INIT]
    if wanted.program is not None:
        found = compiling.program(wanted.program, machine.config, built.headers)
        place = wanted.program.resolve()
        symbols, sources = [found.symbols], [place if place.is_dir() else place.parent]
        entries[f"bin/{name}"] = archive.file(found.loaded.read_bytes())
        entries[ARGUMENTS] = archive.file(words)
    elif wanted.commands is not None:
        entries[COMMANDS] = archive.file(wanted.commands)
    if wanted.image is None:
        symbols = [built.symbols, *symbols]
    programs = archive.write(entries)
    boot_image.check_room(machine, image, programs)
    command_line = f"{COMMAND_LINE} {wanted.command_line}".strip()
    firmware = compiling.firmware(system)
    facts = (machine.base, machine.bytes, machine.harts, machine.isa, machine.paging,
             machine.timer, machine.timebase, machine.config.name, command_line,
             programs.hex())  # fmt: skip
    key = content_key([firmware, image.path], *facts)
    kept = build_store.folder("programs") / f"{name}-boot-{key}"
    with locked(kept.with_suffix(".lock")):
        if kept.is_dir():
            build_store.use(kept)
        else:
            part = kept.with_suffix(".part")
            shutil.rmtree(part, ignore_errors=True)
            part.mkdir(parents=True)
            target = part / "program.elf"
            boot_image.put_together(target, machine, firmware, image, programs, command_line)
            part.rename(kept)
    return Boot(Program(name, kept / "program.elf", None, key), symbols, sources)


def _entries(first: Path) -> dict[str, archive.Entry]:
    """The tree that the first process finds."""
    return {
        "dev": archive.folder(),
        "dev/console": archive.device(5, 1),
        "dev/null": archive.device(1, 3),
        "dev/mem": archive.device(1, 1),
        "proc": archive.folder(),
        "tmp": archive.folder(),
        "bin": archive.folder(),
        "init": archive.file(first.read_bytes()),
    }


def _words(words: Sequence[str]) -> bytes:
    text = b"".join(word.encode() + b"\0" for word in words)
    if len(text) > ARGUMENT_BYTES or len(words) > MOST_WORDS:
        raise UserError(
            f"the program's {len(words) - 1} arguments have {len(text)} bytes; {MOST_WORDS - 1} "
            f"and {ARGUMENT_BYTES} are the most, so hand the rest over in its source"
        )
    return text
