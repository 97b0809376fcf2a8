# SPDX-License-Identifier: Apache-2.0
"""Which names of a line of SystemVerilog are records: unread bits of one are unread fields."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

_COMMENT = re.compile(r"//[^\n]*")
_STRUCT = re.compile(r"\btypedef\s+struct\b[^{]*\{[^}]*\}\s*(\w+)\s*;")
_OTHER = re.compile(r"\btypedef\s+(?!struct\b)([^;{]*?)(?:\{[^}]*\}\s*)?\b(\w+)\s*;")
_PACKED = r"(?:\s*\[[^\]]*\])*"


@cache
def _types(path: Path) -> tuple[frozenset[str], Mapping[str, str]]:
    """Types that a file declares as records, and the others with the text that they stand for."""
    text = _COMMENT.sub("", path.read_text(errors="replace"))
    return frozenset(_STRUCT.findall(text)), {name: kind for kind, name in _OTHER.findall(text)}


def record_types(files: Iterable[Path], reader: Path) -> frozenset[str]:
    """Names that stand for a record in `reader`, which may redeclare those of the other files."""
    records: set[str] = set()
    others: set[str] = set()
    for path in files:
        own, rest = _types(path)
        records |= own
        others |= {name for name, kind in rest.items() if not _alias(kind, name)}
    own, rest = _types(reader)
    shadowed = {name for name, kind in rest.items() if not _alias(kind, name)}
    return frozenset((records - others) | (own - shadowed))


def _alias(kind: str, name: str) -> bool:
    """`fy_tl#(...)::request_t` of `typedef fy_tl#(...)::request_t request_t`."""
    return kind.strip().endswith(f"::{name}")


def is_record(line: str, name: str, records: frozenset[str]) -> bool:
    """Whether the line declares the name with the type of a record."""
    found = re.search(rf"\b(\w+){_PACKED}\s+(?:\w+\s*,\s*)*{re.escape(name)}\b", line)
    return found is not None and found[1] in records
