# SPDX-License-Identifier: Apache-2.0
"""The number of a run is that of all that its result depends on."""

import dataclasses
import socket
from pathlib import Path

from freightyard.hardware import configuration
from freightyard.system import programs, simulator
from freightyard.system.simulator import Options

# Where these go, and where else the same is written, changes no result.
FREE = {"output", "wave", "wave_from", "wave_to", "signature", "signature_granularity"}


def test_whatever_changes_a_result_changes_the_number(tmp_path):
    chosen = configuration.load("minimal")
    built = simulator.Simulator(Path("x"), Path("y"), "key")
    program = programs.Program("p", Path("p"), None, "key")
    file = tmp_path / "x"
    file.write_text("x")
    with socket.socket() as listening:
        changes = {
            "input": file, "cycles": 1000, "seed": 2, "extra": ("--hold", "data.a"),
            "console": b"x", "keyboard": True, "gdb": listening, "arguments": ("x",),
        }  # fmt: skip
        assert set(changes) | FREE == {field.name for field in dataclasses.fields(Options)}
        every = [Options(), *(Options(**{name: value}) for name, value in changes.items())]
        numbers = [simulator.run_id(chosen, built, program, options) for options in every]
    others = (
        (configuration.load("minimal", ["timer_divider=2"]), built, program),
        (chosen, dataclasses.replace(built, key="other"), program),
        (chosen, built, dataclasses.replace(program, key="other")),
    )
    numbers += [simulator.run_id(*what, Options()) for what in others]
    assert len(set(numbers)) == len(numbers)
