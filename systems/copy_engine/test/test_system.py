# SPDX-License-Identifier: Apache-2.0
"""The whole system through `fy run`'s own functions: programs, input and output, watchdog."""

import hashlib
import struct
import subprocess

import pytest
from systems.copy_engine.test import corners

from freightyard.errors import UserError
from freightyard.experiments import expand
from freightyard.hardware import configuration as config
from freightyard.hardware import core
from freightyard.system import programs, simulator, watched
from freightyard.system.simulator import Options

pytestmark = pytest.mark.default
PAYLOAD = (simulator.store.ROOT / "workloads" / "timezones.tar").read_bytes()
# Of two harts, two trackers and two banks; the second hart sleeps.
HELD = [
    *(f"{link}.{channel}" for link in ("data_cache0", "l20", "l21") for channel in "abcde"),
    *(f"{link}.{channel}"
      for link in ("instruction_cache0", "tracker0", "tracker1", "host", "devices")
      for channel in "ad"),
    *(f"memory.{channel}" for channel in ("aw", "w", "b", "ar", "r")),
]  # fmt: skip
ASLEEP = [*(f"data_cache1.{channel}" for channel in "abcde"), "instruction_cache1.a",
          "instruction_cache1.d"]  # fmt: skip
# Uses every channel: misses of both caches, probes of dirty lines, write-backs, engine, console.
EVERYTHING = (
    "run mover=engine resident=memory size=4096 source_offset=3 target_offset=5\n"
    "run mover=engine resident=l1_dirty size=4096 source_offset=3 target_offset=5\n"
    "run mover=memcpy resident=memory size=16384 source_offset=3 target_offset=5\n"
    "run mover=engine resident=memory size=4096 source_offset=3 target_offset=5\n"
)


@pytest.fixture(scope="module")
def system():
    chosen = config.load("copy-engine")
    return chosen, simulator.build(chosen)


@pytest.fixture(scope="module")
def inspected():
    """The build that can hold channels."""
    return corners.system(2)


def run(system, program, options=Options()):  # noqa: B008 (frozen)
    chosen, built = system
    return simulator.run(
        chosen, built, programs.resolve(program, chosen.built.xlen, "copy_engine"), options
    )


def script(tmp_path, text, payload=PAYLOAD[:20000]):
    file = tmp_path / "script"
    file.write_bytes(expand.script_input(text, payload, 64))
    return file


@pytest.fixture(scope="module")
def undisturbed(system, tmp_path_factory):
    """The run of EVERYTHING that others are compared with."""
    return run(system, "copy", Options(script(tmp_path_factory.mktemp("copy"), EVERYTHING)))


def test_hello(system):
    outcome = run(system, "hello")
    assert outcome.exit_code == 0
    assert outcome.console.startswith("hello from Freightyard")


def test_same_cycles_twice(system, undisturbed, tmp_path):
    first, second = undisturbed, run(system, "copy", Options(script(tmp_path, EVERYTHING)))
    assert first.exit_code == 0
    assert (first.cycles, first.console, first.counters) == (
        second.cycles, second.console, second.counters,
    )  # fmt: skip
    assert first.run["id"] == second.run["id"]


def test_copies_are_right_and_use_what_they_should(undisturbed):
    outcome = undisturbed
    assert [line["wrong"] for line in outcome.lines()] == [0, 0, 0, 0]
    assert outcome.counters["engine_put_blocks"] > 0
    assert outcome.counters["l2_probes_with_data"] > 0
    assert outcome.counters["l2_writebacks"] > 0


@pytest.mark.parametrize("mover", ["scalar_loop", "memcpy", "engine"])
def test_output_is_read_coherently(system, tmp_path, mover):
    target = tmp_path / "out"
    run(system, "copy", Options(script(tmp_path, f"whole mover={mover}\n"), target))
    wanted = hashlib.sha256(PAYLOAD[:20000]).digest()
    assert hashlib.sha256(target.read_bytes()).digest() == wanted


def test_strap_changes_cycles_and_builds_nothing(system, undisturbed, tmp_path):
    options = Options(script(tmp_path, EVERYTHING))
    chosen, built = system
    small = config.change(chosen, transactors=2, buffer_blocks=2, memory_latency=60)
    assert simulator.build(small).key == built.key
    slow, fast = run((small, built), "copy", options), undisturbed
    engine = [0, 1, 3]
    for index in engine:
        assert slow.lines()[index]["cycles"] > fast.lines()[index]["cycles"]


def test_every_channel_is_held(inspected):
    assert sorted([*HELD, *ASLEEP]) == sorted(watched.channel_names(inspected[0]))


@pytest.mark.parametrize("channel", HELD)
def test_watchdog_names_the_held_channel(inspected, tmp_path, channel):
    extra = ("--hold", channel, "--hold-from", "3000", "--quiet-limit", "3000")
    outcome = run(inspected, "copy", Options(script(tmp_path, EVERYTHING), extra=extra))
    assert (outcome.exit_code, outcome.reason) == (simulator.EXIT_STUCK, "watchdog")
    assert f"  {channel}: valid waits for ready (held by --hold)" in outcome.message


# Of the build `fast`, which the long tier compares again.
EVERYTHING_OF_TWO_HARTS = 162_974


def test_inspect_takes_the_cycles_of_fast(inspected, tmp_path):
    outcome = run(inspected, "copy", Options(script(tmp_path, EVERYTHING)))
    assert (outcome.exit_code, outcome.cycles) == (0, EVERYTHING_OF_TWO_HARTS)


@pytest.mark.long
def test_both_builds_take_the_same_cycles(inspected, tmp_path):
    options = Options(script(tmp_path, EVERYTHING))
    fast = run((inspected[0], simulator.build(inspected[0])), "copy", options)
    slow = run(inspected, "copy", options)
    assert fast.cycles == EVERYTHING_OF_TWO_HARTS
    assert (fast.cycles, fast.instructions) == (slow.cycles, slow.instructions)
    assert (fast.counters, fast.statistics) == (slow.counters, slow.statistics)


def test_fast_build_says_where_stalls_are(system):
    with pytest.raises(UserError, match=r"without stalls; run it through `fy run --hold`"):
        run(system, "hello", Options(extra=("--hold", "l2.a")))


def test_unknown_channel(system):
    with pytest.raises(UserError, match=r"knows no channel 'x'.*l2\.a"):
        run(system, "hello", Options(extra=("--hold", "x")))


def test_program_that_never_ends(system, tmp_path):
    (tmp_path / "main.c").write_text("int main(void) { for (;;) {} }\n")
    outcome = run(system, str(tmp_path), Options(cycles=20000))
    assert (outcome.exit_code, outcome.reason) == (simulator.EXIT_LIMIT, "cycle_limit")
    assert "raise --cycles" in outcome.message


def test_core_that_sleeps_for_ever(system, tmp_path):
    """A hart that waits for an interrupt is no hang, neither to the short limit nor to the long."""
    (tmp_path / "main.c").write_text('int main(void) { for (;;) __asm__ volatile("wfi"); }\n')
    limits = ("--quiet-limit", "2000", "--stall-limit", "20000")
    outcome = run(system, str(tmp_path), Options(cycles=200000, extra=limits))
    assert outcome.reason == "cycle_limit"


def test_exit_code_of_the_program(system, tmp_path):
    (tmp_path / "main.c").write_text("int main(void) { return 7; }\n")
    assert run(system, str(tmp_path)).exit_code == 7


@pytest.mark.parametrize("start", ["0x80000000", "0x80001000"])
def test_tohost_ends_a_program_of_others(system, tmp_path, start):
    (tmp_path / "main.S").write_text(
        ".globl _start\n_start: la t0, tohost\nli t1, 11\nsd t1, 0(t0)\n"
        "1: j 1b\n.data\n.balign 64\n.globl tohost\ntohost: .dword 0\n"
    )
    elf = tmp_path / "program.elf"
    target = core.of_system("copy_engine", 64)
    command = [programs.COMPILER, *target.architecture(), "-mcmodel=medany"]
    command += ["-nostdlib", "-n", f"-Wl,-Ttext={start}", str(tmp_path / "main.S"), "-o", str(elf)]
    subprocess.run(command, check=True)
    assert run(system, str(elf)).exit_code == 5


def test_address_outside_memory_traps(system, tmp_path):
    (tmp_path / "main.c").write_text("int main(void) { return *(volatile int *)0x40000000; }\n")
    outcome = run(system, str(tmp_path))
    assert outcome.exit_code == 100
    assert "unexpected trap: mcause 0x5" in outcome.console
    assert "mtval 0x40000000" in outcome.console


def test_input_that_does_not_fit(system, tmp_path):
    file = tmp_path / "large"
    with file.open("wb") as sparse:
        sparse.truncate((1 << 28) + 1)
    with pytest.raises(UserError, match="more than the 268435456 of the simulated memory"):
        run(system, "copy", Options(file))


def test_program_without_input_symbol(system, tmp_path):
    file = tmp_path / "x"
    file.write_bytes(b"x")
    with pytest.raises(UserError, match="has no symbol fy_input"):
        run(system, "hello", Options(file))


def test_no_output_is_left_after_an_error(system, tmp_path):
    target = tmp_path / "out"
    with pytest.raises(UserError, match="has no output"):
        run(system, "hello", Options(output=target))
    assert list(tmp_path.iterdir()) == []


def test_elf_of_another_machine(system, tmp_path):
    elf = tmp_path / "x.elf"
    elf.write_bytes(b"\x7fELF\2\1\1" + bytes(9) + struct.pack("<HH", 2, 62) + bytes(60))
    with pytest.raises(UserError, match="is not a RISC-V executable"):
        run(system, str(elf))


def test_elf_that_is_cut_short(system, tmp_path):
    elf = tmp_path / "x.elf"
    elf.write_bytes(programs.resolve("hello", 64, "copy_engine").elf.read_bytes()[:300])
    with pytest.raises(UserError, match="is cut short"):
        run(system, str(elf))


def test_elf_of_the_other_width(system):
    with pytest.raises(UserError, match="is for RV32, the configuration is RV64"):
        run(system, str(programs.resolve("hello", 32, "copy_engine").elf))
