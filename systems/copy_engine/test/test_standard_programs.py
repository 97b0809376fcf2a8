# SPDX-License-Identifier: Apache-2.0
"""Programs in the conventions of riscv-tests and riscv-arch-test run as they are."""

import shutil
import subprocess
from pathlib import Path

import pytest
from systems.copy_engine.test import corners

from freightyard.cli.main import main
from freightyard.errors import UserError
from freightyard.hardware import configuration as config
from freightyard.hardware import core
from freightyard.system import programs, simulator
from freightyard.system.simulator import Options

SOURCES = Path(__file__).parent / "standard"


def build(folder, name, xlen, *flags):
    """The ELF of one source file, linked as the programs of others are."""
    elf = folder / f"{name}.elf"
    target = core.of_system("copy_engine", xlen)
    command = [programs.COMPILER, *target.architecture(), "-static"]
    command += ["-mcmodel=medany", "-nostdlib", "-nostartfiles", f"-I{SOURCES}"]
    command += [f"-T{SOURCES / 'standard.ld'}", "-Wl,--no-warn-rwx-segments,--build-id=none"]
    command += [*flags, str(SOURCES / f"{name}.S"), "-o", str(elf)]
    subprocess.run(command, check=True)
    return elf


@pytest.fixture(scope="module", params=("copy-engine", "copy-engine-32"))
def system(request):
    chosen = config.load(request.param)
    return chosen, simulator.build(chosen)


def run(system, elf, options=Options(cycles=200_000)):  # noqa: B008 (frozen)
    chosen, built = system
    return simulator.run(
        chosen, built, programs.resolve(str(elf), chosen.built.xlen, "copy_engine"), options
    )


@pytest.mark.default
@pytest.mark.parametrize("number", (0, 3, 4, 300))
def test_number_of_the_check_that_fails(system, tmp_path, number):
    elf = build(tmp_path, "numbered", system[0].built.xlen, f"-DFAIL={number}")
    outcome = run(system, elf)
    assert (outcome.exit_code, outcome.reason) == (number, "exit")
    wanted = f"tohost says failure {number} (value {number << 1 | 1:#x})" if number else ""
    assert outcome.message == wanted


@pytest.mark.default
@pytest.mark.parametrize(("granularity", "digits"), ((4, 8), (8, 16), (16, 32)))
def test_signature(system, tmp_path, granularity, digits):
    elf = build(tmp_path, "signature", system[0].built.xlen)
    target = tmp_path / "signature"
    options = Options(cycles=100_000, signature=target, signature_granularity=granularity)
    assert run(system, elf, options).exit_code == 0
    words = [word for n in range(1, 6) for word in (n * 0x01010101, 0xDEADBEEF)]
    memory = b"".join(word.to_bytes(4, "little") for word in words)
    memory += bytes(-len(memory) % granularity)
    parts = [memory[at : at + granularity] for at in range(0, len(memory), granularity)]
    wanted = [f"{int.from_bytes(part, 'little'):0{digits}x}" for part in parts]
    assert target.read_text() == "".join(f"{line}\n" for line in wanted)


@pytest.mark.default
def test_signature_without_symbols(system, tmp_path):
    xlen = system[0].built.xlen
    target = tmp_path / "signature"
    elf = build(tmp_path, "numbered", xlen, "-DFAIL=0")
    with pytest.raises(UserError, match="has no symbol begin_signature; --signature wants"):
        run(system, elf, Options(signature=target))
    elf = build(tmp_path, "signature", xlen)
    for symbol, says in (
        ("end_signature", "has no symbol end_signature"),
        ("begin_signature", "has no symbol begin_signature"),
    ):
        less = tmp_path / "less.elf"
        subprocess.run(
            ["riscv64-unknown-elf-objcopy", "--strip-symbol", symbol, elf, less], check=True
        )
        with pytest.raises(UserError, match=says):
            run(system, less, Options(signature=target))
    elf = build(tmp_path, "signature", xlen, "-Wl,--defsym=end_signature=0x80000000,-z,muldefs")
    with pytest.raises(UserError, match="put the second behind the first"):
        run(system, elf, Options(signature=target))
    assert not target.exists()


@pytest.mark.default
def test_signature_outside_memory(system, tmp_path):
    flags = "-Wl,--defsym=end_signature=0x90000004,-z,muldefs"
    elf = build(tmp_path, "signature", system[0].built.xlen, flags)
    target = tmp_path / "signature"
    with pytest.raises(UserError, match=r"the signature of .* does not fit in memory"):
        run(system, elf, Options(signature=target))
    assert not target.exists()


@pytest.mark.default
def test_any_hart_ends_the_program(tmp_path):
    elf = build(tmp_path, "second_hart", 64)
    outcome = run(corners.system(2), elf)
    assert outcome.exit_code == 9
    assert outcome.message == "tohost says failure 9 (value 0x13)"


@pytest.mark.default
def test_program_of_counter_and_console(system, tmp_path):
    folder = tmp_path / "score"
    folder.mkdir()
    shutil.copy(SOURCES / "score.c", folder / "main.c")
    outcome = run(system, folder, Options(cycles=5_000_000))
    assert outcome.exit_code == 0
    (line,) = outcome.lines()
    assert line["checksum"] == checksum(8)
    assert 10_000 < line["cycles"] < outcome.cycles


def checksum(rounds):
    """What score.c computes, from its description."""

    def add(total, value):
        for _ in range(16):
            odd = (total ^ value) & 1
            total, value = total >> 1 ^ (0xA001 if odd else 0), value >> 1
        return total

    left = [[row * 3 - column for column in range(8)] for row in range(8)]
    right = [[column * 5 - row * 2 for column in range(8)] for row in range(8)]
    total = 0
    for _ in range(rounds):
        for index in range(64):
            total = add(total, index * 37 % 64 * 2749 & 0xFFFF)
        for row in range(8):
            for column in range(8):
                value = sum(left[row][k] * right[k][column] for k in range(8))
                total = add(total, value & 0xFFFF)
    return total


@pytest.mark.default
def test_exit_code_above_a_byte_is_not_success(tmp_path, capfd):
    elf = build(tmp_path, "numbered", 64, "-DFAIL=300")
    assert main(["run", "copy-engine", str(elf)]) == 255
    assert "tohost says failure 300" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("words", "says"),
    (
        ("--signature /nowhere/x", "/nowhere is not a folder"),
        ("--signature-granularity 5", "--signature-granularity is 5; give 4, 8 or 16"),
    ),
)
def test_bad_signature_option_is_one_sentence(capsys, words, says):
    assert main(["run", "copy-engine", "hello", *words.split()]) == 1
    errors = capsys.readouterr().err
    assert says in errors
    assert len(errors.strip().splitlines()) == 1
