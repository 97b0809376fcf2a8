# SPDX-License-Identifier: Apache-2.0
"""The console of a kernel: a terminal that is handed over, and what its last lines mean."""

from __future__ import annotations

import re
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager

PANIC = "Kernel panic - "
LINES = 12  # that are shown again
_ILLEGAL = re.compile(r"^(\S+): killed by signal 4$", re.MULTILINE)  # sw/linux/init/init.c


def live() -> bool:
    """Whether somebody types."""
    return sys.stdin.isatty()


@contextmanager
def handed_over() -> Iterator[None]:
    """Keys go to the kernel one by one; it echoes them. Control-C remains ours."""
    if not live():
        yield
        return
    kept = termios.tcgetattr(sys.stdin)
    now = termios.tcgetattr(sys.stdin)
    now[3] &= ~(termios.ICANON | termios.ECHO)
    termios.tcsetattr(sys.stdin, termios.TCSANOW, now)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSANOW, kept)


def panic(text: str) -> str | None:
    """The last lines of a kernel that panicked; None when it did not."""
    return "\n".join(text.strip().splitlines()[-LINES:]) if PANIC in text else None


def illegal(text: str) -> list[str]:
    """Programs that an instruction killed which their hart does not have."""
    return list(dict.fromkeys(_ILLEGAL.findall(text.replace("\r", ""))))
