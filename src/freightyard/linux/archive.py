# SPDX-License-Identifier: Apache-2.0
"""The initial programs of a kernel as an archive (cpio, form "newc"), written without root."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

FOLDER, FILE, DEVICE = 0o040755, 0o100755, 0o020666
_MAGIC = b"070701"


class Entry(NamedTuple):
    """A file with its bytes, a folder, or a character device with its two numbers."""

    mode: int
    data: bytes = b""
    device: tuple[int, int] = (0, 0)


def folder() -> Entry:
    return Entry(FOLDER)


def file(data: bytes) -> Entry:
    return Entry(FILE, data)


def device(major: int, minor: int) -> Entry:
    return Entry(DEVICE, device=(major, minor))


def write(entries: Mapping[str, Entry]) -> bytes:
    """The archive; folders must stand before what lies in them."""
    parts = [_entry(number, name, one) for number, (name, one) in enumerate(entries.items(), 1)]
    return b"".join([*parts, _entry(0, "TRAILER!!!", Entry(0))])


def _entry(number: int, name: str, entry: Entry) -> bytes:
    text = name.encode() + b"\0"
    owner, links, time, checksum = (0, 0), 1, 0, 0
    fields = (number, entry.mode, *owner, links, time, len(entry.data), 0, 0, *entry.device,
              len(text), checksum)  # fmt: skip
    header = _MAGIC + b"".join(b"%08x" % value for value in fields) + text
    return _padded(header) + _padded(entry.data)


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 4)
