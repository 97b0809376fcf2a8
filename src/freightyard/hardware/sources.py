# SPDX-License-Identifier: Apache-2.0
"""Source lists of the blocks, in the order in which tools read them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from freightyard.errors import UserError
from freightyard.hardware.declarations import generate
from freightyard.store import ROOT

BLOCKS = ROOT / "blocks"
SYSTEMS = ROOT / "systems"

Parameter = int | str | bool
_INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


class BuildError(UserError):
    """A tool refused the sources; the text is short and names the log."""


def list_path(name: str) -> Path:
    """The source list of a block `name`, or of a system `systems/name`, which is `system.f`."""
    return ROOT / name / "system.f" if name.startswith("systems/") else BLOCKS / name / f"{name}.f"


def list_names() -> list[str]:
    """Names of all blocks, then of all systems."""
    blocks = [path.stem for path in BLOCKS.glob("*/*.f") if path.stem == path.parent.name]
    systems = [path.parent.name for path in SYSTEMS.glob("*/system.f")]
    return [*sorted(blocks), *(f"systems/{name}" for name in sorted(systems))]


def read_list(block: str) -> tuple[list[str], list[str], list[Path]]:
    """The blocks used, the blocks of which only packages are used, and the files of a block."""
    path = list_path(block)
    if not path.is_file():
        known = ", ".join(list_names())
        raise BuildError(f"{path.relative_to(ROOT)} does not exist; blocks are: {known}")
    uses: list[str] = []
    packages: list[str] = []
    files: list[Path] = list(generate.sources(path.parent))
    for line in path.read_text().splitlines():
        line = line.strip()
        if line.startswith("// uses:"):
            uses += line.removeprefix("// uses:").split()
        elif line.startswith("// packages:"):
            packages += line.removeprefix("// packages:").split()
        elif line and not line.startswith("//"):
            files.append(path.parent / line)
    missing = [str(f.relative_to(ROOT)) for f in files if not f.is_file()]
    if missing:
        raise BuildError(f"{path.relative_to(ROOT)} lists files that are not there: {missing}")
    return uses, packages, files


def blocks_of(name: str) -> list[str]:
    """The blocks that a list uses, directly or through others, sorted."""
    found: set[str] = set()
    pending = [name]
    while pending:
        uses, neighbours, _ = read_list(pending.pop())
        new = {*uses, *neighbours} - found
        found |= new
        pending += new
    return sorted(found)


def is_package(path: Path) -> bool:
    return path.stem.endswith("_pkg")


def sources(*blocks: str) -> list[Path]:
    """Files of the blocks and of all they use: packages first, uses before users, each once."""
    packages: dict[Path, None] = {}
    modules: dict[Path, None] = {}
    seen: set[tuple[str, bool]] = set()

    def visit(block: str, whole: bool) -> None:
        if (block, whole) in seen or (block, True) in seen:
            return
        seen.add((block, whole))
        uses, neighbours, files = read_list(block)
        for other in uses:
            visit(other, whole)
        for other in neighbours:
            visit(other, False)
        packages.update(dict.fromkeys(f for f in files if is_package(f)))
        if whole:
            modules.update(dict.fromkeys(f for f in files if not is_package(f)))

    for block in blocks:
        visit(block, True)
    return [*packages, *modules]


def inspecting(files: Sequence[Path]) -> list[Path]:
    """The files of a simulation that can hold channels: with the link stages of sim/rtl."""
    stalling = {path.name: path for path in (ROOT / "sim" / "rtl").glob("*.sv")}
    return [stalling.get(path.name, path) for path in files]


def included(files: Sequence[Path], folders: Sequence[Path]) -> list[Path]:
    """The C++ files and every header that they include by a quoted name, transitively."""
    found: dict[Path, None] = {}
    pending = [f.resolve() for f in files]
    while pending:
        path = pending.pop()
        if path in found:
            continue
        found[path] = None
        for name in _INCLUDE.findall(path.read_text(errors="replace")):
            for folder in (path.parent, *folders):
                if (folder / name).is_file():
                    pending.append((folder / name).resolve())
                    break
    return sorted(found)


def parameter_text(value: Parameter) -> str:
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, int):
        return str(value) if -(2**31) <= value < 2**31 else f"64'h{value:x}"
    return value
