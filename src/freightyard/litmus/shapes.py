# SPDX-License-Identifier: Apache-2.0
"""The litmus shapes: what runs, the outcome of interest, what RVWMO says of it and why.

`design` is empty where the system shows an outcome that RVWMO allows; otherwise it says why it
cannot happen here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from freightyard.litmus import model

FENCE = "fence rw,rw"


@dataclass(frozen=True)
class Shape:
    """A litmus test; `outcome` is a set of conditions such as `1:r0=1 1:r1=0 x=2`."""

    name: str
    threads: tuple[str, ...]
    outcome: str
    allowed: bool
    reason: str  # of RVWMO
    design: str = ""

    def matches(self, found: str) -> bool:
        """Is an outcome of the program (`registers/.../xyz`) the one of interest?"""
        parts = found.split("/")
        for hart, register, place, value in _CONDITION.findall(self.outcome):
            digit = parts[int(hart)][int(register)] if hart else parts[-1]["xyz".index(place)]
            if digit != value:
                return False
        return True

    def permits(self, found: str) -> bool:
        """Does RVWMO allow an outcome?"""
        return found in model.allowed(self.threads)


_CONDITION = re.compile(r"(?:(\d):r(\d)|([xyz]))=(\d)")

_IN_ORDER = "an instruction that needs the value of a load waits for it, and all behind it too"
_NO_FORWARD = "every fence waits until the store buffer and the misses of stores are empty"
_AMO = "an AMO is done on a line held in Trunk before anything younger is decided"


def _sb(name: str, middle: str, allowed: bool, reason: str, design: str = "") -> Shape:
    between = f"; {middle}; " if middle else "; "
    threads = (f"x=1{between}r0=y", f"y=1{between}r0=x")
    return Shape(name, threads, "0:r0=0 1:r0=0", allowed, reason, design)


def _mp(name: str, writer: str, reader: str, allowed: bool, reason: str, design: str = "") -> Shape:
    return Shape(name, (writer, reader), "1:r0=1 1:r1=0", allowed, reason, design)


def _lb(name: str, first: str, last: str, allowed: bool, reason: str, design: str = "") -> Shape:
    return Shape(name, (first, last), "0:r0=1 1:r0=1", allowed, reason, design)


SHAPES = (
    # ---- two harts: store buffering
    _sb("SB", "", True, "a load may pass an older store of another address"),
    _sb("SB+fences", FENCE, False, "rule 4: FENCE rw,rw orders store and load"),
    _sb("SB+fences.w.r", "fence w,r", False, "rule 4: FENCE w,r is the one that it needs"),
    _sb("SB+fences.tso", "fence.tso", True, "FENCE.TSO leaves a store and a younger load free",
        _NO_FORWARD + ", FENCE.TSO too"),
    Shape("SB+fence+po", (f"x=1; {FENCE}; r0=y", "y=1; r0=x"), "0:r0=0 1:r0=0", True,
          "one fence does not help: the other hart's load may pass its store"),
    Shape("SB+rfi", ("x=1; r0=x; r1=y", "y=1; r0=y; r1=x"), "0:r0=1 0:r1=0 1:r0=1 1:r1=0", True,
          "a hart may read its own store before others see it"),
    Shape("SB+amos", ("r0=amoswap x,1; r1=y", "r0=amoswap y,1; r1=x"), "0:r1=0 1:r1=0", True,
          "an AMO without aq and rl orders nothing", _AMO),
    Shape("SB+amos.aq", ("r0=amoswap.aq x,1; r1=y", "r0=amoswap.aq y,1; r1=x"), "0:r1=0 1:r1=0",
          False, "rule 5: all that follows an acquire comes after it"),
    Shape("SB+amos.aqrl", ("x=1; r1=amoor.aqrl y,1", "y=2; r1=amoor.aqrl x,2"), "0:r1=0 1:r1=0",
          False, "rule 6: all that precedes a release comes before it"),
    # ---- message passing
    _mp("MP", "x=1; y=1", "r0=y; r1=x", True, "two stores, and two loads, have no order"),
    _mp("MP+fences", f"x=1; {FENCE}; y=1", f"r0=y; {FENCE}; r1=x", False, "rule 4 on both sides"),
    _mp("MP+fence.w.w+fence.r.r", "x=1; fence w,w; y=1", "r0=y; fence r,r; r1=x", False,
        "rule 4: FENCE w,w and r,r are enough"),
    _mp("MP+fences.tso", "x=1; fence.tso; y=1", "r0=y; fence.tso; r1=x", False,
        "rule 4: FENCE.TSO orders stores, and loads"),
    _mp("MP+fence+po", f"x=1; {FENCE}; y=1", "r0=y; r1=x", True, "the loads have no order"),
    _mp("MP+po+fence", "x=1; y=1", f"r0=y; {FENCE}; r1=x", True, "the stores have no order"),
    _mp("MP+fence+addr", f"x=1; {FENCE}; y=1", "r0=y; r1=x@r0", False,
        "rule 9: the address of the second load depends on the first"),
    _mp("MP+fence+ctrl", f"x=1; {FENCE}; y=1", "r0=y; ctrl r0; r1=x", True,
        "a branch orders stores, not loads", _IN_ORDER),
    _mp("MP+rl+aq", "x=1; amoswap.rl y,1", "r0=amoor.aq y,1; r1=x", False,
        "rules 5 and 6: release and acquire"),
    _mp("MP+rl+lr.aq", "x=1; amoswap.rl y,1", "r0=lr.aq y; r1=x", False,
        "rules 5 and 6: release and acquire"),
    _mp("MP+amo+po", "x=1; amoswap y,1", "r0=y; r1=x", True,
        "an AMO without aq and rl orders nothing"),
    # ---- load buffering
    _lb("LB", "r0=x; y=1", "r0=y; x=1", True, "a store may pass an older load of another address"),
    _lb("LB+datas", "r0=x; y=1@r0", "r0=y; x=1@r0", False, "rule 10: data dependencies"),
    _lb("LB+addrs", "r0=x; y@r0=1", "r0=y; x@r0=1", False, "rule 9: address dependencies"),
    _lb("LB+ctrls", "r0=x; ctrl r0; y=1", "r0=y; ctrl r0; x=1", False,
        "rule 11: a branch orders a store"),
    _lb("LB+fences", "r0=x; fence r,w; y=1", "r0=y; fence r,w; x=1", False, "rule 4: FENCE r,w"),
    _lb("LB+data+po", "r0=x; y=1@r0", "r0=y; x=1", True, "one dependency leaves the other free"),
    # ---- two harts, stores
    Shape("2+2W", ("x=1; y=2", "y=1; x=2"), "x=1 y=1", True, "two stores have no order"),
    Shape("2+2W+fences", ("x=1; fence w,w; y=2", "y=1; fence w,w; x=2"), "x=1 y=1", False,
          "rule 4: FENCE w,w"),
    Shape("S", ("x=2; y=1", "r0=y; x=1"), "1:r0=1 x=2", True, "the stores have no order"),
    Shape("S+fence+data", ("x=2; fence w,w; y=1", "r0=y; x=1@r0"), "1:r0=1 x=2", False,
          "rules 4 and 10"),
    Shape("R", ("x=1; y=1", "y=2; r0=x"), "1:r0=0 y=2", True,
          "neither two stores, nor a store and a load, have an order"),
    Shape("R+fences", (f"x=1; {FENCE}; y=1", f"y=2; {FENCE}; r0=x"), "1:r0=0 y=2", False,
          "rule 4 on both sides"),
    # ---- one address: coherence
    Shape("CoRR", ("x=1", "r0=x; r1=x"), "1:r0=1 1:r1=0", False,
          "rule 2: loads of one address never go back"),
    Shape("CoRR2", ("x=1", "x=2", "r0=x; r1=x", "r0=x; r1=x"), "2:r0=1 2:r1=2 3:r0=2 3:r1=1",
          False, "the stores to an address have one order that all see"),
    Shape("CoWW", ("x=1; x=2", "r0=x; r1=x"), "x=1", False, "rule 1: stores to one address"),
    Shape("CoRW1", ("r0=x; x=1", "r0=x; x=2"), "0:r0=1", False,
          "a load never sees a younger store of its hart"),
    Shape("CoRW2", ("r0=x; x=1", "x=2"), "0:r0=2 x=2", False,
          "rule 1: a store is later than an older load of its address"),
    Shape("CoWR", ("x=1; r0=x", "x=2"), "0:r0=2 x=1", False,
          "a load sees its hart's older store, or one that came later"),
    Shape("RSW", (f"z=1; {FENCE}; y=1", "r0=y; r1=x@r0; r2=x; r3=z@r2"), "1:r0=1 1:r3=0", True,
          "two loads of one address that read one store may be done in any order",
          _IN_ORDER),
    # ---- atomics
    Shape("AMO+AMO", ("r0=amoadd x,1", "r0=amoadd x,1"), "0:r0=0 1:r0=0", False,
          "an AMO is one step"),
    Shape("LRSC+W", ("r0=lr x; r1=sc x,1", "x=2"), "0:r0=0 0:r1=0 x=1", False,
          "no store of another hart between an LR and the SC that stored"),
    Shape("LRSC+wait+W", ("r0=lr x; wait; z=1; wait; r1=sc x,1", "x=2; wait; r0=x"),
          "0:r0=0 0:r1=0 x=1", False,
          "the same, when the reservation is old and its line was given away and came back"),
    Shape("LRSC+LRSC", ("r0=lr x; r1=sc x,1", "r0=lr x; r1=sc x,2"),
          "0:r0=0 0:r1=0 1:r0=0 1:r1=0", False, "of two SCs behind one value one fails"),
    # ---- three harts
    Shape("WRC", ("x=1", "r0=x; y=1", "r0=y; r1=x"), "1:r0=1 2:r0=1 2:r1=0", True,
          "nothing orders the load before the store, nor the two loads"),
    Shape("WRC+data+addr", ("x=1", "r0=x; y=1@r0", "r0=y; r1=x@r0"), "1:r0=1 2:r0=1 2:r1=0", False,
          "rules 9 and 10; a store is seen by all others at one time"),
    Shape("WRC+fences", ("x=1", f"r0=x; {FENCE}; y=1", f"r0=y; {FENCE}; r1=x"),
          "1:r0=1 2:r0=1 2:r1=0", False, "rule 4; a store is seen by all others at one time"),
    Shape("ISA2+fence+data+addr", (f"x=1; {FENCE}; y=1", "r0=y; z=1@r0", "r0=z; r1=x@r0"),
          "1:r0=1 2:r0=1 2:r1=0", False, "rules 4, 9 and 10 in a chain"),
    Shape("RWC", ("x=1", "r0=x; r1=y", "y=1; r0=x"), "1:r0=1 1:r1=0 2:r0=0", True,
          "neither the loads, nor store and load, have an order"),
    Shape("RWC+fences", ("x=1", f"r0=x; {FENCE}; r1=y", f"y=1; {FENCE}; r0=x"),
          "1:r0=1 1:r1=0 2:r0=0", False, "rule 4 on both sides"),
    # ---- four harts
    Shape("IRIW", ("x=1", "y=1", "r0=x; r1=y", "r0=y; r1=x"), "2:r0=1 2:r1=0 3:r0=1 3:r1=0", True,
          "two loads have no order"),
    Shape("IRIW+fences", ("x=1", "y=1", f"r0=x; {FENCE}; r1=y", f"r0=y; {FENCE}; r1=x"),
          "2:r0=1 2:r1=0 3:r0=1 3:r1=0", False, "all harts see two stores in one order"),
    Shape("IRIW+fences.r.r", ("x=1", "y=1", "r0=x; fence r,r; r1=y", "r0=y; fence r,r; r1=x"),
          "2:r0=1 2:r1=0 3:r0=1 3:r1=0", False, "rule 4: FENCE r,r is enough"),
    Shape("IRIW+addrs", ("x=1", "y=1", "r0=x; r1=y@r0", "r0=y; r1=x@r0"),
          "2:r0=1 2:r1=0 3:r0=1 3:r1=0", False, "rule 9; a store is seen by all at one time"),
)  # fmt: skip
