# SPDX-License-Identifier: Apache-2.0
"""Programs: compiled once, with opcodes that the core has, and clear answers to bad input."""

import re
import shutil

import pytest

from freightyard.errors import UserError
from freightyard.system import program_sources, programs

NAMES = sorted(program_sources.named("copy_engine"))
# Compressed code would show as 16-bit words; atomics and floating point by their names.
LACKING = re.compile(r"\t(lr\.|sc\.|amo|f(ld|sd|lw|sw|add|sub|mul|div|mv|cvt)|c\.)")


@pytest.mark.parametrize("xlen", [64, 32])
@pytest.mark.parametrize("name", NAMES)
def test_uses_only_what_the_core_has(name, xlen):
    program = programs.resolve(name, xlen, "copy_engine")
    listing = program.disassembly.read_text()
    assert not LACKING.search(listing)
    addresses = [int(m[1], 16) for m in re.finditer(r"^\s*([0-9a-f]{8,16}):\t", listing, re.M)]
    assert addresses
    assert all(address % 4 == 0 for address in addresses)


def test_second_call_compiles_nothing():
    first = programs.resolve("hello", 64, "copy_engine")
    before = first.elf.stat().st_mtime_ns
    assert programs.resolve("hello", 64, "copy_engine") == first
    assert first.elf.stat().st_mtime_ns == before


def test_unknown_name_suggests_the_nearest():
    with pytest.raises(UserError, match="did you mean hello"):
        programs.resolve("helo", 64, "copy_engine")


def test_folder_without_c(tmp_path):
    with pytest.raises(UserError, match="has no C file"):
        programs.resolve(str(tmp_path), 64, "copy_engine")


def test_file_that_is_no_elf(tmp_path):
    file = tmp_path / "text"
    file.write_text("hello")
    with pytest.raises(UserError, match="is not an ELF"):
        programs.resolve(str(file), 64, "copy_engine")


def test_compile_error_names_the_line(tmp_path):
    (tmp_path / "main.c").write_text("int main(void) { return x; }\n")
    with pytest.raises(UserError, match=r"main\.c:1"):
        programs.resolve(str(tmp_path), 64, "copy_engine")


def test_compiler_missing(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(UserError, match="apt-get install -y gcc-riscv64-unknown-elf"):
        programs.resolve("hello", 64, "copy_engine")


def test_program_larger_than_the_memory_of_the_map(tmp_path):
    """The linker tells it, for the largest memory that the system can be built with."""
    (tmp_path / "main.c").write_text(
        "static volatile char large[20 << 20];\nint main(void) { return large[5]; }\n"
    )
    with pytest.raises(UserError, match=r"region `memory' overflowed by .* bytes"):
        programs.resolve(str(tmp_path), 64, "minimal")
    assert programs.resolve(str(tmp_path), 64, "copy_engine").elf.is_file()


def test_names_of_straps_where_there_are_none(tmp_path):
    (tmp_path / "main.c").write_text(
        '#include "fy_config.h"\n'
        "int main(void) {\n  static const char* const names[] = {FY_STRAP_NAMES};\n"
        "  return names[FY_STRAPS] != 0;\n}\n"
    )
    for system in ("minimal", "copy_engine"):
        assert programs.resolve(str(tmp_path), 64, system).elf.is_file()
