# SPDX-License-Identifier: Apache-2.0
"""Where a random program finds memory and devices: in a system, and in QEMU's virt machine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from freightyard.errors import UserError
from freightyard.hardware import boundary as boundaries
from freightyard.hardware.boundary import Declared
from freightyard.hardware.configuration import Config
from freightyard.hardware.declarations.expression import Expression
from freightyard.hardware.declarations.tables import shown
from freightyard.system.places import harts

CODE = 0x2_0000  # bytes of a program before its data pages
PROGRAM = 0x4_2000  # bytes of the largest program, with its page tables


@dataclass(frozen=True)
class Machine:
    """Addresses that programs use, and the core that runs them."""

    core: str
    base: int  # of the memory, where execution starts
    memory_bytes: int
    finish: int  # a store here ends the program
    software: int  # software interrupt of hart 0
    timer_compare: int
    claim: int = 0  # a store here takes an external interrupt back
    reserved: tuple[tuple[int, int], ...] = ()  # begin and end of what else answers
    custom: frozenset[int] = frozenset()  # opcodes that a coprocessor takes
    # A hart's own store that changes a reserved word makes SC fail, as in QEMU; the architecture
    # allows both.
    store_ends_reservation: bool = False
    code: int = CODE

    @property
    def data(self) -> int:
        """Data pages begin here; code stays below."""
        return self.base + self.code

    def answers(self, address: int) -> bool:
        """Whether memory or a device of the system answers at an address."""
        return any(begin <= address < end for begin, end in self.reserved)

    def defines(self) -> list[str]:
        """Its addresses for the bench of the core alone."""
        places = {"BASE": self.base, "MEMORY_BYTES": self.memory_bytes, "FINISH": self.finish,
                  "SOFTWARE": self.software, "TIMER_COMPARE": self.timer_compare,
                  "CLAIM": self.claim}  # fmt: skip
        return [f"-DFY_{name}={value:#x}ull" for name, value in places.items()]


# QEMU's virt machine with the 256 MB that it is given, and nothing around the core.
VIRT = Machine(
    core="hart",
    base=0x8000_0000,
    memory_bytes=0x1000_0000,
    finish=0x10_0000,
    software=0x200_0000,
    timer_compare=0x200_4000,
    claim=0xC20_0004,
    store_ends_reservation=True,
)


def of(config: Config) -> Machine:
    """The machine that a configuration is, if QEMU's has what it uses at the same places."""
    declared = boundaries.load(config.system)
    known = boundaries.values(config.built, declared.system)
    every = harts(declared, known)
    threads = sum(hart.threads for hart in every)
    if threads != 1:
        text = f"{config.name} has {threads} harts and QEMU runs one; "
        raise declared.error(("hart", 0), text + _remedy(declared))
    hart = every[0].declared
    finish = _register(declared, "peripherals.test", "finish")
    software = _register(declared, "peripherals.timer", "msip")
    compare = _register(declared, "peripherals.timer", "mtimecmp")
    region = declared.map.named(declared.map.reset)
    size = region.bytes(known)
    spans = ((r.base, r.base + r.bytes(known)) for r in declared.map.region)
    found = Machine(
        hart.core, region.base, size, finish, software, compare, VIRT.claim, tuple(spans),
        frozenset(hart.custom), code=min(CODE, size - (PROGRAM - CODE)),
    )  # fmt: skip
    for name in ("base", "finish", "software", "timer_compare"):
        ours, theirs = getattr(found, name), getattr(VIRT, name)
        if ours != theirs:
            raise UserError(
                f"{_map_file(declared)}: {name} lies at {ours:#x}, in QEMU's virt machine at "
                f"{theirs:#x}; lockstep compares systems with that map"
            )
    if not PROGRAM - CODE // 2 <= size <= VIRT.memory_bytes:
        raise UserError(
            f"{config.name} has {size:#x} bytes of memory; lockstep needs {PROGRAM - CODE // 2:#x} "
            f"to {VIRT.memory_bytes:#x}"
        )
    return found


def _remedy(declared: Declared) -> str:
    """How the number of harts is chosen: by the keys that `count` and `threads` read."""
    formulas = [text for entry in declared.boundary.hart for text in (entry.count, entry.threads)]
    keys = dict.fromkeys(key for text in formulas for key in _keys(declared, text))
    if keys:
        return f"choose {' and '.join(keys)} with --set so that there is one"
    return "the table fixes their number, so this system cannot run in lockstep"


def _keys(declared: Declared, formula: str) -> Iterator[str]:
    """Keys that a formula reads, by way of derived values too."""
    for name in Expression(formula).names():
        derived = declared.system.derived.get(name)
        yield from _keys(declared, derived) if derived else (name,)


def _register(declared: Declared, device: str, register: str) -> int:
    """Address of a register of a device that the map names."""
    if region := declared.system.region_of(device):
        return declared.system.address(region.name, register)
    raise UserError(
        f"{_map_file(declared)} names no {device}; random programs need it to run in lockstep"
    )


def _map_file(declared: Declared) -> Path:
    return shown(declared.system.folder / "map.toml")
