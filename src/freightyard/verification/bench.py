# SPDX-License-Identifier: Apache-2.0
"""The one helper behind all hardware tests: cocotb benches and C++ benches, called from pytest."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from collections.abc import Mapping, Sequence
from pathlib import Path

from freightyard import store
from freightyard.hardware import flat_top, sources, verilator
from freightyard.verification import limits


def seed_of(default: int = 1) -> int:
    """Seed of this call of `fy test`; `--seed N` or FY_SEED changes it. Always print it."""
    return int(os.environ.get("FY_SEED", default))


def elaborate(top: str, files: Sequence[Path], *switches: str) -> subprocess.CompletedProcess[str]:
    """What Verilator says of a module of these files; nothing is built."""
    command = [*verilator.call(), "--lint-only", *switches, "--top-module", top, *map(str, files)]
    environment = verilator.tool_environment()
    return subprocess.run(command, cwd=store.ROOT, env=environment, capture_output=True, text=True)


def build_cocotb(
    top: str,
    blocks: Sequence[str],
    *,
    sv: Sequence[Path] = (),
    parameters: Mapping[str, sources.Parameter] | None = None,
    flags: Sequence[str] = (),
    flat: bool = False,
) -> Path:
    """The simulation of `top` with cocotb inside, built once a content; returns its program.

    `blocks` name source lists, `sv` further files; a BuildError has the tool's message.
    """
    import cocotb_tools.config as config

    return verilator.build_verilated(
        top,
        blocks,
        sv=sv,
        cpp=[Path(config.share_dir) / "lib" / "verilator" / "verilator.cpp"],
        parameters=parameters,
        flat=flat,
        prefix="Vtop",
        flags=["--vpi", "--public-flat-rw", "--timescale", "1ns/1ps", *flags],
        libraries=[Path(config.libs_dir)],  # found by LD_LIBRARY_PATH: builds hold no place
        ldflags=["-lcocotbvpi_verilator"],
    )


def run_cocotb(
    top: str,
    blocks: Sequence[str],
    test_module: Path,
    *,
    sv: Sequence[Path] = (),
    parameters: Mapping[str, sources.Parameter] | None = None,
    seed: int | None = None,
    testcase: str | None = None,
    environment: Mapping[str, str] | None = None,
    flags: Sequence[str] = (),
    flat: bool = False,
    limit: float = 600,
) -> None:
    """Run the cocotb tests of a Python file on `top`; an AssertionError tells what failed.

    `flat` gives them plain ports in place of link records (hardware/flat_top.py); `limit` is in
    CPU seconds.
    """
    import cocotb_tools.config as config
    import find_libpython

    program = build_cocotb(top, blocks, sv=sv, parameters=parameters, flags=flags, flat=flat)
    test_module = Path(test_module).resolve()
    seed = seed_of() if seed is None else seed
    scratch = _scratch(top)
    results = scratch / "results.xml"
    places = [test_module.parent, store.ROOT / "src", store.ROOT]
    python_path = [*map(str, places), *(p for p in sys.path if p)]
    full = verilator.tool_environment() | {
        "COCOTB_TOPLEVEL": flat_top.name_of(top) if flat else top,
        "COCOTB_TEST_MODULES": test_module.stem,
        "COCOTB_RESULTS_FILE": str(results),
        "COCOTB_RANDOM_SEED": str(seed),
        "COCOTB_TRUST_INERTIAL_WRITES": "1",
        "TOPLEVEL_LANG": "verilog",
        "GPI_USERS": f"{find_libpython.find_libpython()};{config.pygpi_entry_point()}",
        "PYGPI_PYTHON_BIN": sys.executable,
        "PYTHONPATH": os.pathsep.join(python_path),
        "LD_LIBRARY_PATH": str(config.libs_dir),
        "NO_COLOR": "1",
    }
    if testcase:
        full["COCOTB_TESTCASE"] = testcase
    full.update(environment or {})
    log = scratch / "log.txt"
    with log.open("w") as output:
        code = subprocess.run(
            limits.limited([program, *random_start(seed)], limit),
            cwd=scratch,
            env=full,
            stdout=output,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
        ).returncode
    if limits.reached(code):
        raise AssertionError(f"{top}: no end after {limit:.0f} CPU seconds; log {log}")
    ran, failed = _verdict(results)
    tail = "\n".join(log.read_text(errors="replace").splitlines()[-40:])
    if failed or code or not ran:
        what = "\n".join(failed) or (f"exit code {code}" if code else "no test ran")
        raise AssertionError(f"{top} with seed {seed}: {what}\n{tail}\nWhole log: {log}")
    print(f"{top}: {ran} cocotb tests passed, seed {seed}")
    shutil.rmtree(scratch, ignore_errors=True)


def run_program(
    program: Path,
    *arguments: object,
    seed: int | None = None,
    limit: float = 1200,
    cwd: Path | None = None,
) -> str:
    """Run a C++ bench and return what it printed; an AssertionError has its last lines.

    The bench gets `--seed N` and +verilator+seed+N; exit code 0 means passed. `limit` is in CPU
    seconds.
    """
    seed = seed_of() if seed is None else seed
    command = [str(program), "--seed", str(seed), *map(str, arguments)]
    command += random_start(seed)
    result = subprocess.run(
        limits.limited(command, limit),
        cwd=cwd or store.ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        errors="replace",
    )
    if limits.reached(result.returncode):
        raise AssertionError(f"{' '.join(command)}\nno end after {limit:.0f} CPU seconds")
    if result.returncode:
        tail = "\n".join(result.stdout.splitlines()[-40:])
        raise AssertionError(f"{' '.join(command)}\nexit code {result.returncode}\n{tail}")
    print(result.stdout)
    return result.stdout


def measured(output: str) -> dict[str, int]:
    """What a bench measured: its lines of a name and a count."""
    lines = re.findall(r"^(\w+) (\d+)$", output, re.MULTILINE)
    return {name: int(count) for name, count in lines}


def random_start(seed: int) -> list[str]:
    """Arguments that fill all registers with seeded random bits before reset (default: zeros)."""
    # Verilator takes 31 bits and reads 0 as 'choose one'.
    number = random.Random(seed).randrange(1, 2**31 - 1)
    return ["+verilator+rand+reset+2", f"+verilator+seed+{number}"]


def _scratch(top: str) -> Path:
    folder = store.BUILD / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    return Path(tempfile.mkdtemp(prefix=f"{top}-", dir=folder))


def _verdict(results: Path) -> tuple[int, list[str]]:
    """Number of tests that ran and the messages of those that failed."""
    if not results.is_file():
        return 0, []
    ran = 0
    failed = []
    for case in xml.parse(results).iter("testcase"):
        if case.find("skipped") is not None:
            continue
        ran += 1
        for trouble in (*case.iter("failure"), *case.iter("error")):
            text = trouble.get("error_msg") or trouble.get("message") or trouble.text or ""
            failed.append(f"{case.get('name')}: {text}")
    return ran, failed
