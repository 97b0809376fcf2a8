# SPDX-License-Identifier: Apache-2.0
"""Source lists of the blocks, in the order in which tools read them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from freightyard.errors import UserError, nearest
from freightyard.hardware.declarations import generate
from freightyard.store import ROOT

BLOCKS = ROOT / "blocks"
SYSTEMS = ROOT / "systems"

Parameter = int | str | bool
_INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


class BuildError(UserError):
    """A tool refused the sources; the text is short and names the log."""

    def __init__(self, text: str, output: str = "") -> None:
        super().__init__(text)
        self.output = output  # all that the tool said


def list_path(name: str) -> Path:
    """The source list of a block `name`, or of a system `systems/name`, which is `system.f`."""
    return ROOT / name / "system.f" if name.startswith("systems/") else BLOCKS / name / f"{name}.f"


def list_names() -> list[str]:
    """Names of all blocks, then of all systems."""
    blocks = [path.stem for path in BLOCKS.glob("*/*.f") if path.stem == path.parent.name]
    systems = [path.parent.name for path in SYSTEMS.glob("*/system.f")]
    return [*sorted(blocks), *(f"systems/{name}" for name in sorted(systems))]


def read_list(block: str) -> tuple[list[str], list[Path]]:
    """The blocks that a block uses, and its files."""
    path = list_path(block)
    if not path.is_file():
        known = ", ".join(list_names())
        raise BuildError(f"{path.relative_to(ROOT)} does not exist; blocks are: {known}")
    uses: list[str] = []
    files: list[Path] = list(generate.sources(path.parent))
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.strip()
        place = f"{path.relative_to(ROOT)}:{number}"
        if line.startswith("// uses:"):
            for other in line.removeprefix("// uses:").split():
                if not list_path(other).is_file():
                    raise BuildError(f"{place}: {nearest('block', other, list_names())}")
                uses.append(other)
        elif line and not line.startswith("//"):
            files.append(path.parent / line)
            if not files[-1].is_file():
                raise BuildError(f"{place}: there is no {files[-1].relative_to(ROOT)}")
    return uses, files


def blocks_of(name: str) -> list[str]:
    """The blocks that a list uses, directly or through others, sorted."""
    found: set[str] = set()
    pending = [name]
    while pending:
        uses, _ = read_list(pending.pop())
        new = set(uses) - found
        found |= new
        pending += new
    return sorted(found)


def is_package(path: Path) -> bool:
    return path.stem.endswith("_pkg")


def sources(*blocks: str) -> list[Path]:
    """Files of the blocks and of all they use: packages first, uses before users, each once."""
    files: dict[Path, None] = {}
    seen: set[str] = set()

    def visit(block: str) -> None:
        if block in seen:
            return
        seen.add(block)
        uses, own = read_list(block)
        for other in uses:
            visit(other)
        files.update(dict.fromkeys(own))

    for block in blocks:
        visit(block)
    return sorted(files, key=lambda path: not is_package(path))


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
