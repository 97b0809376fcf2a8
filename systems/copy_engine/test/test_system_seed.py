# SPDX-License-Identifier: Apache-2.0
"""The seed sets all state without reset, and a right program does not see it."""

import subprocess

import pytest

from freightyard.experiments import expand
from freightyard.hardware import configuration as config
from freightyard.hardware import core
from freightyard.system import programs, simulator
from freightyard.system.simulator import Options

pytestmark = pytest.mark.default
SEEDS = range(1, 7)
PAYLOAD = (simulator.store.ROOT / "workloads" / "timezones.tar").read_bytes()[:20000]
SCRIPT = "".join(
    f"run mover={mover} resident={where} size=4096 source_offset=3 target_offset=5\n"
    for mover in ("scalar_loop", "memcpy", "engine")
    for where in ("memory", "l1_dirty", "l2")
)


@pytest.fixture(scope="module")
def system():
    chosen = config.load("copy-engine")
    return chosen, simulator.build(chosen)


def run(system, program, **options):
    return simulator.run(*system, program, Options(**options))


def test_state_without_reset_follows_the_seed(system, tmp_path):
    """A program that ends with what a register held at the start."""
    (tmp_path / "main.S").write_text(
        ".globl _start\n_start: andi t1, s11, 0x7f\nslli t1, t1, 1\nori t1, t1, 1\n"
        "la t0, tohost\nsd t1, 0(t0)\n1: j 1b\n"
        ".data\n.balign 64\n.globl tohost\ntohost: .dword 0\n"
    )
    elf = tmp_path / "program.elf"
    target = core.of_system("copy_engine", 64)
    command = [programs.COMPILER, *target.architecture(), "-mcmodel=medany"]
    command += ["-nostdlib", "-n", "-Wl,-Ttext=0x80000000", str(tmp_path / "main.S")]
    subprocess.run([*command, "-o", str(elf)], check=True)
    program = programs.resolve(str(elf), 64, "copy_engine")
    first, second = (
        [run(system, program, seed=seed).exit_code for seed in SEEDS] for _ in range(2)
    )
    assert first == second
    assert len(set(first)) > 1


def test_cycles_do_not_depend_on_the_seed(system, tmp_path):
    """Nothing that lacks a reset is read before it is written, predictors and tags included."""
    file = tmp_path / "script"
    file.write_bytes(expand.script_input(SCRIPT, PAYLOAD, 64))
    copy = programs.resolve("copy", 64, "copy_engine")
    outcomes = [run(system, copy, input=file, seed=seed) for seed in SEEDS]
    assert all(line["wrong"] == 0 for outcome in outcomes for line in outcome.lines())
    assert len({(o.cycles, o.console, tuple(o.counters.items())) for o in outcomes}) == 1
