# SPDX-License-Identifier: Apache-2.0
"""What is typed on the console reaches the program, in the pace of the program."""

import io
import os

import pytest

from freightyard.cli import main as cli
from freightyard.hardware import configuration as config
from freightyard.system import programs, simulator
from freightyard.system.simulator import Options

pytestmark = pytest.mark.default
END = b"\4"
# More than the queue of 16 bytes holds, and pauses in which it fills up.
LINES = "".join(f"{number} the quick brown fox, ~{{}}\\\n" for number in range(20))


@pytest.mark.parametrize("name", ("copy-engine", "copy-engine-32"))
def test_echo(name):
    chosen = config.load(name)
    echo = programs.resolve(str(programs.TEST / "console"), chosen.built.xlen, "copy_engine")
    options = Options(console=LINES.encode() + END, cycles=20_000_000)
    first, second = (
        simulator.run(chosen, simulator.build(chosen), echo, options) for _ in range(2)
    )
    assert first.exit_code == 0, first.message
    assert first.console == LINES + f"FY bytes={len(LINES)} lines=20\n"
    assert first.cycles == second.cycles


def test_nothing_typed_waits_for_the_limit():
    chosen = config.load("copy-engine")
    echo = programs.resolve(str(programs.TEST / "console"), 64, "copy_engine")
    outcome = simulator.run(chosen, simulator.build(chosen), echo, Options(cycles=50_000))
    assert outcome.reason == "cycle_limit"


@pytest.mark.parametrize("from_file", (False, True))
def test_run_takes_standard_input_or_a_file(capfd, monkeypatch, tmp_path, from_file):
    typed = b"hello\n" + END
    (tmp_path / "typed").write_bytes(typed)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"" if from_file else typed)))
    given = str(tmp_path / "typed") if from_file else "-"
    words = ["run", "copy-engine", str(programs.TEST / "console"), "--console", given]
    assert cli.main(words) == 0
    assert capfd.readouterr().out.startswith("hello\nFY bytes=6 lines=1\n")


def test_keys_as_they_are_typed():
    """Whoever types sees the beginning of a line before he ends it."""
    chosen = config.load("copy-engine")
    echo = programs.resolve(str(programs.TEST / "console"), 64, "copy_engine")
    rest = [b"lo\n" + END]
    keys, typist = os.pipe()

    def shown(text):
        if rest and text.endswith("hel"):
            os.write(typist, rest.pop())

    kept = os.dup(0)
    os.dup2(keys, 0)
    os.write(typist, b"hel")
    try:
        options = Options(keyboard=True, cycles=2_000_000)
        outcome = simulator.run(chosen, simulator.build(chosen), echo, options, echo=shown)
    finally:
        os.dup2(kept, 0)
        for end in (keys, typist, kept):
            os.close(end)
    assert outcome.console == "hello\nFY bytes=6 lines=1\n", outcome.message
