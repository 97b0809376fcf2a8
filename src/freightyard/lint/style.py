# SPDX-License-Identifier: Apache-2.0
"""Size budgets and text rules of the house style, which no other tool knows."""

from __future__ import annotations

import re
import statistics
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from freightyard import store
from freightyard.hardware import sources
from freightyard.lint import folders
from freightyard.lint.findings import Finding, Job, read_toml
from freightyard.lint.hardware import declared, place

SPDX = "SPDX-License-Identifier: Apache-2.0"
_BUS_CHANNELS = {"fy_tl": "a|b|c|d|e", "fy_axi": "aw|w|b|ar|r"}
_HARDWARE = (".sv", ".v", ".svh")
_C = (".c", ".h", ".cpp", ".hpp", ".cc")


def tracked(*suffixes: str) -> list[Path]:
    """Files of the checkout that git knows or would add; without git, all outside build/."""
    words = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    result = subprocess.run(words, cwd=store.ROOT, capture_output=True, text=True)
    if result.returncode == 0:
        paths = [store.ROOT / line for line in result.stdout.splitlines()]
    else:
        paths = [p for p in store.ROOT.rglob("*") if store.BUILD not in p.parents]
    return sorted(p for p in paths if p.suffix in suffixes and p.is_file())


def style_jobs(blocks: Sequence[str]) -> list[Job]:
    files = [p for p in tracked(*_HARDWARE, *_C, ".py", ".sh", ".S", ".toml") if wanted(p, blocks)]
    modules = [p for p in files if p.suffix == ".sv" and "rtl" in p.parts]
    table = read_toml("budgets.toml")
    table["waiver"] = [
        budget.model_dump() | {"file": place(str(path))} for path, budget in folders.budgets(blocks)
    ]
    facts = [table]
    jobs = [
        Job(
            "budgets",
            place(str(path)),
            lambda path=path: list(budgets(path, table)),  # type: ignore[misc]
            [path],
            facts,
        )
        for path in modules
    ]
    jobs.append(Job("budgets", "median", lambda: list(_median(modules, table)), modules, facts))
    jobs.append(Job("text", "all files", lambda: list(_texts(files, table)), files, facts))
    return jobs


def wanted(path: Path, blocks: Sequence[str]) -> bool:
    place = path.relative_to(store.ROOT).parts
    if place[0] == "systems":
        return f"systems/{place[1]}" in blocks
    return place[0] != "blocks" or place[1] in blocks


def bound(table: dict[str, Any], key: str, path: Path) -> int:
    """Limit of a file: the general one, or that of its folder's lint.toml."""
    name = place(str(path))
    for waiver in table.get("waiver", []):
        if waiver["budget"] == key and name == waiver["file"]:
            return int(waiver["limit"])
    return int(table["limits"][key])


# ---- modules --------------------------------------------------------------------------------


def budgets(path: Path, table: dict[str, Any]) -> Iterator[Finding]:
    """Ports, parameters and lines of the modules of a file."""
    from pyslang import syntax

    name = place(str(path))

    def over(what: str, number: int) -> Iterator[Finding]:
        limit = bound(table, what, path)
        if number > limit:
            text = f"{number} {what.replace('_', ' ')}, the limit is {limit}"
            yield Finding("budgets", name, 1, what, text)

    yield from over("module_lines", len(path.read_text(errors="replace").splitlines()))
    root: Any = syntax.SyntaxTree.fromText(path.read_text(errors="replace")).root
    members = root.members if root.kind.name == "CompilationUnit" else [root]
    for member in members:
        if member.kind.name != "ModuleDeclaration":
            continue
        yield from over("ports", len(port_groups(list(ports(member.header)))))
        found = list(parameters(member.header))
        yield from over("parameters", len(found))
        for parameter, kind, default in found:
            if not kind or not default:
                what = "type" if not kind else "default"
                text = f"parameter {parameter} has no {what}"
                yield Finding("budgets", name, 1, "parameter", text)


def ports(header: Any) -> Iterator[tuple[str, str]]:
    """Name and type text of each port; a port without a type has that of the one before."""
    kind = ""
    if header.ports is None or not hasattr(header.ports, "ports"):
        return
    for port in header.ports.ports:
        if not hasattr(port, "declarator"):
            continue
        text = re.sub(r"//.*", "", str(port.header)).strip()
        kind = text or kind
        yield port.declarator.name.valueText, kind


def parameters(header: Any) -> Iterator[tuple[str, bool, bool]]:
    """Name, has a type, has a default, of each parameter (not localparam)."""
    if header.parameters is None:
        return
    for declaration in header.parameters.declarations:
        if not hasattr(declaration, "declarators"):
            continue
        if declaration.keyword.valueText == "localparam":
            continue
        typed = declaration.kind.name == "TypeParameterDeclaration" or bool(
            re.sub(r"//.*", "", str(declaration.type)).strip()
        )
        for item in declaration.declarators:
            if not hasattr(item, "name"):
                continue
            value = getattr(item, "initializer", None) or getattr(item, "assignment", None)
            yield item.name.valueText, typed, value is not None


def port_groups(found: Sequence[tuple[str, str]]) -> set[str]:
    """Ports as the budget counts them: buses and streams once, clock and reset not at all."""
    bare = {re.sub(r"_(i|o|ni|no|io)$", "", name): kind for name, kind in found}
    buses: dict[str, str] = {}
    for name, kind in bare.items():
        for bus, channels in _BUS_CHANNELS.items():
            match = re.fullmatch(rf"(?:(.*)_)?({channels})", name)
            if bus in kind and match:
                buses[name] = f"{bus} {match[1] or ''}"
    groups = set()
    for name in bare:
        if name in ("clk", "rst"):
            continue
        base = re.sub(r"_?(valid|ready|data)$", "", name)
        groups.add(buses.get(name) or buses.get(base) or f"stream {base}")
    return groups


def _median(modules: Sequence[Path], table: dict[str, Any]) -> Iterator[Finding]:
    sizes = [len(path.read_text(errors="replace").splitlines()) for path in modules]
    limit = int(table["limits"]["module_lines_median"])
    if sizes and statistics.median(sizes) > limit:
        text = f"the median module has {statistics.median(sizes):.0f} lines, the limit is {limit}"
        yield Finding("budgets", "blocks", 0, "module_lines_median", text)


# ---- text -----------------------------------------------------------------------------------


def _texts(files: Sequence[Path], table: dict[str, Any]) -> Iterator[Finding]:
    for path in files:
        yield from text_rules(path, table)
        if path.suffix == ".sv" and "rtl" in path.parts:
            yield from _module_rules(path)


def text_rules(path: Path, table: dict[str, Any]) -> Iterator[Finding]:
    """Rules for every source file."""
    name = place(str(path))
    data = path.read_bytes()
    columns = bound(table, "columns", path)
    lines = data.decode(errors="replace").split("\n")

    def finding(line: int, rule: str, text: str) -> Finding:
        return Finding("text", name, line, rule, text)

    if path.suffix != ".toml" and SPDX not in "\n".join(lines[:2]):
        yield finding(1, "spdx", f"the first line must hold '{SPDX}'")
    if data and not data.endswith(b"\n"):
        yield finding(len(lines), "newline", "the last line does not end")
    limit = {".py": "python_lines"} | dict.fromkeys(_C, "c_lines")
    if path.suffix in limit and len(lines) - 1 > bound(table, limit[path.suffix], path):
        text = f"{len(lines) - 1} lines, the limit is {bound(table, limit[path.suffix], path)}"
        yield finding(1, limit[path.suffix], text)
    for number, line in enumerate(lines, 1):
        if len(line) > columns and path.suffix != ".toml":
            yield finding(number, "columns", f"{len(line)} columns, the limit is {columns}")
        if "\t" in line:
            yield finding(number, "tab", "a tab")
        if line != line.rstrip():
            yield finding(number, "space", "a space at the end")
        if not line.isascii() and path.suffix in _HARDWARE + _C:
            yield finding(number, "ascii", "not ASCII")


def _module_rules(path: Path) -> Iterator[Finding]:
    name = place(str(path))
    text = path.read_text(errors="replace")
    code = re.sub(r"//.*|/\*.*?\*/", "", text)
    found = declared(path)
    if len(found) > 1:
        yield Finding("text", name, 1, "module", f"{len(found)} modules in one file")
    if not re.search(r"^///", text.split("\n\n", 2)[1] if "\n\n" in text else "", re.MULTILINE):
        yield Finding("text", name, 3, "header", "no /// header that states the contract")
    for number, line in enumerate(code.split("\n"), 1):
        for rule, pattern, what in _FORBIDDEN:
            if re.search(pattern, line):
                yield Finding("text", name, number, rule, what)
    for number, line in enumerate(text.split("\n"), 1):
        if re.search(r"lint_off|verilator_|synopsys|translate_off", line):
            yield Finding("text", name, number, "pragma", "a tool's pragma in RTL")


_FORBIDDEN = (
    ("macro", r"`\w+", "a macro or directive in RTL"),
    ("interface", r"^\s*(interface|modport)\b", "an interface in RTL"),
    ("plain-always", r"\balways\s*@", "plain always; use always_ff or always_comb"),
)


def tested_modules(blocks: Sequence[str]) -> tuple[list[str], list[str]]:
    """Modules of rtl/ whose name occurs in some test folder, and those whose name does not."""
    texts = "\n".join(
        path.read_text(errors="replace")
        for folder in (sources.BLOCKS, sources.SYSTEMS)
        for path in folder.glob("*/test/**/*")
        if path.suffix in (".py", ".sv", ".cpp", ".h")
    )
    words = set(re.findall(r"\bV?(fy_\w+)", texts))
    names = sorted(
        name
        for block in blocks
        for path in sorted((sources.list_path(block).parent / "rtl").rglob("*.sv"))
        for name in declared(path)
    )
    return [n for n in names if n in words], [n for n in names if n not in words]
