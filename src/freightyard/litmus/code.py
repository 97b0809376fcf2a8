# SPDX-License-Identifier: Apache-2.0
"""The text of a litmus thread: its operations, and the machine code that sw/test/litmus runs.

Operations, separated by `;`, on locations x, y, z and registers r0 to r3:
`x=1` store, `r0=x` load, `fence rw,w` and `fence.tso`, `ctrl r0` a branch that depends on r0,
`r0=amoadd.aqrl x,1`, `r0=lr.aq x`, `r0=sc.rl x,1` (0: stored), `wait` some 130 cycles. `@r0`
behind a location makes its address depend on r0, behind a value the value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

LOCATIONS = "xyz"
_OPERATION = re.compile(
    r"(?:(?P<target>r[0-3])=)?"
    r"(?:(?P<name>lr|sc|amoswap|amoadd|amoor)(?P<order>\.aqrl|\.aq|\.rl|)\s+)?"
    r"(?P<place>[xyz])(?:@(?P<address>r[0-3]))?(?:[,=](?P<value>[1-3])(?:@(?P<data>r[0-3]))?)?"
)


@dataclass(frozen=True)
class Operation:
    """One operation; `kind` is load, store, lr, sc, an AMO, fence, fence.tso, ctrl or wait."""

    kind: str
    place: str = ""
    target: str = ""  # register that is written
    value: int = 0
    address_of: str = ""  # register that the address depends on
    data_of: str = ""  # register that the value (of ctrl: the branch) depends on
    acquire: bool = False
    release: bool = False
    before: str = ""  # of a fence: what is ordered
    after: str = ""

    @property
    def reads(self) -> bool:
        return bool(self.place) and self.kind not in ("store", "sc")

    @property
    def writes(self) -> bool:
        return bool(self.place) and self.kind not in ("load", "lr")


def parse(thread: str) -> tuple[Operation, ...]:
    """The operations of a thread."""
    return tuple(_operation(text.strip()) for text in thread.split(";"))


def _operation(text: str) -> Operation:
    if text in ("fence.tso", "wait"):
        return Operation(text)
    if text.startswith("fence "):
        before, _, after = text.removeprefix("fence ").partition(",")
        return Operation("fence", before=before, after=after)
    if text.startswith("ctrl "):
        return Operation("ctrl", data_of=text.removeprefix("ctrl "))
    found = _OPERATION.fullmatch(text)
    if found is None:
        raise ValueError(f"no litmus operation: {text}")
    part = {key: value or "" for key, value in found.groupdict().items()}
    plain = "load" if part["target"] else "store"
    return Operation(
        part["name"] or plain,
        part["place"],
        part["target"],
        int(part["value"] or 0),
        part["address"],
        part["data"],
        "aq" in part["order"],
        "rl" in part["order"],
    )


# ---- machine code: x, y, z in a0 to a2, the values 1 to 3 in a5 to a7, r0 to r3 in t0, t1, t2, t3

_PLACE = {"x": 10, "y": 11, "z": 12}
_REGISTER = {"r0": 5, "r1": 6, "r2": 7, "r3": 28}
_SCRATCH = 30
_FUNCTION = {"lr": 2, "sc": 3, "amoswap": 1, "amoadd": 0, "amoor": 8}
_SETS = {"r": 2, "w": 1, "rw": 3}


def assemble(thread: str) -> list[int]:
    """The instructions of a thread."""
    return [word for operation in parse(thread) for word in _words(operation)]


def _words(operation: Operation) -> list[int]:
    if operation.kind == "fence.tso":
        return [0x8330000F]
    if operation.kind == "wait":  # -1 divided by 1, twice
        divide = 1 << 25 | 15 << 20 | _SCRATCH << 15 | 5 << 12 | _SCRATCH << 7 | 0x33
        return [0xFFF << 20 | _SCRATCH << 7 | 0x13, divide, divide]
    if operation.kind == "fence":
        return [_SETS[operation.before] << 24 | _SETS[operation.after] << 20 | 0x0F]
    if operation.kind == "ctrl":
        register = _REGISTER[operation.data_of]
        return [register << 20 | register << 15 | 1 << 12 | 4 << 7 | 0x63]  # bne to the next
    words: list[int] = []
    place, value = _PLACE[operation.place], 14 + operation.value if operation.value else 0
    if operation.address_of:
        words += _depend(operation.address_of, place)
        place = _SCRATCH
    if operation.data_of:
        words += _depend(operation.data_of, value)
        value = _SCRATCH
    target = _REGISTER.get(operation.target, 0)
    if operation.kind == "load":
        words.append(place << 15 | 2 << 12 | target << 7 | 0x03)
    elif operation.kind == "store":
        words.append(value << 20 | place << 15 | 2 << 12 | 0x23)
    else:
        order = operation.acquire << 26 | operation.release << 25
        function = _FUNCTION[operation.kind] << 27
        words.append(function | order | value << 20 | place << 15 | 2 << 12 | target << 7 | 0x2F)
    return words


def _depend(on: str, register: int) -> list[int]:
    """The scratch register becomes `register`, by way of `on`."""
    source = _REGISTER[on]
    xor = source << 20 | source << 15 | 4 << 12 | _SCRATCH << 7 | 0x33
    add = register << 20 | _SCRATCH << 15 | _SCRATCH << 7 | 0x33
    return [xor, add]
