# SPDX-License-Identifier: Apache-2.0
"""Configurations by name: a system's defaults, `configs/<name>.toml`, and `--set KEY=VALUE`."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from freightyard.errors import UserError, nearest
from freightyard.hardware import declarations
from freightyard.hardware.declarations import System, Value
from freightyard.hardware.declarations.tables import read, shown
from freightyard.hardware.values import Values

PLACE_KEYS = ("description", "based_on", "system")  # keys of a file that no hardware has


@dataclass(frozen=True)
class Config:
    """A configuration by name, as it is built and as it is run."""

    name: str
    system: str
    built: Values  # a change makes another simulator
    straps: Values  # a change builds nothing

    @property
    def hardware_key(self) -> tuple[str, Values]:
        """Equal for equal hardware."""
        return self.system, self.built

    def values(self) -> dict[str, Any]:
        """Every key with the value in force; what a result records."""
        return {**self.built, **self.straps}


def load(name: str, settings: Sequence[str] = ()) -> Config:
    """A configuration of a name, or a path to a TOML file, changed by KEY=VALUE settings."""
    system, values, plain = _find(name)
    return with_settings(plain, system, values, _parse(settings, system))


def known() -> list[str]:
    """Names of all configurations of all systems."""
    return sorted(_places())


@dataclass(frozen=True)
class Size:
    """A named size of a system: what its file says of it, and what differs from the defaults."""

    name: str
    system: str
    description: str
    changes: dict[str, Value]


def sizes() -> list[Size]:
    """Every configuration that has a name."""
    found = []
    for name, (system, path) in _places().items():
        values = _find(name)[1]
        changes = {k: v for k, v in values.items() if v != system.keys[k].default}
        about = read(path).content.get("description", "") if path else system.declared.description
        found.append(Size(name, system.name, str(about), changes))
    return found


def system_of(name: str) -> str | None:
    """The system whose configuration has this name; None when no system has one."""
    place = _places().get(name)
    return place[0].name if place else None


def change(config: Config, **changes: Value) -> Config:
    """The configuration with other values, legal ones."""
    system = declarations.load_system(config.system)
    for key, value in changes.items():
        check(key, value, config.name, system)
    values = {**config.straps, **config.built}
    asked = {**config.straps, **changes}
    return with_settings(config.name, system, values, asked)


def with_settings(
    name: str, system: System, values: Mapping[str, Value], changes: Mapping[str, Value]
) -> Config:
    """Build what `values` say, or more when a change asks for it; run with what is asked."""
    built: dict[str, Value] = {}
    for key, declared in system.built.items():
        value = changes.get(key, values[key])
        if declared.both:
            value = declared.built_for(max(_whole(values[key]), _whole(value)))
        built[key] = value
    now = {**values, **changes}
    straps = Values((key, now[key]) for key in system.straps)
    return Config(name, system.name, built_values(name, system, built), straps)


def as_asked(config: Config) -> Config:
    """The configuration built no larger than it is run: a smaller strap costs no area."""
    system = declarations.load_system(config.system)
    built = dict(config.built)
    for key, declared in system.straps.items():
        if declared.built:
            built[key] = declared.built_for(_whole(config.straps[key]))
    return replace(config, built=built_values(config.name, system, built))


def built_values(name: str, system: System, values: Mapping[str, Value]) -> Values:
    """Values of all built keys with what is derived from them; the error names a broken rule."""
    built = dict(values)
    for key, declared in system.built.items():
        counted = built[key]
        if declared.per and not isinstance(counted, tuple):
            built[key] = (_whole(counted),) * _whole(built[declared.per])
        elif isinstance(counted, tuple) and len(counted) != built[declared.per]:
            raise UserError(
                f"{name}: {key} has {len(counted)} values; {declared.per} is {built[declared.per]}"
            )
    derived = system.derive(built)
    for rule in system.rules:
        if sentence := rule.broken({**built, **derived}):
            raise UserError(f"{name}: {sentence}")
    return Values(built.items(), derived.items())


def check(key: str, value: object, where: str, system: System | None = None) -> Value:
    """The value when it is legal for a key of the system, or of any; errors name the legal ones."""
    systems = [system] if system else [declarations.load_system(n) for n in declarations.names()]
    found = [one for one in systems if key in one.keys]
    if not found:
        keys = list(dict.fromkeys(name for one in systems for name in one.keys))
        close = difflib.get_close_matches(key, keys, n=1, cutoff=0.5)
        hint = f"did you mean {close[0]}? " if close else ""
        owner = f"{systems[0].name} does not have" if system else "no system has"
        raise UserError(f"{where} sets {key}, which {owner}; {hint}legal: {', '.join(keys)}")
    declared = found[0].keys[key]
    entries: Sequence[object] = [value]
    if declared.per and isinstance(value, list | tuple):
        entries, value = value, tuple(value)
    for entry in entries:
        if not any(_legal(one, key, entry) for one in found):
            legal = declared.legal(run_time=declared.run_time)
            number = isinstance(entry, int) and not isinstance(entry, bool)
            given = entry if number or entry in declared.choices else repr(entry)
            raise UserError(f"{where}: {key} is {given}; it must be {legal}")
    assert isinstance(value, int | bool | str | tuple)
    return value


def _legal(system: System, key: str, value: object) -> bool:
    declared = system.keys[key]
    return declared.single_legal(value, run_time=declared.run_time)


def _whole(value: Value) -> int:
    assert isinstance(value, int)
    return value


# ---- where configurations stand -------------------------------------------------------------


def _places() -> dict[str, tuple[System, Path | None]]:
    """The system and the file of each name; the name of a system itself means its defaults."""
    found: dict[str, tuple[System, Path | None]] = {}
    for name in declarations.names():
        system = declarations.load_system(name)
        own: list[tuple[str, Path | None]] = [(name.replace("_", "-"), None)]
        own += [(path.stem, path) for path in sorted(system.folder.glob("configs/*.toml"))]
        for plain, path in own:
            if plain in found:
                other = found[plain][1] or found[plain][0].table.path
                raise UserError(
                    f"{shown(path or system.table.path)}:1 and {shown(other)}:1: "
                    f"two configurations are called {plain}; rename one"
                )
            found[plain] = (system, path)
    return found


def _find(name: str) -> tuple[System, dict[str, Value], str]:
    """The system, the values and the name of a configuration."""
    if name.endswith(".toml"):
        path = Path(name)
        if not path.is_file():
            raise nearest("configuration", name, known())
        return *_read(path, None, ()), path.stem
    places = _places()
    if name not in places:
        folder = name.replace("-", "_")
        if (declarations.SYSTEMS / folder).is_dir():
            declarations.load_system(folder)  # says what the folder lacks
        raise nearest("configuration", name, places)
    system, place = places[name]
    if place is None:
        return system, {key: declared.default for key, declared in system.keys.items()}, name
    return *_read(place, system, ()), name


def _read(
    path: Path, system: System | None, users: tuple[Path, ...]
) -> tuple[System, dict[str, Value]]:
    """Values of a file over those that it is based on, or over the defaults of its system."""
    table = read(path)
    base = table.content.get("based_on", table.content.get("system"))
    if base is None and system is not None:
        base = system.name.replace("_", "-")
    if base is None:
        raise table.error((), 'nothing names its system; add `based_on = "NAME"`')
    places = _places()
    plain = str(base).replace("_", "-") if "system" in table.content else str(base)
    if plain not in places or places[plain][1] in (*users, path):
        place = "based_on" if "based_on" in table.content else "system"
        others = set(places) - {path.stem}
        raise table.error((place,), str(nearest("configuration", str(base), others)))
    owner, parent = places[plain]
    values: dict[str, Value] = {key: declared.default for key, declared in owner.keys.items()}
    if parent is not None:
        values = _read(parent, owner, (*users, path))[1]
    for key, value in table.content.items():
        if key not in PLACE_KEYS:
            values[key] = check(key, value, table.line(key), owner)
    return owner, values


def _parse(settings: Sequence[str], system: System) -> dict[str, Value]:
    changes: dict[str, Value] = {}
    for text in settings:
        key, equals, value = text.partition("=")
        if not equals:
            raise UserError(f"--set {text} has no value; write --set KEY=VALUE")
        parts = [_scalar(part.strip()) for part in value.split(",")]
        name = key.strip()
        whole = parts[0] if len(parts) == 1 else tuple(parts)
        changes[name] = check(name, whole, "--set", system)
    return changes


def _scalar(text: str) -> int | bool | str:
    if text in ("true", "false"):
        return text == "true"
    try:
        return int(text, 0)
    except ValueError:
        return text
