# SPDX-License-Identifier: Apache-2.0
"""Systems of several harts: secondary boot, coherence, and what must stay the same with one."""

import pytest
from systems.copy_engine.test import corners

from freightyard.system import programs, simulator
from freightyard.system.simulator import Options

pytestmark = pytest.mark.default


@pytest.mark.parametrize("harts", (1, 2, 4))
def test_harts(harts):
    chosen, built = corners.system(harts)
    program = programs.resolve(str(programs.TEST / "harts"), chosen.built.xlen, "copy_engine")
    outcome = simulator.run(chosen, built, program, Options(cycles=5_000_000))
    assert outcome.exit_code == 0, outcome.console or outcome.message
    assert outcome.console == f"harts {harts}\n"
    # Each hart has counters of its own; those of the system stand at hart 0 alone.
    retired = [n for n in outcome.counters if n.endswith("instructions")]
    assert retired == ["instructions", *(f"hart{h}_instructions" for h in range(1, harts))]
    assert all(outcome.counters[name] > 0 for name in retired)
    assert outcome.counters["l2_gets"] > 0 and "hart1_l2_gets" not in outcome.counters


def test_awkward_moments():
    """Interrupts, fences, pauses, deaths and broken tables while walks are under way."""
    chosen, built = corners.system(4)  # its counts want one bank
    program = programs.resolve(str(programs.TEST / "moments"), chosen.built.xlen, "copy_engine")
    outcome = simulator.run(chosen, built, program, Options(cycles=20_000_000))
    assert outcome.exit_code == 0, outcome.console or outcome.message
    print(outcome.console)
