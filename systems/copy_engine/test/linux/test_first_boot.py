# SPDX-License-Identifier: Apache-2.0
"""From nothing built to the output of a user's program: kernel, firmware, simulator, boot."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from freightyard.store import ROOT

pytestmark = pytest.mark.long
MOST_MINUTES = 10


def test_first_boot(tmp_path: Path) -> None:
    """The packages are there; two cores with nothing else to do."""
    program = tmp_path / "hello.c"
    program.write_text('int main(void) { printf("hello\\n"); return 0; }\n')
    environment = os.environ | {
        "FY_BUILD_STORE": str(tmp_path / "store"),
        "CCACHE_DISABLE": "1",
    }
    command = [sys.executable, "-m", "freightyard", "linux", str(program)]
    begun = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    minutes = (time.monotonic() - begun) / 60
    assert done.returncode == 0 and "hello" in done.stdout, done.stdout + done.stderr
    print(f"first_boot_minutes {minutes:.1f}")
    assert minutes <= MOST_MINUTES
