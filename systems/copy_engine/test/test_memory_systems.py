# SPDX-License-Identifier: Apache-2.0
"""The system with several channels, banks and trackers, by the copy programs."""

import pytest

from freightyard.experiments import expand
from freightyard.hardware import configuration as config
from freightyard.system import programs, simulator
from freightyard.system.simulator import Options

SCRIPT = """run mover=engine size=9000 source_offset=0 target_offset=0 resident=l2
run mover=engine size=20000 source_offset=3 target_offset=70 resident=memory
run mover=engine size=4099 source_offset=61 target_offset=2 resident=l1_dirty
run mover=memcpy size=5000 source_offset=5 target_offset=0 resident=memory
"""
PAYLOAD = bytes(i * 7 % 251 for i in range(32768))


def copies(folder, name, **changes):
    chosen = config.change(config.load(name), **changes)
    file = folder / "script"
    file.write_bytes(expand.script_input(SCRIPT, PAYLOAD, 64))
    built = simulator.build(chosen)
    outcome = simulator.run(
        chosen, built, programs.resolve("copy", 64, "copy_engine"), Options(file)
    )
    assert outcome.exit_code == 0, outcome.message
    assert [line["wrong"] for line in outcome.lines()] == [0] * 4
    return outcome


@pytest.fixture(scope="module")
def one(tmp_path_factory):
    """The run of one channel, which the others are compared with."""
    return copies(tmp_path_factory.mktemp("one"), "copy-engine", transactors=2)


@pytest.mark.parametrize(
    "channels",
    [pytest.param(2, marks=pytest.mark.long), pytest.param(4, marks=pytest.mark.default)],
)
def test_channels(one, tmp_path, channels):
    straps = {"transactors": 2, "trackers": 1, "buffer_blocks": 8}
    outcome = copies(tmp_path, "memory-system", channels=channels, **straps)
    assert outcome.cycles < one.cycles


# Trackers, blocks, transactors, throttle (0 leaves it), size, offset of the target, where; cycles.
# Those of four trackers depend on where the program's data lie: 64 bytes more of constants moved
# three of them by up to 13 cycles, and the code of a scalar copy did it again.
EXACT = (
    (1, 8, 8, 0, 64, 0, "l2", 29),
    (1, 8, 8, 0, 65536, 0, "l2", 3097),
    (1, 2, 8, 0, 16384, 0, "l2", 921),
    (1, 8, 2, 0, 16384, 5, "l2", 887),
    (2, 8, 8, 0, 65536, 0, "l2", 1564),
    (4, 8, 8, 0, 65536, 0, "l2", 814),
    (4, 32, 8, 0, 65536, 3, "memory", 1706),
    (4, 8, 2, 0, 65536, 0, "l2", 1338),
    (4, 8, 8, 5, 65536, 0, "l2", 825),
    (4, 2, 8, 1, 16384, 0, "memory", 2191),
)


@pytest.mark.default
def test_exact_cycles(tmp_path):
    """Ten copies in 4 channels, to the cycle: a change of speed is a visible difference."""
    script = "".join(
        f"run mover=engine trackers={trackers} buffer_blocks={blocks} transactors={transactors} "
        f"throttle={throttle} size={size} source_offset=0 target_offset={offset} "
        f"resident={resident}\n"
        for trackers, blocks, transactors, throttle, size, offset, resident, _ in EXACT
    )
    file = tmp_path / "script"
    file.write_bytes(expand.script_input(script, bytes(i * 7 % 251 for i in range(65536)), 64))
    chosen = config.load("memory-system")
    built = simulator.build(chosen)
    outcome = simulator.run(
        chosen, built, programs.resolve("copy", 64, "copy_engine"), Options(file)
    )
    assert outcome.exit_code == 0, outcome.message
    assert [line["wrong"] for line in outcome.lines()] == [0] * len(EXACT)
    assert [line["cycles"] for line in outcome.lines()] == [case[-1] for case in EXACT]
