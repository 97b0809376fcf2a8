# SPDX-License-Identifier: Apache-2.0
"""Named hardware configurations: `configs/<name>.toml` and `--set KEY=VALUE`, checked strictly."""

from __future__ import annotations

import dataclasses
import difflib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from freightyard.errors import UserError, nearest
from freightyard.store import ROOT

CONFIGS = ROOT / "systems" / "copy_engine" / "configs"
PLACE_KEYS = ("description", "based_on")  # keys of a file that are not hardware


def _legal(low: int, high: int, *, power: bool = False) -> Any:
    return field(metadata={"low": low, "high": high, "power": power})


@dataclass(frozen=True)
class Hardware:
    """Sizes that are built, fields of config_t of the system; a change makes another simulator."""

    num_harts: int = _legal(1, 4)
    xlen: int = _legal(32, 64, power=True)
    instruction_sets: int = _legal(4, 64, power=True)
    instruction_ways: int = _legal(2, 8, power=True)
    data_sets: int = _legal(4, 64, power=True)
    data_ways: int = _legal(2, 8, power=True)
    miss_slots: int = _legal(1, 8)
    beat_bytes: int = _legal(8, 64, power=True)
    channels: int = _legal(1, 4, power=True)
    banks_per_channel: int = _legal(1, 2, power=True)
    bank_interleave: int = _legal(64, 4096, power=True)
    l2_sets: int = _legal(16, 8192, power=True)
    l2_ways: int = _legal(2, 16, power=True)
    transactors: int = _legal(1, 16)
    trackers: int = _legal(1, 4)
    buffer_blocks: int = _legal(2, 32)
    memory_bytes: int = _legal(1 << 20, 1 << 28, power=True)

    @property
    def banks(self) -> int:
        """Banks of the L2."""
        return self.channels * self.banks_per_channel


@dataclass(frozen=True)
class Straps:
    """Run-time settings, at most as large as what is built; a change of one builds nothing."""

    transactors: int
    buffer_blocks: int
    trackers: int
    throttle: int = _legal(0, 16)  # requests of the engine outstanding at a bank; 0: no limit
    memory_latency: int = _legal(1, 1000)
    memory_model: int = _legal(0, 2)  # 0 is `fixed`; 1, 2: parts of `ddr`


@dataclass(frozen=True)
class Config:
    """A configuration by name, as it is built and as it is run."""

    name: str
    hardware: Hardware
    straps: Straps

    def values(self) -> dict[str, int]:
        """Every key with the value in force; what a result records."""
        return dataclasses.asdict(self.hardware) | dataclasses.asdict(self.straps)


# Keys in the order of the files; those that are both sizes and straps appear once.
BOTH = ("transactors", "buffer_blocks", "trackers")
FIELDS = {f.name: f.metadata for f in dataclasses.fields(Hardware)} | {
    f.name: f.metadata for f in dataclasses.fields(Straps) if f.name not in BOTH
}


def load(name: str, settings: Sequence[str] = ()) -> Config:
    """The configuration `name`, or a path to a TOML file, changed by KEY=VALUE settings."""
    path = Path(name) if name.endswith(".toml") else CONFIGS / f"{name}.toml"
    if not path.is_file():
        raise nearest("configuration", name, known())
    values = _read(path, ())
    missing = [key for key in FIELDS if key not in values]
    if missing:
        raise UserError(f"{path} says nothing about {', '.join(missing)}; add it, or `based_on`")
    return with_settings(path.stem, values, _parse(settings))


def known() -> list[str]:
    """Names of the configurations in configs/."""
    return sorted(p.stem for p in CONFIGS.glob("*.toml"))


def with_settings(name: str, values: Mapping[str, int], changes: Mapping[str, int]) -> Config:
    """Build what the file says, or more when a change asks for it; run with what is asked."""
    built = dict(values)
    for key, value in changes.items():
        built[key] = max(values[key], value) if key in BOTH else value
    now = {**values, **changes}
    hardware = Hardware(**{f.name: built[f.name] for f in dataclasses.fields(Hardware)})
    straps = Straps(**{f.name: now[f.name] for f in dataclasses.fields(Straps)})
    return Config(name, hardware, straps)


def change(config: Config, **changes: int) -> Config:
    """The configuration with other values, legal ones."""
    straps = dataclasses.asdict(config.straps)
    values = dataclasses.asdict(config.hardware)
    values |= {name: value for name, value in straps.items() if name not in BOTH}
    for key, value in changes.items():
        check(key, value, config.name)
    return with_settings(config.name, values, changes)


def check(key: str, value: object, where: str) -> int:
    """The value when it is legal; the error names the legal ones."""
    if key not in FIELDS:
        close = difflib.get_close_matches(key, FIELDS, n=1, cutoff=0.5)
        hint = f"did you mean {close[0]}? " if close else ""
        keys = ", ".join(FIELDS)
        raise UserError(f"{where} sets {key}, which no configuration has; {hint}legal: {keys}")
    low, high, power = (FIELDS[key][name] for name in ("low", "high", "power"))
    legal = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
    if legal and power and value & (value - 1):  # type: ignore[operator]  # an int by now
        legal = False
    if not legal:
        kind = "a power of two" if power else "a whole number"
        raise UserError(f"{where} sets {key} = {value!r}; legal is {kind} from {low} to {high}")
    assert isinstance(value, int)
    return value


def _read(path: Path, users: tuple[Path, ...]) -> dict[str, int]:
    try:
        table = tomllib.loads(path.read_text())
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"cannot read {path}: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path} is not TOML: {error}") from None
    values: dict[str, int] = {}
    base = table.get("based_on")
    if base is not None:
        parent = path.parent / f"{base}.toml"
        if parent in (*users, path) or not parent.is_file():
            raise nearest("configuration", str(base), set(known()) - {path.stem})
        values = _read(parent, (*users, path))
    for key, value in table.items():
        if key not in PLACE_KEYS:
            values[key] = check(key, value, str(path))
    return values


def _parse(settings: Sequence[str]) -> dict[str, int]:
    changes: dict[str, int] = {}
    for text in settings:
        key, equals, value = text.partition("=")
        if not equals:
            raise UserError(f"--set {text} has no value; write --set KEY=VALUE")
        try:
            number: object = int(value, 0)
        except ValueError:
            number = value
        changes[key.strip()] = check(key.strip(), number, "--set")
    return changes
