# SPDX-License-Identifier: Apache-2.0
"""Litmus tests of the memory order on real harts, and their judge: docs/memory-order.md."""

from __future__ import annotations

import pytest
from systems.copy_engine.test import corners

from freightyard.errors import UserError
from freightyard.litmus import code, model, own_tests, run
from freightyard.litmus.shapes import SHAPES

BY_NAME = {shape.name: shape for shape in SHAPES}


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_model(shape):
    """What the table says of the outcome of interest is what the axioms say."""
    assert any(map(shape.matches, model.allowed(shape.threads))) == shape.allowed


# Verdicts of the unprivileged specification, appendix A, on programs that are no shapes here.
@pytest.mark.parametrize(
    ("threads", "outcome", "allowed"),
    [
        # Figure A.2: a hart may read its own store early.
        (("x=1; r0=x; fence r,r; r1=y", "y=1; r0=y; fence r,r; r1=x"), "1100/1100/110", True),
        (("x=1; r0=x; fence r,r; r1=y", "y=1; r0=y; fence r,r; r1=x"), "1000/1000/110", True),
        # Rule 12: a store whose value depends on a load, and a load that reads it.
        (("x=1; fence w,w; y=1", "r0=y; z=1@r0; r1=z; r2=x@r1"), "0000/1100/111", False),
        # PPOCA: a store behind a branch that a younger load reads.
        (("x=1; fence w,w; y=1", "r0=y; ctrl r0; z=1; r1=z; r2=x@r1"), "0000/1100/111", True),
        # Rule 13: a store behind an address that depends on a load.
        (("r0=x; r1=z@r0; y=1", "r0=y; x=1@r0"), "1000/1000/110", False),
        # RDW: two loads of one address that read different stores stay in order.
        (("x=1", "r0=x; r1=x"), "0000/1000/100", False),
        # An AMO's value is not forwarded before it is done.
        (("amoswap x,1; r1=x; r2=y@r1", "amoswap y,1; r1=y; r2=x@r1"), "0100/0100/110", False),
    ],
)  # fmt: skip
def test_model_against_the_specification(threads, outcome, allowed):
    assert (outcome in model.allowed(threads)) == allowed


def test_machine_code():
    """Against the GNU assembler's words."""
    text = "x=1; r0=y; fence rw,w; fence.tso; r1=lr.aq x; r2=sc.rl z,3; r3=amoadd.aqrl x,2; ctrl r0"
    assert code.assemble(text) == [
        0x00F52023, 0x0005A283, 0x0310000F, 0x8330000F,
        0x1405232F, 0x1B1623AF, 0x07052E2F, 0x00529263,
    ]  # fmt: skip
    assert code.assemble("y@r0=1; x=2@r1") == [
        0x0052CF33, 0x00BF0F33, 0x00FF2023, 0x00634F33, 0x010F0F33, 0x01E52023,
    ]  # fmt: skip


def test_complaints():
    """A forbidden outcome, an impossible one and a lost step are told."""
    counter = {"counter": "lrsc", "harts": 2, "steps": 10, "value": 19, "lost": 1, "least_steps": 9}
    lines = [
        {"shape": "SB", "outcome": "0000/0000/110", "count": 3},
        {"shape": "SB+fences", "outcome": "0000/0000/110", "count": 2},
        {"shape": "MP+fence+ctrl", "outcome": "0000/1000/110", "count": 1},
        {"shape": "engine-writes+fences", "outcome": "0000/1010/111", "count": 1},
        counter,
    ]
    own = own_tests.of("copy_engine")
    found = run.read(lines, 2, own).complaints()
    assert [line.split(",")[0].split(":")[0] for line in found] == [
        "SB+fences", "engine-writes+fences", "MP+fence+ctrl", "counter lrsc",
    ]  # fmt: skip
    unfenced = next(test for test in own if test.name == "engine-writes")
    assert unfenced.permits("0000/1010/111") and not unfenced.permits("0000/1110/110")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("'[01]+/[01]+/111'", "'[01+'", r"toml:\d+: legal: '\[01\+' is no regular expression"),
        ('"engine-writes"', '"SB"', r"toml:\d+: two tests are called SB"),
        (
            'reason = "with',
            'reasn = "with',
            r"toml:\d+: no key is called reasn here; did you mean r",
        ),
    ],
)
def test_bad_tests_of_a_block(old, new, says, tmp_path, monkeypatch):
    text = (own_tests.BLOCKS / "copy_engine" / "litmus.toml").read_text()
    assert old in text
    (tmp_path / "copy_engine").mkdir()
    (tmp_path / "copy_engine" / "litmus.toml").write_text(text.replace(old, new, 1))
    monkeypatch.setattr(own_tests, "BLOCKS", tmp_path)
    with pytest.raises(UserError, match=says):
        own_tests.of("copy_engine")


def judge(results: run.Results, seen: tuple[str, ...]) -> None:
    complaints = results.complaints()
    assert not complaints, "\n".join(complaints)
    rare = {tally.shape.name for tally in results.tallies if tally.seen == 0}
    assert not rare & set(seen)


@pytest.mark.default
@pytest.mark.parametrize("harts", (2, 4))
def test_on_harts(harts, seed):
    """Forbidden outcomes never; store buffering must come, as must the other reorderings."""
    shots = 40
    print(f"seed {seed}")
    shapes = run.of_system(SHAPES, harts)
    results = run.run(harts, seed, shots, shots, shapes, corners.system(harts))
    reordered = [t.shape.name for t in results.tallies if t.seen]
    judge(results, ("SB",))
    assert len(reordered) >= 3, reordered


@pytest.mark.long
@pytest.mark.parametrize("harts", (2, 4))
@pytest.mark.parametrize("number", range(10))
def test_on_harts_long(harts, number, seed):
    own = seed * 100 + number
    print(f"seed {own}")
    results = run.run(harts, own, 400, 400, run.of_system(SHAPES, harts), corners.system(harts))
    judge(results, ("SB", "MP", "LB", "2+2W" if harts == 2 else "SB"))
