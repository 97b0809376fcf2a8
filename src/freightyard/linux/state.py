# SPDX-License-Identifier: Apache-2.0
"""A boot that is kept: memory and registers of the machine before its program starts.

The firmware and the first process make it (sw/firmware/state.c, sw/linux/init/state.c); it is a
program like others, so every configuration with as many harts and as much memory begins there.
"""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from freightyard import build_store
from freightyard.errors import UserError
from freightyard.hardware import configuration as configurations
from freightyard.linux import boot_image
from freightyard.linux import machine as machines
from freightyard.linux.boot import Boot
from freightyard.linux.machine import Machine
from freightyard.store import content_key, locked
from freightyard.system import process, simulator
from freightyard.system.elf_writer import Part, write

PAGE = 4096
CYCLES = 100_000_000  # a boot takes four million
CAPTURED = "0000.bin"


def kept(machine: Machine, booted: Boot, say: Callable[[str], None]) -> Boot:
    """The boot, to go on behind it; it is made by the default configuration of the system."""
    if not machine.host:
        raise UserError(
            f"memory of {machine.bytes >> 20} MB leaves no room for a boot that is kept; give "
            "--memory less than the system has"
        )
    if machine.harts != 1:
        raise UserError(f"a boot of {machine.harts} harts cannot be kept; leave out --harts")
    key = content_key([], "state", booted.program.key)
    folder = build_store.folder("programs") / f"{booted.program.name}-state-{key}"
    with locked(folder.with_suffix(".lock")):
        if folder.is_dir():
            build_store.use(folder)
        else:
            say("booting once; what follows begins behind it (about 20 s)")
            part = folder.with_suffix(".part")
            shutil.rmtree(part, ignore_errors=True)
            part.mkdir(parents=True)
            _boot(machine, booted, part, say)
            memory = part / CAPTURED
            parts = list(_parts(machine.base, memory.read_bytes()))
            memory.unlink()
            found = boot_image.symbols(machine)
            write(part / "program.elf", machines.XLEN, machine.base, parts, found)
            part.rename(folder)
    program = dataclasses.replace(booted.program, elf=folder / "program.elf", key=key)
    return dataclasses.replace(booted, program=program)


def _boot(machine: Machine, booted: Boot, folder: Path, say: Callable[[str], None]) -> None:
    """Run to where the memory is captured, by the system as it is without settings."""
    config = configurations.load(machine.config.system.replace("_", "-"))
    built = simulator.build(config, say=say)
    options = simulator.Options(cycles=CYCLES, console=b"", extra=("--capture", str(folder)))
    outcome = simulator.run(config, built, booted.program, options)
    if outcome.exit_code != 0 or not (folder / CAPTURED).is_file():
        raise UserError(f"the boot cannot be kept:\n{process.tail(outcome.console)}")


def _parts(base: int, memory: bytes) -> Iterator[Part]:
    """Runs of pages that hold something, each with the zeros behind it."""
    pages = len(memory) // PAGE
    blank = bytes(PAGE)
    used = [memory[i * PAGE : (i + 1) * PAGE] != blank for i in range(pages)]
    at = 0
    while at < pages:
        end = next((i for i in range(at, pages) if not used[i]), pages)
        after = next((i for i in range(end, pages) if used[i]), pages)
        yield Part(base + at * PAGE, memory[at * PAGE : end * PAGE], (after - end) * PAGE)
        at = after
