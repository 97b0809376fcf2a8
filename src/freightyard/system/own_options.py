# SPDX-License-Identifier: Apache-2.0
"""Options of `fy run` that systems bring for their endpoints (`[option.NAME]` of system.toml)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from freightyard.errors import UserError
from freightyard.hardware import boundary, declarations
from freightyard.system import results


def declared() -> dict[str, dict[str, str]]:
    """Help of the own options of each system.

    A table that is wrong brings none; who uses the system is told what is wrong with it.
    """
    found = {}
    for name in declarations.names():
        try:
            options = boundary.load(name).boundary.option
        except UserError:
            continue
        found[name] = {option: one.help for option, one in options.items()}
    return found


def rewritten(words: Sequence[str], known: Mapping[str, Mapping[str, str]]) -> list[str]:
    """The words of a command with `--NAME VALUE` of an own option as `--own NAME=VALUE`.

    What stands behind `--` is the program's.
    """
    names = {f"--{option}" for options in known.values() for option in options}
    found: list[str] = []
    rest = iter(words)
    for word in rest:
        if word == "--":
            return [*found, word, *rest]
        name, equals, value = word.partition("=")
        if name not in names:
            found.append(word)
            continue
        given = value if equals else next(rest, None)
        if given is None:
            raise UserError(f"{name} wants a value")
        found += ["--own", f"{name.removeprefix('--')}={given}"]
    return found


def checked(given: Sequence[str], system: str) -> tuple[str, ...]:
    """Words for the simulator; an option of another system is refused."""
    known = boundary.load(system).boundary.option
    for text in given:
        name, equals, value = text.partition("=")
        if name not in known or not equals:
            there = ", ".join(f"--{option}" for option in known) or "none of its own"
            raise UserError(f"{system} has no option --{name}; it has {there}")
        match known[name].file:
            case "input" if not Path(value).is_file():
                raise UserError(f"--{name}: {value} does not exist or is no file; check the path")
            case "output":
                results.check_writable(Path(value))
    return tuple(word for text in given for word in ("--own", text))


def inputs(words: Sequence[str], system: str) -> Iterator[str]:
    """Hashes of the files that words for the simulator tell endpoints to read."""
    known = boundary.load(system).boundary.option
    for before, text in pairwise(words):
        name, _, path = text.partition("=")
        if before == "--own" and known[name].file == "input":
            yield hashlib.sha256(Path(path).read_bytes()).hexdigest()
