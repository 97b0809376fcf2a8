# SPDX-License-Identifier: Apache-2.0
"""The small parts of the interconnect, each against a few lines of Python; run by test_parts.py."""

from __future__ import annotations

import os
import random

import cocotb
import test_parts
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

from freightyard.hardware import flat_top

OPCODES = {"Get": 4, "PutFullData": 0, "PutPartialData": 1, "ArithmeticData": 2, "Intent": 5}


async def start(dut: object, *, clear: tuple[str, ...]) -> random.Random:
    """Reset with the named inputs at zero."""
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    for name in clear:
        getattr(dut, name).value = 0
    dut.rst_ni.value = 0
    await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    return random.Random(cocotb.RANDOM_SEED)


async def settle() -> None:
    await Timer(1, "ns")


@cocotb.test(skip=os.environ["PART"] != "beats")
async def last_beats(dut: object) -> None:
    rng = await start(dut, clear=("size_i", "has_data_i", "fire_i"))
    for _ in range(300):
        size, data = rng.randrange(13), rng.random() < 0.7
        beats = max(1, (1 << size) // 32) if data else 1
        dut.size_i.value, dut.has_data_i.value = size, data
        for beat in range(beats):
            while True:
                dut.fire_i.value = fire = rng.random() < 0.6
                await settle()
                assert int(dut.last_o.value) == (beat == beats - 1), (size, data, beat)
                await FallingEdge(dut.clk_i)
                if fire:
                    break


@cocotb.test(skip=os.environ["PART"] != "arbiter")
async def messages_stay_together(dut: object) -> None:
    """Four senders of messages of 1 to 4 beats with pauses; none waits for ever."""
    rng = await start(dut, clear=("data_i", "valid_i", "last_i", "ready_i"))
    left = [rng.randrange(1, 5) for _ in range(4)]
    offers = [False] * 4
    waits, owner, served = [0] * 4, None, [0] * 4
    for _ in range(2000):
        offers = [offer or rng.random() < 0.7 for offer in offers]
        ready = rng.random() < 0.7
        dut.valid_i.value = sum(offer << i for i, offer in enumerate(offers))
        dut.last_i.value = sum((count == 1) << i for i, count in enumerate(left))
        dut.data_i.value = sum((16 * i + left[i]) << (8 * i) for i in range(4))
        dut.ready_i.value = ready
        await settle()
        grants, valid = int(dut.ready_o.value), bool(dut.valid_o.value)
        assert grants & (grants - 1) == 0 and (ready or grants == 0)
        if owner is None:
            assert valid == any(offers)
        else:
            assert valid == offers[owner]
        if grants:
            chosen = grants.bit_length() - 1
            assert offers[chosen] and owner in (None, chosen)
            assert int(dut.data_o.value) == 16 * chosen + left[chosen]
            left[chosen] -= 1
            offers[chosen] = False
            owner = chosen if left[chosen] else None
            if not left[chosen]:
                left[chosen] = rng.randrange(1, 5)
                waits = [w + 1 for w in waits]
                waits[chosen] = 0
                served[chosen] += 1
                assert max(w for w, offer in zip(waits, offers, strict=True) if offer or not w) <= 8
        await FallingEdge(dut.clk_i)
    assert min(served) > max(served) // 2


@cocotb.test(skip=os.environ["PART"] != "error")
async def everything_is_denied(dut: object) -> None:
    layout = flat_top.layouts("fy_tl_error", ["tilelink"])
    payloads = [f"tl_{channel}_i" for channel in "ace"]
    valids = [f"tl_{channel}_valid_i" for channel in "ace"]
    rng = await start(dut, clear=(*payloads, *valids, "a_last_i", "c_last_i", "tl_b_ready_i"))
    answers = {0: 0, 1: 0, 2: 1, 3: 1, 4: 1, 5: 2, 6: 5, 7: 4}  # D opcode of each A opcode
    for _ in range(200):
        release = rng.random() < 0.3
        opcode = rng.choice((6, 7)) if release else rng.randrange(8)
        size, source = rng.randrange(7), rng.randrange(1024)
        side = "c" if release else "a"
        payload = layout[f"tl_{side}_i"].pack(opcode=opcode, size=size, source=source)
        getattr(dut, f"tl_{side}_i").value = payload
        getattr(dut, f"tl_{side}_valid_i").value = getattr(dut, f"{side}_last_i").value = 1
        await settle()
        assert getattr(dut, f"tl_{side}_ready_o").value and not dut.tl_d_valid_o.value
        assert dut.tl_e_ready_o.value and not dut.tl_b_valid_o.value
        await FallingEdge(dut.clk_i)
        getattr(dut, f"tl_{side}_valid_i").value = 0
        wanted = 6 if release else answers[opcode]
        beats = max(1, (1 << size) // 32) if wanted in (1, 5) else 1
        for beat in range(beats):
            while True:
                dut.tl_d_ready_i.value = ready = rng.random() < 0.6
                await settle()
                d = layout["tl_d_o"].unpack(dut.tl_d_o.value)
                assert dut.tl_d_valid_o.value and int(dut.d_last_o.value) == (beat == beats - 1)
                assert (d.opcode, d.size, d.source) == (wanted, size, source)
                assert (d.denied, d.corrupt) == (not release, wanted in (1, 5))
                assert d.param == (2 if wanted in (4, 5) else 0)
                await FallingEdge(dut.clk_i)
                if ready:
                    break


@cocotb.test(skip=os.environ["PART"] != "device")
async def one_access_a_request(dut: object) -> None:
    layout = flat_top.layouts("fy_tl_devices", ["tilelink"])  # one, at all addresses
    rng = await start(dut, clear=("tl_a_i", "tl_a_valid_i", "tl_d_ready_i", "error_i"))
    expected: list[tuple[int, ...]] = []
    for _ in range(600):
        name = rng.choice(list(OPCODES))
        valid, ready, error = rng.random() < 0.7, rng.random() < 0.6, rng.random() < 0.2
        corrupt = rng.random() < 0.1
        source, data = rng.randrange(1024), rng.getrandbits(64)
        dut.tl_a_i.value = layout["tl_a_i"].pack(
            opcode=name, size=3, source=source, address=0x10, mask=0xFF, data=7, corrupt=corrupt
        )
        dut.tl_a_valid_i.value, dut.tl_d_ready_i.value = valid, ready
        dut.error_i.value, dut.read_data_i.value = error, data
        await settle()
        if dut.tl_d_valid_o.value:
            d = layout["tl_d_o"].unpack(dut.tl_d_o.value)
            assert (d.opcode, d.source, d.denied, d.corrupt, d.data) == expected[0]
            if ready:
                expected.pop(0)
        taken = valid and bool(dut.tl_a_ready_o.value)
        legal = name in ("Get", "PutFullData", "PutPartialData") and not corrupt
        assert bool(dut.request_valid_o.value) == (taken and legal)
        if taken:
            put = name in ("PutFullData", "PutPartialData")
            if legal:
                assert layout["request_o"].unpack(dut.request_o.value)[0].write == put
            bad = error or not legal
            expected.append((0 if put else 1, source, bad, bad and not put, data))
        assert len(expected) <= 2
        await FallingEdge(dut.clk_i)


@cocotb.test(skip=os.environ["PART"] != "devices")
async def each_device_gets_its_own(dut: object) -> None:
    """One message at a time, at the edges of the regions and beside them; a cycle to the answer."""
    parameters = test_parts.PARAMETERS["devices"]
    layout = flat_top.layouts("fy_tl_devices", ["tilelink"], parameters=parameters)
    rng = await start(dut, clear=("tl_a_i", "tl_a_valid_i", "tl_d_ready_i", "error_i"))
    for _ in range(400):
        base, size = rng.choice(test_parts.REGIONS)
        address = base + rng.choice((-8, 0, 8, size - 8, size))
        owners = [address in range(low, low + much) for low, much in test_parts.REGIONS]
        put, source, written = rng.random() < 0.5, rng.randrange(1024), rng.getrandbits(64)
        read, errors = [rng.getrandbits(64) for _ in owners], rng.randrange(8)
        dut.tl_a_i.value = layout["tl_a_i"].pack(
            opcode="PutFullData" if put else "Get",
            size=3,
            source=source,
            address=address,
            mask=0xFF,
            data=written,
        )
        dut.tl_a_valid_i.value, dut.error_i.value = 1, errors
        dut.read_data_i.value = layout["read_data_i"].pack(read)
        await settle()
        assert dut.tl_a_ready_o.value and not dut.tl_d_valid_o.value
        assert int(dut.request_valid_o.value) == sum(own << i for i, own in enumerate(owners))
        if any(owners):
            request = layout["request_o"].unpack(dut.request_o.value)[owners.index(True)]
            assert (request.write, request.address) == (put, address)
            assert not put or (request.mask, request.data) == (0xFF, written)
        await FallingEdge(dut.clk_i)
        dut.tl_a_valid_i.value = 0
        for ready in [*(0 for _ in range(rng.randrange(3))), 1]:
            dut.tl_d_ready_i.value = ready
            await settle()
            d = layout["tl_d_o"].unpack(dut.tl_d_o.value)
            denied = not any(owners) or bool(errors >> owners.index(True) & 1)
            assert dut.tl_d_valid_o.value and (d.opcode, d.source) == (int(not put), source)
            assert (d.denied, d.corrupt) == (denied, denied and not put)
            assert put or denied or d.data == read[owners.index(True)]
            await FallingEdge(dut.clk_i)
        dut.tl_d_ready_i.value = 0
