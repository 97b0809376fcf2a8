# SPDX-License-Identifier: Apache-2.0
"""A small client of the GDB remote serial protocol, for the tests of the stub.

A simulator that never answers ends by its limit of CPU seconds, and the connection with it; one
that waits for a packet while the client waits for a reply is told by its state. No test depends on
how loaded the machine is.
"""

from __future__ import annotations

import dataclasses
import socket
import tempfile
import threading
from pathlib import Path

from freightyard.hardware.configuration import Config
from freightyard.system import debugger, programs, simulator
from freightyard.system.simulator import Options, Outcome, Simulator

CPU_SECONDS = 60  # of one session, which takes less than one
LOOKS = 40  # in a row that find all processes asleep
LIMITED = """#!/bin/sh
ulimit -S -t {seconds} && exec {program} "$@"
"""


def children_sleep() -> bool:
    """Whether every process that this one has started waits for something."""
    states = []
    for path in Path("/proc/self/task").glob("*/children"):
        for child in path.read_text().split():
            status = Path("/proc", child, "stat").read_text().rpartition(")")[2].split()
            states.append(status[0])
    return all(state == "S" for state in states)


class Client:
    """One connection; `ask` sends a packet and returns the reply."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection((debugger.HOST, port))
        self.socket.settimeout(0.25)
        self.input = b""

    def byte(self) -> bytes:
        asleep = 0
        while not self.input:
            try:
                self.input = self.socket.recv(4096)
                assert self.input, "the simulator ended before its reply"
            except TimeoutError:
                asleep = asleep + 1 if children_sleep() else 0
                assert asleep < LOOKS, "the simulator waits for a packet, its client for a reply"
        first, self.input = self.input[:1], self.input[1:]
        return first

    def send(self, text: str) -> None:
        data = text.encode("latin-1")
        self.socket.sendall(b"$%s#%02x" % (data, sum(data) % 256))
        assert self.byte() == b"+"

    def receive(self) -> str:
        assert self.byte() == b"$"
        text = b""
        while (byte := self.byte()) != b"#":
            text += bytes([self.byte()[0] ^ 0x20]) if byte == b"}" else byte
        self.byte(), self.byte()
        self.socket.sendall(b"+")
        return text.decode("latin-1")

    def ask(self, text: str) -> str:
        self.send(text)
        return self.receive()

    def registers(self) -> list[int]:
        """x0 to x31 and pc."""
        data = bytes.fromhex(self.ask("g"))
        return [int.from_bytes(data[i : i + 8], "little") for i in range(0, len(data), 8)]

    def register(self, number: int) -> int:
        return int.from_bytes(bytes.fromhex(self.ask(f"p{number:x}")), "little")

    def set_register(self, number: int, value: int) -> str:
        return self.ask(f"P{number:x}={value.to_bytes(8, 'little').hex()}")

    def memory(self, address: int, size: int) -> int:
        return int.from_bytes(bytes.fromhex(self.ask(f"m{address:x},{size:x}")), "little")


class Session:
    """A simulation that a client debugs; its outcome after the block."""

    def __init__(self, config: Config, built: Simulator, elf: str, cycles: int = 300_000) -> None:
        self.outcome: Outcome | None = None
        program = programs.resolve(elf, config.built.xlen, config.system)
        listening = debugger.listen(0)
        port = listening.getsockname()[1]
        options = Options(cycles=cycles, gdb=listening)
        self.folder = tempfile.TemporaryDirectory(prefix="fy-gdb-")
        limited = Path(self.folder.name) / "limited"
        limited.write_text(LIMITED.format(seconds=CPU_SECONDS, program=built.program))
        limited.chmod(0o755)
        built = dataclasses.replace(built, program=limited)

        def run() -> None:
            self.outcome = simulator.run(config, built, program, options)

        self.thread = threading.Thread(target=run)
        self.thread.start()
        self.client = Client(port)

    def __enter__(self) -> Client:
        return self.client

    def __exit__(self, *_: object) -> None:
        self.client.socket.close()
        self.thread.join()
        self.folder.cleanup()

    def result(self) -> tuple[int, str]:
        assert self.outcome is not None
        return self.outcome.exit_code, self.outcome.reason
