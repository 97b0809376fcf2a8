# SPDX-License-Identifier: Apache-2.0
"""The packages against the specifications: numbers, widths of fields, functions.

What is expected is written here again from TileLink 1.8.1, AMBA AXI4 and the privileged
specification of RISC-V 1.12; slang tells what the packages have, at two widths of a beat.
"""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest

from freightyard.hardware import package_header, sources, struct_layout

RTL = Path(__file__).parents[1] / "rtl"
BEATS = (8, 32)
# TileLink, tables of the messages by channel: name and number.
OPCODES = {
    "a": {"PutFullData": 0, "PutPartialData": 1, "ArithmeticData": 2, "LogicalData": 3, "Get": 4,
          "Intent": 5, "AcquireBlock": 6, "AcquirePerm": 7},
    "b": {"ProbeBlock": 6, "ProbePerm": 7},
    "c": {"ProbeAck": 4, "ProbeAckData": 5, "Release": 6, "ReleaseData": 7},
    "d": {"AccessAck": 0, "AccessAckData": 1, "HintAck": 2, "Grant": 4, "GrantData": 5,
          "ReleaseAck": 6},
}  # fmt: skip
PERMISSIONS = {
    "Cap": ("ToT", "ToB", "ToN"),
    "Grow": ("NtoB", "NtoT", "BtoT"),
    "Prune": ("TtoB", "TtoN", "BtoN"),
}
REPORTS = {"ReportTtoT": 3, "ReportBtoB": 4, "ReportNtoN": 5}
ANSWERS = {"Get": "AccessAckData", "ArithmeticData": "AccessAckData",
           "LogicalData": "AccessAckData", "PutFullData": "AccessAck",
           "PutPartialData": "AccessAck", "Intent": "HintAck", "AcquireBlock": "GrantData",
           "AcquirePerm": "Grant"}  # fmt: skip
PAYLOADS = {"PutFullData", "PutPartialData", "ArithmeticData", "LogicalData", "ProbeAckData",
            "ReleaseData", "AccessAckData", "GrantData"}  # fmt: skip
AX = {"id": 6, "addr": 40, "len": 8, "size": 3, "burst": 2, "lock": 1, "cache": 4, "prot": 3,
      "qos": 4}  # fmt: skip


def tilelink(beat: int) -> dict[str, dict[str, int]]:
    """Fields of the channels and their bits; `allocate` is a user bit of ours."""
    head = {"opcode": 3, "param": 3, "size": 4, "source": 10}
    data, address = {"corrupt": 1, "data": 8 * beat}, {"address": 40}
    return {
        "a": head | address | {"allocate": 1, "mask": beat} | data,
        "b": head | address,
        "c": head | address | data,
        "d": head | {"sink": 8, "denied": 1} | data,
        "e": {"sink": 8},
    }


def axi(beat: int) -> dict[str, dict[str, int]]:
    data = {"data": 8 * beat}
    return {
        "ax": AX,
        "w": data | {"strb": beat, "last": 1},
        "b": {"id": 6, "resp": 2},
        "r": {"id": 6} | data | {"resp": 2, "last": 1},
    }


def numbers(package: str) -> dict[str, int]:
    return dict(package_header.numbers((RTL / f"{package}.sv").read_text()))


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    """Layouts of the records, each a port of one module."""
    kinds = {f"tl{beat}_{name}": f"fy_tl_pkg::fy_tl#(.BeatBytes({beat}))::{name}_t"
             for beat in BEATS
             for name in (*"abcde", "forward", "backward", "request", "response", "b_channel",
                          "c_channel", "e_channel")}  # fmt: skip
    kinds |= {f"axi{beat}_{name}": f"fy_axi_pkg::fy_axi#(.DataBytes({beat}))::{name}_t"
              for beat in BEATS for name in ("ax", "w", "b", "r")}  # fmt: skip
    kinds |= {f"core_{name}": f"fy_core_pkg::{name}_t"
              for name in ("data_id", "retirement")}  # fmt: skip
    kinds |= {f"mmu_{name}": f"fy_mmu_pkg::{name}_t"
              for name in ("entry", "context", "translation_fence")}  # fmt: skip
    ports = ",\n".join(f"  input {kind} {name}" for name, kind in kinds.items())
    top = tmp_path_factory.mktemp("records") / "records.sv"
    top.write_text(f"module records (\n{ports}\n);\nendmodule\n")
    return struct_layout.layouts_of("records", [*sources.sources("interfaces"), top], {})


@pytest.fixture
def value(tmp_path):
    """Values of constant expressions of the packages, all in one elaboration."""

    def values(expressions: list[tuple[int, str]]) -> list[int]:
        lines = [f"  localparam logic [{bits - 1}:0] P{i} = {text};"
                 for i, (bits, text) in enumerate(expressions)]  # fmt: skip
        imports = "import fy_tl_pkg::*; import fy_mmu_pkg::*;"
        top = tmp_path / "constants.sv"
        top.write_text("\n".join([f"module constants {imports} ();", *lines, "endmodule\n"]))
        files = [*sources.sources("interfaces"), top]
        body = struct_layout.compilation("constants", files, {}).getRoot().topInstances[0].body
        found = (body.find(f"P{i}").value.convertToInt().value for i in range(len(expressions)))
        return [int(one) for one in found]

    return values


def test_numbers_of_tilelink(records):
    for channel, opcodes in OPCODES.items():
        assert records[f"tl8_{channel}"].fields["opcode"].names == opcodes
    found = numbers("fy_tl_pkg")
    for kind, names in PERMISSIONS.items():
        assert [found[kind + name] for name in names] == [0, 1, 2]
    assert {name: found[name] for name in REPORTS} == REPORTS


def test_numbers_of_the_other_packages(records):
    found = numbers("fy_axi_pkg")
    assert [found[f"Resp{name}"] for name in ("Okay", "SlvErr", "DecErr")] == [0, 2, 3]
    assert found["BurstIncr"] == 1
    privileges = {"PrivilegeUser": 0, "PrivilegeSupervisor": 1, "PrivilegeMachine": 3}
    assert records["core_retirement"].fields["privilege"].names == privileges


@pytest.mark.parametrize("package", sorted(path.stem for path in RTL.glob("*.sv")))
def test_encodings_are_unique(package):
    for enum in package_header.enumerations((RTL / f"{package}.sv").read_text()):
        assert len({number for _, number in enum}) == len(enum), enum


@pytest.mark.parametrize("beat", BEATS)
def test_widths(records, beat):
    for prefix, expected in ((f"tl{beat}", tilelink(beat)), (f"axi{beat}", axi(beat))):
        for channel, fields in expected.items():
            found = records[f"{prefix}_{channel}"]
            assert {name: field.width for name, field in found.fields.items()} == fields
            assert found.width == sum(fields.values())


def test_widths_of_a_core(records):
    identity = {name: f.width for name, f in records["core_data_id"].fields.items()}
    assert 1 << identity["hart"] >= 20 and 1 << identity["thread"] == 16
    assert identity["tag"] == 5  # a destination register
    entry = {name: f.width for name, f in records["mmu_entry"].fields.items()}
    assert (entry["vpn"], entry["ppn"], entry["asid"]) == (27, 44, 16)  # Sv39


@pytest.mark.parametrize("beat", BEATS)
def test_links_join_by_concatenation(records, beat):
    """A link of A and D alone is a part of one of five channels, in the order of the fields."""
    for whole, parts in (("forward", ("request", "c_channel", "e_channel")),
                         ("backward", ("b_channel", "response"))):  # fmt: skip
        low = records[f"tl{beat}_{whole}"].width
        for part in parts:
            piece = records[f"tl{beat}_{part}"]
            low -= piece.width
            for name, field in piece.fields.items():
                assert records[f"tl{beat}_{whole}"].fields[name].low == low + field.low
        assert low == 0


def test_functions_of_tilelink(value):
    calls = [(3, f"answer_opcode({name})") for name in OPCODES["a"]]
    expected = [OPCODES["d"][ANSWERS[name]] for name in OPCODES["a"]]
    for channel in "acd":
        calls += [(1, f"{channel}_has_data({name})") for name in OPCODES[channel]]
        expected += [name in PAYLOADS for name in OPCODES[channel]]
    for size, beat in itertools.product(range(13), BEATS):
        calls.append((32, f"last_beat(4'd{size}, {beat})"))
        expected.append(max((1 << size) // beat, 1) - 1)
    assert value(calls) == expected


def test_rights(records, value):
    """Every combination of rights, access and context (privileged specification 4.3.1, Svade)."""
    calls, expected = [], []
    bits = itertools.product((0, 1), repeat=9)
    for read, write, execute, user, accessed, dirty, as_user, sum_, mxr in bits:
        entry = records["mmu_entry"].pack(
            read=read, write=write, execute=execute, user=user, accessed=accessed, dirty=dirty
        )
        context = records["mmu_context"].pack(user=as_user, sum=sum_, mxr=mxr, translate=1)
        if as_user:
            reached = fetched = bool(user)
        else:
            reached, fetched = not user or bool(sum_), not user
        rights = {
            "AccessFetch": fetched and execute,
            "AccessLoad": reached and (read or (mxr and execute)),
            "AccessStore": reached and write and dirty,
        }
        for access, right in rights.items():
            words = f"entry_t'(128'd{entry}), {access}, context_t'(128'd{context})"
            calls.append((1, f"permitted({words})"))
            expected.append(int(bool(right and accessed)))
    assert 0 < sum(expected) < len(expected)
    assert value(calls) == expected


def test_pages_and_fences(records, value):
    source = random.Random(1)
    calls, expected = [], []
    for _ in range(300):
        level, is_global = source.randrange(3), source.randrange(2)
        kept = ~((1 << 9 * level) - 1)
        vpn, asid, ppn = source.getrandbits(27), source.randrange(4), source.getrandbits(44) & kept
        # Often the same page, seldom the same address.
        other = vpn ^ (1 << source.randrange(27)) * source.randrange(2)
        space = source.choice((asid, source.randrange(4)))
        entry = records["mmu_entry"].pack(
            vpn=vpn, level=level, asid=asid, ppn=ppn, is_global=is_global
        )
        use_address, use_asid = source.randrange(2), source.randrange(2)
        fence = records["mmu_translation_fence"].pack(
            valid=1, use_address=use_address, use_asid=use_asid, vpn=other, asid=space
        )
        address = source.getrandbits(64)
        inside = (1 << 12 + 9 * level) - 1
        same = vpn & kept == other & kept
        literal = f"entry_t'(128'd{entry})"
        calls += [
            (56, f"physical_address({literal}, 64'd{address})"),
            (1, f"entry_matches({literal}, 27'd{other}, 16'd{space})"),
            (1, f"fenced({literal}, translation_fence_t'(128'd{fence}))"),
        ]
        expected += [
            ppn << 12 | address & inside,
            int(same and bool(is_global or asid == space)),
            int((not use_address or same) and (not use_asid or (not is_global and asid == space))),
        ]
    assert value(calls) == expected


def test_context_of_loads_and_stores(records, value):
    """MPRV makes accesses of M those of MPP (privileged specification 3.1.6.3); Sv39 is mode 8."""
    calls, expected = [], []
    satp = 0xABCD << 44 | 0x123_4567_89AB
    cases = itertools.product((0, 1, 3), (0, 1), (0, 1, 3), (0, 1), (0, 1), (0, 8, 9))
    for privilege, mprv, mpp, sum_, mxr, mode in cases:
        effective = mpp if privilege == 3 and mprv else privilege
        words = f"2'd{privilege}, 1'd{mprv}, 2'd{mpp}, 1'd{sum_}, 1'd{mxr}"
        context = records["mmu_context"]
        calls.append((context.width, f"data_context({words}, 64'd{mode << 60 | satp})"))
        expected.append(context.pack(
            translate=int(mode == 8 and effective != 3), user=int(effective == 0), sum=sum_,
            mxr=mxr, asid=0xABCD, root=0x123_4567_89AB,
        ))  # fmt: skip
    assert value(calls) == expected
