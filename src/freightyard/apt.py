# SPDX-License-Identifier: Apache-2.0
"""Waits while another program installs Debian packages; standard library only."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from freightyard.errors import UserError

WAIT = 600  # seconds
LOCKS = ("/var/lib/dpkg/lock-frontend", "/var/lib/apt/lists/lock")
TRY = """
import fcntl, sys
try:
    with open(sys.argv[1], "r+") as file:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
except FileNotFoundError:
    pass
except BlockingIOError:
    sys.exit(3)
"""


def wait(prefix: Sequence[str], say: Callable[[str], None]) -> None:
    """Wait for the locks of apt and dpkg, which itself would fail at once, and say so.

    `prefix` are the words that make a command root's. Who comes in between is waited for by apt-get
    (DPkg::Lock::Timeout).
    """
    end = time.monotonic() + WAIT
    said = False
    while any(_held(prefix, path) for path in LOCKS):
        if not said:
            say(f"another program installs Debian packages; waiting for it, up to {WAIT} s")
        said = True
        if time.monotonic() > end:
            raise UserError(
                f"another program still installs Debian packages after {WAIT} s (it holds a lock "
                f"of {', '.join(LOCKS)}); repeat the command when it has ended"
            )
        time.sleep(1)


def _held(prefix: Sequence[str], path: str) -> bool:
    """Whether another process holds a lock; only root may look."""
    words = [*prefix, sys.executable, "-c", TRY, path]
    return subprocess.run(words, capture_output=True).returncode == 3
