# SPDX-License-Identifier: Apache-2.0
"""Debian's kernel on the RTL and in QEMU: programs, shell, panic, two harts, a debugger's symbols.

The first run builds kernels: some minutes of a processor each.
"""

import json
import subprocess
import sys

import pytest

from freightyard.store import ROOT

pytestmark = pytest.mark.long
MOST_BOOT_CYCLES = 4_500_000
PROGRAM = """
#include <linux/futex.h>
int main(int count, char** words) {
  unsigned long cycles;
  __asm__ volatile("rdcycle %0" : "=r"(cycles));
  char* const page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  page[4095] = 7;
  const pid_t child = fork();
  if (child == 0) exit(page[4095]);
  int status = 0;
  waitpid(child, &status, 0);
  printf("words %d last %s child %d\\n", count, words[count - 1], WEXITSTATUS(status));
  return cycles != 0 ? 42 : 1;
}
"""


def fy(*words, given=""):
    command = [sys.executable, "-m", "freightyard", "linux", *map(str, words)]
    return subprocess.run(command, cwd=ROOT, input=given, capture_output=True, text=True)


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    path = tmp_path_factory.mktemp("linux") / "words.c"
    path.write_text(PROGRAM)
    return path


@pytest.mark.parametrize("words", [("--qemu",), ("--qemu", "--harts", 2), (), ("--harts", 2)])
def test_program(program, tmp_path, words):
    result = tmp_path / "result.json"
    done = fy(program, *words, "--json", result, "--", "a", "b c")
    assert done.returncode == 42, done.stdout + done.stderr
    assert done.stdout.endswith("words 3 last b c child 7\n")
    if "--qemu" in words:
        return
    point = json.loads(result.read_text())[0]
    assert point["experiment"] == "linux" and point["metric"]["exit_code"] == 42
    assert 0 < point["metric"]["boot_cycles"] < point["metric"]["cycles"]
    if not words:
        print(f"boot_cycles {point['metric']['boot_cycles']:,}")
        assert point["metric"]["boot_cycles"] <= MOST_BOOT_CYCLES


def test_shell():
    done = fy("--qemu", given="cd /bin\necho one  two\ncat /proc/cpuinfo\nnone\nls /none\nexit 5\n")
    assert done.returncode == 5, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert lines[1] == "one two" and "isa\t\t: rv64ima" in lines
    assert lines[-2:] == ["/bin/none: there is no such program", "/none: there is no such folder"]


@pytest.mark.parametrize(
    ("code", "wanted", "says"),
    [("return *(volatile int*)8;", 139, "killed by signal 11"),
     ("static long at[2]; char* volatile p = (char*)at + 1; return *(volatile long*)p != 0;", 135,
      "killed by signal 7"),
     ("kill(1, 0); return 0;", 0, "")],
)  # fmt: skip
def test_end_of_a_program(tmp_path, code, wanted, says):
    path = tmp_path / "end.c"
    path.write_text(f"int main(void) {{ {code} }}\n")
    done = fy(path)
    assert done.returncode == wanted and says in done.stdout, done.stdout + done.stderr


SMALLEST = (
    "instruction_sets=4", "instruction_ways=1", "data_sets=4", "data_ways=1", "l2_sets=16",
    "l2_ways=2", "trackers=4", "channels=4",
)  # fmt: skip


@pytest.mark.parametrize(
    "words",
    [("--set", "memory_model=1"), ("--kept", "--set", "memory_model=2"),
     ("--kept", *(word for setting in SMALLEST for word in ("--set", setting)))],
    ids=["ddr3", "ddr4 kept", "smallest caches, four trackers and channels, kept"],
)  # fmt: skip
def test_copies_of_a_configuration(words):
    """Boots, or goes on behind a boot of the default one, and copies right by the engine."""
    copy = "copy mover=library bytes=20000 pages=fresh page_in=none seeds=2"
    done = fy("systems/copy_engine/linux_programs/processes", *words, "--", copy)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = [line for line in done.stdout.splitlines() if line.startswith("FY mover=library")]
    assert len(lines) == 2 and all(line.endswith("wrong=0") for line in lines), done.stdout


@pytest.mark.parametrize(
    ("words", "where"),
    [(("--qemu", "--", "0"), "QEMU has none"),
     (("--harts", 2, "--", "1"), "it stands beside hart 0 alone")],
    ids=["qemu", "other hart"],
)  # fmt: skip
def test_engine_instruction_without_an_engine(tmp_path, words, where):
    path = tmp_path / "elsewhere.c"
    path.write_text(
        '#include "fy_copy_engine.h"\n'
        "int main(int count, char** words) {\n"
        "  const unsigned long hart = 1ul << (words[1][0] - '0');\n"
        "  if (my_syscall3(122, 0, sizeof hart, &hart) < 0) return 1;\n"
        "  return (int)fy_copy_engine_read(FY_COPY_STATUS);\n"
        "}\n"
    )
    done = fy(path, *words)
    assert done.returncode == 132, done.stdout + done.stderr
    said = " ".join(done.stderr.split())
    assert "/bin/elsewhere executed an instruction that its processor does not have" in said
    assert where in said, said


def test_panic(program):
    done = fy(program, "--qemu", "--append", "rdinit=/none")
    assert done.returncode == 102
    assert "the kernel panicked; its last lines:" in done.stderr
    assert "Kernel panic - not syncing" in done.stderr


def test_options_that_the_kernel_drops(tmp_path):
    own = tmp_path / "own.config"
    own.write_text("CONFIG_NONPORTABLE=n\n")
    done = fy("--qemu", "--option", own)
    assert done.returncode == 1 and "CONFIG_EFI is y and not n" in done.stderr, done.stderr
