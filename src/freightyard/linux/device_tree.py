# SPDX-License-Identifier: Apache-2.0
"""A device tree as the blob that a kernel reads (Devicetree Specification 0.4, chapter 5).

Written here in a few lines rather than by `dtc`, so that nothing is installed for it.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field

_MAGIC, _VERSION, _COMPATIBLE = 0xD00DFEED, 17, 16
_BEGIN, _END, _PROPERTY, _LAST = 1, 2, 3, 9
_HEADER = struct.Struct(">10I")
_RESERVED = bytes(16)  # the end of the list of reserved memory: an empty entry

Property = str | int | list[int] | None  # text, one cell, cells, or nothing


@dataclass
class Node:
    """Properties and the nodes below."""

    properties: Mapping[str, Property]
    nodes: Mapping[str, Node] = field(default_factory=dict)


def wide(*values: int) -> list[int]:
    """Numbers of 64 bits as cells of 32."""
    return [half for value in values for half in (value >> 32, value & 0xFFFF_FFFF)]


def blob(root: Node) -> bytes:
    """The tree in bytes."""
    strings: dict[str, int] = {}
    body = _node("", root, strings) + struct.pack(">I", _LAST)
    names = b"".join(name.encode() + b"\0" for name in strings)
    reserved = _HEADER.size
    begin = reserved + len(_RESERVED)
    total = begin + len(body) + len(names)
    header = _HEADER.pack(
        _MAGIC, total, begin, begin + len(body), reserved, _VERSION, _COMPATIBLE, 0, len(names),
        len(body),
    )  # fmt: skip
    return header + _RESERVED + body + names


def _node(name: str, node: Node, strings: dict[str, int]) -> bytes:
    parts = [struct.pack(">I", _BEGIN), _padded(name.encode() + b"\0")]
    for key, value in node.properties.items():
        if key not in strings:
            strings[key] = sum(len(other) + 1 for other in strings)
        data = _value(value)
        parts += [struct.pack(">3I", _PROPERTY, len(data), strings[key]), _padded(data)]
    parts += [_node(key, below, strings) for key, below in node.nodes.items()]
    return b"".join([*parts, struct.pack(">I", _END)])


def _value(value: Property) -> bytes:
    if value is None:
        return b""
    if isinstance(value, str):
        return value.encode() + b"\0"
    cells = [value] if isinstance(value, int) else value
    return struct.pack(f">{len(cells)}I", *cells)


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 4)
