# SPDX-License-Identifier: Apache-2.0
"""The process of a simulator: its console as it comes, its messages, and its end with ours."""

from __future__ import annotations

import signal
import socket
import subprocess
import tempfile
from collections.abc import Callable, Sequence


def execute(
    command: Sequence[str],
    echo: Callable[[str], None] | None,
    kept: socket.socket | None = None,
) -> tuple[int, str, str]:
    """Exit code, console and messages; the simulator ends with us."""
    with tempfile.TemporaryFile("w+") as messages:
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=messages,
            text=True,
            errors="replace",
            pass_fds=() if kept is None else (kept.fileno(),),
        )
        if kept is not None:
            kept.close()
        lines = []
        try:
            assert process.stdout is not None
            for line in process.stdout:
                lines.append(line)
                if echo is not None:
                    echo(line)
            code = process.wait()
        except BaseException:
            process.send_signal(signal.SIGTERM)
            process.wait()
            raise
        messages.seek(0)
        return code, "".join(lines), messages.read()


def tail(text: str, lines: int = 6) -> str:
    """The last lines of messages."""
    return "\n".join(text.strip().splitlines()[-lines:]) or "no message"
