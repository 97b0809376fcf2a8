# SPDX-License-Identifier: Apache-2.0
"""The fleet mix: the published shares, places that never meet, one list for a seed."""

import struct

import pytest

from freightyard.errors import UserError
from freightyard.experiments import axes, code, expand, experiment

fleet = code.module(experiment.EXPERIMENTS / "fleet" / "payload.py")
COUNT = 2000


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_shares_and_limits(seed):
    copies = fleet.copies(COUNT, seed)
    for first, last, share in fleet.BINS:
        own = [c.bytes for c in copies if first <= c.bytes <= last]
        assert abs(len(own) - COUNT * share) < 1
        if last > 1:  # log-uniform: the middle of the logarithms divides them
            middle = (first * (last + 1)) ** 0.5
            assert abs(sum(size < middle for size in own) - len(own) / 2) <= len(own) / 6 + 1
    odd = sum((c.source | c.target) & 1 for c in copies)
    assert odd == round(COUNT * fleet.BYTE_ALIGNED)
    assert all((c.source | c.target) % 8 == 0 for c in copies if not (c.source | c.target) & 1)
    assert max(c.bytes for c in copies) <= 65536


def test_no_line_belongs_to_two_copies():
    copies = fleet.copies(COUNT, 7)
    for side, guard in (("source", 0), ("target", fleet.GUARD)):
        end = 0
        for c in copies:  # in the order of the list: once round the arena
            at = getattr(c, side)
            assert at - guard >= end
            end = -(-(at + c.bytes + guard) // fleet.LINE) * fleet.LINE
        assert 0.9 * fleet.ARENA_BYTES < end <= fleet.ARENA_BYTES


def test_too_many_copies_are_refused():
    with pytest.raises(UserError, match="do not fit into an arena of 4194304 bytes; give fewer"):
        fleet.copies(16384, 1)


def test_a_seed_is_a_list():
    assert fleet.payload(50, 1) == fleet.payload(50, 1)
    assert fleet.payload(50, 1) != fleet.payload(50, 2)
    list_bytes = struct.unpack_from("<III", fleet.payload(50, 1))
    assert list_bytes == (*vars(fleet.copies(50, 1)[0]).values(),)


def test_the_threshold_is_measured_before_the_mix():
    chosen = experiment.load("fleet")
    assert {s.sweep for s in expand.expand(chosen, smoke=False)} == {"break_even"}
    later = expand.expand(chosen, smoke=False, known={"break_even_queued": 24.0})
    assert {s.sweep for s in later} == {
        "mix", "ordered", "waiting", "read", "narrow", "point_d", "bins",
    }  # fmt: skip
    assert all("threshold=24" in s.script and s.made is not None for s in later)


def test_the_seed_can_be_set():
    chosen = experiment.with_axes(experiment.load("fleet"), axes.parse(["workload_seed=9"]))
    later = expand.expand(chosen, smoke=False, known={"break_even_queued": 1.0})
    assert {s.made.arguments[1] for s in later} == {9}


def test_a_simulation_gets_the_payload_of_its_axes():
    chosen = experiment.load("fleet")
    mix, *_ = expand.expand(chosen, smoke=True, known={"break_even_queued": 24.0})
    assert mix.made.bytes() == fleet.payload(60, 1)
