# SPDX-License-Identifier: Apache-2.0
"""fy_minimal_system as its user meets it: run, watched, debugged, counted, synthesised."""

from __future__ import annotations

import re
import resource
from importlib import import_module
from pathlib import Path

import pytest

from freightyard.store import ROOT

# A copy of this folder tests itself, by its own list.
newcomer = import_module(f"systems.{Path(__file__).parents[1].name}.test.newcomer")
Checkout = newcomer.Checkout

WIDE, NARROW = (), ("--set", "xlen=32")


@pytest.fixture
def here(tmp_path: Path) -> Checkout:
    return Checkout(ROOT, Path(__file__).parents[1].name.replace("_", "-"), tmp_path)


# Exact: a change of speed is seen. Everything hits, so the cycles are those of the core.
EXACT = {
    WIDE: {"cycles": 1258, "instructions": 945},
    NARROW: {"cycles": 1599, "instructions": 1217},
}


@pytest.mark.default
@pytest.mark.parametrize("settings", [WIDE, NARROW], ids=["64", "32"])
def test_hello(here: Checkout, settings: tuple[str, ...]) -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    counted = newcomer.run(here, settings)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"simulator, program and three runs: {took:.1f} CPU seconds")
    assert {name: counted[name] for name in EXACT[settings]} == EXACT[settings]
    assert took < 1.5 * newcomer.BUILD_SECONDS


@pytest.mark.long
def test_the_simulator_builds_quickly(here: Checkout, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it, from an empty store and without a cache of the compiler."""
    monkeypatch.setenv("FY_BUILD_STORE", str(here.place / "store"))
    monkeypatch.setenv("CCACHE_DISABLE", "1")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    here.fy("run", "hello")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"simulator from nothing: {took:.1f} CPU seconds")
    # A processor whose other thread is busy needs up to half as many more.
    assert 10 < took < 1.5 * newcomer.BUILD_SECONDS


@pytest.mark.default
@pytest.mark.parametrize("settings", [WIDE, NARROW], ids=["64", "32"])
def test_console(here: Checkout, settings: tuple[str, ...]) -> None:
    """What is typed comes back, at the pace of the program."""
    typed = here.place / "typed"
    typed.write_bytes(b"hello\n\4")
    told = here.fy("run", ROOT / "sw" / "test" / "console", "--console", typed, *settings)
    assert "hello\n" in told


@pytest.mark.default
@pytest.mark.parametrize("settings", [WIDE, NARROW], ids=["64", "32"])
def test_integer(here: Checkout, settings: tuple[str, ...]) -> None:
    here.fy("run", "integer", *settings)


@pytest.mark.default
def test_a_program_at_the_limit_has_counters(here: Checkout) -> None:
    folder = here.place / "endless"
    folder.mkdir()
    (folder / "main.c").write_text("int main(void) { for (;;) {} }\n")
    counted = here.metrics(str(folder), "--cycles", 2000, code=124)
    assert counted["reason"] == "cycle_limit" and counted["cycles"] >= 2000
    # The loop runs on until the counters are read.
    assert counted["memory_fetches"] > counted["instructions"] > 1000


@pytest.mark.default
def test_a_narrow_program_finds_its_width(here: Checkout) -> None:
    listing = re.compile(r"disassembly (\S+)/program\.lst")
    found = listing.search(here.fy("run", "hello", *NARROW))
    assert found is not None
    told = here.fy("run", f"{found[1]}/program.elf")
    assert "is for RV32: runs with xlen=32" in told and "hello from Freightyard" in told


@pytest.mark.default
def test_trace(here: Checkout) -> None:
    newcomer.trace(here)


@pytest.mark.default
def test_wave(here: Checkout) -> None:
    newcomer.wave(here)


@pytest.mark.default
def test_watchdog(here: Checkout) -> None:
    newcomer.watchdog(here)


@pytest.mark.default
def test_debugger(here: Checkout) -> None:
    newcomer.debug(here)


@pytest.mark.default
def test_lockstep(here: Checkout) -> None:
    newcomer.lockstep(here)


@pytest.mark.long
@pytest.mark.parametrize("settings", [WIDE, NARROW], ids=["64", "32"])
def test_long_lockstep(here: Checkout, settings: tuple[str, ...], seed: int) -> None:
    here.fy("lockstep", "--instructions", 500_000, "--seed", 1000 * seed, *settings)


@pytest.mark.default
def test_lockstep_needs_room_and_one_map(here: Checkout) -> None:
    told = here.fy("lockstep", "--set", "memory_bytes=0x1_0000", code=1)
    assert "lockstep needs 0x32000 to 0x10000000" in told


@pytest.mark.default
def test_a_program_that_does_not_fit_is_told(here: Checkout) -> None:
    told = here.fy("run", "hello", "--set", "memory_bytes=0x8000", code=1)
    assert "memory_bytes is 32768; it must be" in told


@pytest.mark.long
def test_synthesis_and_report(here: Checkout) -> None:
    newcomer.synthesise(here, whole=True)
    newcomer.report(here)
