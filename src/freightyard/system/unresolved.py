# SPDX-License-Identifier: Apache-2.0
"""What Verilator refuses in fy_top, told with the table or the port that it comes from.

References that words alone can judge are checked before (hardware/references.py); whether an
instance has the number, and whether what a path leads to has the signal, the elaboration finds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from freightyard.errors import UserError
from freightyard.hardware import boundary as boundaries
from freightyard.hardware.boundary import Declared
from freightyard.hardware.configuration import Config
from freightyard.hardware.declarations.tables import Model, Place
from freightyard.hardware.entries import Harts, Link, Ram, Track
from freightyard.hardware.sources import BuildError
from freightyard.system import ports
from freightyard.system.places import TOP, places

_MISSING = re.compile(r"fy_top\.sv:(\d+):(\d+): Can't find definition of '(\w+)'")
_NAME = re.compile(rf"\b{TOP}(?:\.\w+(?:\[\d+\])*)+")
_SUBJECT = re.compile(r"\s*(?:assign|initial) (\w+?)(?:_o)?\b(?:\[(\d+)\])?")
# The entries that the lines of fy_top read for: by what they assign, or assert at the start.
_KINDS = {"link_valid": "link", "link_ready": "link", "message": "link", "retirement": "hart",
          "asleep": "hart", "hart_value": "hart", "debug_probe": "hart", "span_begin": "track",
          "span_end": "track", "assert": "ram", "probe": "endpoint"}  # fmt: skip


def told(error: BuildError, top: str, config: Config) -> UserError:
    """The error of a build of this text of fy_top, with the line of a table where one is wrong."""
    declared = boundaries.load(config.system)
    if (port := ports.told(error, declared)) is not None:
        return port
    known = boundaries.values(config.built, declared.system)
    found = _MISSING.search(str(error))
    line = top.splitlines()[int(found[1]) - 1] if found else ""
    subject = _SUBJECT.match(line)
    if found is None or subject is None or subject[1] not in _KINDS:
        return error
    missing, column = found[3], int(found[2])
    name = next((m[0] for m in _NAME.finditer(line) if m.start() < column <= m.end()), TOP)
    kind = _KINDS[subject[1]]
    if kind == "endpoint":
        place = list(_probes(declared))[int(subject[2])]
        return declared.error(place, f"{name.removeprefix(f'{TOP}.')}: there is no {missing}")
    fitting = [one for one in _paths(declared, kind, known) if _below(name, one[1])]
    if not fitting:
        return error
    place, path, expected = max(fitting, key=lambda one: len(one[1]))
    module = declared.boundary.module
    if missing in re.findall(r"\w+", path):
        return declared.error(place, f"{path} leads nowhere; {module} has no such instance")
    return declared.error(place, f"{path or module} has no {missing}, {expected}")


def _below(name: str, path: str) -> bool:
    return not path or f"{name}.".startswith(f"{TOP}.{path}.")


def _probes(declared: Declared) -> Iterator[Place]:
    """Every probe, in the order of its outputs."""
    for index, endpoint in enumerate(declared.boundary.endpoint):
        yield from (("endpoint", index, "probes", name) for name in endpoint.probes)


def _paths(
    declared: Declared, kind: str, known: Mapping[str, Any]
) -> Iterator[tuple[Place, str, str]]:
    """Every path of the entries of a kind, and what expects signals below it."""
    for index, entry in enumerate(getattr(declared.boundary, kind)):
        if isinstance(entry, Ram):
            paths = [boundaries.filled(entry.path, known, i=0)]
        else:
            paths = [place.path for place in places([entry], known)]
        yield from (((kind, index, "path"), path, _expected(entry)) for path in paths)


def _expected(entry: Model) -> str:
    """Where the signals below the path of an entry come from."""
    match entry:
        case Harts():
            return f"which blocks/{entry.core}/core.toml names"
        case Track(block=str(block)) if block:
            return f"which blocks/{block}/trace.toml names"
        case Link():
            return "which the stage of a link has"
        case _:
            return "which the entry names"
