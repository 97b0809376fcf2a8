# SPDX-License-Identifier: Apache-2.0
"""The four readers of the RTL: Verilator, slang, Verible, Yosys."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from freightyard import store
from freightyard.hardware import sources, verilator
from freightyard.lint import folders, records, side_by_side
from freightyard.lint.findings import LINT, Finding, Job

_PLACED = re.compile(r"^%(Warning|Error)(?:-(\w+))?: (?:([^:]+):(\d+):(?:\d+:)? )?(.*)$")
_SLANG = re.compile(r"^([^:]+):(\d+):\d+: (error|warning): (.*?)(?: \[-W([\w-]+)\])?$")
_VERIBLE = re.compile(r"^([^:]+):(\d+):\d+(?:-\d+)?: (.*?)(?: \[([\w-]+)\])?$")
_DECLARES = re.compile(r"^\s*(module|package)\s+(?:automatic\s+)?(\w+)", re.MULTILINE)


def block_names() -> list[str]:
    return sources.list_names()


def own_files(block: str) -> list[Path]:
    """SystemVerilog that a block's list names."""
    return sources.read_list(block)[1]


def place(path: str) -> str:
    """Path below the root, as findings name it."""
    whole = Path(path) if Path(path).is_absolute() else store.ROOT / path
    whole = whole.resolve()
    return str(whole.relative_to(store.ROOT)) if whole.is_relative_to(store.ROOT) else path


@cache
def declared(path: Path) -> tuple[str, ...]:
    """Modules that a file declares."""
    found = _DECLARES.findall(path.read_text(errors="replace"))
    return tuple(name for kind, name in found if kind == "module")


def modules(block: str) -> list[tuple[str, Path]]:
    return [(name, path) for path in own_files(block) for name in declared(path)]


# ---- Verilator ------------------------------------------------------------------------------


def verilator_jobs(blocks: Sequence[str]) -> list[Job]:
    """Every module of a block with its defaults; sources of the block, its uses' too."""
    jobs = []
    config = LINT / "verilator.vlt"
    for block in blocks:
        own = [path for _, path in modules(block)]
        if own:
            needed = closure(own, sources.sources(block))
            jobs.append(
                Job(
                    "verilator",
                    block,
                    lambda own=own, needed=needed: _verilator(own, needed),  # type: ignore[misc]
                    [*needed, config],
                )
            )
    return jobs


def closure(starts: Sequence[Path], files: Sequence[Path]) -> list[Path]:
    """The files, what they instantiate or import, transitively, in the order of the list.

    A name of a module or package anywhere in the text counts; too much is harmless.
    """
    names = {file.stem: file for file in files}
    found = set(starts)
    pending = [*starts]
    while pending:
        words = set(re.findall(r"\bfy_\w+", pending.pop().read_text(errors="replace")))
        for file in (names[word] for word in words & names.keys()):
            if file not in found:
                found.add(file)
                pending.append(file)
    return [file for file in files if file in found]


def _verilator(own: Sequence[Path], files: Sequence[Path]) -> list[Finding]:
    """All modules of `own` side by side in one run: reading the sources is most of the time.

    Modules are not merged into each other, which would make names meet.
    """
    command = [*verilator.call(), "--lint-only", "-Wall", "-Wno-fatal", "--no-timing"]
    command += ["-fno-inline", "--top-module", side_by_side.TOP, str(LINT / "verilator.vlt")]
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder) / f"{side_by_side.TOP}.sv"
        top.write_text(side_by_side.text(own))
        found = run_checker("verilator", [*command, *map(str, files), str(top)], _read_verilator)
    return [_of_record(finding, files) for finding in found]


def _read_verilator(output: str) -> list[Finding]:
    return [finding for finding in map(_verilator_line, output.splitlines()) if finding]


def _of_record(finding: Finding, files: Sequence[Path]) -> Finding:
    """Unread bits of a record have a rule of their own: UNUSEDFIELDS."""
    bits = re.match(r"Bits of [a-z ]+ are not used: '(\w+)'", finding.message)
    path = store.ROOT / finding.file
    if finding.rule != "UNUSEDSIGNAL" or bits is None or not path.is_file():
        return finding
    line = path.read_text(errors="replace").splitlines()[finding.line - 1]
    of_record = records.is_record(line, bits[1], records.record_types(files, path))
    return replace(finding, rule="UNUSEDFIELDS") if of_record else finding


def _verilator_line(line: str) -> Finding | None:
    match = _PLACED.match(line)
    if match is None or "Exiting due to" in line:
        return None
    kind, rule, file, number, text = match.groups()
    name = place(file) if file else "-"
    return Finding("verilator", name, int(number or 0), rule or kind.upper(), text)


# ---- slang and Verible ----------------------------------------------------------------------


def slang_jobs(blocks: Sequence[str]) -> list[Job]:
    jobs = []
    for block in blocks:
        files = sources.sources(block)
        if files:
            jobs.append(
                Job("slang", block, lambda files=files: _slang(files), files)  # type: ignore[misc]
            )
    return jobs


# A cast that is useless for one value of a parameter is needed for another; `unique case` with a
# default is the house style: it states the intent and leaves no latch.
_SLANG_WARNINGS = ("-Wextra", "-Wno-useless-cast", "-Wno-case-redundant-default")
# Driver.runAnalysis returns a type that Python does not know, so its steps are taken here.
_SLANG_SCRIPT = """\
import shlex, sys
from pyslang import analysis, driver
tool = driver.Driver()
tool.addStandardArgs()
ok = tool.parseCommandLine(shlex.join(sys.argv), driver.CommandLineOptions())
if not ok or not tool.processOptions():
    sys.exit(2)
tool.parseAllSources()
design = tool.createCompilation()
tool.reportCompilation(design, True)
manager = analysis.AnalysisManager(tool.analysisOptions)
manager.analyze(design)
for found in manager.getDiagnostics():
    tool.diagEngine.issue(found)
sys.exit(not tool.reportDiagnostics(True))
"""


def _slang(files: Sequence[Path]) -> list[Finding]:
    words = ["--color-diagnostics=false", *_SLANG_WARNINGS, *map(str, files)]
    return run_checker("slang", [sys.executable, "-c", _SLANG_SCRIPT, *words], _read_slang)


def _read_slang(output: str) -> list[Finding]:
    found = []
    for line in output.splitlines():
        match = _SLANG.match(line)
        if match:
            file, number, kind, text, rule = match.groups()
            found.append(Finding("slang", place(file), int(number), rule or kind, text))
    return found


def verible_jobs(files: Sequence[Path]) -> list[Job]:
    rules = LINT / "verible.rules"
    return [Job("verible", "all files", lambda: _verible(files, rules), [*files, rules])]


def _verible(files: Sequence[Path], rules: Path) -> list[Finding]:
    command = ["verible-verilog-lint", f"--rules_config={rules}", *map(str, files)]
    return run_checker("verible", command, _read_verible) if files else []


def _read_verible(output: str) -> list[Finding]:
    found = []
    for line in output.splitlines():
        match = _VERIBLE.match(line)
        if match:
            file, number, text, rule = match.groups()
            text = re.sub(r" \[Style: .*?\]$", "", text)
            found.append(Finding("verible", place(file), int(number), rule or "syntax", text))
    return found


# ---- Yosys ----------------------------------------------------------------------------------


def yosys_jobs(blocks: Sequence[str]) -> list[Job]:
    """Tops of each lint.toml; a module that nothing instantiates must be one of them."""
    jobs = []
    for block, top in ((b, top) for b in blocks for top in folders.rules(b).top):
        files = [path for path in sources.sources(block) if "sim" not in path.parts]
        homes = [path for path in files if path.stem in top.modules]
        needed = closure(homes, files) if len(homes) == len(top.modules) else files
        jobs.append(
            Job(
                "yosys",
                ", ".join(top.modules),
                lambda t=top, f=needed: _yosys(t.modules, f, t.parameters),  # type: ignore[misc]
                needed,
                [top.parameters],
            )
        )
    every = [path for block in blocks for path in own_files(block)]
    tops = [path for path in map(folders.path_of, blocks) if path.is_file()]
    jobs.append(Job("yosys", "tops", lambda: _missing_tops(blocks), [*every, *tops]))
    return jobs


def _yosys(
    tops: Sequence[str], files: Sequence[Path], parameters: Mapping[str, int | str]
) -> list[Finding]:
    """Tops of the same parameters in one run, as they are read: nothing is optimized away."""
    settings = " ".join(f"-G{name}={value}" for name, value in parameters.items())
    names = " ".join(f"--top {top}" for top in tops)
    # Paths begin where the tool is called: commands of Yosys cannot hold spaces.
    places = " ".join(os.path.relpath(file, store.ROOT) for file in files)
    steps = [
        f"read_slang {names} {settings} {places}",
        "hierarchy -check",
        "proc -noopt",
        "check -assert",
        "select -assert-none t:$dlatch t:$adlatch t:$dlatchsr %u",
    ]
    options = [word for step in steps for word in ("-p", step)]
    command = [sys.executable, "-m", "freightyard.verification.yosys_command", *options]

    def read_output(output: str) -> list[Finding]:
        lines = output.splitlines()
        wrong = [line for line in lines if re.search(r"^(ERROR|Warning): |: error: ", line)]
        return [Finding("yosys", ", ".join(tops), 0, _yosys_rule(line), line) for line in wrong]

    return run_checker("yosys", command, read_output)


def _yosys_rule(line: str) -> str:
    return "error" if "rror" in line.split(":", 2)[0] or ": error:" in line else "warning"


def _missing_tops(blocks: Sequence[str]) -> list[Finding]:
    files = [path for block in blocks for path in own_files(block) if "rtl" in path.parts]
    texts = {path: path.read_text(errors="replace") for path in files}
    tables = [folders.rules(block) for block in blocks]
    named = {name for table in tables for top in table.top for name in top.modules}
    skip = {name for table in tables for name in table.skip}
    found = []
    for path in files:
        for name in declared(path):
            used = any(name in text for other, text in texts.items() if other != path)
            if not used and name not in named and name not in skip:
                text = f"{name} is instantiated nowhere and is no top of its lint.toml"
                found.append(Finding("yosys", place(str(path)), 1, "top", text))
    return found


def run_checker(
    check: str, command: Iterable[str], read: Callable[[str], Iterable[Finding]]
) -> list[Finding]:
    """Findings that `read` takes from a tool's output; a tool that fails without any is one."""
    environment = verilator.tool_environment() | {"PYTHONPATH": str(store.ROOT / "src")}
    words = list(command)
    try:
        result = subprocess.run(
            words,
            cwd=store.ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
    except FileNotFoundError:
        return [Finding(check, "-", 0, "missing", f"{words[0]} is missing; see ./fy doctor")]
    found = list(read(result.stdout))
    if result.returncode and not found:
        text = f"exit code {result.returncode}: {verilator.brief(result.stdout)}"
        found.append(Finding(check, "-", 0, "failed", text))
    return found
