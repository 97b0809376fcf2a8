# SPDX-License-Identifier: Apache-2.0
"""The counter unit alone: counters of each hart, what a hart does not have, bus errors."""

from __future__ import annotations

from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

from freightyard.hardware.declarations import registers
from freightyard.hardware.declarations.tables import read
from freightyard.hardware.sources import BLOCKS
from freightyard.hardware.struct_layout import layouts

DEVICE = registers.load(read(BLOCKS / "peripherals" / "registers.toml")).device["counter"]
VALUES = DEVICE.named("values")
COUNTERS, HARTS, PER_HART = 5, 2, 0b01101


class Unit:
    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.fields = layouts("fy_counter_unit", ["peripherals"])

    async def start(self) -> None:
        dut = self.dut
        cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
        for name in ("request_i", "request_valid_i", "amounts_i", "bus_errors_i"):
            getattr(dut, name).value = 0
        dut.rst_ni.value = 0
        await FallingEdge(dut.clk_i)
        dut.rst_ni.value = 1
        await FallingEdge(dut.clk_i)

    async def access(self, address: int, data: int | None = None) -> int:
        self.dut.request_i.value = self.fields["request_i"].pack(
            write=int(data is not None), address=address, mask=0xFF, data=data or 0
        )
        self.dut.request_valid_i.value = 1
        await FallingEdge(self.dut.clk_i)
        found = int(self.dut.read_data_o.value)
        self.dut.request_valid_i.value = 0
        return found


@cocotb.test()
async def each_hart_has_its_own(dut: Any) -> None:
    unit = Unit(dut)
    await unit.start()
    amounts = [[1, 2, 3, 4, 5], [10, 20, 30, 40, 50]]
    dut.amounts_i.value = sum(
        amounts[hart][i] << 8 * (COUNTERS * hart + i) for hart in range(HARTS) for i in range(5)
    )
    for _ in range(100):
        await FallingEdge(dut.clk_i)
    dut.amounts_i.value = 0
    await unit.access(DEVICE.offset("control"), 1)
    for hart in range(HARTS + 2):
        for index in range(COUNTERS + 2):
            address = VALUES.offset + hart * VALUES.stride + 8 * index
            exists = hart < HARTS and index < COUNTERS and (hart == 0 or PER_HART >> index & 1)
            expected = 100 * amounts[hart][index] if exists else 0
            assert await unit.access(address) == expected, (hart, index)
    assert await unit.access(DEVICE.offset("number")) == COUNTERS


@cocotb.test()
async def the_first_error_stays(dut: Any) -> None:
    unit = Unit(dut)
    await unit.start()
    errors = unit.fields["bus_errors_i"]
    for source in (1, 0):
        dut.bus_errors_i.value = errors.pack(
            [{"valid": int(i == source), "address": 0x40 + source} for i in range(2)]
        )
        await FallingEdge(dut.clk_i)
    dut.bus_errors_i.value = 0
    assert await unit.access(DEVICE.offset("bus_error")) == 2 << 2 | 0b11
    assert await unit.access(DEVICE.offset("bus_error_address")) == 0x41
