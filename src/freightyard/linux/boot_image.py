# SPDX-License-Identifier: Apache-2.0
"""Everything that lies in memory when a machine boots, as one program for QEMU and the simulator.

base            firmware, which starts
base + 2 MB     kernel, with the room that it takes once it runs
pages behind    archive of the initial programs, device tree
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

from freightyard.errors import UserError
from freightyard.linux import machine as machines
from freightyard.linux.machine import MEGABYTE, Machine
from freightyard.system import elf
from freightyard.system.elf_writer import Part, write

PAGE = 4096
WORK = MEGABYTE  # the least that a kernel and a small program work in
_HEADER = struct.Struct("<2s6xQQQI12x8s4s")  # of an Image: arch/riscv/include/asm/image.h
_MAGIC = b"RSC\x05"
_COMPRESSED = b"MZ"  # the first instruction is a compressed one, which EFI reads as its mark


@dataclass(frozen=True)
class Kernel:
    """An Image and the memory that it takes."""

    path: Path
    data: bytes
    bytes: int


def read_kernel(path: Path) -> Kernel:
    """An Image that can run here; a UserError says what it is instead."""
    try:
        data = path.read_bytes()
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise UserError(f"the kernel {path}: {reason}; check the path") from None
    if len(data) < _HEADER.size or data[56:60] != _MAGIC:
        raise UserError(
            f"{path} is no kernel image for RISC-V; give arch/riscv/boot/Image of a kernel's build"
        )
    start, offset, size, *_ = _HEADER.unpack_from(data)
    if start == _COMPRESSED:
        raise UserError(
            f"{path} has compressed instructions, which the hart lacks; build it with "
            "CONFIG_NONPORTABLE=y, CONFIG_EFI=n and CONFIG_RISCV_ISA_C=n"
        )
    if offset != machines.KERNEL_OFFSET:
        raise UserError(
            f"{path} wants to lie {offset / MEGABYTE:g} MB behind the start of memory, as one of "
            "32 bits or without MMU does; build it with CONFIG_64BIT=y and CONFIG_MMU=y"
        )
    return Kernel(path, data, size)


def check_room(machine: Machine, kernel: Kernel, archive: bytes) -> None:
    """A UserError when memory is too small for what boots."""
    need = machines.KERNEL_OFFSET + kernel.bytes + len(archive) + WORK
    if need > machine.bytes:
        least = -(-need // MEGABYTE)
        raise UserError(
            f"kernel and programs need {need / MEGABYTE:.1f} MB, the memory has "
            f"{machine.bytes / MEGABYTE:g}; give --memory {least} or more"
        )


def put_together(
    path: Path, machine: Machine, firmware: Path, kernel: Kernel, archive: bytes, command_line: str
) -> None:
    """Write the program, for which check_room has found room."""
    begin = _page(machine.kernel + kernel.bytes)
    end = begin + len(archive)
    if machine.host:
        command_line = f"{command_line} fy_host={machine.host}"
    tree = machines.tree(machine, command_line, (begin, end))
    parts = [
        *_firmware(firmware, machine.kernel, _page(end), machine.harts, machine.host),
        Part(machine.kernel, kernel.data),
        Part(begin, archive),
        Part(_page(end), tree),
    ]
    write(path, machines.XLEN, machine.base, parts, symbols(machine))


def symbols(machine: Machine) -> dict[str, int]:
    """By which the simulator finds its page: fields of struct fy_host (fy_boot_state.h)."""
    names = ("tohost", "fromhost", "fy_input", "fy_input_size")
    fields = {name: machine.host + 8 * number for number, name in enumerate(names)}
    return {**fields, "fy_input_area": machine.host + PAGE} if machine.host else {}


def with_supervisor(path: Path, firmware: Path, supervisor: Path, harts: int) -> None:
    """The firmware below another program in supervisor mode, which gets no device tree."""
    header = elf.read(supervisor)
    parts = [*_firmware(firmware, header.entry, 0, harts, 0), *_parts(supervisor)]
    write(path, machines.XLEN, elf.read(firmware).entry, parts)


def _firmware(path: Path, entry: int, tree: int, harts: int, host: int) -> list[Part]:
    """The firmware, with what it starts in its `fy_boot` (firmware.h)."""
    at = elf.read(path).symbols["fy_boot"]
    told = struct.pack("<4Q", entry, tree, harts, host)
    return [
        Part(part.address, _replaced(part.data, at - part.address, told), part.zeros)
        for part in _parts(path)
    ]


def _replaced(data: bytes, at: int, new: bytes) -> bytes:
    inside = 0 <= at <= len(data) - len(new)
    return data[:at] + new + data[at + len(new) :] if inside else data


def _parts(path: Path) -> list[Part]:
    data = path.read_bytes()
    return [
        Part(one.address, data[one.place : one.place + one.file_bytes], one.bytes - one.file_bytes)
        for one in elf.read(path).segments
    ]


def _page(address: int) -> int:
    return -(-address // PAGE) * PAGE
