# SPDX-License-Identifier: Apache-2.0
"""A boot in QEMU, which shows no cycles but is quick."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

from freightyard.hardware import boundary, core
from freightyard.linux.boot import Boot
from freightyard.linux.machine import MEGABYTE, XLEN, Machine
from freightyard.system.process import read

LEAST = 256 * MEGABYTE  # QEMU lays a device tree of its own at the end, which nothing here reads


def command(machine: Machine, boot: Boot, port: int | None) -> list[str]:
    """QEMU with the CPU that the core declares; `port`: waits there for a debugger."""
    name = boundary.load(machine.config.system).boundary.hart[0].core
    room = max(machine.bytes, LEAST) // MEGABYTE
    words = [f"qemu-system-riscv{XLEN}", "-M", "virt", "-m", f"{room}M"]
    words += ["-smp", str(machine.harts), "-cpu", core.load(name, XLEN).qemu_cpu()]
    words += ["-display", "none", "-monitor", "none", "-serial", "stdio", "-net", "none"]
    words += ["-bios", str(boot.program.elf)]
    if port is not None:
        words += ["-S", "-gdb", f"tcp:127.0.0.1:{port}"]
    return words


def run(
    machine: Machine, boot: Boot, typed: bytes | None, port: int | None,
    echo: Callable[[str], None],
) -> tuple[int, str]:  # fmt: skip
    """Exit code and console; what is not typed beforehand comes from our own input."""
    source = None if typed is None else subprocess.PIPE
    process = subprocess.Popen(
        command(machine, boot, port), stdin=source, stdout=subprocess.PIPE, stderr=sys.stderr
    )
    try:
        if typed is not None:
            assert process.stdin is not None
            process.stdin.write(typed)
            process.stdin.flush()  # not closed: the end of input would end the console
        assert process.stdout is not None
        console = read(process.stdout, echo)
        return process.wait(), console
    except BaseException:
        process.terminate()
        process.wait()
        raise
