# SPDX-License-Identifier: Apache-2.0
"""The store of builds: shared by checkouts, keyed by content and tools, pruned by size."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from freightyard import build_store, store
from freightyard.cli.quality import doctor
from freightyard.errors import UserError
from freightyard.hardware import compiler, headers, sources, verilator
from freightyard.system import programs

MODULE = "module fy_x (input clk_i);\n  int q;\n  always @(posedge clk_i) q++;\nendmodule\n"
CLONE = """
from pathlib import Path
from freightyard import store
from freightyard.hardware import verilator
here = store.ROOT / "blocks/common/test"
print(verilator.build_verilated(
    "fy_fifo", ["common"], cpp=[here / "main.cpp"], parameters={"Depth": 5}, layouts=True,
    cflags=["-O0"]))
"""
PROGRAM = """
from freightyard import store
from freightyard.system import programs
print(programs.resolve(str(store.ROOT / "named"), 64, "minimal").elf)
"""


def clone(folder: Path) -> Path:
    """A checkout elsewhere, with one bench."""
    shutil.copytree(store.ROOT / "src", folder / "src")
    shutil.copytree(store.ROOT / "blocks/common", folder / "blocks/common")
    bench = '#include <cassert>\n#include "Vfy_fifo.h"\n'
    bench += "int main() { assert(Vfy_fifo().rst_ni == 0); }\n"
    (folder / "blocks/common/test/main.cpp").write_text(bench)
    return folder


def clone_with_program(folder: Path) -> Path:
    """A checkout elsewhere, with a program that says where its source lies."""
    for part in ("src", "sw", "systems/minimal", "blocks"):
        shutil.copytree(store.ROOT / part, folder / part, ignore=shutil.ignore_patterns("test"))
    (folder / "named").mkdir()
    text = "#include <stdio.h>\nint main(void) { return puts(__FILE__) < 0; }\n"
    (folder / "named/main.c").write_text(text)
    return folder


@pytest.mark.parametrize(("checkout", "script"), [(clone, CLONE), (clone_with_program, PROGRAM)])
def test_a_second_checkout_finds_the_build_of_the_first(
    checkout: Callable[[Path], Path], script: str, tmp_path: Path
) -> None:
    places = []
    for name in ("one", "two"):
        folder = checkout(tmp_path / name)
        environment = os.environ | {
            "PYTHONPATH": str(folder / "src"),
            "FY_BUILD_STORE": str(tmp_path / "store"),
        }
        words = [sys.executable, "-c", script]
        done = subprocess.run(words, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        places.append(Path(done.stdout.strip()))
        # Nothing in the program names the checkout, which may be gone when another uses it.
        assert str(tmp_path / "one").encode() not in places[-1].read_bytes()
        if name == "one":
            made = places[0].stat().st_mtime_ns
            shutil.rmtree(folder)
    assert places[0] == places[1] and places[1].stat().st_mtime_ns == made


def test_a_program_of_another_header_beside_it_is_another(tmp_path: Path) -> None:
    keys = set()
    for name in ("one", "two"):
        folder = tmp_path / name / "program"
        folder.mkdir(parents=True)
        (tmp_path / name / "value.h").write_text(f"// {name}\n")
        (folder / "main.c").write_text('#include "../value.h"\nint main(void) { return 0; }\n')
        keys.add(programs.resolve(str(folder), 64, "minimal").key)
    assert len(keys) == 2


def test_another_compiler_is_another_program(monkeypatch: pytest.MonkeyPatch) -> None:
    first = programs.resolve("hello", 64, "minimal")
    assert programs.resolve("hello", 64, "minimal") == first
    monkeypatch.setattr(programs, "compiler_version", lambda: "another")
    assert programs.resolve("hello", 64, "minimal").key != first.key


def build(tmp_path: Path) -> Path:
    (tmp_path / "fy_x.sv").write_text(MODULE)
    (tmp_path / "main.cpp").write_text("int main() {}\n")
    return verilator.build_verilated(
        "fy_x", [], sv=[tmp_path / "fy_x.sv"], cpp=[tmp_path / "main.cpp"], cflags=["-O0"]
    )


def test_common_headers_are_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiler takes them with the options of their key, and the text with any others."""
    monkeypatch.setenv("FY_BUILD_STORE", str(tmp_path / "store"))
    monkeypatch.setattr(headers, "TEXT", '#include "verilated.h"\n')
    (tmp_path / "verilated.h").write_text("#pragma once\nint fy_common();\n")
    (tmp_path / "main.cpp").write_text("int main() { return fy_common(); }\n")

    def found(*options: str) -> bool:
        words = [compiler.COMPILER, *options, "-H", "-c", "-include", str(first), "main.cpp"]
        run = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
        return f"! {first}.gch" in run.stderr

    first = headers.compiled(compiler.COMPILER, "1", tmp_path, ["-O1", "-DX=1"])
    assert headers.compiled(compiler.COMPILER, "1", tmp_path, ["-O1", "-DX=1"]) == first
    assert found("-O1", "-DX=1", "-DFY_INSPECT=1") and not found("-O0", "-DX=1", f"-I{tmp_path}")
    for other in (("2", ["-O1", "-DX=1"]), ("1", ["-O1", "-DX=2"]), ("1", ["-O2", "-DX=1"])):
        assert headers.compiled(compiler.COMPILER, other[0], tmp_path, other[1]) != first
    (tmp_path / "verilated.h").write_text("no header\n")
    with pytest.raises(sources.BuildError, match="compiling the headers of"):
        headers.compiled(compiler.COMPILER, "1", tmp_path, ["-O1", "-DX=1"])


def test_another_compiler_is_another_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = build(tmp_path)
    assert build(tmp_path) == first
    monkeypatch.setattr(compiler, "version", lambda: "another")
    assert build(tmp_path) != first


def test_a_failed_build_leaves_its_log_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FY_BUILD_STORE", str(tmp_path / "store"))
    (tmp_path / "fy_x.sv").write_text(MODULE)
    (tmp_path / "main.cpp").write_text("int main() { return nothing; }\n")
    with pytest.raises(sources.BuildError, match=r"(?s)compiling fy_x.*nothing.*Whole log"):
        verilator.build_verilated(
            "fy_x", [], sv=[tmp_path / "fy_x.sv"], cpp=[tmp_path / "main.cpp"], cflags=["-O0"]
        )
    left = sorted(p.suffix for p in (tmp_path / "store" / "verilated").iterdir())
    assert left == [".lock", ".log"]


@pytest.fixture
def three(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """A build, a program and a build of 8 MB in a store of 20 MB, each used a day after another."""
    monkeypatch.setenv("FY_BUILD_STORE", str(tmp_path))
    monkeypatch.setenv("FY_BUILD_STORE_GB", str(20 / 1024))
    places = []
    for number, kind in enumerate(("verilated", "programs", "verilated")):
        place = tmp_path / kind / f"top-{number}"
        place.mkdir(parents=True)
        (place / "bench").write_bytes(os.urandom(8 << 20))
        place.with_suffix(".lock").touch()
        place.with_suffix(".log").touch()
        then = time.time() - 86400 * (3 - number)
        os.utime(place, (then, then))
        places.append(place)
    return places


def test_what_was_not_used_for_longest_goes(three: list[Path]) -> None:
    build_store.use(three[0])
    assert build_store.prune() == [three[1]]
    assert three[0].is_dir() and three[2].is_dir() and not three[1].with_suffix(".log").exists()
    assert build_store.prune() == []


def test_young_builds_stay(three: list[Path]) -> None:
    for place in three:
        build_store.use(place)
    assert build_store.prune() == []


def test_a_build_that_someone_makes_stays(three: list[Path]) -> None:
    with store.locked(three[0].with_suffix(".lock")):
        assert build_store.prune() == [three[1]]


def test_a_build_that_another_process_removes_meanwhile(
    three: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    measure = build_store.size_of

    def size_of(place: Path) -> int:
        size = measure(place)
        if place == three[0]:
            shutil.rmtree(place)
        return size

    monkeypatch.setattr(build_store, "size_of", size_of)
    build_store.prune()
    assert three[1].is_dir() and three[2].is_dir()


def test_doctor_tells_the_size(three: list[Path]) -> None:
    line = next(found for found in doctor.findings() if found.what.startswith("builds in"))
    assert "FY_BUILD_STORE" in line.what and line.state == "large"
    build_store.prune()
    line = next(found for found in doctor.findings() if found.what.startswith("builds in"))
    assert line.state == "ok"


@pytest.mark.parametrize("given", ["many", "0", "-3"])
def test_a_limit_that_is_none(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FY_BUILD_STORE_GB", given)
    with pytest.raises(UserError, match=f"FY_BUILD_STORE_GB is '{given}'; give a number"):
        build_store.limit()
