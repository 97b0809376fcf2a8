# SPDX-License-Identifier: Apache-2.0
"""`fy test`: pytest over all blocks, in three tiers, two at a time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from freightyard import build_store, store
from freightyard import environment as machine
from freightyard.errors import UserError
from freightyard.hardware import verilator
from freightyard.system import results
from freightyard.verification import quotas


def command(
    fast: Annotated[bool, typer.Option("--fast", help="before every commit; 3 minutes")] = False,
    long: Annotated[bool, typer.Option("--long", help="everything, with the volume")] = False,
    expression: Annotated[
        str, typer.Option("-k", help="only tests whose name matches, as in pytest")
    ] = "",
    seed: Annotated[int, typer.Option(help="seed of all random tests")] = 1,
    jobs: Annotated[int, typer.Option(help="tests at a time")] = 2,
    json: Annotated[
        Path | None, typer.Option(help="write the CPU seconds by quota and file here")
    ] = None,
    paths: Annotated[list[str] | None, typer.Argument(help="only these files or folders")] = None,
) -> None:
    """Run the tests: the CI tier, or --fast, or --long. The last line counts them.

    Before it stands what they took in CPU seconds, by systems and blocks, beside the quotas of
    systems/*/quota.toml; 1.5 times a quota fails. Builds are kept in FY_BUILD_STORE (default:
    build/), up to FY_BUILD_STORE_GB gigabytes (default: 4).
    """
    if fast and long:
        raise UserError("--fast and --long exclude each other; give one of them")
    tier = "fast" if fast else "long" if long else "default"
    raise typer.Exit(run(tier, expression, seed, jobs, paths or [], json))


def run(
    tier: str, expression: str, seed: int, jobs: int, paths: list[str], json: Path | None = None
) -> int:
    """Run pytest; 0 when every test passed and at least one ran."""
    for path in paths:
        if not (store.ROOT / path.split("::")[0]).exists():
            raise UserError(f"{path} does not exist; give a folder or file below {store.ROOT}")
    quotas.read()  # a bad one is told before the tests
    results.check_writable(json)
    free = machine.free_disk()
    if tier != "fast" and not paths and not expression and free < machine.DISK:
        raise UserError(
            f"{free:.1f} GB are free on the disk of {store.ROOT}, the {tier} tier takes "
            f"{machine.DISK}; free some ({build_store.folder('verilated')} may be deleted)"
        )
    environment = verilator.tool_environment() | {
        "FY_TIER": tier,
        "FY_SEED": str(seed),
        "PYTHONPATH": str(store.ROOT / "src"),
        "FY_TEST_JSON": str(json.resolve()) if json else "",
    }
    environment.pop("PYTEST_ADDOPTS", None)
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    words += [
        "-p",
        "freightyard.verification.test_summary",
        "--durations",
        "15",
        "--durations-min",
        "30",
    ]
    if jobs > 1:
        # A file is run by one process, so that its tests find each other's builds.
        words += ["-n", str(jobs), "--dist", "loadfile"]
    words += ["-k", expression] if expression else []
    words += paths
    print(f"fy test: {tier} tier, seed {seed}, {jobs} at a time", flush=True)
    code = subprocess.run(
        words, cwd=store.ROOT, env=environment, stdin=subprocess.DEVNULL
    ).returncode
    if code == 5:
        raise UserError(f"no test matches {expression or paths or tier}")
    return 1 if code else 0
