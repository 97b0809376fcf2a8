# SPDX-License-Identifier: Apache-2.0
"""Fields of packed struct ports, read by slang, for cocotb benches and for C++ benches."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from freightyard.hardware import sources


class Fields(dict[str, Any]):
    """Unpacked struct: `x["size"]` and `x.size` are the same."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError as error:
            raise AttributeError(name) from error


@dataclass(frozen=True)
class Layout:
    """Bits of one type: a plain value, a packed struct, or a packed array of `count` elements."""

    name: str
    width: int
    low: int = 0
    count: int = 0  # elements of an array, 0 for a single value
    element: Layout | None = None
    fields: Mapping[str, Layout] = field(default_factory=dict)
    names: Mapping[str, int] = field(default_factory=dict)  # enumeration

    def pack(self, value: Any = None, /, **fields: Any) -> int:
        """The bits of a value: an int, an enumeration name, a list for an array, or fields.

        Fields that are not named are zero.
        """
        if value is None:
            value = fields
        if isinstance(value, str):
            return self._enumerator(value)
        if isinstance(value, Mapping):
            return self._pack_fields(value)
        if isinstance(value, Sequence):
            return self._pack_list(value)
        number = int(value)
        if not 0 <= number < 1 << self.width:
            raise ValueError(f"{self.name}: {number} does not fit in {self.width} bits")
        return number

    def _enumerator(self, value: str) -> int:
        if value not in self.names:
            raise ValueError(f"{self.name} has no value {value}; it has {list(self.names)}")
        return self.names[value]

    def _pack_fields(self, values: Mapping[str, Any]) -> int:
        bits = 0
        for name, value in values.items():
            if name not in self.fields:
                raise ValueError(f"{self.name} has no field {name}; it has {list(self.fields)}")
            inner = self.fields[name]
            bits |= inner.pack(value) << inner.low
        return bits

    def _pack_list(self, values: Sequence[Any]) -> int:
        if self.element is None or len(values) > self.count:
            raise ValueError(f"{self.name}: {len(values)} values for {self.count} elements")
        width = self.element.width
        return sum(self.element.pack(v) << i * width for i, v in enumerate(values))

    def unpack(self, value: Any) -> Any:
        """Fields of a struct, list of an array (element 0 first), or the int itself."""
        bits = int(value)
        if self.element is not None:
            width = self.element.width
            return [
                self.element.unpack((bits >> i * width) & ((1 << width) - 1))
                for i in range(self.count)
            ]
        if not self.fields:
            return bits
        return Fields(
            {n: f.unpack((bits >> f.low) & ((1 << f.width) - 1)) for n, f in self.fields.items()}
        )

    def name_of(self, value: int) -> str:
        """Enumeration name of a value, or the number."""
        return next((n for n, v in self.names.items() if v == value), str(value))


def layouts(
    top: str,
    blocks: Sequence[str],
    *,
    sv: Sequence[Path] = (),
    parameters: Mapping[str, sources.Parameter] | None = None,
) -> dict[str, Layout]:
    """Layout of every port of a module."""
    files = [*sources.sources(*blocks), *(Path(p).resolve() for p in sv)]
    return layouts_of(top, files, parameters or {})


def layouts_of(
    top: str, files: Sequence[Path], parameters: Mapping[str, sources.Parameter]
) -> dict[str, Layout]:
    """Layout of every port of a module of these files."""
    return _layouts(top, tuple(files), tuple(sorted(parameters.items())))


def layout(
    top: str,
    blocks: Sequence[str],
    port: str,
    *,
    sv: Sequence[Path] = (),
    parameters: Mapping[str, sources.Parameter] | None = None,
) -> Layout:
    """Layout of one port of a module."""
    return layouts(top, blocks, sv=sv, parameters=parameters)[port]


def compilation(
    top: str, files: Sequence[Path], parameters: Mapping[str, sources.Parameter]
) -> Any:
    """An elaborated slang compilation with `top` as the only top."""
    from pyslang import driver

    tool = driver.Driver()
    tool.addStandardArgs()
    words = ["slang", "--top", top, *(f'"{path}"' for path in files)]
    words += [f"-G{name}={sources.parameter_text(value)}" for name, value in parameters.items()]
    if not (
        tool.parseCommandLine(" ".join(words), driver.CommandLineOptions())
        and tool.processOptions()
        and tool.parseAllSources()
    ):
        raise sources.BuildError(f"slang cannot read the sources of {top}; run ./fy lint")
    design = tool.createCompilation()
    tops = list(design.getRoot().topInstances)
    if len(tops) != 1:
        raise sources.BuildError(f"slang finds no module {top} in {[f.name for f in files]}")
    return design


@functools.cache
def _layouts(
    top: str, files: tuple[Path, ...], parameters: tuple[tuple[str, sources.Parameter], ...]
) -> dict[str, Layout]:
    design = compilation(top, files, dict(parameters))
    instance = design.getRoot().topInstances[0]
    return {port.name: _of_type(port.name, port.type) for port in instance.body.portList}


def _of_type(name: str, kind: Any, low: int = 0) -> Layout:
    real = kind.canonicalType
    if real.isStruct or real.isPackedUnion:
        inner = {f.name: _of_type(f.name, f.type, int(f.bitOffset)) for f in real}
        return Layout(name, int(real.bitWidth), low, fields=inner)
    if real.isEnum:
        names = {v.name: int(v.value.convertToInt().value) for v in _enumerators(real)}
        return Layout(name, int(real.bitWidth), low, names=names)
    if real.isArray and not real.elementType.canonicalType.isScalar:
        element = _of_type(name, real.elementType)
        return Layout(name, int(real.bitWidth), low, int(real.range.width), element)
    return Layout(name, int(real.bitWidth), low)


def _enumerators(kind: Any) -> Iterator[Any]:
    return (v for v in kind if hasattr(v, "value"))


# ---- the same for C++ -----------------------------------------------------------------------

_PREAMBLE = """\
// Generated by freightyard.hardware.struct_layout: fields of the struct ports of {top}.
#pragma once
#include <cstdint>
#include "verilated.h"
namespace fy_layout {{
struct Field {{
  int low;    // lowest bit
  int width;  // bits
}};
/// The same field in element `index` of a packed array whose elements have `width` bits.
constexpr Field at(Field f, int index, int width) {{ return {{f.low + index * width, f.width}}; }}
constexpr uint64_t mask(int width) {{ return width >= 64 ? ~0ULL : (1ULL << width) - 1; }}
/// Field of at most 64 bits of a port of at most 64 bits, or of a wide port.
template <class T> inline uint64_t get(const T& port, Field f) {{
  return (static_cast<uint64_t>(port) >> f.low) & mask(f.width);
}}
template <std::size_t N> inline uint64_t get(const VlWide<N>& port, Field f) {{
  uint64_t value = 0;
  for (int done = 0; done < f.width;) {{
    const int bit = f.low + done, shift = bit % 32;
    value |= (static_cast<uint64_t>(port[bit / 32]) >> shift) << done;
    done += 32 - shift;
  }}
  return value & mask(f.width);
}}
template <class T> inline void set(T& port, Field f, uint64_t value) {{
  const uint64_t m = mask(f.width) << f.low;
  port = static_cast<T>((static_cast<uint64_t>(port) & ~m) | ((value << f.low) & m));
}}
template <std::size_t N> inline void set(VlWide<N>& port, Field f, uint64_t value) {{
  for (int done = 0; done < f.width;) {{
    const int bit = f.low + done, shift = bit % 32;
    const int take = (f.width - done) < (32 - shift) ? f.width - done : 32 - shift;
    const uint32_t m = static_cast<uint32_t>(mask(take)) << shift;
    port[bit / 32] =
        (port[bit / 32] & ~m) | ((static_cast<uint32_t>(value >> done) << shift) & m);
    done += take;
  }}
}}
/// Field of whole bytes (data), least significant byte first.
template <class T> inline void get_bytes(const T& port, Field f, uint8_t* bytes) {{
  for (int i = 0; i < f.width / 8; i++)
    bytes[i] = static_cast<uint8_t>(get(port, Field{{f.low + 8 * i, 8}}));
}}
template <class T> inline void set_bytes(T& port, Field f, const uint8_t* bytes) {{
  for (int i = 0; i < f.width / 8; i++) set(port, Field{{f.low + 8 * i, 8}}, bytes[i]);
}}
"""


def cpp_header(top: str, files: Sequence[Path], parameters: Mapping[str, sources.Parameter]) -> str:
    """C++ constants: `fy_layout::PORT::FIELD` of each struct port, `fy_layout::NAME` of enums."""
    found = _layouts(top, tuple(files), tuple(sorted(parameters.items())))
    lines = [_PREAMBLE.format(top=top)]
    names: dict[str, int] = {}
    for port, whole in found.items():
        base = whole.element or whole
        if not base.fields:
            continue
        lines.append(f"namespace {port} {{")
        lines.append(f"constexpr int width = {base.width}, count = {max(1, whole.count)};")
        for name, inner in _flat(base, "", 0):
            # A trailing underscore keeps field names clear of C++ keywords and of `width`.
            lines.append(f"constexpr Field {name}_{{{inner[0]}, {inner[1]}}};")
        lines.append("}")
        for part in _walk(base):
            names.update(part.names)
    lines += [f"constexpr int {name} = {value};" for name, value in sorted(names.items())]
    return "\n".join([*lines, "}", ""])


def _flat(base: Layout, stem: str, low: int) -> Iterator[tuple[str, tuple[int, int]]]:
    for name, inner in base.fields.items():
        yield f"{stem}{name}", (low + inner.low, inner.width)
        yield from _flat(inner, f"{stem}{name}_", low + inner.low)


def _walk(base: Layout) -> Iterator[Layout]:
    yield base
    for inner in base.fields.values():
        yield from _walk(inner)
