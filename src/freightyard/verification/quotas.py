# SPDX-License-Identifier: Apache-2.0
"""CPU seconds of the tests by system and block, beside what each system may take.

`systems/<name>/quota.toml` names the seconds and the places that the system brings beside its own
folder: blocks, folders or files of tests, the longest name first. Without one a system has SYSTEM
seconds for its own folder. `tests/quota.toml` names what came later and belongs to no one system.
Seconds are those of the default tier from an empty store: of a test itself, and of every process
that it started. A build that several tests use counts where it was made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from freightyard.hardware.declarations import tables
from freightyard.store import ROOT

SYSTEM = 400.0  # of a system with the blocks that it brings
ALL = 4200.0  # of all systems
TOO_MUCH = 1.5  # times a quota: the tests fail
UNNAMED = 60.0  # of tests of folders that no quota names
NO_TABLE = "the quota.toml of the system that brings them: it names none of their folders"
PLATFORM = "platform"  # the quota of no one system


class Content(tables.Model):
    """A `quota.toml`."""

    seconds: Annotated[float, Field(gt=0)] = SYSTEM
    folders: Annotated[tuple[str, ...], Field(strict=False)] = ()


@dataclass(frozen=True)
class Quota:
    """What the tests of some folders may take."""

    name: str
    seconds: float
    folders: tuple[str, ...]  # or files
    file: str = "systems/{name}/quota.toml"


@dataclass(frozen=True)
class Share:
    """A quota and what its folders took."""

    quota: Quota
    folders: Mapping[str, float]

    @property
    def seconds(self) -> float:
        return sum(self.folders.values())

    @property
    def verdict(self) -> str:
        """`ok`, `over` (a warning) or `far over` (a failure)."""
        if self.seconds <= self.quota.seconds:
            return "ok"
        return "far over" if self.seconds > TOO_MUCH * self.quota.seconds else "over"


def read(root: Path = ROOT) -> list[Quota]:
    """The quotas of all systems.

    A copied system has the table of its model: a folder counts once, for the shorter name.
    """
    found = [_quota(folder, root) for folder in sorted((root / "systems").glob("*/"))]
    shared = root / "tests" / "quota.toml"
    if shared.is_file():
        content = _content(shared, root)
        found.append(Quota(PLATFORM, content.seconds, content.folders, "tests/quota.toml"))
    owner: dict[str, str] = {}
    for quota in sorted(found, key=lambda one: (len(one.name), one.name)):
        for folder in quota.folders:
            owner.setdefault(folder, quota.name)
    return [
        replace(one, folders=tuple(f for f in one.folders if owner[f] == one.name)) for one in found
    ]


def _quota(folder: Path, root: Path) -> Quota:
    path = folder / "quota.toml"
    own = f"systems/{folder.name}"
    if not path.is_file():
        return Quota(folder.name, SYSTEM, (own,))
    content = _content(path, root)
    return Quota(folder.name, content.seconds, (own, *content.folders))


def _content(path: Path, root: Path) -> Content:
    table = tables.read(path)
    content = tables.check(Content, table)
    for name in content.folders:
        if not (root / name).exists():
            raise table.error(("folders",), f"there is no folder or file {name}")
    return content


def folder_of(file: str, quotas: Iterable[Quota]) -> str:
    """What a test file (its place in the checkout) counts for: the longest name of a quota.

    Without one: its block, its system or its other folder.
    """
    parts = Path(file).parts
    places = {"/".join(parts[:end]) for end in range(1, len(parts) + 1)}
    named = [name for quota in quotas for name in quota.folders if name in places]
    plain = "/".join(parts[:2] if parts[0] in ("blocks", "systems") else parts[:1])
    return max(named, key=len, default=plain)


def shares(files: Mapping[str, float], quotas: Sequence[Quota]) -> list[Share]:
    """What each quota's folders took; folders of no quota come last."""
    folders: dict[str, float] = {}
    for file, seconds in files.items():
        folder = folder_of(file, quotas)
        folders[folder] = folders.get(folder, 0.0) + seconds
    found = []
    for quota in quotas:
        own = {name: folders.pop(name) for name in quota.folders if name in folders}
        found.append(Share(quota, own))
    if folders:
        found.append(Share(Quota("(no quota)", UNNAMED, tuple(folders), NO_TABLE), folders))
    return found


def too_much(found: Iterable[Share]) -> list[str]:
    """A sentence for each quota that is far exceeded."""
    found = list(found)
    far = [
        f"{share.quota.name} took {share.seconds:.0f} CPU seconds, more than {TOO_MUCH} times its "
        f"{share.quota.seconds:.0f}; shorten its tests or change "
        f"{share.quota.file.format(name=share.quota.name)}"
        for share in found
        if share.verdict == "far over"
    ]
    total = sum(share.seconds for share in found)
    if total > TOO_MUCH * ALL:
        far.append(f"all tests took {total:.0f} CPU seconds, more than {TOO_MUCH} times {ALL:.0f}")
    return far


def table(found: Iterable[Share], rest: float) -> list[str]:
    """Lines to print; `rest` is what pytest took beside the tests."""
    rows = [("CPU seconds", "took", "quota", "")]
    total = rest
    for share in found:
        total += share.seconds
        note = "" if share.verdict == "ok" else share.verdict
        rows.append((share.quota.name, f"{share.seconds:.0f}", f"{share.quota.seconds:.0f}", note))
        ordered = sorted(share.folders.items(), key=lambda pair: -pair[1])
        rows += [(f"  {name}", f"{seconds:.0f}", "", "") for name, seconds in ordered]
    rows.append(("collecting, reports", f"{rest:.0f}", "", ""))
    rows.append(("all", f"{total:.0f}", f"{ALL:.0f}", "over" if total > ALL else ""))
    width = max(len(row[0]) for row in rows)
    return [f"{a:{width}} {b:>7} {c:>7}  {d}".rstrip() for a, b, c, d in rows]


def as_json(
    found: Iterable[Share], files: Mapping[str, float], tests: Mapping[str, float], rest: float
) -> dict[str, Any]:
    """The table for programs, and the seconds of each file and of each test."""
    return {
        "quotas": [
            {
                "name": share.quota.name,
                "seconds": round(share.seconds, 1),
                "quota": share.quota.seconds,
                "verdict": share.verdict,
                "folders": {name: round(value, 1) for name, value in share.folders.items()},
            }
            for share in found
        ],
        "files": {name: round(value, 1) for name, value in sorted(files.items())},
        "tests": {name: round(value, 1) for name, value in sorted(tests.items())},
        "rest": round(rest, 1),
    }
