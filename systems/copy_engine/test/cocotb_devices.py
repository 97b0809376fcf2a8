# SPDX-License-Identifier: Apache-2.0
"""Devices behind their 8-byte port: test device, timer, console, counter unit."""

from __future__ import annotations

from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

from freightyard.hardware import flat_top
from freightyard.hardware.declarations import load_system

SYSTEM = load_system("copy_engine")
assert SYSTEM.map is not None and SYSTEM.counters is not None
TEST, TIMER, CONSOLE = (SYSTEM.map.named(name).base for name in ("test", "timer", "console"))
TABLE = SYSTEM.counters.counters


class Bus:
    """A TL-UL client: one access at a time, also several cycles after each other."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.fields = flat_top.layouts("fy_devices", ["systems/copy_engine"])

    async def start(self) -> None:
        dut = self.dut
        cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
        for name in [
            "tl_a_valid_i",
            "console_valid_i",
            "hart_events_i",
            "system_events_i",
            "bus_errors_i",
            "tl_a_i",
        ]:
            getattr(dut, name).value = 0
        dut.tl_d_ready_i.value = 1
        dut.console_ready_i.value = 1
        dut.rst_ni.value = 0
        await FallingEdge(dut.clk_i)
        await FallingEdge(dut.clk_i)
        dut.rst_ni.value = 1
        await FallingEdge(dut.clk_i)

    async def access(self, opcode: str, address: int, size: int, value: int = 0) -> Any:
        dut = self.dut
        lane = address % 8
        dut.tl_a_i.value = self.fields["tl_a_i"].pack(
            opcode=opcode,
            size=size,
            source=5,
            address=address,
            mask=((1 << (1 << size)) - 1) << lane,
            data=(value << (8 * lane)) & (2**64 - 1),
        )
        dut.tl_a_valid_i.value = 1
        await FallingEdge(dut.clk_i)
        dut.tl_a_valid_i.value = 0
        for _ in range(4):
            if int(dut.tl_d_valid_o.value):
                break
            await FallingEdge(dut.clk_i)
        assert int(dut.tl_d_valid_o.value), f"no answer from {address:#x}"
        answer = self.fields["tl_d_o"].unpack(dut.tl_d_o.value)
        assert answer.source == 5 and answer.size == size
        await FallingEdge(dut.clk_i)
        return answer

    async def read(self, address: int, size: int = 3) -> int:
        answer = await self.access("Get", address, size)
        assert not answer.denied
        return (answer["data"] >> (8 * (address % 8))) & ((1 << (8 << size)) - 1)

    async def write(self, address: int, value: int, size: int = 3) -> None:
        assert not (await self.access("PutFullData", address, size, value)).denied

    def interrupts(self) -> Any:
        return self.fields["interrupts_o"].unpack(self.dut.interrupts_o.value)[0]


async def bus_of(dut: Any) -> Bus:
    bus = Bus(dut)
    await bus.start()
    return bus


@cocotb.test()
async def reset_values(dut: Any) -> None:
    """Every register reads what its declaration says, none is lost in the RTL."""
    bus = await bus_of(dut)
    for region, device in SYSTEM.registers.items():
        for register in device.registers:
            if register.access != "wo" and not register.no_reset and "is 1" not in register.view:
                size = ((register.bits or device.bits) // 8).bit_length() - 1
                found = await bus.read(SYSTEM.address(region, register.name), size)
                assert found == register.reset, f"{region} {register.name} reads {found:#x}"


@cocotb.test()
async def test_device(dut: Any) -> None:
    for value, code in [(0x5555, 0), (0x7777, 0), (7 << 16 | 0x3333, 7), (0x3333, 1)]:
        bus = await bus_of(dut)
        await bus.write(TEST, 0x1234, 2)
        await bus.write(TEST + 8, 0x5555, 2)
        result = bus.fields["exit_o"].unpack(dut.exit_o.value)
        assert not result.valid, "ended by a value or an address that means nothing"
        await bus.write(TEST, value, 2)
        await bus.write(TEST, 9 << 16 | 0x3333, 2)
        result = bus.fields["exit_o"].unpack(dut.exit_o.value)
        assert result.valid and result.code == code, f"{value:#x} gave {result.code}"
        assert await bus.read(TEST, 2) == 0


@cocotb.test()
async def unmapped(dut: Any) -> None:
    bus = await bus_of(dut)
    for address in [0, 0x10_1000, 0x300_0000, 0x1000_0100, 0x2002_0000]:
        assert (await bus.access("Get", address, 3)).denied
        assert (await bus.access("PutFullData", address, 0)).denied
    assert (await bus.access("LogicalData", TIMER + 0x4000, 3)).denied


@cocotb.test()
async def timer(dut: Any) -> None:
    bus = await bus_of(dut)
    first = await bus.read(TIMER + 0xBFF8)
    second = await bus.read(TIMER + 0xBFF8)
    assert second - first == 2, "mtime does not count every cycle"
    await bus.write(TIMER + 0xBFFC, 0x1, 2)  # upper half alone
    now = await bus.read(TIMER + 0xBFF8)
    assert now >> 32 == 1 and 0 < now & 0xFFFF < 64
    assert int(dut.time_o.value) >= now
    assert not bus.interrupts().timer
    assert await bus.read(TIMER + 0x4000) == 2**64 - 1
    await bus.write(TIMER + 0x4000, now + 20)
    for _ in range(60):
        if bus.interrupts().timer:
            break
        await FallingEdge(dut.clk_i)
    # The register follows by one cycle, and time_o has moved on by then.
    assert int(dut.time_o.value) == now + 21, "the interrupt is not at mtimecmp"
    await bus.write(TIMER + 0x4000, 2**64 - 1)
    await FallingEdge(dut.clk_i)
    assert not bus.interrupts().timer
    assert not bus.interrupts().software
    await bus.write(TIMER, 1, 2)
    assert bus.interrupts().software and await bus.read(TIMER, 2) == 1
    await bus.write(TIMER, 2, 2)
    assert not bus.interrupts().software and await bus.read(TIMER, 2) == 0
    await bus.write(TIMER + 8, 1, 2)  # no such hart
    assert await bus.read(TIMER + 8) == 0


@cocotb.test()
async def console(dut: Any) -> None:
    bus = await bus_of(dut)
    line_status = CONSOLE + 5
    assert await bus.read(line_status, 0) == 0x60
    # Divisor behind DLAB does not send.
    await bus.write(CONSOLE + 3, 0x83, 0)
    await bus.write(CONSOLE, 0x12, 0)
    await bus.write(CONSOLE + 1, 0x34, 0)
    assert await bus.read(CONSOLE, 0) == 0x12 and await bus.read(CONSOLE + 1, 0) == 0x34
    await bus.write(CONSOLE + 3, 0x03, 0)
    assert not int(dut.console_valid_o.value)
    await bus.write(CONSOLE + 7, 0xA5, 0)
    await bus.write(CONSOLE + 4, 0x0B, 0)
    assert await bus.read(CONSOLE + 7, 0) == 0xA5 and await bus.read(CONSOLE + 4, 0) == 0x0B
    assert await bus.read(CONSOLE + 3, 0) == 3 and await bus.read(CONSOLE + 6, 0) == 0xB0

    # A full sender clears bit 5 and loses what comes then.
    dut.console_ready_i.value = 0
    for k in range(18):
        status = await bus.read(line_status, 0)
        assert bool(status & 0x20) == (k < 16) and bool(status & 0x40) == (k == 0)
        await bus.write(CONSOLE, 0x40 + k, 0)
    await bus.write(CONSOLE + 1, 2, 0)  # sender-empty interrupt
    assert not bus.interrupts().external
    sent = []
    dut.console_ready_i.value = 1
    for _ in range(20):
        if int(dut.console_valid_o.value):
            sent.append(int(dut.console_o.value))
        await FallingEdge(dut.clk_i)
    assert sent == [0x40 + k for k in range(16)]
    assert bus.interrupts().external and await bus.read(CONSOLE + 2, 0) == 0x02
    assert await bus.read(CONSOLE + 2, 0) == 0x01 and not bus.interrupts().external
    await bus.write(CONSOLE + 2, 1, 0)
    assert await bus.read(CONSOLE + 2, 0) == 0xC1

    # Input: kept until read, one interrupt while there is any.
    await bus.write(CONSOLE + 1, 1, 0)
    for byte in b"ok":
        dut.console_i.value = byte
        dut.console_valid_i.value = 1
        await FallingEdge(dut.clk_i)
    dut.console_valid_i.value = 0
    assert bus.interrupts().external and await bus.read(CONSOLE + 2, 0) == 0xC4
    assert await bus.read(line_status, 0) == 0x61
    assert bytes([await bus.read(CONSOLE, 0), await bus.read(CONSOLE, 0)]) == b"ok"
    assert await bus.read(line_status, 0) == 0x60 and not bus.interrupts().external
    assert await bus.read(CONSOLE, 0) == 0


@cocotb.test()
async def counters(dut: Any) -> None:
    bus = await bus_of(dut)
    table = TABLE
    control, values = (SYSTEM.address("counter", name) for name in ("control", "values"))
    assert await bus.read(SYSTEM.address("counter", "number")) == len(table)
    hart, system = bus.fields["hart_events_i"], bus.fields["system_events_i"]
    names = list(table)

    async def pulse(cycles: int, **events: int) -> None:
        blocks: dict[str, dict[str, int]] = {}
        for event, amount in events.items():
            block, _, field = event.partition("__")
            blocks.setdefault(block, {})[field] = amount
        of_hart = {k: v for k, v in blocks.items() if SYSTEM.counters.sources[k].per}
        dut.hart_events_i.value = hart.pack([of_hart])
        dut.system_events_i.value = system.pack(
            **{k: v for k, v in blocks.items() if k not in of_hart}
        )
        for _ in range(cycles):
            await FallingEdge(dut.clk_i)
        dut.hart_events_i.value = 0
        dut.system_events_i.value = 0

    async def snapshot() -> list[int]:
        await bus.write(control, 1)
        return [await bus.read(values + 8 * i) for i in range(len(table))]

    # Each event reaches its own counter and no other one.
    for index, (name, event) in enumerate(table.items()):
        await bus.write(control, 2)
        amount = 19 if name == "l2_transactor_cycles" else 1
        await pulse(3, **{event.replace(".", "__"): amount})
        expected = [0] * len(table)
        expected[index] = 3 * amount
        await bus.write(control, 1)
        assert await bus.read(values + 8 * index) == 3 * amount, name
        if index % 9 == 0:
            assert await snapshot() == expected, name
    # A snapshot stands while counting goes on; stop stops; clear clears.
    await bus.write(control, 2)
    await pulse(5, core__retired=1)
    await bus.write(control, 1)
    await pulse(5, core__retired=1)
    assert await bus.read(values) == 5
    await bus.write(control, 4)
    assert await bus.read(control) == 4
    await pulse(7, core__retired=1)
    await bus.write(control, 1)
    assert await bus.read(values) == 10 and await bus.read(control) == 0
    assert await bus.read(values + 8 * len(names)) == 0, "a value behind the last counter"


@cocotb.test()
async def bus_errors(dut: Any) -> None:
    bus = await bus_of(dut)
    status, address = (
        SYSTEM.address("counter", name) for name in ("bus_error", "bus_error_address")
    )
    layout = bus.fields["bus_errors_i"]

    async def error(source: int, at: int) -> None:
        entries = [{"valid": int(i == source), "address": at} for i in range(3)]
        dut.bus_errors_i.value = layout.pack(entries)
        await FallingEdge(dut.clk_i)
        dut.bus_errors_i.value = 0

    assert await bus.read(status) == 0 and not bus.interrupts().bus_error
    for source in range(3):
        await error(source, 0x80_1234_5640 + source)
        assert bus.interrupts().bus_error
        assert await bus.read(status) == (source + 1) << 2 | 1
        await error((source + 1) % 3, 0x77)  # the first stays, and is marked
        assert await bus.read(status) == (source + 1) << 2 | 3
        assert await bus.read(address) == 0x80_1234_5640 + source
        await bus.write(status, 0)
        assert not bus.interrupts().bus_error and await bus.read(status) == 0
        assert await bus.read(address) == 0
