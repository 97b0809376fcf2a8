# SPDX-License-Identifier: Apache-2.0
"""Limits of processor time: how loaded the machine is cannot change a verdict."""

from __future__ import annotations

import resource
import signal
from collections.abc import Sequence

# Holds for each process that the command starts, too. The hard limit would kill without a reason.
_SCRIPT = 'ulimit -S -t "$0" && exec "$@"'


def limited(command: Sequence[object], seconds: float) -> list[str]:
    """The command, each process of which ends by a signal after so many CPU seconds."""
    return ["sh", "-c", _SCRIPT, str(max(1, round(seconds))), *map(str, command)]


def reached(code: int) -> bool:
    """Whether this return code of subprocess tells that the limit ended the command."""
    return code in (-signal.SIGXCPU, 128 + signal.SIGXCPU)


def cpu_of_children() -> float:
    """CPU seconds of all processes that this one has started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
