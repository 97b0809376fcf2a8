# SPDX-License-Identifier: Apache-2.0
"""Self-checking programs on the whole system in both widths, their opcodes, and exact cycles."""

import functools
import re

import pytest

from freightyard.experiments import expand
from freightyard.hardware import configuration as config
from freightyard.system import programs, simulator
from freightyard.system.simulator import Options

pytestmark = pytest.mark.default
# copy-engine-32 runs the same blocks with XLEN 32.
CONFIGS = ("copy-engine", "copy-engine-32")
PROGRAMS = (
    "engine", "illegal", "counters", "bus_error", "interrupts", "supervisor", "memcpy",
)  # fmt: skip
BENCHES = ("hello", "integer", "copy")
# Opcodes of extensions that the core does not have: compressed, atomic, floating point.
FOREIGN = re.compile(r"\t(c\.|lr\.|sc\.|amo|f[a-z]+\.[sdwl]|flw|fld|fsw|fsd)")


@pytest.fixture(scope="module", params=CONFIGS)
def system(request):
    chosen = config.load(request.param)
    return chosen, simulator.build(chosen)


def run(system, program, options=Options()):  # noqa: B008 (frozen)
    chosen, built = system
    return simulator.run(chosen, built, program, options)


def resolve(name, xlen):
    own = programs.TEST / name
    return programs.resolve(str(own) if own.is_dir() else name, xlen, "copy_engine")


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(system, name):
    outcome = run(system, resolve(name, system[0].built.xlen), Options(cycles=20_000_000))
    assert outcome.exit_code == 0, outcome.console or outcome.message


@pytest.mark.parametrize("name", ("hello", "integer"))
def test_bench(system, name):
    assert run(system, resolve(name, system[0].built.xlen)).exit_code == 0


@pytest.mark.parametrize("xlen", (32, 64))
@pytest.mark.parametrize("name", (*PROGRAMS, *BENCHES, "console"))
def test_only_opcodes_of_the_core(name, xlen):
    listing = resolve(name, xlen).disassembly.read_text()
    assert FOREIGN.findall(listing) == []


# A change of speed is a visible difference: measure again with
# `./fy run copy-engine copy --input FILE` and say in the commit why the number moved.
CYCLES = {
    "run mover=scalar_loop size=4096 resident=l1": 1245,
    "run mover=scalar_loop size=4096 resident=l2": 1313,
    "run mover=memcpy size=4096 source_offset=3 resident=l1": 2682,
    "run mover=engine size=64 resident=l2": 29,
    "run mover=engine size=4096 resident=l2": 217,
    "run mover=engine size=4096 source_offset=3 target_offset=5 resident=l2": 256,
    "run mover=engine size=512 resident=l1_dirty": 72,
}


def test_exact_cycles(tmp_path):
    chosen = config.load("copy-engine")
    file = tmp_path / "script"
    file.write_bytes(expand.script_input("".join(f"{line}\n" for line in CYCLES), b"", 64))
    outcome = run((chosen, simulator.build(chosen)), resolve("copy", 64), Options(file))
    measured = [line["cycles"] for line in outcome.lines()]
    assert dict(zip(CYCLES, measured, strict=True)) == CYCLES


@pytest.mark.long  # of the engine in CI: blocks/copy_engine/test/engine
def test_strap_is_worth_its_parameter(tmp_path):
    """Two of eight transactors and blocks copy in the cycles of a build that has two."""
    file = tmp_path / "script"
    text = "".join(
        f"run mover=engine size={size} source_offset={a} target_offset={b} resident={where}\n"
        for size, a, b, where in ((64, 0, 0, "l2"), (4096, 0, 0, "l2"), (9000, 3, 5, "memory"))
    )
    file.write_bytes(expand.script_input(text, b"", 64))
    small, large = config.load("copy-engine-small"), config.load("copy-engine")
    strapped = config.change(large, transactors=2, buffer_blocks=2)
    cycles = [
        [line["cycles"] for line in run(system, resolve("copy", 64), Options(file)).lines()]
        for system in (
            (small, simulator.build(small)),
            (strapped, simulator.build(large)),
            (large, simulator.build(large)),
        )
    ]
    assert cycles[0] == cycles[1]
    assert cycles[1][1:] != cycles[2][1:]


@functools.cache
def undisturbed(name):
    """Cycles of a program that nothing resets."""
    chosen = config.load("copy-engine")
    return run((chosen, simulator.build(chosen)), resolve(name, 64)).cycles


@pytest.mark.parametrize("cycle", (500, 3001, 20_007, 60_013, 150_001, 301_003))
@pytest.mark.parametrize("name", ("interrupts", "bus_error"))
def test_reset_in_the_middle(name, cycle):
    """Misses, copies and interrupts under way are forgotten; the program runs to a right end."""
    chosen = config.load("copy-engine")
    built = simulator.build(chosen)
    outcome = run((chosen, built), resolve(name, 64), Options(extra=("--reset-at", str(cycle))))
    assert outcome.exit_code == 0, outcome.console or outcome.message
    # Everything begins anew, so the cycles are those of an undisturbed run.
    assert outcome.cycles == undisturbed(name)
