# SPDX-License-Identifier: Apache-2.0
"""What no kernel can boot with is one sentence, before anything is built or installed."""

import errno
import struct
from pathlib import Path

import pytest

from freightyard.cli.main import main
from freightyard.errors import UserError
from freightyard.hardware import core
from freightyard.linux import boot, boot_image, compiling, kernel, machine, packages, state
from freightyard.store import ROOT
from freightyard.system import simulator
from freightyard.system.programs import Program

MEGABYTE = 1 << 20
GOOD = {"start": b"\x6f\0", "offset": 2 * MEGABYTE, "magic": b"RSC\x05"}


def image(folder, **changes):
    values = {**GOOD, **changes}
    path = folder / "Image"
    path.write_bytes(
        struct.pack("<2s6xQQQI12x8s4s4x", values["start"], values["offset"], 3 * MEGABYTE, 0, 2,
                    b"RISCV", values["magic"])
    )  # fmt: skip
    return path


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"magic": b"MZ\0\0"}, r"Image is no kernel image for RISC-V; give arch/riscv/boot/Image"),
        ({"start": b"MZ"}, r"Image has compressed instructions, .* CONFIG_NONPORTABLE=y"),
        ({"offset": 0}, r"Image wants to lie 0 MB behind .* without MMU does; .* CONFIG_MMU=y"),
    ],
)
def test_kernel_image(tmp_path, monkeypatch, changes, says):
    monkeypatch.setattr(kernel, "build", None)
    wanted = boot.Wanted(image=image(tmp_path, **changes))
    with pytest.raises(UserError, match=says):
        boot.prepare(machine.load("copy-engine", [], 1, 32), wanted, print)


def test_no_kernel_image(tmp_path):
    with pytest.raises(UserError, match=r"the kernel .*/none: No such file .*; check the path"):
        boot_image.read_kernel(tmp_path / "none")


def test_memory_is_too_small(tmp_path):
    small, large = machine.load("copy-engine", [], 1, 4), machine.load("copy-engine", [], 1, 32)
    found = boot_image.read_kernel(image(tmp_path))
    with pytest.raises(UserError, match=r"need 6\.0 MB, the memory has 4; give --memory 6 or more"):
        boot_image.check_room(small, found, b"")
    with pytest.raises(
        UserError, match=r"need 36\.0 MB, the memory has 32; give --memory 36 or more"
    ):
        boot_image.check_room(large, found, bytes(30 * MEGABYTE))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--system minimal", "--memory is 32 MB, minimal has "),
        ("--system copy-engine-32", "copy-engine-32 is RV32, the kernel is RV64; choose one "),
        ("--memory 512", "--memory is 512 MB, copy-engine has 256; give 1 to that, or "),
        ("--system minimal --harts 2", "--harts is 2, but minimal has 1 and no key for more"),
        ("--harts 9", "num_harts"),
        ("--option none", "there is no file of kernel options none; check the path"),
    ],
)
def test_words(monkeypatch, capsys, words, says):
    monkeypatch.setattr(simulator, "read_console", lambda path: b"")
    monkeypatch.setattr(packages, "install", None)
    assert main(["linux", *words.split()]) == 1
    assert says in " ".join(capsys.readouterr().err.split())


def test_core_without_translation(tmp_path, monkeypatch):
    (tmp_path / "hart").mkdir()
    text = (ROOT / "blocks" / "hart" / "core.toml").read_text()
    lines = [line for line in text.splitlines() if not line.startswith("paging")]
    (tmp_path / "hart" / "core.toml").write_text("\n".join(lines))
    monkeypatch.setattr(core, "BLOCKS", tmp_path)
    core.load.cache_clear()
    with pytest.raises(UserError, match=r"core of copy-engine \(hart\) has no address translation"):
        machine.load("copy-engine", [], 1, 32)
    core.load.cache_clear()


def test_options_without_translation(tmp_path, monkeypatch):
    monkeypatch.setattr(packages, "install", None)
    own = tmp_path / "own.config"
    own.write_text("CONFIG_MMU=n\n")
    with pytest.raises(UserError, match=r"own\.config turns CONFIG_MMU off; programs need it"):
        kernel.build(1, [own], print)


def test_options_that_the_kernel_changes():
    """As it does without a word when a dependency is missing."""
    wanted = {"CONFIG_A": "y", "CONFIG_B": "n", "CONFIG_C": "4"}
    kernel.check_options(wanted, {"CONFIG_A": "y", "CONFIG_C": "4"})
    with pytest.raises(UserError, match=r"CONFIG_A is n and not y, CONFIG_B is m and not n; give"):
        kernel.check_options(wanted, {"CONFIG_B": "m", "CONFIG_C": "4"})


def test_the_last_value_counts():
    found = kernel.asked([kernel.OPTIONS, kernel.SEVERAL_HARTS])
    assert found["CONFIG_SMP"] == "y" and kernel.asked([kernel.OPTIONS])["CONFIG_SMP"] == "n"


@pytest.mark.parametrize("offered", [False, True])
def test_missing_package(monkeypatch, offered):
    need = packages.Need(packages.SOURCE, "run", lambda: False, "the source")
    monkeypatch.setattr(packages, "_known", lambda package: offered)
    installed, said = [], []
    monkeypatch.setattr(packages.environment, "install_debian", installed.extend)
    if offered:
        packages.install([need], said.append)
        assert installed == [need]
    else:
        with pytest.raises(UserError, match=r"offers no package linux-source-6.1; add Debian 12"):
            packages.install([need], said.append)
        assert installed == []
    assert said == [f"installing Debian packages, some 250 MB to download for all: "
                    f"{packages.SOURCE} (the source)"]  # fmt: skip


def fake_elf(folder, machine=243, flags=0, bits=2):
    path = folder / "x.elf"
    path.write_bytes(
        b"\x7fELF" + bytes([bits, 1, 1]) + bytes(9)
        + struct.pack("<HHIQQQIHHHHHH", 2, machine, 1, 0x10000, 0, 0, flags, 64, 56, 0, 64, 0, 0)
    )  # fmt: skip
    return path


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"machine": 62}, "is not a RISC-V executable but one for x86-64"),
        ({"flags": 1}, "has compressed instructions"),
        ({"flags": 4}, "has the ABI of double-precision registers"),
    ],
)
def test_program_for_another_machine(tmp_path, how, says):
    config = machine.load("copy-engine", [], 1, 32).config
    with pytest.raises(UserError, match=says):
        compiling.program(fake_elf(tmp_path, **how), config, ())


def test_no_program(tmp_path):
    config = machine.load("copy-engine", [], 1, 32).config
    with pytest.raises(UserError, match=r"there is no program .*none; give a C file, a folder"):
        compiling.program(tmp_path / "none", config, ())
    (tmp_path / "text").write_text("text")
    with pytest.raises(UserError, match=r"text is no C file, no folder and no ELF"):
        compiling.program(tmp_path / "text", config, ())


def test_program_is_looked_at_before_the_build(tmp_path, monkeypatch):
    monkeypatch.setattr(kernel, "build", None)
    chosen = machine.load("copy-engine", [], 1, 32)
    (tmp_path / "empty").mkdir()
    (tmp_path / "good.c").touch()
    good = boot.Wanted(tmp_path / "good.c", ["a"] * 100)
    for wanted, says in [
        (boot.Wanted(tmp_path / "none.c"), r"there is no program .*none\.c; give a C file"),
        (boot.Wanted(tmp_path / "empty"), r"empty has no C file; a program is a folder with a"),
        (boot.Wanted(fake_elf(tmp_path, machine=62)), "is not a RISC-V executable"),
        (good, "100 arguments have "),
    ]:
        with pytest.raises(UserError, match=says):
            boot.prepare(chosen, wanted, print)


def test_what_cannot_be_kept():
    booted = boot.Boot(Program("p", Path("none"), None, ""), [])
    for harts, megabytes, says in [
        (2, 32, "a boot of 2 harts cannot be kept; leave out --harts"),
        (1, 256, "leaves no room for a boot that is kept; give --memory less"),
    ]:
        with pytest.raises(UserError, match=says):
            state.kept(machine.load("copy-engine", [], harts, megabytes), booted, print)


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [
        (OSError(errno.EROFS, "Read-only file system", "/s/p.lock"), 1,
         "fy: cannot write /s/p.lock: Read-only file system; make room there, or set FY_BUILD_"),
        (OSError(errno.ENOSPC, "No space left on device"), 1,
         "or FY_BUILD_STORE: No space left on device; make room"),
        (KeyboardInterrupt(), 130, "fy: interrupted; finished work is kept"),
    ],
    ids=["read-only", "full", "control-C"],
)  # fmt: skip
def test_ends_of_the_way(monkeypatch, capsys, error, code, says):
    def fails(*_):
        raise error

    monkeypatch.setattr(simulator, "read_console", lambda path: b"")
    monkeypatch.setattr(boot, "prepare", fails)
    assert main(["linux"]) == code
    assert says in " ".join(capsys.readouterr().err.split())


def test_too_many_arguments():
    with pytest.raises(UserError, match=r"100 arguments have 213 bytes; 63 and 4096 are the most"):
        boot._words(["/bin/program", *["a"] * 100])
