# SPDX-License-Identifier: Apache-2.0
"""Random traffic through a stream container; run by test_streams.py."""

from __future__ import annotations

import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge


@cocotb.test()
async def items_in_order(dut: object) -> None:
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    dut.rst_ni.value = 0
    dut.valid_i.value = 0
    dut.ready_i.value = 0
    await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    rng = random.Random(cocotb.RANDOM_SEED)
    sent, got = [], []
    offer = None
    while len(got) < 500:
        if offer is None and rng.random() < 0.6:
            offer = rng.randrange(256)
        dut.valid_i.value = offer is not None
        dut.data_i.value = offer if offer is not None else 0
        dut.ready_i.value = rng.random() < 0.6
        await cocotb.triggers.Timer(1, "ns")
        if dut.valid_i.value and dut.ready_o.value:
            sent.append(offer)
            offer = None
        if dut.valid_o.value and dut.ready_i.value:
            got.append(int(dut.data_o.value))
        await FallingEdge(dut.clk_i)
    assert got == sent[: len(got)]
