# SPDX-License-Identifier: Apache-2.0
"""The headers of a program's ELF file, as far as loading needs them: the one reader of ELF."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from freightyard.errors import UserError

RISCV, EXECUTABLE = 243, 2
COMPRESSED, EMBEDDED, FLOAT_ABI = 0x1, 0x8, 0x6  # bits of the flags
_LOADED, _SYMBOLS = 1, 2

# Fields of the two classes in their order, and their format.
_HEADER = "type machine version entry programs sections flags header program_bytes program_count "
_HEADER += "section_bytes section_count names"
_SECTION = "name type flags address offset bytes link info alignment entry"
_FIELDS = {
    32: {
        "header": (_HEADER, "<HHIIIIIHHHHHH"),
        "program": ("type offset virtual physical file memory flags alignment", "<8I"),
        "section": (_SECTION, "<10I"),
        "symbol": ("name value bytes info other section", "<IIIBBH"),
    },
    64: {
        "header": (_HEADER, "<HHIQQQIHHHHHH"),
        "program": ("type flags offset virtual physical file memory alignment", "<II6Q"),
        "section": (_SECTION, "<IIQQQQIIQQ"),
        "symbol": ("name info other section value bytes", "<IBBHQQ"),
    },
}


@dataclass(frozen=True)
class Segment:
    """Bytes of memory that are loaded."""

    address: int  # physical
    bytes: int  # those of the file, and zeros behind them
    place: int  # in the file
    file_bytes: int


@dataclass(frozen=True)
class Header:
    """What an ELF says of itself."""

    bits: int
    machine: int
    type: int
    flags: int
    entry: int
    segments: tuple[Segment, ...]
    symbols: Mapping[str, int]


def is_elf(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def read(path: Path) -> Header:
    """The headers of an ELF; a UserError when they cannot be read."""
    data = path.read_bytes()
    try:
        if data[4] not in (1, 2) or data[5] != 1:
            raise UserError(
                f"{path} is no little-endian ELF of 32 or 64 bits; compile it for RISC-V"
            )
        return _Reader(data, 32 * data[4]).header()
    except (struct.error, IndexError, ValueError):
        told = f"{path} is cut short: an ELF header points behind its end; build it again"
        raise UserError(told) from None


def image(header: Header) -> str:
    """What the simulator loads, in lines (sim/system/program_image.h)."""
    lines = [f"entry {header.entry}"]
    lines += [f"segment {one.address} {one.bytes} {one.place} {one.file_bytes}"
              for one in header.segments]  # fmt: skip
    lines += [f"symbol {value} {name}" for name, value in header.symbols.items()]
    return "\n".join([*lines, ""])


class _Reader:
    """The tables of one file."""

    def __init__(self, data: bytes, bits: int) -> None:
        self._data, self._bits = data, bits

    def header(self) -> Header:
        own = self._fields("header", 16)
        ours = own["machine"] == RISCV
        parts = self._table(own, "program") if ours else []
        loaded = [part for part in parts if part["type"] == _LOADED and part["memory"]]
        if any(part["offset"] + part["file"] > len(self._data) for part in loaded):
            raise IndexError
        return Header(
            self._bits, own["machine"], own["type"], own["flags"], own["entry"],
            tuple(Segment(part["physical"], part["memory"], part["offset"], part["file"])
                  for part in loaded),
            self._symbols(self._table(own, "section") if ours else ()),
        )  # fmt: skip

    def _fields(self, kind: str, place: int) -> dict[str, int]:
        names, form = _FIELDS[self._bits][kind]
        return dict(zip(names.split(), struct.unpack_from(form, self._data, place), strict=True))

    def _table(self, own: dict[str, int], kind: str) -> list[dict[str, int]]:
        first, step = own[f"{kind}s"], own[f"{kind}_bytes"]
        return [self._fields(kind, first + i * step) for i in range(own[f"{kind}_count"])]

    def _symbols(self, sections: Sequence[dict[str, int]]) -> dict[str, int]:
        """The symbols that are defined; the first of a name counts."""
        found: dict[str, int] = {}
        names, form = _FIELDS[self._bits]["symbol"]
        defined, value = (names.split().index(name) for name in ("section", "value"))
        for table in sections:
            if table["type"] != _SYMBOLS:
                continue
            text = sections[table["link"]]["offset"]
            body = self._data[table["offset"] : table["offset"] + table["bytes"]]
            for symbol in struct.iter_unpack(form, body):
                begin = text + symbol[0]
                if symbol[0] and symbol[defined]:
                    name = self._data[begin : self._data.index(b"\0", begin)]
                    found.setdefault(name.decode(errors="replace"), symbol[value])
        return found
