# SPDX-License-Identifier: Apache-2.0
"""What a core declares of itself, and wrong tables."""

import pytest

from freightyard.errors import UserError
from freightyard.hardware import core
from freightyard.lockstep import qemu
from freightyard.store import ROOT


@pytest.mark.parametrize(("xlen", "abi"), [(64, "lp64"), (32, "ilp32")])
def test_flags_of_the_hart(xlen, abi):
    hart = core.of_system("copy_engine", xlen)
    assert hart.isa == f"rv{xlen}ima_zicsr_zifencei" and hart.abi == abi
    assert hart.compile_flags()[0] == f"-march=rv{xlen}im_zicsr_zifencei"
    assert hart.link_flags() == [f"-march=rv{xlen}im", f"-mabi={abi}"]
    cpu = hart.qemu_cpu()
    assert cpu.startswith(f"rv{xlen},c=false,f=false,") and cpu.endswith(",pmu-num=0")


def test_lockstep_asks_for_that_cpu(tmp_path, monkeypatch):
    monkeypatch.setattr(qemu.shutil, "which", lambda name: name)
    words = qemu.command(tmp_path / "x.elf", "hart", 32)
    assert words[words.index("-cpu") + 1] == core.load("hart", 32).qemu_cpu()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("isa =", "iso =", r"core\.toml:\d+: no key is called iso here; did you mean isa"),
        ("link = [", "lunk = [", r"core\.toml:\d+: no key is called lunk here; did you mean link"),
        (
            "off =",
            "on = 1\noff =",
            r"core\.toml:\d+: no key is called on here; legal: cpu, off, values",
        ),
        ('c", "f', 'c", 1, "f', r"core\.toml:\d+: off: 1 should be a text in quotes"),
        ('64 = "lp64"', '128 = "lp64"', r"core\.toml:\d+: there is no ABI for 64 bits; .*32, 128"),
    ],
)
def test_wrong_table_is_one_sentence(old, new, says, tmp_path, monkeypatch):
    (tmp_path / "hart").mkdir()
    text = (ROOT / "blocks" / "hart" / "core.toml").read_text()
    assert old in text
    (tmp_path / "hart" / "core.toml").write_text(text.replace(old, new, 1))
    monkeypatch.setattr(core, "BLOCKS", tmp_path)
    core.load.cache_clear()
    with pytest.raises(UserError, match=says):
        core.load("hart", 64)
    core.load.cache_clear()


def test_a_block_that_is_no_core():
    with pytest.raises(UserError, match=r"blocks/cache/core\.toml is missing"):
        core.load("cache", 64)
