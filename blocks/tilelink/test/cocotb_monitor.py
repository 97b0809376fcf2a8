# SPDX-License-Identifier: Apache-2.0
"""Bad agents: each breaks one rule of the monitor and must be named; good ones stay silent."""

from __future__ import annotations

import os
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

from freightyard.hardware.struct_layout import layouts

LINE = 0x8000_0040
FULL = 0xFFFF_FFFF
# A step of a case: the channels that pass in one cycle, each with its fields; "stall" lists
# channels that are offered and not taken.
Step = dict[str, Any]


def a(opcode: str, **fields: Any) -> Step:
    return {"a": {"opcode": opcode, "size": 6, "address": LINE, "mask": FULL, **fields}}


def b(**fields: Any) -> Step:
    return {"b": {"opcode": "ProbeBlock", "param": 2, "size": 6, "address": LINE, **fields}}


def c(opcode: str, **fields: Any) -> Step:
    return {"c": {"opcode": opcode, "size": 6, "address": LINE, **fields}}


def d(opcode: str, **fields: Any) -> Step:
    return {"d": {"opcode": opcode, "size": 6, **fields}}


def e(sink: int = 0) -> Step:
    return {"e": {"sink": sink}}


def stalled(step: Step) -> Step:
    return {**step, "stall": list(step)}


ACQUIRE = a("AcquireBlock", param=1)
GRANT = d("GrantData", param=0)
RELEASE = c("Release", param=1)
GET = a("Get", size=5)
DATA = d("AccessAckData", size=5)

# Rule number of fy_tl_monitor_pkg: the last step breaks it, those before break nothing.
COHERENT: list[tuple[int, str, list[Step]]] = [
    (2, "A param", [a("Get", param=1)]),
    (2, "A param of Acquire", [a("AcquireBlock", param=3)]),
    (3, "A alignment", [a("Get", address=LINE + 32)]),
    (4, "A mask misses a lane", [a("Get", size=3, mask=0x7F)]),
    (4, "A mask has a lane more", [a("PutPartialData", size=3, mask=0x100)]),
    (5, "A burst changes its address", [a("PutFullData"), a("PutFullData", address=LINE + 64)]),
    (5, "A burst changes its source", [a("PutFullData"), a("PutFullData", source=1)]),
    (5, "A burst is interleaved", [a("PutFullData"), GET]),
    (6, "A source in flight", [GET, GET]),
    (7, "A source too large", [a("Get", source=20)]),
    (8, "A stalled beat changes", [stalled(GET), a("Get", size=4, mask=0xFFFF)]),
    (8, "A stalled beat is withdrawn", [stalled(GET), {}]),
    (9, "Acquire while a GrantAck is owed", [ACQUIRE, GRANT, GRANT, a("AcquireBlock", source=1)]),
    (9, "Acquire while a ReleaseAck is owed", [RELEASE, ACQUIRE]),
    (10, "D answers no request", [DATA]),
    (10, "D answers twice", [GET, DATA, DATA]),
    (10, "ReleaseAck without Release", [d("ReleaseAck")]),
    (11, "D opcode", [GET, d("AccessAck", size=5)]),
    (12, "D size", [GET, d("AccessAckData", size=4)]),
    (12, "ReleaseAck size", [RELEASE, d("ReleaseAck", size=5)]),
    (
        13,
        "D burst is interleaved",
        [a("Get"), a("Get", source=1), d("AccessAckData"), d("AccessAckData", source=1)],
    ),
    (14, "D denied data is not corrupt", [GET, d("AccessAckData", size=5, denied=1)]),
    (15, "D gives less than asked", [ACQUIRE, d("GrantData", param=1)]),
    (15, "D gives nothing", [a("AcquireBlock"), d("GrantData", param=2)]),
    (
        16,
        "D sink twice",
        [ACQUIRE, a("AcquireBlock", source=1, address=0), GRANT, GRANT, d("GrantData", source=1)],
    ),
    (17, "D stalled beat changes", [GET, stalled(DATA), d("AccessAckData", size=5, data=1)]),
    (18, "B opcode", [b(opcode=4)]),
    (19, "B param", [b(param=3)]),
    (20, "B alignment", [b(address=LINE + 8)]),
    (21, "B twice", [b(), b()]),
    (22, "B while a GrantAck is owed", [ACQUIRE, GRANT, GRANT, b()]),
    (23, "B stalled beat is withdrawn", [stalled(b()), {}]),
    (24, "C opcode", [c("Release", opcode_number=0)]),
    (25, "C param", [c("Release", param=6)]),
    (25, "C data without permission", [b(), c("ProbeAckData", param=5)]),
    (26, "C alignment", [c("Release", param=1, address=LINE + 16)]),
    (27, "C burst changes", [c("ReleaseData", param=1), c("ReleaseData", param=1, source=1)]),
    (28, "C source in flight", [RELEASE, c("Release", param=1, address=0)]),
    (29, "ProbeAck without Probe", [c("ProbeAck", param=5)]),
    (29, "ProbeAck of another line", [b(), c("ProbeAck", param=5, address=0)]),
    (30, "Release while a GrantAck is owed", [ACQUIRE, GRANT, RELEASE]),
    (31, "Release twice", [RELEASE, c("Release", param=1, source=1)]),
    (32, "C stalled beat changes", [stalled(RELEASE), c("Release", param=2)]),
    (33, "GrantAck without Grant", [e()]),
    (33, "GrantAck of another sink", [ACQUIRE, GRANT, GRANT, e(1)]),
    (33, "GrantAck twice", [ACQUIRE, GRANT, GRANT, e(), e()]),
    (34, "E stalled beat is withdrawn", [ACQUIRE, GRANT, GRANT, stalled(e()), {}]),
    (
        0,
        "a good life",
        [
            ACQUIRE,
            stalled(GRANT),
            GRANT,
            GRANT,
            e(),
            b(param=1),
            c("ProbeAckData", param=0),
            c("ProbeAckData", param=0),
            a("AcquireBlock", param=2),
            d("Grant", param=0),
            e(),
            c("ReleaseData", param=1),
            c("ReleaseData", param=1),
            d("ReleaseAck"),
            {**GET, **DATA},
            a("Intent", size=6),
            d("HintAck"),
            a("PutPartialData", size=2, mask=0x3),
            d("AccessAck", size=2),
            a("Get", address=0),
            d("AccessAckData", denied=1, corrupt=1),
            d("AccessAckData", denied=1, corrupt=1),
            a("AcquireBlock", param=0),
            {**d("GrantData", param=1), **e()},
            d("GrantData", param=1),
        ],
    ),
]
LIGHTWEIGHT: list[tuple[int, str, list[Step]]] = [
    (1, "burst on TL-UL", [a("Get")]),
    (1, "atomic on TL-UL", [a("LogicalData", size=3, mask=0xFF)]),
    (1, "Acquire on TL-UL", [ACQUIRE]),
    (35, "Probe on TL-UL", [b()]),
    (35, "Release on TL-UL", [RELEASE]),
    (35, "GrantAck on TL-UL", [e()]),
    (10, "ReleaseAck on TL-UL", [d("ReleaseAck")]),
    (0, "a good life", [GET, DATA, a("PutFullData", size=5), d("AccessAck", size=5)]),
]


@cocotb.test()
async def each_rule(dut: Any) -> None:
    fields = layouts("fy_tl_monitor", ["tilelink"])
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    seen = set()
    for rule, name, steps in COHERENT if os.environ["KIND"] == "2" else LIGHTWEIGHT:
        dut.valid_i.value = 0
        dut.ready_i.value = 0
        dut.rst_ni.value = 0
        await FallingEdge(dut.clk_i)
        await FallingEdge(dut.clk_i)
        dut.rst_ni.value = 1
        for number, step in enumerate([*steps, {}, {}]):
            valid = ready = 0
            for index, channel in enumerate("abcde"):
                if channel not in step:
                    continue
                valid |= 1 << index
                ready |= (channel not in step.get("stall", [])) << index
                port = f"tl_{channel}_i"
                values = dict(step[channel])
                values["opcode"] = values.pop("opcode_number", values.get("opcode", 0))
                if channel == "e":
                    del values["opcode"]
                getattr(dut, port).value = fields[port].pack(**values)
            dut.valid_i.value = valid
            dut.ready_i.value = ready
            await FallingEdge(dut.clk_i)
            found = int(dut.rule_o.value)
            expected = rule if number == len(steps) - 1 else 0
            if number < len(steps):
                assert found == expected, f"{name}: step {number} shows rule {found}"
        seen.add(rule)
    cocotb.log.info("rules fired: %s", sorted(seen))
    if os.environ["KIND"] == "2":
        assert seen == set(range(35)) - {1}, set(range(35)) - seen
