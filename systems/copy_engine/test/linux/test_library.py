# SPDX-License-Identifier: Apache-2.0
"""fy_copy in processes with threads, signals and children; on one hart and on two."""

from __future__ import annotations

import subprocess
import sys

import pytest

from freightyard.store import ROOT

pytestmark = pytest.mark.long
PROGRAM = "systems/copy_engine/linux_programs/library"
PARTS = ["children", "bad pages", "other hart", "threads", "signals"]


@pytest.mark.parametrize("words", [("--kept",), ("--harts", "2")])
def test_every_byte_is_right(words: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "freightyard", "linux", PROGRAM, *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert [line for line in done.stdout.splitlines() if line.endswith(": done")] == [
        f"{part}: done" for part in PARTS
    ]
    # With two harts a copy runs on the other one, and its engine instruction is illegal there.
    assert ("another hart copies" in done.stdout) == ("--harts" in words)
