# SPDX-License-Identifier: Apache-2.0
"""The address space of a system: `map.toml`, its regions, and what is generated from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from freightyard.hardware.declarations.expression import power_of_two
from freightyard.hardware.declarations.keys import Keys, Text
from freightyard.hardware.declarations.registers import Device
from freightyard.hardware.declarations.tables import Model, Table

ADDRESS_BITS = 40  # of physical addresses
MOST_REGIONS = 16  # fy_core_pkg::AttributeRegions


class Region(Model):
    """Addresses that mean one thing."""

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
    base: Annotated[int, Field(ge=0)]
    size: int | str = 0  # bytes, or the key that says how many; a device tells its own
    access: Annotated[str, Field(pattern=r"^r?w?x?$")]
    kind: Literal["cacheable", "device", "local", "remote"]
    device: str = ""  # BLOCK.NAME, whose registers stand here; without: memory, or unmapped
    meaning: Text

    @property
    def camel(self) -> str:
        return "".join(part.title() for part in self.name.split("_"))

    def bytes(self, values: Mapping[str, Any]) -> int:
        """Its size in a configuration."""
        return self.size if isinstance(self.size, int) else int(values[self.size])


class MemoryMap(Model):
    """A system's `map.toml`; the first region that holds an address counts."""

    reset: str  # the region at whose beginning a hart starts
    region: Annotated[tuple[Region, ...], Field(strict=False, min_length=1)]

    @property
    def reset_vector(self) -> int:
        return self.named(self.reset).base

    @property
    def devices(self) -> tuple[Region, ...]:
        """Regions with a device, in the order of their numbers."""
        return tuple(region for region in self.region if region.device)

    def named(self, name: str) -> Region:
        return next(region for region in self.region if region.name == name)


def load(
    table: Table, written: MemoryMap, declared: Keys, devices: Mapping[str, Device]
) -> MemoryMap:
    """The map with every size, without overlaps; `devices` are those of its regions."""
    names = [region.name for region in written.region]
    if len(names) > MOST_REGIONS:
        text = f"a map has {MOST_REGIONS} regions at most (fy_core_pkg::AttributeRegions)"
        raise table.error(("region", MOST_REGIONS, "name"), text)
    for index, name in enumerate(names):
        if name in names[:index]:
            raise table.error(("region", index, "name"), f"two regions are called {name}")
    regions = tuple(_sized(table, i, r, devices) for i, r in enumerate(written.region))
    found = written.model_copy(update={"region": regions})
    if found.reset not in names:
        raise table.error(("reset",), f"reset is {found.reset}; there are: {', '.join(names)}")
    if not {"r", "x"} <= set(found.named(found.reset).access):
        place = ("region", names.index(found.reset), "access")
        raise table.error(place, f"harts start in {found.reset}; its access must have r and x")
    for index, region in enumerate(found.region):
        place = ("region", index, "size")
        if isinstance(region.size, str):
            key = declared.keys.get(region.size)
            if key is None or key.kind != "integer" or not key.built:
                raise table.error(place, f"{region.size} is no built key of config.toml")
        size = _largest(region, declared)
        aligned = power_of_two(size) and region.base % size == 0
        if size < 1 or (region.device and not aligned):
            text = f"{region.name} has {size:#x} bytes at {region.base:#x}; a device's size is a "
            raise table.error(place, text + "power of two that divides its base")
        if region.base + size > 1 << ADDRESS_BITS:
            text = f"{region.name} ends at {region.base + size:#x}, above {1 << ADDRESS_BITS:#x}"
            raise table.error(("region", index, "base"), text + f": {ADDRESS_BITS} address bits")
        for other, before in enumerate(found.region[:index]):
            end = before.base + _largest(before, declared)
            if region.base < end and before.base < region.base + size:
                earlier = table.line("region", other)
                text = f"{region.name} overlaps {before.name} ({earlier}); move one"
                raise table.error(("region", index), text)
    return found


def _sized(table: Table, index: int, region: Region, devices: Mapping[str, Device]) -> Region:
    """The region with its size, which that of a device has from the device."""
    place = ("region", index, "size")
    written = "size" in region.model_fields_set
    if not region.device:
        if not written:
            raise table.error(place, f"size of {region.name} is missing; add it")
        return region
    own = devices[region.name].bytes
    if written and region.size != own:
        text = f"size of {region.name} is {region.size}; {region.device} has {own:#x} bytes"
        raise table.error(place, f"{text}: leave size out")
    return region.model_copy(update={"size": own})


def _largest(region: Region, declared: Keys) -> int:
    return region.size if isinstance(region.size, int) else declared.keys[region.size].largest


# ---- what is generated ----------------------------------------------------------------------


def package(found: MemoryMap, prefix: str) -> str:
    """Package with the bases, the regions of the devices, and the table of attributes."""
    config = f"{prefix}_config_pkg::config_t"
    devices = found.devices
    lines = [
        "/// The address space of a system.",
        f"package {prefix}_map_pkg;",
        f"  localparam logic [63:0] ResetVector = {_hex(found.reset_vector)};",
        "",
        *(f"  localparam logic [63:0] {r.camel}Base = {_hex(r.base)};" for r in found.region),
        "",
        f"  localparam int unsigned Devices = {len(devices)};",
        *(f"  localparam int unsigned Device{r.camel} = {i};" for i, r in enumerate(devices)),
        "",
    ]
    if devices:
        rows = [
            f"    {i}: '{{base: {_hex(r.base)}, mask: ~{_hex(_size(r) - 1)}}}"
            for i, r in enumerate(devices)
        ]
        lines += [
            "  /// Regions of the devices by their numbers.",
            "  localparam fy_tl_pkg::region_t [Devices-1:0] DeviceRegions = '{",
            ",\n".join(rows),
            "  };",
            "",
        ]
    lines += [
        "  /// The address attributes of a configuration.",
        f"  function automatic fy_core_pkg::attribute_table_t attributes({config} sizes);",
        "    attributes = '0;",
        *(f"    attributes[{i}] = {_attributes(r)};" for i, r in enumerate(found.region)),
        "  endfunction",
        "",
        "endpackage",
        "",
    ]
    return "\n".join(lines)


def _size(region: Region) -> int:
    assert isinstance(region.size, int)
    return region.size


def _attributes(region: Region) -> str:
    size = f"64'(sizes.{region.size})" if isinstance(region.size, str) else _hex(region.size)
    rights = ", ".join(
        f"{name}: 1'b{int(name[0] in region.access.replace('x', 'e'))}"
        for name in ("read", "write", "execute")
    )
    attributes = f"'{{kind: fy_core_pkg::Kind{region.kind.capitalize()}, {rights}}}"
    return f"'{{base: {_hex(region.base)}, bytes: {size}, attributes: {attributes}}}"


def _hex(value: int) -> str:
    digits = f"{value:016x}"
    return "64'h" + "_".join(digits[i : i + 4] for i in range(0, 16, 4))


def header(found: MemoryMap) -> Iterator[str]:
    """Lines of C: the base of each region, and its size where it is fixed."""
    for region in found.region:
        name = f"FY_{region.name.upper()}"
        yield f"#define {name}_BASE 0x{region.base:08x}UL  ///< {region.meaning}"
        if isinstance(region.size, int):
            yield f"#define {name}_BYTES 0x{region.size:x}UL"


def linker(found: MemoryMap, declared: Keys) -> Iterator[str]:
    """Lines of a linker script: base and size as symbols, the largest where a key tells it."""
    for region in found.region:
        yield f"FY_{region.name.upper()}_BASE = {region.base:#x};"
        yield f"FY_{region.name.upper()}_BYTES = {_largest(region, declared):#x};"
