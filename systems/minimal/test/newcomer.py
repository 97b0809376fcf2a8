# SPDX-License-Identifier: Apache-2.0
"""What a newcomer does with a system, by the command line alone: in this checkout or in a copy."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

CPU_SECONDS = 400  # of one command, a build among them
BUILD_SECONDS = 40  # CPU seconds of the simulator: 20 s of two idle processors


class Checkout:
    """A checkout of the project and the system in it that is looked at."""

    def __init__(self, root: Path, system: str, place: Path) -> None:
        self.root, self.system, self.place = root, system, place

    def command(self, *words: object) -> tuple[list[str], dict[str, str]]:
        line = " ".join(f"'{w}'" for w in (sys.executable, "-m", "freightyard", *words))
        limited = ["sh", "-c", f"ulimit -t {CPU_SECONDS} && exec {line}"]
        return limited, os.environ | {"PYTHONPATH": str(self.root / "src")}

    def fy(self, verb: str, *words: object, code: int = 0) -> str:
        """What `fy VERB SYSTEM ...` says; its exit code is told beforehand."""
        command, environment = self.command(verb, self.system, *words)
        done = subprocess.run(
            command, cwd=self.root, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        )  # fmt: skip
        assert done.returncode == code, f"fy {verb} {self.system} {words}\n{done.stdout[-3000:]}"
        return done.stdout

    def metrics(self, program: str, *words: object, code: int = 0) -> dict[str, int]:
        """The counters of a run."""
        file = self.place / "result.json"
        self.fy("run", program, "--json", file, *words, code=code)
        (result,) = json.loads(file.read_text())
        return {**result["metric"]}


def run(there: Checkout, settings: Sequence[str] = ()) -> dict[str, int]:
    """The first program: its line on the console, its counters."""
    assert "hello from Freightyard" in there.fy("run", "hello", *settings)
    counted = there.metrics("hello", *settings)
    # The end of the program retires after the snapshot, or it before the last ones.
    assert 0 < counted["memory_loads"] < counted["instructions"] < counted["cycles"]
    assert counted["device_accesses"] > 0 and counted["memory_stores"] > 0
    return counted


def trace(there: Checkout) -> None:
    konata, perfetto = there.place / "x.kanata", there.place / "x.json"
    there.fy("trace", "hello", "--cycles", 1000, "--konata", konata, "--perfetto", perfetto)
    assert "csrrs" in konata.read_text()
    assert "data" in perfetto.read_text() and json.loads(perfetto.read_text())


def wave(there: Checkout) -> None:
    file = there.place / "x.fst"
    there.fy("wave", "hello", "--from", 1000, "--output", file)
    assert file.stat().st_size > 1000
    told = there.fy("wave", "hello", "--from", 500, "--to", 520, "--output", file)
    assert "the run ended with the waveform, in cycle 520" in told


def watchdog(there: Checkout) -> None:
    """A held link is a hang, and is named."""
    told = there.fy("run", "hello", "--hold", "data.a", "--hold-from", 300, code=125)
    assert "data.a" in told


def debug(there: Checkout) -> None:
    """A debugger sees the first instruction, steps, and lets the program run to its end."""
    command, environment = there.command("run", there.system, "hello", "--gdb", 0)
    session = subprocess.Popen(
        command, cwd=there.root, env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    assert session.stdout is not None
    told = ""
    while not (found := re.search(r"target remote :(\d+)", told)):
        line = session.stdout.readline()
        assert line, f"no debugger was waited for:\n{told}"
        told += line
    with socket.create_connection(("127.0.0.1", int(found[1]))) as connection:
        stream = connection.makefile("rwb")

        def ask(text: str) -> str:
            stream.write(b"$%s#%02x" % (text.encode(), sum(text.encode()) % 256))
            stream.flush()
            assert stream.read(1) == b"+" and stream.read(1) == b"$"
            answer = b"".join(iter(lambda: stream.read(1), b"#"))
            stream.read(2)
            stream.write(b"+")
            return answer.decode()

        def pc() -> int:
            return int.from_bytes(bytes.fromhex(ask("p20")), "little")

        assert pc() == 0x8000_0000
        word = int.from_bytes(bytes.fromhex(ask("m80000000,4")), "little")
        assert word & 0x7F == 0x73  # csrr t0, mhartid
        assert ask("s").startswith("T") and pc() == 0x8000_0004
        assert ask("D") == "OK"
    rest = session.stdout.read()
    assert session.wait() == 0 and "hello from Freightyard" in rest


def lockstep(there: Checkout, *words: object) -> None:
    """What the core retires is what QEMU does: a program that stays in M, one that does not."""
    told = there.fy("lockstep", "--instructions", 10_000, *words)
    records = re.search(r"programs, (\d+) records, 0 failures", told)
    assert records and int(records[1]) >= 10_000, told


def synthesise(there: Checkout, *, whole: bool) -> None:
    """The memory on a device, in block RAM: alone, or with everything that the system has."""
    file = there.place / "synth.json"
    part = "system" if whole else "memory"
    words = ("--target", "xc7", "--set", "memory_bytes=0x1_0000", "--json", file)
    there.fy("synth", "--part", part, *words)
    points = {p["point"]["block"]: p["metric"] for p in json.loads(file.read_text())}
    assert points["total"]["bram"] >= 16 and "i_ram" not in points["total"]["memories_as_registers"]
    assert points["memory and its ports"]["lut"] > 100
    assert not whole or points["core pipeline"]["lut"] > 1000


def report(there: Checkout) -> None:
    """What was run and synthesised stands on the page, a row each."""
    command, environment = there.command("report")
    done = subprocess.run(command, cwd=there.root, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    page = (there.root / "build" / "reports" / "all.html").read_text()
    assert f">{there.system}</td>" in page, "no row of a run"
    assert f"{there.system}: xlen 64, memory_bytes 65536" in page, "no row of the synthesis"
