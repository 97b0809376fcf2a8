# SPDX-License-Identifier: Apache-2.0
"""Programs of users: plain C with arguments, heap, time and atomics compiles and runs unchanged."""

from __future__ import annotations

import re
import subprocess
from importlib import import_module
from pathlib import Path

import pytest

from freightyard.errors import UserError
from freightyard.store import ROOT
from freightyard.system import programs

# A copy of this folder tests itself, by its own list.
newcomer = import_module(f"systems.{Path(__file__).parents[1].name}.test.newcomer")
Checkout = newcomer.Checkout

PROGRAMS = Path(__file__).parent / "programs"
WIDE, NARROW = (), ("--set", "xlen=32")
widths = pytest.mark.parametrize("settings", [WIDE, NARROW], ids=["64", "32"])


@pytest.fixture
def here(tmp_path: Path) -> Checkout:
    return Checkout(ROOT, Path(__file__).parents[1].name.replace("_", "-"), tmp_path)


@pytest.mark.default
@widths
def test_what_the_library_offers(here: Checkout, settings: tuple[str, ...]) -> None:
    words = ("--", "one", "and two", "--three")
    told = here.fy("run", PROGRAMS / "library", *settings, *words, code=3)
    assert "constructed 7, 4 arguments: [library] [one] [and two] [--three]\n" in told
    blocks = re.search(r"heap (\d+) blocks, atomics 1\n", told)
    assert blocks and 20 < int(blocks[1]) < 64  # of 4,000 bytes in 256 KB beside stack and program
    assert "root 2.828427\nclock 1, time 1\natexit\ndestructor\n" in told


@pytest.mark.default
def test_an_abort_is_told(here: Checkout) -> None:
    """SIGABRT is 6; nothing runs after it."""
    told = here.fy("run", PROGRAMS / "library", "--", "abort", code=134)
    assert "clock 1" in told and "atexit" not in told


@pytest.mark.default
@widths
def test_score_in_the_form_of_coremark(here: Checkout, settings: tuple[str, ...]) -> None:
    told = here.fy("run", PROGRAMS / "score", *settings, "--", "0x66", "2")
    ticks = re.search(r"Total ticks      : (\d+)\n", told)
    rate = re.search(r"Iterations/Sec   : ([\d.]+)\n", told)
    assert ticks and rate and abs(float(rate[1]) * int(ticks[1]) / 2e6 - 1) < 1e-6
    items = 666 // (16 if settings == WIDE else 8)
    assert f"checksum         : {checksum(0x66, 2, items):#06x}\n" in told


def checksum(seed: int, iterations: int, items: int) -> int:
    """What the score computes, from its description."""
    total = 0
    for turn in range(iterations):
        last, values = seed + turn, []
        for index in range(items):
            last = last * 5 + 17 + index
            values.append(last & 0xFFF)
        for value in sorted(values):
            for bit in range(16):
                odd = (value >> bit ^ total) & 1
                total = total >> 1 ^ (0xA001 if odd else 0)
    return total


@pytest.mark.default
@widths
def test_kernel_in_the_form_of_embench(here: Checkout, settings: tuple[str, ...]) -> None:
    assert re.search(r"took [1-9]\d+\n", here.fy("run", PROGRAMS / "kernels", *settings))


def compiled(folder: Path) -> programs.Program:
    return programs.resolve(str(folder), 64, "minimal")


def test_debuggers_find_the_lines() -> None:
    """Paths in the debug information begin in the folder, where the listing finds the text."""
    program = compiled(PROGRAMS / "score")
    command = ["riscv64-unknown-elf-objdump", "-dl", "--disassemble=sort_list", program.elf]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert re.search(r"^(\./)*list\.c:\d+$", told, re.MULTILINE)
    assert program.sources == (PROGRAMS / "score", ROOT)
    assert program.disassembly is not None
    assert "middle->next = NULL;" in program.disassembly.read_text()


def test_warnings_are_shown_and_no_errors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FY_BUILD_STORE", str(tmp_path / "store"))
    compiled(PROGRAMS / "library")
    told = capfd.readouterr().err
    assert "unused variable" in told and "ld" not in told.split()


def test_flags_of_the_folder_and_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of the environment come last; paths begin in the folder; keys hold all of them."""
    folder = tmp_path / "own"
    (folder / "api").mkdir(parents=True)
    (folder / "flags.mk").write_text("CFLAGS = -DA=1 '-DB=\"b c\"' -Iapi\nLDFLAGS = -Wl,-u,kept\n")
    (folder / "api" / "x.h").write_text("#define X 1\n")
    text = "#include <x.h>\nint kept;\nint main(void) { return X + A + sizeof B; }\n"
    (folder / "main.c").write_text(text)
    first = compiled(folder)
    assert "li\ta0,6\n" in (first.disassembly or Path()).read_text()
    monkeypatch.setenv("CFLAGS", "-UA -DA=5")
    second = compiled(folder)
    assert second.key != first.key
    assert "li\ta0,10\n" in (second.disassembly or Path()).read_text()
    (folder / "api" / "x.h").write_text("#define X 2\n")
    assert compiled(folder).key != second.key


@pytest.mark.parametrize(
    ("text", "says"),
    (
        ("CFLAGS = -O1\nCC = gcc\n", r"flags\.mk:2: `CC = gcc` is not understood; write CFLAGS ="),
        ("CFLAGS = '-DX\n", r"flags\.mk:1: a quotation in `'-DX` does not end"),
        ("CFLAGS = -Wrong-option\n", r"compiling .* failed: .*-Wrong-option"),
    ),
)
def test_flags_that_nobody_reads(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "main.c").write_text("int main(void) { return 0; }\n")
    (tmp_path / "flags.mk").write_text(text)
    with pytest.raises(UserError, match=says):
        compiled(tmp_path)


def test_a_folder_without_c_below_it(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "x.h").write_text("")
    with pytest.raises(UserError, match="has no C file"):
        compiled(tmp_path)
