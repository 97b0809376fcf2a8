# SPDX-License-Identifier: Apache-2.0
"""The shape of the tree: packages, folders of the simulator and blocks without a circle.

Folders are complete, and of a bearable size.

Takes roots as arguments, so that tests can show it a small wrong tree.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from freightyard import store
from freightyard.hardware import sources
from freightyard.lint.findings import Finding, Job, read_toml
from freightyard.lint.style import tracked

# What src/freightyard holds; each line imports only from those above it.
PACKAGES = (
    *("errors", "store", "build_store", "commands", "apt", "help", "environment"),
    *("hardware", "system", "linux"),
    *("verification", "lint", "lockstep", "litmus", "synthesis"),
    *("experiments", "report", "cli", "__main__"),
)
# Folders of sim; each includes only those before it.
SIMULATOR = ("design", "endpoints", "system", "host", "debug", "trace", "run")
BOTTOM = ("interfaces", "common")  # blocks that use no other
SOURCES = (".sv", ".svh", ".v", ".py", ".c", ".h", ".cpp", ".hpp", ".cc", ".S", ".sh")
PACKAGE = store.ROOT / "src" / "freightyard"
SIM = store.ROOT / "sim"
_INCLUDE = re.compile(r'^#include "sim/(\w+)/', re.MULTILINE)
_BLOCK_INCLUDE = re.compile(r'#include "blocks/(\w+)/')


def structure_jobs() -> list[Job]:
    """One job: it reads the headers of all lists and the imports of all packages."""
    code = tracked(".py")
    own = [path for path in code if PACKAGE in path.parents]
    lists = [sources.list_path(name) for name in sources.list_names()]
    counted = tracked(*SOURCES)
    cpp = tracked(".h", ".cpp")
    simulator = [path for path in cpp if SIM in path.parents]
    limit = int(read_toml("budgets.toml")["limits"]["folder_files"])

    def run() -> list[Finding]:
        names = [str(path.relative_to(store.ROOT)) for path in counted]
        return [
            *package_order(PACKAGE, own),
            *folder_circles(PACKAGE, own),
            *include_order(SIM, simulator),
            *block_order({name: sources.read_list(name)[0] for name in sources.list_names()}),
            *included_blocks(store.ROOT, cpp),
            *incomplete([path.parent for path in lists]),
            *large_folders(names, limit),
        ]

    facts = [limit, sorted(str(path) for path in [*counted, *tracked(".md")])]
    return [Job("structure", "tree", run, [*own, *cpp, *lists], facts)]


# ---- Python packages ------------------------------------------------------------------------


def package_order(root: Path, files: Iterable[Path]) -> Iterator[Finding]:
    """Every import of a package of `root` goes downwards, also one inside a function."""
    for path in files:
        own = _package(path.relative_to(root))
        name = _place(path)
        if own not in (*PACKAGES, "__init__"):
            text = f"{own} has no place in PACKAGES of lint/structure.py; give it one"
            yield Finding("structure", name, 1, "package", text)
            continue
        for line, other in _imports(path):
            if other == own or other not in PACKAGES:
                continue
            if PACKAGES.index(other) >= PACKAGES.index(own):
                text = f"{own} imports {other}, which stands above it"
                yield Finding("structure", name, line, "package", text)


def folder_circles(root: Path, files: Iterable[Path]) -> Iterator[Finding]:
    """Folders inside packages, too, import each other in one direction; an entry point is above."""
    uses: dict[str, set[str]] = {}
    lists: dict[str, str] = {}
    for path in (file for file in files if file.name != "__main__.py"):
        own = ".".join(path.relative_to(root).parent.parts)
        lists.setdefault(own, _place(path))
        there = (_folder(root, words) for _, words in _imported(path))
        uses.setdefault(own, set()).update(name for name in there if name != own)
    known = {name: sorted(others) for name, others in uses.items() if name}
    for circle in _circles(known):
        text = f"a circle of folders: {' -> '.join(circle)}"
        yield Finding("structure", lists[circle[0]], 1, "package", text)


def _folder(root: Path, words: Sequence[str]) -> str:
    """The folder that an import leads to, of which the last words may be a module and a name."""
    found = 0
    while found < len(words) and root.joinpath(*words[: found + 1]).is_dir():
        found += 1
    return ".".join(words[:found])


def include_order(root: Path, files: Iterable[Path]) -> Iterator[Finding]:
    """Every include of another folder of the simulator goes downwards."""
    for path in files:
        own, text = path.relative_to(root).parts[0], path.read_text()
        if own not in SIMULATOR:
            said = f"sim/{own} has no place in SIMULATOR of lint/structure.py; give it one"
            yield Finding("structure", _place(path), 1, "package", said)
            continue
        for found in _INCLUDE.finditer(text):
            if found[1] not in SIMULATOR[: SIMULATOR.index(own) + 1]:
                line = text.count("\n", 0, found.start()) + 1
                said = f"sim/{own} includes sim/{found[1]}, which stands above it"
                yield Finding("structure", _place(path), line, "package", said)


def _package(relative: Path) -> str:
    return relative.parts[0] if len(relative.parts) > 1 else relative.stem


def _imports(path: Path) -> Iterator[tuple[int, str]]:
    """Line and package of each import from freightyard."""
    yield from ((line, words[0]) for line, words in _imported(path))


def _imported(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Line and words, behind the first, of each import from freightyard."""
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        names = [alias.name for alias in node.names]
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{name}" for name in names]
        for words in (name.split(".") for name in names):
            if words[0] == PACKAGE.name and len(words) > 1:
                yield node.lineno, words[1:]


# ---- blocks and systems ---------------------------------------------------------------------


def block_order(uses: Mapping[str, Sequence[str]]) -> Iterator[Finding]:
    """No circle; `interfaces` and `common` use nothing; a system is used by no block."""
    for name, others in uses.items():
        for other in others:
            text = ""
            if other.startswith("systems/"):
                text = f"{name} uses the system {other}; what two systems need is a block"
            elif other not in uses:
                text = f"{name} uses {other}, which is no block"
            elif name in BOTTOM:
                text = f"{name} uses {other}; it stands below all blocks and uses none"
            if text:
                yield Finding("structure", _list(name), 1, "uses", text)
    for circle in _circles(uses):
        text = f"a circle of blocks: {' -> '.join(circle)}"
        yield Finding("structure", _list(circle[0]), 1, "circle", text)


def _circles(uses: Mapping[str, Sequence[str]]) -> Iterator[list[str]]:
    """Ways from a name back to itself, none of which meets another."""
    seen: set[str] = set()
    for name in uses:
        circle = _circle(name, uses)
        if circle and not seen & set(circle):
            seen |= set(circle)
            yield circle


def _circle(start: str, uses: Mapping[str, Sequence[str]]) -> list[str]:
    """A way from a name back to itself; empty without one."""
    pending, seen = [[start]], set[str]()
    while pending:
        way = pending.pop()
        for other in uses.get(way[-1], ()):
            if other == start:
                return [*way, start]
            if other not in seen:
                seen.add(other)
                pending.append([*way, other])
    return []


def included_blocks(root: Path, files: Iterable[Path]) -> Iterator[Finding]:
    """C++ of a block or system, tests too, includes only from blocks that its list uses."""
    for path in files:
        parts = path.relative_to(root).parts
        if parts[0] not in ("blocks", "systems"):
            continue
        own = parts[1] if parts[0] == "blocks" else f"systems/{parts[1]}"
        allowed = {own, *BOTTOM, *sources.blocks_of(own)}
        for number, line in enumerate(path.read_text().splitlines(), 1):
            found = _BLOCK_INCLUDE.match(line)
            if found and found[1] not in allowed:
                text = f"{own} includes from {found[1]}, which its list does not use"
                yield Finding("structure", _place(path), number, "include", text)


def incomplete(folders: Iterable[Path]) -> Iterator[Finding]:
    """A block or a system has a README and, when it holds a module, a test."""
    for folder in folders:
        name = _place(folder)
        if not (folder / "README.md").is_file():
            yield Finding("structure", name, 0, "readme", "no README.md that states the contract")
        modules = [p for p in folder.glob("rtl/**/*.sv") if not sources.is_package(p)]
        if modules and not any(folder.glob("test/**/test_*.py")):
            yield Finding("structure", name, 0, "tests", "no test/**/test_*.py, but modules")


# ---- folders --------------------------------------------------------------------------------


def folder_sizes(names: Iterable[str]) -> Counter[str]:
    """Files of sources in each folder."""
    return Counter(str(Path(name).parent) for name in names)


def large_folders(names: Iterable[str], limit: int) -> Iterator[Finding]:
    for folder, count in sorted(folder_sizes(names).items()):
        if count > limit:
            text = f"{count} files of sources side by side, the limit is {limit}; make parts"
            yield Finding("structure", folder, 0, "folder", text)


def largest_folder() -> tuple[str, int]:
    """The fullest folder of the checkout, for `fy lint --figures`."""
    names = [str(path.relative_to(store.ROOT)) for path in tracked(*SOURCES)]
    return folder_sizes(names).most_common(1)[0]


def _list(name: str) -> str:
    return _place(sources.list_path(name))


def _place(path: Path) -> str:
    return str(path.relative_to(store.ROOT)) if path.is_relative_to(store.ROOT) else str(path)
