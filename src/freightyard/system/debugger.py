# SPDX-License-Identifier: Apache-2.0
"""The socket on which a simulator serves a debugger, and how to connect to it."""

from __future__ import annotations

import shlex
import shutil
import socket
from collections.abc import Sequence
from pathlib import Path

from freightyard.errors import UserError
from freightyard.system.programs import Program

DEBUGGERS = ("riscv64-unknown-elf-gdb", "gdb-multiarch")
HOST = "127.0.0.1"


def listen(port: int) -> socket.socket:
    """Listen on a port of this machine alone; 0 chooses a free one."""
    if not 0 <= port < 65536:
        raise UserError(f"--gdb is {port}; give a TCP port from 1 to 65535, or 0 for a free one")
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
        listening.listen(1)
    except OSError as error:
        listening.close()
        reason = error.strerror or "it cannot be used"
        raise UserError(f"--gdb {port}: {reason}; give another port, or 0 for a free one") from None
    return listening


def how_to_connect(listening: socket.socket, program: Program) -> str:
    """The command for another terminal."""
    return connect(listening.getsockname()[1], [program.elf], program.sources)


def connect(port: int, symbols: Sequence[Path], sources: Sequence[Path] = ()) -> str:
    """The command with the symbols of several programs; Debian's debugger when none is there."""
    name = next((name for name in DEBUGGERS if shutil.which(name)), DEBUGGERS[-1])
    first, *more = [shlex.quote(str(path)) for path in symbols]
    places = "".join(f" -d {shlex.quote(str(place))}" for place in dict.fromkeys(sources))
    added = "".join(f" -ex {shlex.quote(f'add-symbol-file {path}')}" for path in more)
    return f"{name} {first}{places}{added} -ex 'target remote :{port}'"
