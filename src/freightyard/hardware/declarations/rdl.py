# SPDX-License-Identifier: Apache-2.0
"""SystemRDL of a system's devices, for tools of others; nothing of ours reads it."""

from __future__ import annotations

import json
from collections.abc import Iterator

from freightyard.hardware.declarations.registers import BitField, Device, Register
from freightyard.hardware.declarations.system import System

_SOFTWARE = {"rw": "rw", "ro": "r", "wo": "w"}


def text(system: System, harts: int) -> str:
    """One address map: every region with a device at its base."""
    lines = ["// SPDX-License-Identifier: Apache-2.0"]
    for region, device in system.registers.items():
        lines += _device(region, device, harts)
    lines.append(f"addrmap {system.name} {{")
    lines += [f"  desc = {_quoted(system.declared.description)};"]
    if system.map is not None:
        lines += [f"  {r.name}_t \\{r.name} @ {r.base:#x};" for r in system.map.devices]
    return "\n".join([*lines, "};", ""])


def _device(name: str, device: Device, harts: int) -> Iterator[str]:
    yield f"addrmap {name}_t {{"
    yield f"  desc = {_quoted(device.meaning)};"
    seen: set[int] = set()
    for register in device.registers:
        # SystemRDL has no word for registers that share an address by turns: the first stands.
        if register.offset not in seen:
            seen.add(register.offset)
            yield from _register(register, register.bits or device.bits, harts)
    yield "};"


def _register(register: Register, bits: int, harts: int) -> Iterator[str]:
    # A backslash before a name: it may be a word of the language.
    yield "  reg {"
    yield f"    desc = {_quoted(register.meaning)};"
    yield f"    regwidth = {bits};"
    yield f"    accesswidth = {bits};"
    fields = register.field or (
        BitField(name="value", bits=(bits - 1, 0), meaning=register.meaning),
    )
    for field in fields:
        high, low = field.bits
        software = _SOFTWARE[field.access or register.access]
        first = (register.reset & field.mask) >> low
        start = "" if register.no_reset else f" = {high - low + 1}'h{first:x}"
        yield f"    field {{ sw = {software}; hw = rw; desc = {_quoted(field.meaning)}; }} "
        yield f"      \\{field.name}[{high}:{low}]{start};"
    count = register.count if isinstance(register.count, int) else harts
    number = f"[{count}]" if register.stride else ""
    step = f" += {register.stride:#x}" if register.stride else ""
    yield f"  }} \\{register.name}{number} @ {register.offset:#x}{step};"


def _quoted(words: str) -> str:
    return json.dumps(words)
