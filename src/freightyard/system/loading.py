# SPDX-License-Identifier: Apache-2.0
"""A program and the configuration that runs it: what does not fit is told before a build."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from freightyard.errors import UserError
from freightyard.hardware import boundary, core
from freightyard.hardware import configuration as configurations
from freightyard.hardware.configuration import Config
from freightyard.system import elf, programs
from freightyard.system.programs import Program

MACHINES = {3: "x86", 40: "Arm", 62: "x86-64", 183: "AArch64"}
END = "it ends by the test device, by the limit of cycles, or not at all"
# The letter of the extension whose registers the ABI of a program takes for floating point.
FLOATS = {0x2: ("f", "single"), 0x4: ("d", "double"), 0x6: ("q", "quad")}


def load(
    name: str,
    settings: Sequence[str],
    program: str,
    say: Callable[[str], None],
    arguments: Sequence[str] = (),
) -> tuple[Config, Program]:
    """The configuration of a name, and the program compiled for it or found to fit it.

    An ELF of another width than the default chooses the width, where a key of the system has it
    and nobody set that key; `say` is told.
    """
    chosen = configurations.load(name, settings)
    place = programs.place(program, chosen.system)
    if place.is_file():
        chosen = _of_width(chosen, settings, elf.read(place), program, say)
    found = programs.resolve(program, boundary.register_bits(chosen), chosen.system)
    header = elf.read(found.elf)
    check(header, program, chosen, arguments)
    if "tohost" not in header.symbols:
        say(f"{program} has no symbol tohost: {END}")
    return chosen, found


def _of_width(
    config: Config, settings: Sequence[str], header: elf.Header, program: str,
    say: Callable[[str], None],
) -> Config:  # fmt: skip
    """The configuration with harts as wide as the program, when its default width alone differs."""
    system = boundary.load(config.system)
    key = system.boundary.registers
    declared = system.system.built.get(key)
    asked = any(text.partition("=")[0].strip() == key for text in settings)
    width = boundary.register_bits(config)
    if header.machine != elf.RISCV or header.bits == width or declared is None or asked:
        return config
    if width != declared.default or header.bits not in declared.choices:
        return config
    say(f"{program} is for RV{header.bits}: runs with {key}={header.bits}")
    return configurations.change(config, **{key: header.bits})


def check(header: elf.Header, program: str, config: Config, arguments: Sequence[str] = ()) -> None:
    """A UserError, of one sentence, for a program that the configuration cannot run."""
    check_kind(header, program, config)
    _check_places(header, program, config)
    if arguments and "fy_arguments" not in header.symbols:
        raise UserError(
            f"{program} takes no arguments (`{' '.join(arguments)}`); the folders of users do"
        )


def check_kind(header: elf.Header, program: str, config: Config) -> None:
    """A UserError for a program that is not for the instruction set and ABI of the harts."""
    bits = boundary.register_bits(config)
    own = core.of_system(config.system, bits)
    has = f"the core of {config.name} is {own.isa} with {own.abi}"
    remedy = f"compile it with {' '.join(own.architecture())}"
    if header.machine != elf.RISCV:
        machine = MACHINES.get(header.machine, f"ELF machine {header.machine}")
        raise UserError(
            f"{program} is not a RISC-V executable but one for {machine}; {has}: {remedy}"
        )
    if header.type != elf.EXECUTABLE:
        raise UserError(
            f"{program} is not an executable at fixed addresses; link it with -static -no-pie"
        )
    if header.bits != bits:
        raise UserError(f"{program} is for RV{header.bits}, the configuration is RV{bits}: {has}; "
                        "compile it for that, or choose another configuration")  # fmt: skip
    letters = own.isa.partition("_")[0].removeprefix(f"rv{bits}")
    if header.flags & elf.COMPRESSED and "c" not in letters:
        raise UserError(f"{program} has compressed instructions (EF_RISCV_RVC); {has}: {remedy}")
    letter, size = FLOATS.get(header.flags & elf.FLOAT_ABI, ("i", ""))
    if letter not in letters:
        raise UserError(f"{program} has the ABI of {size}-precision registers; {has}: {remedy}")
    if header.flags & elf.EMBEDDED and "e" not in letters:
        raise UserError(f"{program} has the ABI of 16 registers (RVE); {has}: {remedy}")


def _check_places(header: elf.Header, program: str, config: Config) -> None:
    """Entry and segments lie in memory that programs are loaded into."""
    regions = memories(config)
    told = ", ".join(f"{base:#x} to {base + size:#x}" for base, size in regions)
    if not header.segments:
        raise UserError(f"{program} has nothing to load; link it as an executable")
    for segment in header.segments:
        if not any(
            base <= segment.address and segment.address + segment.bytes <= base + size
            for base, size in regions
        ):
            raise UserError(
                f"{program} ({segment.bytes} bytes at {segment.address:#x}) does not fit in memory "
                f"of {config.name}, which is {told}; link it there"
            )
    if not any(base <= header.entry < base + size for base, size in regions):
        raise UserError(
            f"{program} starts at {header.entry:#x}, outside of memory of {config.name}, "
            f"which is {told}; link it there"
        )


def check_input(path: Path | None, config: Config) -> None:
    """A UserError, before anything is built, for an input that cannot work."""
    if path is None:
        return
    if not path.is_file():
        raise UserError(f"the input {path} does not exist or is no file; check the path")
    if not os.access(path, os.R_OK):
        raise UserError(f"cannot read the input {path}: no permission; check its mode")
    size = path.stat().st_size
    memory = boundary.memory_bytes(config)
    if size >= memory:
        raise UserError(
            f"the input {path} has {size} bytes, more than the {memory} of the simulated memory; "
            "give a smaller file"
        )


def memories(config: Config) -> list[tuple[int, int]]:
    """First address and bytes of each memory that programs are loaded into."""
    declared = boundary.load(config.system)
    known = boundary.values(config.built, declared.system)
    names = [entry.region for entry in declared.boundary.memory]
    names += [entry.region for entry in declared.boundary.ram]
    return [declared.region(name, known) for name in dict.fromkeys(names)]
