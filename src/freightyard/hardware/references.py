# SPDX-License-Identifier: Apache-2.0
"""What a system's tables name in its sources: instances, arrays, channels, records of events.

Looked up as words of the sources before any tool reads them, so that a name that is not there is
told with its line in the table. What the words cannot tell, as the number of an instance, the
elaboration finds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from freightyard.errors import UserError, unknown
from freightyard.hardware import sources
from freightyard.hardware.boundary import Declared
from freightyard.hardware.declarations import System
from freightyard.hardware.declarations.tables import Place, read, shown
from freightyard.hardware.entries import Ram

_HOLE = re.compile(r"\{[^{}]*\}")
_WORD = re.compile(r"[A-Za-z_]\w*")
_STEP = re.compile(r"([A-Za-z_]\w*)(\[?)")  # of a path; with a number, it is a generate block
_BLOCK = re.compile(r"\bbegin\s*:\s*(\w+)")
_PACKAGE = re.compile(r"\bfy_\w+_pkg\b")
_COMMENT = re.compile(r"//.*")


def check(declared: Declared) -> None:
    """Every name of `system.toml` and `counters.toml` that leads into the sources is there."""
    files = sources.sources(f"systems/{declared.system.name}")
    texts = {path: _COMMENT.sub("", path.read_text(errors="replace")) for path in files}
    words = {path: set(_WORD.findall(text)) for path, text in texts.items()}
    everywhere = set().union(*words.values())
    blocks = {name for text in texts.values() for name in _BLOCK.findall(text)}
    _check_packages(declared, texts)
    for kind in ("link", "hart", "ram", "track"):
        for index, entry in enumerate(getattr(declared.boundary, kind)):
            for name, number in _STEP.findall(_HOLE.sub("", entry.path)):
                text = ""
                if name not in everywhere:
                    text = f"no source of the system has an instance or a block called {name}"
                elif number and name not in blocks:
                    text = f"{name} is one instance; it has no number"
                if text:
                    raise declared.error((kind, index, "path"), text)
    for index, ram in enumerate(declared.boundary.ram):
        _check_ram(declared, ("ram", index), ram, words)
    _check_counters(declared, texts)


def _check_packages(declared: Declared, texts: Mapping[Path, str]) -> None:
    """Every package that a source names is in the list, or comes from a table."""
    there = {path.stem for path in texts}
    for path, text in texts.items():
        for number, line in enumerate(text.splitlines(), 1):
            for name in _PACKAGE.findall(line):
                if name not in there:
                    raise UserError(f"{shown(path)}:{number}: {_absent(declared.system, name)}")


def _absent(system: System, name: str) -> str:
    """Why no source is a package: its table is missing, or has another prefix."""
    table = name.removeprefix(f"{system.prefix}_").removesuffix("_pkg")
    if table in ("map", "counters") and not (system.folder / f"{table}.toml").is_file():
        missing = shown(system.folder / f"{table}.toml")
        return f"{missing} is missing, from which {name} is generated; write it"
    return (
        f"there is no {name}.sv; packages of the system's tables begin with the prefix of "
        f"config.toml, {system.prefix}"
    )


def _check_ram(declared: Declared, place: Place, ram: Ram, words: Mapping[Path, set[str]]) -> None:
    file = next((path for path in words if path.stem == ram.module), None)
    if file is None:
        text = f"no file of the system's list is {ram.module}.sv"
        raise declared.error((*place, "module"), text)
    if ram.array not in words[file]:
        raise declared.error((*place, "array"), f"{ram.module} has nothing called {ram.array}")


def _check_counters(declared: Declared, texts: Mapping[Path, str]) -> None:
    """Records are in their packages, events in their records."""
    counters = declared.system.counters
    if counters is None:
        return
    table = read(declared.system.folder / "counters.toml")
    events: dict[str, list[str]] = {}
    for name, source in counters.sources.items():
        package, _, record = source.record.partition("::")
        file = next((path for path in texts if path.stem == package), None)
        place = ("sources", name)
        if file is None:
            raise table.error(place, f"no file of the system's list is {package}.sv")
        if not re.search(rf"\b{record}\b", texts[file]):
            raise table.error(place, f"{package} has no record {record}")
        body = re.search(rf"struct\s+packed\s*\{{([^{{}}]*)\}}\s*{record}\s*;", texts[file])
        events[name] = re.findall(r"(\w+)\s*[,;]", body[1]) if body else []
    for name, text in counters.counters.items():
        source_name, _, event = text.partition(".")
        known = events[source_name]
        if known and _WORD.findall(event)[:1] not in [[one] for one in known]:
            raise unknown("event", event, known, table.line("counters", name))
