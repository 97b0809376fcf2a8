# SPDX-License-Identifier: Apache-2.0
"""The tools for Python and C: ruff, mypy, clang-format."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from freightyard import store
from freightyard.hardware import verilator
from freightyard.lint.findings import Finding, Job
from freightyard.lint.hardware import place, run_checker
from freightyard.lint.style import tracked


def software_jobs() -> list[Job]:
    python = [*tracked(".py"), store.ROOT / "fy"]
    typed = (store.ROOT / "src", store.ROOT / "experiments")
    own = [path for path in python if any(folder in path.parents for folder in typed)]
    c = tracked(".c", ".h", ".cpp", ".hpp", ".cc")
    settings = store.ROOT / "pyproject.toml"
    style = store.ROOT / ".clang-format"
    return [
        Job("ruff", "check", lambda: _ruff_check(python), [*python, settings]),
        Job("ruff", "format", lambda: _ruff_format(python), [*python, settings]),
        Job("mypy", "src", _mypy, [*own, settings]),
        Job("clang-format", "all files", lambda: _clang_format(c), [*c, style]),
    ]


def _ruff_check(files: Sequence[Path]) -> list[Finding]:
    words = [sys.executable, "-m", "ruff", "check", "--output-format", "json", "-q"]
    return run_checker("ruff", [*words, *map(str, files)], _read_ruff)


def _read_ruff(output: str) -> list[Finding]:
    try:
        items = json.loads(output or "[]")
    except json.JSONDecodeError:
        return [Finding("ruff", "-", 0, "error", verilator.brief(output))]
    return [
        Finding(
            "ruff", place(i["filename"]), i["location"]["row"], i["code"] or "syntax", i["message"]
        )
        for i in items
    ]


def _ruff_format(files: Sequence[Path]) -> list[Finding]:
    words = [sys.executable, "-m", "ruff", "format", "--check", *map(str, files)]
    text = "not formatted; `ruff format` does it"

    def read(output: str) -> list[Finding]:
        names = re.findall(r"^Would reformat: (.*)$", output, re.MULTILINE)
        return [Finding("ruff", place(name), 0, "format", text) for name in names]

    return run_checker("ruff", words, read)


def _mypy() -> list[Finding]:
    words = [sys.executable, "-m", "mypy", "--no-error-summary", "--no-pretty"]
    return run_checker("mypy", [*words, "--cache-dir", str(store.BUILD / "mypy")], _read_mypy)


def _read_mypy(output: str) -> list[Finding]:
    found = []
    for line in output.splitlines():
        match = re.match(r"^(\S+?):(?:(\d+):)? error: (.*?)(?:  \[([\w-]+)\])?$", line)
        if match:
            file, number, text, rule = match.groups()
            found.append(Finding("mypy", place(file), int(number or 0), rule or "error", text))
    return found


def _clang_format(files: Sequence[Path]) -> list[Finding]:
    text = "not formatted; `clang-format -i` does it"

    def read(output: str) -> list[Finding]:
        pattern = r"^(\S+?):\d+:\d+: warning: code should"
        names = sorted(set(re.findall(pattern, output, re.MULTILINE)))
        return [Finding("clang-format", place(name), 0, "format", text) for name in names]

    words = ["clang-format", "--dry-run", *map(str, files)]
    return run_checker("clang-format", words, read) if files else []
