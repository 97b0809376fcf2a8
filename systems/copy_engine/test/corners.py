# SPDX-License-Identifier: Apache-2.0
"""Corner points that tests of the whole system share: each build takes about a CPU minute."""

from freightyard.hardware import configuration as config
from freightyard.system import simulator

# Two harts and two trackers before two banks of one channel that write lines back, beats of
# another size than in every other build. Built as `inspect` alone, which takes the same cycles.
TWO_HARTS = (
    "num_harts=2", "beat_bytes=16", "banks_per_channel=2", "bank_interleave=4096", "l2_sets=256",
    "transactors=2", "trackers=2",
)  # fmt: skip


def load(harts: int) -> config.Config:
    """One hart is the plain system, four are the plain system but for their number."""
    return config.load("copy-engine", TWO_HARTS if harts == 2 else [f"num_harts={harts}"])


def system(harts: int) -> tuple[config.Config, simulator.Simulator]:
    """The system of so many harts, built."""
    chosen = load(harts)
    return chosen, simulator.build(chosen, inspect=harts == 2)
