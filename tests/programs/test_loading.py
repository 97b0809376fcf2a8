# SPDX-License-Identifier: Apache-2.0
"""A program that a configuration cannot run is one sentence, before anything is built."""

import struct
import subprocess

import pytest

from freightyard.cli.main import main
from freightyard.errors import UserError
from freightyard.system import elf, loading, programs, simulator

SOURCE = """.globl _start
_start: j _start
.data
.globl NAME
NAME: .dword 0
"""


def link(folder, *flags, march="rv64ima", mabi="lp64", start="0x80000000", symbol="tohost"):
    """An ELF of one instruction and one word of data."""
    source, target = folder / "main.S", folder / "x.elf"
    source.write_text(SOURCE.replace("NAME", symbol))
    words = [programs.COMPILER, f"-march={march}", f"-mabi={mabi}", "-nostdlib", "-n"]
    words += [f"-Wl,-Ttext={start},--build-id=none", *flags, str(source), "-o", str(target)]
    subprocess.run(words, check=True)
    return target


def load(path, config="minimal", settings=()):
    said = []
    chosen, program = loading.load(config, settings, str(path), said.append)
    return chosen, program, said


@pytest.mark.parametrize(
    ("how", "says"),
    (
        ({"march": "rv64imac"}, "has compressed instructions (EF_RISCV_RVC)"),
        ({"march": "rv64imafd", "mabi": "lp64d"}, "has the ABI of double-precision registers"),
        ({"march": "rv64imaf", "mabi": "lp64f"}, "has the ABI of single-precision registers"),
        ({"march": "rv32e", "mabi": "ilp32e"}, "has the ABI of 16 registers (RVE)"),
        ({"start": "0x40000000"}, "at 0x40000000) does not fit in memory of minimal, which is "),
        ({"start": "0x8003fff0"}, "does not fit in memory of minimal, which is 0x80000000 to "),
    ),
)
def test_what_the_core_or_the_memory_lacks(tmp_path, monkeypatch, capsys, how, says):
    monkeypatch.setattr(simulator, "build", None)
    path = link(tmp_path, **how)
    assert main(["run", "minimal", str(path)]) == 1
    told = capsys.readouterr().err.splitlines()[-1]
    assert told.startswith(f"fy: {path} ") and says in told
    assert "memory" in says or "the core of minimal is rv" in told


def test_entry_outside_of_memory(tmp_path):
    with pytest.raises(UserError, match=r"starts at 0x1000, outside of memory of minimal, which"):
        load(link(tmp_path, "-Wl,-e,0x1000"))


def test_trace_and_wave_look_too(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(simulator, "build", None)
    path = str(link(tmp_path, march="rv64gc", mabi="lp64d"))
    for verb in ("trace", "wave"):
        assert main([verb, "minimal", path]) == 1
        assert "EF_RISCV_RVC" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("header", "says"),
    (
        (b"\2\1\1" + bytes(9) + struct.pack("<HH", 2, 62) + bytes(60), "but one for x86-64; the"),
        (b"\2\2\1" + bytes(69), "is no little-endian ELF of 32 or 64 bits"),
        (b"\3\1\1" + bytes(69), "is no little-endian ELF of 32 or 64 bits"),
        (b"\2\1\1" + bytes(9) + struct.pack("<HH", 3, 243) + bytes(60), "link it with -static"),
        (b"\2\1\1", "is cut short"),
    ),
)
def test_headers_that_nobody_runs(tmp_path, header, says):
    path = tmp_path / "x.elf"
    path.write_bytes(b"\x7fELF" + header)
    with pytest.raises(UserError, match=says):
        load(path)


def test_file_that_is_cut_short(tmp_path):
    path = link(tmp_path)
    path.write_bytes(path.read_bytes()[:300])
    with pytest.raises(UserError, match="is cut short"):
        load(path)


def test_a_narrow_program_chooses_the_width(tmp_path):
    path = link(tmp_path, march="rv32ima", mabi="ilp32")
    for config in ("minimal", "copy-engine"):
        chosen, _, said = load(path, config)
        assert chosen.built.xlen == 32
        assert said == [f"{path} is for RV32: runs with xlen=32"]
    with pytest.raises(UserError, match="is for RV32, the configuration is RV64"):
        load(path, settings=["xlen=64"])


def test_a_wide_program_does_not_change_what_was_chosen(tmp_path):
    path = link(tmp_path)
    assert load(path)[0].built.xlen == 64
    for config, settings in (("copy-engine-32", ()), ("minimal", ("xlen=32",))):
        with pytest.raises(UserError, match="is for RV64, the configuration is RV32"):
            load(path, config, settings)


def test_symbol_that_ends_a_program(tmp_path):
    assert load(link(tmp_path))[2] == []
    path = link(tmp_path, symbol="to_host")
    assert load(path)[2] == [f"{path} has no symbol tohost: {loading.END}"]
    assert "tohost" in elf.read(programs.resolve("hello", 32, "minimal").elf).symbols
