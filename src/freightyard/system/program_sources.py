# SPDX-License-Identifier: Apache-2.0
"""What the folder of a program brings: files, folders of headers, flags. Ours, or a user's."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from freightyard.errors import UserError
from freightyard.hardware.declarations.tables import shown
from freightyard.store import ROOT

SYSTEMS = ROOT / "systems"
OWN = "programs"  # folder of a system
KERNEL = "linux_programs"  # the same, of programs that run under a kernel
BENCH = ROOT / "sw" / "bench"
TEST = ROOT / "sw" / "test"
GLUE = ROOT / "sw"
HOSTED = GLUE / "hosted"
FLAGS = "flags.mk"  # in the folder of a user
VARIABLES = ("CFLAGS", "LDFLAGS")
STRICT = ("-Wextra", "-Werror")  # for what is ours
_ASSIGNMENT = re.compile(r"^(\w+)\s*(\+?=)\s*(.*)$")


@dataclass(frozen=True)
class Sources:
    """A folder with what is special to it; every program has glue and drivers beside."""

    folder: Path
    own: Sequence[Path]
    beside: Sequence[Path]  # folders whose C files are linked, too
    places: Sequence[Path]  # folders with headers
    scripts: Sequence[Path]  # of the linker
    hosted: bool = False  # a user's: constructors, arguments, heap; all that the core has
    flags: Mapping[str, Sequence[str]] = field(default_factory=dict)  # of VARIABLES

    @property
    def compile(self) -> list[str]:
        """Flags for its own files."""
        return [*self.flags["CFLAGS"]] if self.hosted else [*STRICT]

    @property
    def link(self) -> list[str]:
        """What stands behind the files in the call of the linker."""
        return [*self.flags["LDFLAGS"], "-lm"] if self.hosted else []

    @property
    def directory(self) -> Path:
        """Where the compiler is called for them: paths in a user's flags begin there."""
        return self.folder if self.hosted else ROOT

    def facts(self) -> list[object]:
        """What keys must hold beside the bytes of the files."""
        inside = [str(path.relative_to(self.folder)) for path in self.own]
        return [inside, self.compile, self.link]


def named(system: str) -> dict[str, Path]:
    """Folders of the programs that have a name on a system: its own, and those of sw/bench."""
    found: dict[str, Path] = {}
    for home in (BENCH, SYSTEMS / system / OWN):
        folders = sorted(home.iterdir()) if home.is_dir() else []
        found |= {folder.name: folder for folder in folders if folder.is_dir()}
    return found


def of_kernel(system: str) -> dict[str, Path]:
    """Folders of the programs of a system that run under Linux; experiments call them by name."""
    home = SYSTEMS / system / KERNEL
    folders = sorted(home.iterdir()) if home.is_dir() else []
    return {folder.name: folder for folder in folders if (folder / "main.c").is_file()}


def ours(folder: Path) -> bool:
    """Whether a folder is one of those that have a name, or a test: no user's."""
    home = folder.parent
    return home in (BENCH, TEST) or (home.name == OWN and home.parents[1] == SYSTEMS)


def read(folder: Path, drivers: Sequence[Path]) -> Sources:
    """The sources of a folder; a UserError when it has none, or has flags that cannot be read.

    Programs of sw/bench, of sw/test and of a system share the files beside their folders, and
    blocks add parts to them, in a folder of the same name.
    """
    is_ours = ours(folder)
    own = sorted(path for path in _files(folder, deep=not is_ours) if path.suffix in (".c", ".S"))
    if not own:
        raise UserError(f"{folder} has no C file; a program is a folder with a main.c")
    script = GLUE / "link.ld"
    if is_ours:
        beside = [folder.parent, *(driver / folder.name for driver in drivers)]
        return Sources(folder, own, beside, [folder, folder.parent], [script])
    flags = {name: list(words) for name, words in _flags(folder).items()}
    with_headers = {path.parent for path in _files(folder, deep=True) if path.suffix == ".h"}
    named = [folder / word[2:] for word in flags["CFLAGS"] if word.startswith("-I") and word[2:]]
    places = list(dict.fromkeys([folder, *sorted(with_headers), *named]))
    return Sources(folder, own, [HOSTED], places, [HOSTED / "hosted.ld", script], True, flags)


def _files(folder: Path, *, deep: bool) -> Iterator[Path]:
    for path in folder.rglob("*") if deep else folder.glob("*"):
        if not any(part.startswith(".") for part in path.relative_to(folder).parts):
            yield path


def _flags(folder: Path) -> dict[str, list[str]]:
    """CFLAGS and LDFLAGS of `flags.mk`, then those of the environment."""
    found: dict[str, list[str]] = {name: [] for name in VARIABLES}
    path = folder / FLAGS
    lines = path.read_text(errors="replace").splitlines() if path.is_file() else []
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        parts = _ASSIGNMENT.match(text)
        where = f"{shown(path)}:{number}"
        if parts is None or parts[1] not in VARIABLES:
            raise UserError(f"{where}: `{text}` is not understood; write CFLAGS = or LDFLAGS = ...")
        words = _words(parts[3], where)
        found[parts[1]] = [*found[parts[1]], *words] if parts[2] == "+=" else words
    for name in VARIABLES:
        found[name] += _words(os.environ.get(name, ""), name)
    return found


def _words(text: str, where: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        raise UserError(f"{where}: a quotation in `{text}` does not end; close it") from None
