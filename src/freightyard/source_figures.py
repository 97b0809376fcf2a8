# SPDX-License-Identifier: Apache-2.0
"""What the source reports (copy-engine.md 10) and the physical limits (house.md 6)."""

from __future__ import annotations

from freightyard.results import Scalar

# Bytes a cycle of one tracker: (channels, transactors a bank, blocks of the buffer). Table 6.
SOURCE_ENGINE = {
    (1, 2, 2): 6.4, (1, 2, 8): 6.4, (1, 2, 32): 6.3,
    (1, 4, 2): 8.9, (1, 4, 8): 8.8, (1, 4, 32): 9.0,
    (1, 8, 2): 8.7, (1, 8, 8): 10.3, (1, 8, 32): 10.3,
}  # fmt: skip
SOURCE_SCALAR = 1.6  # Table 4, at every memory point


def source_rate(mover: str, transactors: int, blocks: int) -> dict[str, Scalar]:
    """What the source reports for a slope with one channel; empty when it reports nothing."""
    if mover == "scalar_loop":
        return {"bytes_per_cycle": SOURCE_SCALAR}
    rate = SOURCE_ENGINE.get((1, transactors, blocks)) if mover == "engine" else None
    return {} if rate is None else {"bytes_per_cycle": rate}


def port_limit(beat_bytes: int = 32) -> float:
    """P(W) of house.md 6: one request and one response channel, blocks of 64 bytes."""
    return 64 / (64 / beat_bytes + 1)
