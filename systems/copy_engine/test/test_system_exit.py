# SPDX-License-Identifier: Apache-2.0
"""Exit codes by the test device and by tohost alone, in both widths."""

import subprocess

import pytest

from freightyard.hardware import configuration as config
from freightyard.hardware import core
from freightyard.system import programs, simulator
from freightyard.system.simulator import Options

pytestmark = pytest.mark.default
STORE = {64: "sd", 32: "sw"}


@pytest.fixture(scope="module", params=("copy-engine", "copy-engine-32"))
def system(request):
    chosen = config.load(request.param)
    return chosen, simulator.build(chosen)


def run(system, path):
    chosen, built = system
    xlen = chosen.built.xlen
    return simulator.run(chosen, built, programs.resolve(str(path), xlen, "copy_engine"), Options())


@pytest.mark.parametrize("code", (0, 1, 7, 255))
def test_test_device(system, tmp_path, code):
    (tmp_path / "main.c").write_text(f"int main(void) {{ return {code}; }}\n")
    assert run(system, tmp_path).exit_code == code


@pytest.mark.parametrize("code", (0, 5))
def test_tohost_alone(system, tmp_path, code):
    xlen = system[0].built.xlen
    (tmp_path / "main.S").write_text(
        f".globl _start\n_start: la t0, tohost\nli t1, {code * 2 + 1}\n{STORE[xlen]} t1, 0(t0)\n"
        "1: j 1b\n.data\n.balign 64\n.globl tohost\ntohost: .dword 0\n"
    )
    elf = tmp_path / "program.elf"
    target = core.of_system(system[0].system, xlen)
    command = [programs.COMPILER, *target.architecture(), "-mcmodel=medany"]
    command += ["-nostdlib", "-n", "-Wl,-Ttext=0x80000000", str(tmp_path / "main.S")]
    subprocess.run([*command, "-o", str(elf)], check=True)
    assert run(system, elf).exit_code == code
