# SPDX-License-Identifier: Apache-2.0
"""A system as its folder declares it: `systems/<name>/` with its tables."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from freightyard import store
from freightyard.errors import UserError, nearest
from freightyard.hardware.declarations import counters, memory_map, registers
from freightyard.hardware.declarations.counters import Counters
from freightyard.hardware.declarations.expression import Expression
from freightyard.hardware.declarations.keys import Key, Keys, Rule
from freightyard.hardware.declarations.memory_map import MemoryMap, Region
from freightyard.hardware.declarations.registers import Device
from freightyard.hardware.declarations.reserved import RESERVED
from freightyard.hardware.declarations.tables import Place, Table, check, read, shown

SYSTEMS = store.ROOT / "systems"
COUNTER = "peripherals.counter"  # the device that holds the counters


@dataclass(frozen=True)
class System:
    """The declarations of one system; tables beside `config.toml` are read when asked for."""

    name: str
    folder: Path
    table: Table
    declared: Keys

    def __hash__(self) -> int:
        return hash(self.folder)

    @property
    def prefix(self) -> str:
        """Beginning of the names of what is generated for it."""
        return self.declared.prefix

    @property
    def keys(self) -> dict[str, Key]:
        return self.declared.keys

    @property
    def rules(self) -> tuple[Rule, ...]:
        return self.declared.rule

    @property
    def derived(self) -> dict[str, str]:
        """Values that follow from keys, by name, as expressions."""
        return self.declared.derived

    @functools.cached_property
    def map(self) -> MemoryMap | None:
        """The address space; none in a system without addresses."""
        if self._written_map is None:
            return None
        return memory_map.load(*self._written_map, self.declared, self.registers)

    @functools.cached_property
    def _written_map(self) -> tuple[Table, MemoryMap] | None:
        """`map.toml`, whose regions of devices may have no size yet."""
        path = self.folder / "map.toml"
        if not path.is_file():
            return None
        table = read(path)
        return table, check(MemoryMap, table)

    @functools.cached_property
    def counters(self) -> Counters | None:
        """The performance counters; none in a system without a counter unit."""
        path = self.folder / "counters.toml"
        if not path.is_file():
            return None
        table = read(path)
        found = counters.load(table, self.declared)
        region = self.region_of(COUNTER)
        for register in self.registers[region.name].registers if region else ():
            if register.name in found.counters:
                place = ("counters", register.name)
                raise table.error(place, f"a register of the unit is called {register.name}, too")
        return found

    @functools.cached_property
    def registers(self) -> dict[str, Device]:
        """The device of each region that has one, from the block that owns it."""
        if self._written_map is None:
            return {}
        table, written = self._written_map
        return {
            region.name: self._device(table, ("region", index, "device"), region)
            for index, region in enumerate(written.region)
            if region.device
        }

    def _device(self, table: Table, place: Place, region: Region) -> Device:
        block, _, name = region.device.partition(".")
        path = self.folder.parents[1] / "blocks" / block / "registers.toml"
        if not path.is_file():
            raise table.error(place, f"there is no {shown(path)}; write BLOCK.DEVICE")
        known = registers.load(read(path)).device
        if name not in known:
            text = f"{shown(path)} has no device {name}; there are: {', '.join(known)}"
            raise table.error(place, text)
        if not known[name].bytes:
            text = f"the registers of {region.device} have numbers; no region holds them"
            raise table.error(place, text)
        return known[name]

    def region_of(self, device: str) -> Region | None:
        """The region where a device answers, whatever it is called."""
        regions = self.map.region if self.map else ()
        return next((region for region in regions if region.device == device), None)

    @property
    def hart_key(self) -> str:
        """The key that counts harts; none where no counter is one a hart."""
        return self.counters.per if self.counters else ""

    @property
    def most_harts(self) -> int:
        """Harts of its largest configuration."""
        return self.keys[self.hart_key].largest if self.hart_key else 1

    def harts(self, values: Mapping[str, Any]) -> int:
        """Harts of a configuration."""
        return int(values[self.hart_key]) if self.hart_key else 1

    def address(self, region: str, register: str) -> int:
        """Physical address of a register."""
        assert self.map is not None
        return self.map.named(region).base + self.registers[region].offset(register)

    def counter_register(self, register: str) -> int:
        """Physical address of a register of the counter unit."""
        region = self.region_of(COUNTER)
        if region is None:
            text = f"no region of map.toml has the device {COUNTER}; add it, or remove this file"
            raise read(self.folder / "counters.toml").error(("counters",), text)
        return self.address(region.name, register)

    def counter_addresses(self, harts: int) -> dict[str, int]:
        """Physical address of the snapshot of each counter, by its name."""
        if self.counters is None:
            return {}
        first = self.counter_register("values")
        return {name: first + offset for name, offset in self.counters.all(harts)}

    def derive(self, values: Mapping[str, object]) -> dict[str, object]:
        """What follows from the values of the keys."""
        return derive(self.declared, dict(values))

    @property
    def straps(self) -> dict[str, Key]:
        """Keys that are set at run time; their order numbers them."""
        return {name: key for name, key in self.keys.items() if key.run_time}

    @property
    def built(self) -> dict[str, Key]:
        """Keys that are built; a change of one makes another simulator."""
        return {name: key for name, key in self.keys.items() if key.built}


def names(folder: Path = SYSTEMS) -> list[str]:
    """Names of all systems; a folder is a system when it declares keys."""
    return sorted(path.parent.name for path in folder.glob("*/config.toml"))


def load_system(name: str, folder: Path = SYSTEMS) -> System:
    """The system of a name, its keys checked against each other."""
    if not (folder / name).is_dir():
        raise nearest("system", name, names(folder))
    return _load((folder / name).resolve())


@functools.cache
def _load(folder: Path) -> System:
    table = read(folder / "config.toml")
    declared = check(Keys, table)
    twins = [other for other in folder.parent.glob("*/config.toml") if _same(other, folder)]
    if twins:
        both = " and ".join(f"{shown(path)}:1" for path in (table.path, twins[0]))
        raise UserError(f"{both}: two systems have the name {_plain(folder)}; rename a folder")
    _check_names(table, declared)
    return System(folder.name, folder, table, declared)


def _plain(folder: Path) -> str:
    return folder.name.replace("_", "-")


def _same(other: Path, folder: Path) -> bool:
    return other.parent.name != folder.name and _plain(other.parent) == _plain(folder)


def _check_names(table: Table, declared: Keys) -> None:
    """Rules, derived values and lists name keys; the defaults break no rule."""
    built = {name for name, key in declared.keys.items() if key.built}
    _check_derived(table, declared, built)
    built |= set(declared.derived)
    for name in (*declared.keys, *declared.derived):
        if name in RESERVED:
            where: Place = ("keys" if name in declared.keys else "derived", name)
            raise table.error(where, f"{name} is a reserved word of SystemVerilog; choose another")
    for name, key in declared.keys.items():
        counter = declared.keys.get(key.per)
        if key.per and (counter is None or counter.kind != "integer" or counter.per):
            raise table.error(("keys", name, "per"), f"{key.per} is no key that counts")
    values = defaults(declared)
    for index, rule in enumerate(declared.rule):
        place = ("rule", index, "condition")
        _check_known(table, place, rule.condition, built)
        try:
            rule.sentence.format_map(values)
        except (KeyError, ValueError, IndexError) as error:
            text = f"the sentence names {error.args[0]}, which is no key"
            raise table.error(("rule", index, "sentence"), text) from None
        broken = rule.broken(values)
        if broken:
            raise table.error(place, f"the defaults break the rule: {broken}")


def _check_derived(table: Table, declared: Keys, built: set[str]) -> None:
    """Each reads built keys and derived values above it, so that there is no circle."""
    known = set(built)
    for name, formula in declared.derived.items():
        place: Place = ("derived", name)
        if name in declared.keys:
            raise table.error(place, f"{name} is a key, too; choose another name")
        for other in Expression(formula).names():
            if other in declared.derived and other not in known:
                text = f"{name} reads {other}, which is not declared above it"
                raise table.error(
                    place, f"{text}; a derived value reads keys and derived values above it"
                )
        _check_known(table, place, formula, known)
        known.add(name)


def _check_known(table: Table, place: tuple[str | int, ...], text: str, known: set[str]) -> None:
    for name in Expression(text).names():
        if name not in known:
            raise table.error(
                place, f"{name} is no built key; there are: {', '.join(sorted(known))}"
            )


def defaults(declared: Keys) -> dict[str, object]:
    """Every key's default, and what follows from them."""
    values: dict[str, object] = {}
    for name, key in declared.keys.items():
        values[name] = key.default
    for name, key in declared.keys.items():
        if key.per:
            count = values[key.per]
            assert isinstance(count, int)
            values[name] = (key.default,) * count
    return values | derive(declared, values)


def derive(declared: Keys, values: dict[str, object]) -> dict[str, object]:
    """The derived values."""
    found = dict(values)
    for name, text in declared.derived.items():
        found[name] = Expression(text).value(found)
    return {name: found[name] for name in declared.derived}
