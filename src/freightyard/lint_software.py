# SPDX-License-Identifier: Apache-2.0
"""The tools for Python and C: ruff, mypy, clang-format."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from freightyard import hdl
from freightyard.lint import Finding, Job
from freightyard.lint_hardware import output_of, place
from freightyard.lint_style import tracked


def software_jobs() -> list[Job]:
    python = [*tracked(".py"), hdl.ROOT / "fy"]
    own = [path for path in python if hdl.ROOT / "src" in path.parents]
    c = tracked(".c", ".h", ".cpp", ".hpp", ".cc")
    settings = hdl.ROOT / "pyproject.toml"
    style = hdl.ROOT / ".clang-format"
    return [
        Job("ruff", "check", lambda: _ruff_check(python), [*python, settings]),
        Job("ruff", "format", lambda: _ruff_format(python), [*python, settings]),
        Job("mypy", "src", _mypy, [*own, settings]),
        Job("clang-format", "all files", lambda: _clang_format(c), [*c, style]),
    ]


def _ruff_check(files: Sequence[Path]) -> list[Finding]:
    words = [sys.executable, "-m", "ruff", "check", "--output-format", "json", "-q"]
    output = output_of([*words, *map(str, files)])
    try:
        items = json.loads(output or "[]")
    except json.JSONDecodeError:
        return [Finding("ruff", "-", 0, "error", hdl.brief(output))]
    return [
        Finding("ruff", place(i["filename"]), i["location"]["row"], i["code"], i["message"])
        for i in items
    ]


def _ruff_format(files: Sequence[Path]) -> list[Finding]:
    output = output_of([sys.executable, "-m", "ruff", "format", "--check", *map(str, files)])
    names = re.findall(r"^Would reformat: (.*)$", output, re.MULTILINE)
    text = "not formatted; `ruff format` does it"
    return [Finding("ruff", place(name), 0, "format", text) for name in names]


def _mypy() -> list[Finding]:
    words = [sys.executable, "-m", "mypy", "--no-error-summary", "--no-pretty"]
    output = output_of([*words, "--cache-dir", str(hdl.BUILD / "mypy")])
    found = []
    for line in output.splitlines():
        match = re.match(r"^(\S+?):(?:(\d+):)? error: (.*?)(?:  \[([\w-]+)\])?$", line)
        if match:
            file, number, text, rule = match.groups()
            found.append(Finding("mypy", place(file), int(number or 0), rule or "error", text))
    return found


def _clang_format(files: Sequence[Path]) -> list[Finding]:
    if shutil.which("clang-format") is None:
        return [Finding("clang-format", "-", 0, "missing", "clang-format is missing; ./fy doctor")]
    output = output_of(["clang-format", "--dry-run", *map(str, files)]) if files else ""
    names = sorted(set(re.findall(r"^(\S+?):\d+:\d+: warning: code should", output, re.MULTILINE)))
    text = "not formatted; `clang-format -i` does it"
    return [Finding("clang-format", place(name), 0, "format", text) for name in names]
