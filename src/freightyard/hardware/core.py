# SPDX-License-Identifier: Apache-2.0
"""What a core declares of itself: instruction set, ABI, flags of compiler and reference model.

A block that is a core has a `core.toml`. How its harts are watched stands there too, in the table
that freightyard.hardware.boundary reads.
"""

from __future__ import annotations

import functools
from typing import Annotated

from pydantic import Field

from freightyard.errors import UserError
from freightyard.hardware import boundary
from freightyard.hardware.declarations.tables import Model, Table, check, read, shown
from freightyard.hardware.sources import BLOCKS

Words = Annotated[tuple[str, ...], Field(strict=False)]


class Flags(Model):
    """Flags of the compiler, for C and assembler files and for the linker."""

    compile: Words
    link: Words


class Qemu(Model):
    """The CPU of QEMU that has what the core has."""

    cpu: str
    off: Words = ()
    values: dict[str, int] = {}


class _Declared(Model):
    isa: str
    abi: dict[str, str]
    paging: dict[str, str] = {}  # kind of address translation by width; a core without has none
    programs: Flags
    qemu: Qemu


class Core:
    """A core with registers of one width."""

    def __init__(self, declared: _Declared, xlen: int) -> None:
        self._declared = declared
        self._xlen = xlen
        self.isa = self._filled(declared.isa)
        self.abi = declared.abi[str(xlen)]
        self.paging = declared.paging.get(str(xlen), "")

    def architecture(self) -> list[str]:
        """Flags for programs that may use everything the core has."""
        return [f"-march={self.isa}", f"-mabi={self.abi}"]

    def compile_flags(self) -> list[str]:
        return [*map(self._filled, self._declared.programs.compile), f"-mabi={self.abi}"]

    def link_flags(self) -> list[str]:
        return [*map(self._filled, self._declared.programs.link), f"-mabi={self.abi}"]

    def qemu_cpu(self) -> str:
        """The argument of `-cpu`."""
        qemu = self._declared.qemu
        off = [f"{name}=false" for name in qemu.off]
        values = [f"{name}={value}" for name, value in qemu.values.items()]
        return ",".join([self._filled(qemu.cpu), *off, *values])

    def _filled(self, text: str) -> str:
        return text.replace("{xlen}", str(self._xlen))


@functools.cache
def load(name: str, xlen: int) -> Core:
    """The core that a block is, with registers of this width."""
    table = read(BLOCKS / name / "core.toml")
    own = {key: value for key, value in table.content.items() if key != "boundary"}
    declared = check(_Declared, Table(table.path, own, table.lines))
    if str(xlen) not in declared.abi:
        known = ", ".join(declared.abi)
        raise table.error(("abi",), f"there is no ABI for {xlen} bits; there are: {known}")
    return Core(declared, xlen)


def of_system(system: str, xlen: int) -> Core:
    """The core for which programs of a system are compiled: that of its first harts."""
    declared = boundary.load(system)
    if not declared.boundary.hart:
        place = shown(declared.table.path)
        raise UserError(f"{place} names no hart; add [[hart]] with its core to run programs")
    return load(declared.boundary.hart[0].core, xlen)
