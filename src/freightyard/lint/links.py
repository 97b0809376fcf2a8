# SPDX-License-Identifier: Apache-2.0
"""Declared port lines of TileLink and AXI links, for `fy lint --figures`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from freightyard.lint.style import tracked

_PORT = re.compile(r"^\s*(?:input|output)\b(.*?)(\w+)_[io]\s*,?\s*(?://.*)?$")
_TYPE = re.compile(r"\bfy_(?:tl|axi)\s*#|\b(?:forward|backward)_ready_t\b")


def port_lines(lines: Sequence[str]) -> int:
    """Lines that declare a payload or a record of a link, or its valids and readies."""
    ports = [(match[1], match[2]) for line in lines if (match := _PORT.match(line))]
    links = {name for kind, name in ports if _TYPE.search(kind)}
    bits = {f"{name}_{bit}" for name in links for bit in ("valid", "ready")}
    return sum(name in links | bits for _, name in ports)


def declared_port_lines(files: Iterable[Path] | None = None) -> int:
    """Such lines in the RTL of the checkout, tests and simulation left out."""
    chosen = tracked(".sv") if files is None else files
    rtl = [path for path in chosen if "rtl" in path.parts and "sim" not in path.parts]
    return sum(port_lines(path.read_text().splitlines()) for path in rtl)
