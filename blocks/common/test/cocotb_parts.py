# SPDX-License-Identifier: Apache-2.0
"""Round robin, RAMs and the stream checker; run by test_parts.py on fy_common_test."""

from __future__ import annotations

import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

INPUTS = (
    "request_i advance_i read_i read_index_i write_i write_index_i mask_i data_i "
    "checked_data_i checked_valid_i checked_ready_i"
)


async def start(dut):
    for name in INPUTS.split():
        getattr(dut, name).value = 0
    dut.rst_ni.value = 0
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    return random.Random(cocotb.RANDOM_SEED)


async def settle():
    await Timer(1, "ns")


@cocotb.test()
async def round_robin_serves_everyone(dut):
    """All request: each is served once in three turns; index and grant agree."""
    await start(dut)
    dut.request_i.value = 0b111
    dut.advance_i.value = 1
    served = []
    for _ in range(9):
        await settle()
        assert int(dut.grant_o.value) == 1 << int(dut.index_o.value)
        assert dut.any_o.value and dut.single_grant_o.value
        served.append(int(dut.index_o.value))
        await FallingEdge(dut.clk_i)
    assert served[:3] * 3 == served and sorted(served[:3]) == [0, 1, 2]


@cocotb.test()
async def round_robin_keeps_its_choice(dut):
    """A grant that is not taken stays while its request stands; waiting is at most two turns."""
    rng = await start(dut)
    waited = [0, 0, 0]
    held = None
    request = 0
    for _ in range(600):
        request |= rng.randrange(8)
        dut.request_i.value = request
        dut.advance_i.value = taken = rng.random() < 0.5
        await settle()
        assert dut.any_o.value == (request != 0)
        grant = int(dut.grant_o.value)
        assert grant & request == grant and (grant != 0) == (request != 0)
        if held is not None:
            assert grant == held
        held = grant if grant and not taken else None
        if taken and grant:
            for i in range(3):
                waiting = request >> i & 1 and not grant >> i & 1
                waited[i] = waited[i] + 1 if waiting else 0
            assert max(waited) <= 2
            request &= ~grant
        await FallingEdge(dut.clk_i)


@cocotb.test()
async def rams_like_a_list(dut):
    """Masked writes, reads one cycle later that hold; the dual RAM returns the old word."""
    rng = await start(dut)
    words = [0] * 8
    dut.write_i.value = 1
    dut.mask_i.value = 15
    for i in range(8):
        dut.write_index_i.value = i
        dut.data_i.value = 0
        await FallingEdge(dut.clk_i)
    dual = single = None
    for _ in range(600):
        read, write = rng.random() < 0.5, rng.random() < 0.5
        source, target = rng.randrange(8), rng.randrange(8)
        mask, data = rng.randrange(16), rng.getrandbits(32)
        dut.read_i.value, dut.write_i.value = read, write
        dut.read_index_i.value, dut.write_index_i.value = source, target
        dut.mask_i.value, dut.data_i.value = mask, data
        await FallingEdge(dut.clk_i)
        if read:
            dual = words[source]
            single = words[source] if not write else single
        if write:
            keep = sum(0xFF << 8 * lane for lane in range(4) if not mask >> lane & 1)
            words[target] = (words[target] & keep) | (data & ~keep)
        assert dual is None or int(dut.dual_o.value) == dual
        assert single is None or int(dut.single_o.value) == single
        assert dual is None or int(dut.both_read_o.value) == dual
        assert single is None or int(dut.both_o.value) == single


@cocotb.test()
async def checker_catches_bad_agents(dut):
    """A stalled item that changes or goes fires; correct streams do not."""
    rng = await start(dut)

    async def present(valid, ready, data):
        dut.checked_valid_i.value, dut.checked_ready_i.value = valid, ready
        dut.checked_data_i.value = data
        await settle()
        fired = bool(dut.violation_o.value)
        await FallingEdge(dut.clk_i)
        return fired

    assert not await present(1, 0, 7)
    assert not await present(1, 0, 7)
    assert await present(1, 0, 8), "a changed item is not seen"
    assert await present(0, 0, 8), "a withdrawn item is not seen"
    assert not await present(0, 1, 9)
    data, valid = 0, 0
    for _ in range(300):
        if not valid:
            valid, data = rng.randrange(2), rng.randrange(256)
        ready = rng.randrange(2)
        assert not await present(valid, ready, data)
        valid = valid and not ready


@cocotb.test()
async def stream_link_is_wires(dut):
    """Every value goes through in the same cycle, both ways."""
    rng = await start(dut)
    for _ in range(50):
        data, valid, ready = rng.randrange(256), rng.randrange(2), rng.randrange(2)
        dut.checked_data_i.value = data
        dut.checked_valid_i.value = valid
        dut.checked_ready_i.value = ready
        await settle()
        assert int(dut.link_data_o.value) == data
        assert (int(dut.link_valid_o.value), int(dut.link_ready_o.value)) == (valid, ready)
