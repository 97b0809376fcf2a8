# SPDX-License-Identifier: Apache-2.0
"""Bytes at fixed addresses as an ELF file of RISC-V: loadable segments, perhaps symbols."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from freightyard.system.elf import EXECUTABLE, RISCV

_PAGE = 0x1000
_LOADED, _ALL_RIGHTS = 1, 7
_SYMBOLS, _STRINGS = 2, 3  # kinds of sections
_GLOBAL, _ABSOLUTE = 0x10, 0xFFF1


class Part(NamedTuple):
    """Bytes and where they are loaded, and zeros behind them."""

    address: int
    data: bytes
    zeros: int = 0


def write(
    path: Path, bits: int, entry: int, parts: Sequence[Part],
    symbols: Mapping[str, int] | None = None,
) -> None:  # fmt: skip
    """Write the file; each part begins at a page of it. Symbols stand in files of 64 bits alone."""
    wide = bits == 64
    head_bytes, part_bytes = (64, 56) if wide else (52, 32)
    ident = b"\x7fELF" + bytes([2 if wide else 1, 1, 1]) + bytes(9)
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
    sections = _sections(symbols or {}, place + len(body)) if wide and symbols else b""
    at, count = (place + len(body), _SECTIONS) if sections else (0, 0)
    head = struct.pack(
        "<HHIQQQIHHHHHH" if wide else "<HHIIIIIHHHHHH", EXECUTABLE, RISCV, 1, entry, head_bytes,
        at, 0, head_bytes, part_bytes, len(parts), 64 if count else 0, count, count and 2,
    )  # fmt: skip
    start = ident + head + table
    path.write_bytes(start + bytes(place - len(start)) + body + sections)


_SECTIONS = 3  # none, symbols, strings


def _sections(symbols: Mapping[str, int], place: int) -> bytes:
    """Table of sections for `place`, strings and symbols behind it."""
    strings, table = b"\0", bytes(24)
    for name, value in symbols.items():
        table += struct.pack("<IBBHQQ", len(strings), _GLOBAL, 0, _ABSOLUTE, value, 0)
        strings += name.encode() + b"\0"
    strings += b".symtab\0.strtab\0"
    names = len(strings) - 16
    body = place + 64 * _SECTIONS
    section = struct.Struct("<IIQQQQIIQQ")
    of_symbols = section.pack(names, _SYMBOLS, 0, 0, body, len(table), 2, 1, 8, 24)
    behind = body + len(table)
    of_strings = section.pack(names + 8, _STRINGS, 0, 0, behind, len(strings), 0, 0, 1, 0)
    return bytes(64) + of_symbols + of_strings + table + strings
