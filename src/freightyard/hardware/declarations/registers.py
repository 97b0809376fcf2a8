# SPDX-License-Identifier: Apache-2.0
"""Registers of devices: `registers.toml` of a block, and what is generated from it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from freightyard.hardware.declarations.keys import Text
from freightyard.hardware.declarations.tables import Model, Table, check

Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
Access = Literal["rw", "ro", "wo"]


class BitField(Model):
    """Bits of a register."""

    name: Name
    bits: Annotated[tuple[int, int], Field(strict=False)]  # highest, lowest
    access: Access | None = None  # that of the register when it does not say
    values: dict[Name, int] = {}  # numbers that have a name
    meaning: Text

    @property
    def width(self) -> int:
        return self.bits[0] - self.bits[1] + 1

    @property
    def mask(self) -> int:
        return ((1 << (self.bits[0] + 1)) - 1) & ~((1 << self.bits[1]) - 1)


class Register(Model):
    """A register, or several of a kind one after the other."""

    name: Name
    offset: Annotated[int, Field(ge=0)]  # bytes from the base; the number of a numbered one
    bits: Literal[8, 16, 32, 64] | None = None  # that of the device when it does not say
    access: Access
    reset: int = 0
    no_reset: bool = False  # no fixed value after reset
    count: str | int = 1  # how many; a word tells what counts them
    stride: int = 0
    view: str = ""  # when it is seen, where registers share an offset
    meaning: Text
    field: Annotated[tuple[BitField, ...], Field(strict=False)] = ()


class Device(Model):
    """The registers of one device."""

    meaning: Text
    bytes: Annotated[int, Field(ge=0)] = 0  # of its region; 0: registers have numbers
    bits: Literal[8, 16, 32, 64]
    registers: Annotated[tuple[Register, ...], Field(strict=False, min_length=1, alias="register")]

    def named(self, name: str) -> Register:
        return next(register for register in self.registers if register.name == name)

    def offset(self, name: str) -> int:
        return self.named(name).offset


class Registers(Model):
    """A block's `registers.toml`."""

    device: dict[Name, Device]


def load(table: Table) -> Registers:
    """The registers; none stands in another, fields stay inside and apart."""
    found = check(Registers, table)
    for name, device in found.device.items():
        for index, register in enumerate(device.registers):
            place = ("device", name, "register", index)
            _check_place(table, place, device, index)
            used = 0
            for number, field in enumerate(register.field):
                high, low = field.bits
                width = register.bits or device.bits
                if not 0 <= low <= high < width:
                    text = f"bits of {field.name} are {high} to {low}; {register.name} has {width}"
                    raise table.error((*place, "field", number, "bits"), text)
                if used & field.mask:
                    text = f"{field.name} overlaps another field of {register.name}"
                    raise table.error((*place, "field", number, "bits"), text)
                for word, value in field.values.items():
                    if not 0 <= value < 1 << field.width:
                        text = f"{word} is {value}; {field.name} has bits {high} to {low}"
                        raise table.error((*place, "field", number, "values"), text)
                used |= field.mask
    return found


def _check_place(table: Table, place: tuple[str | int, ...], device: Device, index: int) -> None:
    register = device.registers[index]
    width = _bytes(device, register)
    # Where a word tells how many registers there are, one at least.
    more = register.count - 1 if isinstance(register.count, int) else 0
    end = register.offset + more * register.stride + width
    if device.bytes and end > device.bytes:
        text = f"{register.name} ends at {end:#x}; the device has {device.bytes:#x} bytes"
        raise table.error((*place, "offset"), text)
    if register.offset % width:
        text = f"{register.name} has {width} bytes; {register.offset:#x} is no multiple of them"
        raise table.error((*place, "offset"), text)
    for before in device.registers[:index]:
        if before.name == register.name:
            raise table.error((*place, "name"), f"two registers are called {register.name}")
        apart = (
            before.offset + _bytes(device, before) <= register.offset
            or register.offset + width <= before.offset
        )
        if not (apart or before.view or register.view):
            text = f"{register.name} lies on {before.name}; say in `view` when each is seen"
            raise table.error((*place, "offset"), text)


def _bytes(device: Device, register: Register) -> int:
    """Addresses of one register; one that has a number takes no more than that."""
    return (register.bits or device.bits) // 8 if device.bytes else 1


# ---- what is generated ----------------------------------------------------------------------


def camel(*names: str) -> str:
    return "".join(part.title() for name in names for part in name.split("_"))


def package(found: Registers, name: str) -> str:
    """Package with the offset of each register and the place of each field."""
    lines = ["/// Registers of the devices of a block.", f"package {name};"]
    for device_name, device in found.device.items():
        lines.append(f"  // {device.meaning}")
        for register in device.registers:
            width = 32 if device.bytes else 64
            own = camel(device_name, register.name)
            value = f"{width}'h{register.offset:x}"
            lines.append(f"  localparam logic [{width - 1}:0] {own} = {value};")
            for field in register.field:
                place = f"{own}{camel(field.name)}"
                lines.append(f"  localparam int unsigned {place} = {field.bits[1]};")
                size = field.width
                lines += [
                    f"  localparam logic [{size - 1}:0] {place}{camel(word)} = {size}'h{value:x};"
                    for word, value in field.values.items()
                ]
    return "\n".join([*lines, "endpackage", ""])


def header(region: str, device: Device, base: str | None) -> Iterator[str]:
    """Lines of C: the address of each register (its number without a base), masks, values."""
    prefix = f"FY_{region.upper()}"
    for register in device.registers:
        own = f"{prefix}_{register.name.upper()}"
        place = f"({base} + 0x{register.offset:x}UL)" if base else str(register.offset)
        yield f"#define {own} {place}  ///< {register.meaning}"
        if register.stride:
            yield f"#define {own}_STRIDE {register.stride}"
        for field in register.field:
            bits = f"{own}_{field.name.upper()}"
            yield f"#define {bits} 0x{field.mask:x}UL  ///< {field.meaning}"
            if field.mask & (field.mask - 1):
                yield f"#define {bits}_SHIFT {field.bits[1]}"
            for word, value in field.values.items():
                yield f"#define {bits}_{word.upper()} {value}"
