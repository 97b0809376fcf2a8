# SPDX-License-Identifier: Apache-2.0
"""GDB on a boot, by the command that `fy linux --gdb` prints: kernel, program, values, end."""

from __future__ import annotations

import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from freightyard.store import ROOT
from freightyard.system import debugger

SAYS = "waiting for a debugger: "
SECONDS = 900  # the first run builds a kernel and a simulator
PROGRAM = """
static int answer = 40;
__attribute__((noinline)) int add(int count) { return answer += count; }
int main(int count, char** words) {
  const int sum = add(count);
  printf("%s %d\\n", words[1], sum);
  return sum;
}
"""
# The first process lies at the same addresses: what tells the program from it is a condition. A
# page that nothing has touched yet cannot be read: `answer` is read once it was written.
COMMANDS = (
    "break start_kernel", "continue", "backtrace 1", "info symbol $pc", "delete",
    "break main if count == 2", "continue", "delete", "break add", "continue", "backtrace 2",
    "delete", "finish", "print answer", "continue",
)  # fmt: skip


@pytest.mark.default
def test_command_with_several_programs() -> None:
    words = shlex.split(debugger.connect(7, [Path("vm linux"), Path("my program")], [Path("a b")]))
    assert words[1:] == [
        "vm linux", "-d", "a b", "-ex", "add-symbol-file 'my program'", "-ex", "target remote :7",
    ]  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("words", [("--qemu",), ()], ids=["qemu", "rtl"])
def test_stops_in_kernel_and_program(tmp_path: Path, words: tuple[str, ...]) -> None:
    program = tmp_path / "debugged.c"
    program.write_text(PROGRAM)
    command = [sys.executable, "-m", "freightyard", "linux", str(program), "--gdb", "0", *words]
    booted = subprocess.Popen(
        [*command, "--", "two"], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert booted.stderr is not None
        said = ""
        for line in booted.stderr:  # a long line is broken
            said += line.rstrip("\n") + " "
            if "target remote :" in said and said.count("'") % 2 == 0:
                break
        connect = shlex.split(said[said.index(SAYS) + len(SAYS) :])
        if shutil.which(connect[0]) is None:
            pytest.skip(f"{connect[0]} is not installed")
        asked = [word for each in COMMANDS for word in ("-ex", each)]
        shown = subprocess.run(
            [*connect, "-nx", "-batch", *asked], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, timeout=SECONDS,
        ).stdout  # fmt: skip
        assert "\nstart_kernel in section .init.text" in shown, shown
        assert "add (count=2) at " in shown, shown
        assert "\n3\t__attribute__((noinline)) int add" in shown, shown
        assert "Breakpoint 2, main (count=2, words=" in shown and " in main (" in shown, shown
        assert "Value returned is $1 = 42\n" in shown and "$2 = 42\n" in shown, shown
        booted.stderr.read()
        assert booted.wait(timeout=SECONDS) == 42
    finally:
        booted.send_signal(signal.SIGINT)  # it ends the simulator, too
        booted.wait()
