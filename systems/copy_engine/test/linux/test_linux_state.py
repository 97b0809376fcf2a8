# SPDX-License-Identifier: Apache-2.0
"""A boot that is kept: runs begin behind it, each with an input of its own, in the same cycles."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from freightyard.store import ROOT

pytestmark = pytest.mark.long
PROGRAM = "systems/copy_engine/linux_programs/processes"
COPY = "copy mover=library bytes=20000 pages=fresh page_in=none seeds=2"


def fy(*words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "freightyard", "linux", *map(str, words)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def test_runs_begin_behind_the_boot(tmp_path: Path) -> None:
    found = []
    for number in range(2):
        target = tmp_path / f"{number}.json"
        done = fy("--kept", PROGRAM, "--json", target, "--", COPY)
        assert done.returncode == 0 and "boot_cycles" not in done.stdout, done.stdout + done.stderr
        lines = [line for line in done.stdout.splitlines() if line.startswith("FY mover=library")]
        assert len(lines) == 2 and all("wrong=0" in line for line in lines)
        found.append((lines, json.loads(target.read_text())[0]["metric"]["cycles"]))
    assert found[0] == found[1]
    assert found[0][1] < 2_000_000  # a boot alone takes four


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--qemu",), "a boot is kept of the RTL; leave out --kept or --qemu"),
        (("--harts", 2), "a boot of 2 harts cannot be kept; leave out --harts"),
        (("--memory", 256), "leaves no room for a boot that is kept; give --memory less"),
    ],
)
def test_what_cannot_be_kept(words: tuple[object, ...], says: str) -> None:
    done = fy("--kept", PROGRAM, *words)
    assert done.returncode == 1 and says in " ".join(done.stderr.split()), done.stderr
