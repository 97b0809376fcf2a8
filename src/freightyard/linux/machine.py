# SPDX-License-Identifier: Apache-2.0
"""What a kernel is told of a configuration, from the tables of its system."""

from __future__ import annotations

from dataclasses import dataclass

from freightyard.errors import UserError
from freightyard.hardware import boundary, core
from freightyard.hardware import configuration as configurations
from freightyard.hardware.configuration import Config
from freightyard.hardware.declarations.expression import Expression
from freightyard.linux.device_tree import Node, blob, wide

XLEN = 64
# Hz of mtime, which counts each cycle: a tick of the kernel is 1,000,000 of it. In QEMU, and where
# a kernel of several harts waits 96 ms for them, a tenth.
TIMEBASE, SLOW_TIMEBASE = 100_000_000, 10_000_000
TIMER = "peripherals.timer"
MEGABYTE = 1 << 20
MEGABYTES = 32  # of a kernel's memory when nobody says otherwise
HOST_BYTES = MEGABYTE  # the page, and the input of a run
KERNEL_OFFSET = 2 * MEGABYTE  # below it lies the firmware, which the kernel is not told of


@dataclass(frozen=True)
class Machine:
    """A configuration as a kernel sees it."""

    config: Config
    base: int  # of its memory
    bytes: int
    room: int  # bytes of memory that the system has
    harts: int
    isa: str
    paging: str
    timer: tuple[int, int]  # first address and bytes
    timebase: int

    @property
    def kernel(self) -> int:
        return self.base + KERNEL_OFFSET

    @property
    def end(self) -> int:
        return self.base + self.bytes

    @property
    def host(self) -> int:
        """Page of the simulator behind the kernel's memory (fy_boot_state.h); 0: no room."""
        return self.end if self.end + HOST_BYTES <= self.base + self.room else 0


def load(name: str, settings: list[str], harts: int, megabytes: int, qemu: bool = False) -> Machine:
    """The machine of a configuration; a UserError says why no kernel runs on it."""
    config = configurations.load(name, settings)
    declared = boundary.load(config.system)
    count = declared.boundary.hart[0].count
    if count in declared.system.keys and harts:
        config = configurations.change(config, **{count: harts})
    known = boundary.values(config.built, declared.system)
    there = int(Expression(count).value(known))
    if harts not in (0, there):
        raise UserError(f"--harts is {harts}, but {name} has {there} and no key for more")
    xlen = boundary.register_bits(config)
    own = core.of_system(config.system, xlen)
    if not own.paging:
        raise UserError(
            f"the core of {name} ({declared.boundary.hart[0].core}) has no address translation, "
            "which Linux needs; choose a system whose core.toml names a kind of paging"
        )
    if xlen != XLEN:
        raise UserError(f"{name} is RV{xlen}, the kernel is RV{XLEN}; choose one that is RV{XLEN}")
    base, room = declared.region(declared.map.reset, known)
    if not 0 < megabytes * MEGABYTE <= room:
        raise UserError(
            f"--memory is {megabytes} MB, {name} has {room / MEGABYTE:g}; give 1 to that, or a "
            "configuration with more"
        )
    timers = [region for region in declared.map.region if region.device == TIMER]
    if not timers:
        raise UserError(f"{name} has no timer in its map.toml; add a region of {TIMER}")
    timer = (timers[0].base, timers[0].bytes(known))
    isa = own.isa.partition("_")[0]
    timebase = SLOW_TIMEBASE if qemu or there > 1 else TIMEBASE
    return Machine(
        config, base, megabytes * MEGABYTE, room, there, isa, own.paging, timer, timebase
    )


def tree(machine: Machine, command_line: str, archive: tuple[int, int]) -> bytes:
    """The device tree; `archive` is where the initial programs begin and end.

    The console is the firmware's, so there is no node for it.
    """
    chosen: Node = Node(
        {
            "bootargs": command_line,
            "linux,initrd-start": wide(archive[0]),
            "linux,initrd-end": wide(archive[1]),
        }
    )
    kernel, timer = machine.kernel, machine.timer
    interrupts = [cell for hart in range(machine.harts) for cell in (hart + 1, 3, hart + 1, 7)]
    root = Node(
        {
            "#address-cells": 2,
            "#size-cells": 2,
            "compatible": "freightyard",
            "model": f"freightyard,{machine.config.name}",
        },
        {
            "chosen": chosen,
            "cpus": Node(
                {"#address-cells": 1, "#size-cells": 0, "timebase-frequency": machine.timebase},
                {f"cpu@{hart}": _hart(machine, hart) for hart in range(machine.harts)},
            ),
            f"memory@{kernel:x}": Node(
                {"device_type": "memory", "reg": wide(kernel, machine.end - kernel)}
            ),
            f"timer@{timer[0]:x}": Node(
                {
                    "compatible": "riscv,clint0",
                    "reg": wide(*timer),
                    "interrupts-extended": interrupts,
                }
            ),
        },
    )
    return blob(root)


def _hart(machine: Machine, hart: int) -> Node:
    controller = {
        "#interrupt-cells": 1,
        "interrupt-controller": None,
        "compatible": "riscv,cpu-intc",
        "phandle": hart + 1,
    }
    return Node(
        {
            "device_type": "cpu",
            "reg": hart,
            "status": "okay",
            "compatible": "riscv",
            "riscv,isa": machine.isa,
            "mmu-type": f"riscv,{machine.paging}",
        },
        {"interrupt-controller": Node(controller)},
    )
