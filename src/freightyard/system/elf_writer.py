# SPDX-License-Identifier: Apache-2.0
"""Bytes at fixed addresses as an ELF file of RISC-V: loadable segments, no sections."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from freightyard.system.elf import EXECUTABLE, RISCV

_PAGE = 0x1000
_LOADED, _ALL_RIGHTS = 1, 7


class Part(NamedTuple):
    """Bytes and where they are loaded, and zeros behind them."""

    address: int
    data: bytes
    zeros: int = 0


def write(path: Path, bits: int, entry: int, parts: Sequence[Part]) -> None:
    """Write the file; each part begins at a page of it."""
    wide = bits == 64
    head_bytes, part_bytes = (64, 56) if wide else (52, 32)
    ident = b"\x7fELF" + bytes([2 if wide else 1, 1, 1]) + bytes(9)
    head = struct.pack(
        "<HHIQQQIHHHHHH" if wide else "<HHIIIIIHHHHHH", EXECUTABLE, RISCV, 1, entry, head_bytes,
        0, 0, head_bytes, part_bytes, len(parts), 0, 0, 0,
    )  # fmt: skip
    table, body = b"", b""
    place = -(-(head_bytes + part_bytes * len(parts)) // _PAGE) * _PAGE
    for part in parts:
        at, size = part.address, len(part.data)
        memory = size + part.zeros
        if wide:
            table += struct.pack(
                "<IIQQQQQQ", _LOADED, _ALL_RIGHTS, place + len(body), at, at, size, memory, _PAGE
            )
        else:
            table += struct.pack(
                "<IIIIIIII", _LOADED, place + len(body), at, at, size, memory, _ALL_RIGHTS, _PAGE
            )
        body += part.data + bytes(-size % _PAGE)
    start = ident + head + table
    path.write_bytes(start + bytes(place - len(start)) + body)
