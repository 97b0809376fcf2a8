# SPDX-License-Identifier: Apache-2.0
"""What the published source reports of its copy engine, and the physical limits of ours.

The source: docs/sources.md, the copy engine. Its tables stand beside ours and are never used.
"""

from __future__ import annotations

from collections.abc import Mapping

from freightyard.system.results import Scalar

BLOCKS = (2, 8, 32)  # columns of the tables

# Bytes a cycle of the engine, Tables 6 to 8: trackers, then (channels, transactors a bank), then
# a buffer of 2, 8 and 32 blocks.
ENGINE_TABLES = {
    1: {
        (1, 2): (6.4, 6.4, 6.3), (1, 4): (8.9, 8.8, 9.0), (1, 8): (8.7, 10.3, 10.3),
        (2, 2): (9.5, 9.5, 10.3), (2, 4): (11.6, 17.9, 17.6), (2, 8): (11.6, 18.6, 18.5),
        (4, 2): (12.3, 15.7, 15.7), (4, 4): (12.3, 19.4, 19.4), (4, 8): (12.3, 19.4, 19.4),
    },
    2: {
        (1, 2): (6.3, 6.2, 6.1), (1, 4): (9.1, 9.0, 9.1), (1, 8): (10.3, 10.3, 10.3),
        (2, 2): (10.3, 10.1, 9.4), (2, 4): (16.0, 16.1, 16.1), (2, 8): (16.4, 18.6, 18.7),
        (4, 2): (15.1, 12.4, 13.6), (4, 4): (17.7, 18.6, 17.9), (4, 8): (17.7, 20.4, 20.3),
    },
    4: {
        (1, 2): (6.9, 7.2, 7.2), (1, 4): (9.8, 9.6, 9.4), (1, 8): (10.6, 10.6, 10.7),
        (2, 2): (9.5, 9.4, 9.5), (2, 4): (15.1, 12.9, 11.4), (2, 8): (19.2, 18.1, 16.6),
        (4, 2): (13.5, 10.6, 10.4), (4, 4): (19.7, 16.6, 16.6), (4, 8): (19.9, 20.5, 19.7),
    },
}  # fmt: skip
SCALAR = 1.6  # Table 4, at every memory point


def source_rate(mover: str, settings: Mapping[str, int]) -> dict[str, Scalar]:
    """What the source reports for a slope; empty when it reports nothing."""
    if mover == "scalar_loop":
        return {"bytes_per_cycle": SCALAR}
    memory = (settings.get("channels", 1), settings["transactors"])
    rates = ENGINE_TABLES.get(settings.get("trackers", 1), {}).get(memory)
    if mover != "engine" or rates is None or settings["buffer_blocks"] not in BLOCKS:
        return {}
    return {"bytes_per_cycle": rates[BLOCKS.index(settings["buffer_blocks"])]}


def port_limit(block: int, beat: int) -> float:
    """A port of one request and one response channel: a cycle of the Get, then beats of the Put."""
    return block / (block / beat + 1)


def limits(
    settings: Mapping[str, int], block_held: float, get_and_put_held: float
) -> dict[str, float]:
    """Limits in bytes a cycle (experiments/memory-systems/README.md).

    The cycles held are measured on an idle system.
    """
    trackers = settings.get("trackers", 1)
    banks = settings.get("channels", 1) * settings.get("banks_per_channel", 1)
    block = settings["line_bytes"]
    port = port_limit(block, settings["beat_bytes"])
    return {
        "port": trackers * port,
        "buffer": trackers * settings["buffer_blocks"] * block / block_held,
        "transactors": banks * settings["transactors"] * block / get_and_put_held,
        "bank": banks * port,
    }
