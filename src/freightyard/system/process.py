# SPDX-License-Identifier: Apache-2.0
"""The process of a simulator: its console as it comes, its messages, and its end with ours."""

from __future__ import annotations

import codecs
import io
import signal
import socket
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from typing import IO


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
            pass_fds=() if kept is None else (kept.fileno(),),
        )
        if kept is not None:
            kept.close()
        try:
            assert process.stdout is not None
            console = read(process.stdout, echo)
            code = process.wait()
        except BaseException:
            process.send_signal(signal.SIGTERM)
            process.wait()
            raise
        messages.seek(0)
        return code, console, messages.read()


def read(stream: IO[bytes], echo: Callable[[str], None] | None) -> str:
    """All text of a stream, which is echoed as it comes, whole lines or not."""
    text = codecs.getincrementaldecoder("utf-8")("replace")
    decoder = io.IncrementalNewlineDecoder(text, translate=True)
    parts = []
    assert isinstance(stream, io.BufferedReader)
    while chunk := stream.read1():
        parts.append(decoder.decode(chunk))
        if echo is not None:
            echo(parts[-1])
    return "".join([*parts, decoder.decode(b"", final=True)])


def tail(text: str, lines: int = 6) -> str:
    """The last lines of messages."""
    return "\n".join(text.strip().splitlines()[-lines:]) or "no message"
