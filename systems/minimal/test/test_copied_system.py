# SPDX-License-Identifier: Apache-2.0
"""A system is a folder: this one, copied under another name, is run, watched and synthesised.

The copy stands in a scratch copy of the checkout, and nothing else is changed there. A second one,
of 32 bits, has the ports of examples/own-ports, and names its keys otherwise.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from freightyard.store import ROOT

# A copy of this folder tests itself, by its own list.
newcomer = import_module(f"systems.{Path(__file__).parents[1].name}.test.newcomer")
Checkout = newcomer.Checkout

GREET = """#include <stdio.h>

int main(void) {
  puts("greetings");
  return 0;
}
"""
LATENCY = 2  # cycles that a beat takes from endpoint to endpoint
OWN_PORTS = ROOT / "examples" / "own-ports"
PARTS = ("src", "sim", "sw", "blocks", "systems", "experiments", "lint", "docs")


def copied(tmp_path: Path) -> Checkout:
    root = tmp_path / "a checkout"
    skip = shutil.ignore_patterns("__pycache__", "build")
    for part in PARTS:
        shutil.copytree(ROOT / part, root / part, ignore=skip)
    for file in ROOT.glob("*.*"):
        if file.is_file():
            shutil.copy(file, root)
    own = Path(__file__).parents[1]
    name = f"copy_of_{own.name}"
    shutil.copytree(own, root / "systems" / name, ignore=skip)
    return Checkout(root, name.replace("_", "-"), tmp_path)


def page_of_own_ports() -> list[str]:
    """The commands of the page of examples/own-ports."""
    blocks = re.findall(r"^```\n(.*?)^```", (OWN_PORTS / "README.md").read_text(), re.M | re.S)
    return next(str(block) for block in blocks if "./fy" in block).splitlines()


def with_own_ports(there: Checkout) -> Checkout:
    """A system whose streams and values C++ of its own drives, made as the page says."""
    for line in page_of_own_ports():
        if not line.startswith("./fy"):
            words = line.replace("FOLDER", str(OWN_PORTS))
            subprocess.run(words, shell=True, cwd=there.root, check=True)
    return Checkout(there.root, "my-ports", there.place)


def with_other_keys(there: Checkout) -> Checkout:
    """Its keys are called own_NAME from now on."""
    folder = there.root / "systems" / there.system.replace("-", "_")
    keys = tomllib.loads((folder / "config.toml").read_text())["keys"]
    word = re.compile(rf"\b({'|'.join(keys)})\b")
    for file in [*folder.glob("*.toml"), *folder.glob("rtl/*.sv")]:
        file.write_text(word.sub(r"own_\1", file.read_text()))
    boundary = folder / "system.toml"
    told = boundary.read_text().replace("[ports]", 'registers = "own_xlen"\n\n[ports]', 1)
    boundary.write_text(told)
    return there


def own_program(there: Checkout) -> None:
    """A program in the folder of the system has a name on it, and on no other."""
    folder = there.root / "systems" / there.system.replace("-", "_") / "programs" / "greet"
    folder.mkdir(parents=True)
    (folder / "main.c").write_text(GREET)
    assert "greetings" in there.fy("run", "greet")
    told = Checkout(there.root, "copy-engine", there.place).fy("run", "greet", code=1)
    assert "no program is called greet" in told


def own_ports(there: Checkout, *words: object) -> None:
    """A file comes back changed, a beat a cycle; endpoint and links stall without a loss."""
    sent, received = there.place / "sent", there.place / "received"
    sent.write_bytes(random.Random(1).randbytes(4093))
    run_line, rate_line = (line.split() for line in page_of_own_ports() if line[:4] == "./fy")
    wait = run_line[3]
    wanted = bytes((byte + 1) % 256 for byte in sent.read_bytes())
    beats = -(-len(wanted) // 8)
    files = ("--send", sent, "--receive", received)

    def run(*more: object, code: int = 0) -> dict[str, int]:
        received.unlink(missing_ok=True)
        return there.metrics(wait, *files, "--quiet-limit", 1500, *more, *words, code=code)

    # The endpoint pauses for longer than the watchdog waits, then both lanes are full.
    counted = run("--delay", 5000)
    assert received.read_bytes() == wanted and counted["reason"] == "exit"
    assert (counted["beats"], counted["passed"]) == (beats, beats)
    assert counted["beat_cycles"] == beats / 2
    assert counted["cycles"] == 5000 + beats / 2 + LATENCY
    again = run("--ready-every", 3)
    assert received.read_bytes() == wanted and again["beat_cycles"] == 3 * (beats / 2 - 1) + 1
    assert run("--ready-every", 0, code=125)["beats"] == 0
    assert rate_line[1:3] == ["rate", there.system]
    told = there.fy("rate", sent, *words)
    assert f"{beats} beats in {beats // 2} cycles, exit" in told
    told = there.fy("run", wait, "--send", there.place / "absent", *words, code=1)
    assert "--send: " in told and "does not exist or is no file" in told


@pytest.mark.default
def test_the_folder_alone_is_the_system(tmp_path: Path) -> None:
    there = copied(tmp_path)
    newcomer.run(there)
    own_program(there)
    other = with_other_keys(with_own_ports(there))
    newcomer.run(other, ("--set", "own_xlen=32"))
    own_ports(other, "--set", "own_xlen=32")
    newcomer.trace(there)
    newcomer.wave(there)
    newcomer.watchdog(there)
    newcomer.debug(there)
    newcomer.lockstep(there)
    newcomer.synthesise(there, whole=False)
    newcomer.report(there)


@pytest.mark.long
def test_the_copy_is_synthesised_whole(tmp_path: Path) -> None:
    there = copied(tmp_path)
    newcomer.run(there)
    newcomer.synthesise(there, whole=True)
    newcomer.report(there)


@pytest.mark.long
def test_own_ports_in_both_builds(tmp_path: Path) -> None:
    """The build that is watched takes the same cycles, and its streams can be held."""
    there = with_own_ports(copied(tmp_path))
    wait, sent = page_of_own_ports()[-2].split()[3], tmp_path / "sent"
    sent.write_bytes(random.Random(2).randbytes(10_000))
    words = (wait, "--send", sent, "--ready-every", 2)
    fast = there.metrics(*words)
    slow = there.metrics(*words, "--wave", tmp_path / "x.fst")
    same = ("cycles", "instructions", "beats", "beat_cycles", "passed")
    assert {name: fast[name] for name in same} == {name: slow[name] for name in same}
    hold = ("--hold", "sums1.data", "--hold-from", 100, "--quiet-limit", 3000)
    told = there.fy("run", *words, *hold, code=125)
    assert "sums1.data: valid waits for ready (held by --hold)" in told
