# SPDX-License-Identifier: Apache-2.0
"""Values of keys by name: a mapping that does not change, hashes, and has attributes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from freightyard.hardware.declarations import Value


class Values(Mapping[str, Value]):
    """`values["xlen"]` or `values.xlen`; derived values as attributes alone."""

    def __init__(
        self, entries: Iterable[tuple[str, Value]], derived: Iterable[tuple[str, object]] = ()
    ) -> None:
        self._entries = dict(entries)
        self._derived = dict(derived)

    def __getitem__(self, name: str) -> Value:
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __hash__(self) -> int:
        return hash(tuple(self._entries.items()))

    def __getattr__(self, name: str) -> Any:
        for known in (self.__dict__.get("_entries", {}), self.__dict__.get("_derived", {})):
            if name in known:
                return known[name]
        raise AttributeError(f"there is no key {name}")
