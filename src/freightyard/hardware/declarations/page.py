# SPDX-License-Identifier: Apache-2.0
"""The reference page of a system: keys, rules, address space, registers, counters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from freightyard.hardware.declarations.registers import Device
from freightyard.hardware.declarations.system import System


def text(system: System) -> str:
    """Markdown of all that the system declares."""
    lines = [f"# {system.name}: what it declares", "", f"{system.declared.description}.", ""]
    lines += ["## Keys", *_keys(system)]
    if system.rules:
        lines += ["", "Rules between them:", ""]
        lines += [f"- `{rule.condition}`" for rule in system.rules]
    if system.map is not None:
        lines += ["", "## Address space", *_regions(system)]
    for region, device in system.registers.items():
        lines += ["", f"## Registers of `{region}`", "", f"{device.meaning}", *_registers(device)]
    if system.counters is not None:
        lines += ["", "## Counters", *_counters(system)]
    return "\n".join([*lines, ""])


def _table(head: Sequence[str], rows: Iterator[Sequence[str]]) -> Iterator[str]:
    yield ""
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', '/') for cell in row)} |"


def _keys(system: System) -> Iterator[str]:
    def rows() -> Iterator[Sequence[str]]:
        for name, key in system.keys.items():
            when = " and ".join(word.replace("_", " ") for word in key.when)
            legal = key.legal() + (f", for each of {key.per}" if key.per else "")
            meaning = f"{key.meaning} ({key.unit})" if key.unit else key.meaning
            yield f"`{name}`", legal, str(key.default), when, meaning

    return _table(("key", "legal", "default", "when", "meaning"), rows())


def _regions(system: System) -> Iterator[str]:
    def rows() -> Iterator[Sequence[str]]:
        for region in system.map.region if system.map else ():
            size = region.size if isinstance(region.size, str) else f"{region.size:#x}"
            yield f"`{region.name}`", f"{region.base:#010x}", size, region.access, region.meaning

    return _table(("region", "base", "bytes", "access", "meaning"), rows())


def _registers(device: Device) -> Iterator[str]:
    def rows() -> Iterator[Sequence[str]]:
        for register in device.registers:
            view = f"; seen while {register.view}" if register.view else ""
            several = f", each of the {register.count}" if register.stride else ""
            reset = "none" if register.no_reset else f"{register.reset:#x}"
            place = f"{register.offset:#x}" if device.bytes else str(register.offset)
            meaning = f"{register.meaning}{several}{view}"
            yield place, f"`{register.name}`", register.access, reset, meaning
            for field in register.field:
                high, low = field.bits
                bits = f"{high}:{low}" if high > low else str(low)
                words = ", ".join(f"{value:#x} {word}" for word, value in field.values.items())
                meaning = f"{field.meaning} ({words})" if words else field.meaning
                yield "", f"bits {bits} `{field.name}`", field.access or "", "", meaning

    return _table(("offset", "register", "access", "reset", "meaning"), rows())


def _counters(system: System) -> Iterator[str]:
    def rows() -> Iterator[Sequence[str]]:
        found = system.counters
        for name, address in system.counter_addresses(1).items():
            assert found is not None
            owner = "hart" if found.of_hart(name) else "system"
            yield f"`{name}`", f"`{found.counters[name]}`", owner, f"{address:#010x}"

    return _table(("counter", "event", "of", "address, hart 0"), rows())
