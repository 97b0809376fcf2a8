# SPDX-License-Identifier: Apache-2.0
"""The firmware below a supervisor of ours: every call, alone and between two harts, every end."""

import pytest
from systems.copy_engine.test import corners

from freightyard.linux import boot_image, compiling
from freightyard.system import simulator
from freightyard.system.programs import Program
from freightyard.system.simulator import Options

pytestmark = pytest.mark.default
TEST = compiling.FIRMWARE / "test"
ANSWERED = "all calls answered\n"


def run(tmp_path, harts, key):
    chosen, built = corners.system(harts)
    supervisor = compiling.supervisor(TEST, TEST / "supervisor.ld", chosen.system)
    program = tmp_path / "program.elf"
    boot_image.with_supervisor(program, compiling.firmware(chosen.system), supervisor, harts)
    options = Options(cycles=3_000_000, console=key)
    return simulator.run(chosen, built, Program("firmware", program, None, key.hex()), options)


@pytest.mark.parametrize(
    ("harts", "key", "code", "says"),
    [
        (4, b"1", 0, ""),
        (4, b"0", 0, ""),
        (1, b"1", 0, ""),
        (1, b"f", 101, ""),
        (1, b"r", 102, ""),
        (1, b"b", 100, "firmware: hart 0x0: bus error at 0xc000000; "),
    ],
)
def test_calls_and_ends(tmp_path, harts, key, code, says):
    outcome = run(tmp_path, harts, key)
    assert outcome.console.startswith(ANSWERED + says), outcome.console or outcome.message
    assert (outcome.exit_code, outcome.reason) == (code, "exit")
