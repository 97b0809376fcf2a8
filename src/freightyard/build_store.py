# SPDX-License-Identifier: Apache-2.0
"""Where finished builds, programs, proofs, kernels lie, and how old ones go; standard library only.

Keys hold content and tool versions, no place, so several checkouts may share one store:
FY_BUILD_STORE names its folder (default: build/ of the checkout). What was not used for longest
goes when the store is larger than FY_BUILD_STORE_GB.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import time
from pathlib import Path

from freightyard.errors import UserError
from freightyard.store import BUILD

SIZE = 4.0  # gigabytes, without a setting
KINDS = ("verilated", "headers", "programs", "prove", "linux")
YOUNG = 2 * 3600  # seconds in which a build stays whatever the size: tests hold its path


def folder(kind: str) -> Path:
    """Folder of one kind of results."""
    given = os.environ.get("FY_BUILD_STORE")
    return (Path(given).expanduser().absolute() if given else BUILD) / kind


def limit() -> float:
    """Gigabytes that the store may take."""
    given = os.environ.get("FY_BUILD_STORE_GB", str(SIZE))
    try:
        value = float(given)
    except ValueError:
        value = 0.0
    if value <= 0:
        raise UserError(f"FY_BUILD_STORE_GB is {given!r}; give a number of gigabytes above 0")
    return value


def use(place: Path) -> None:
    """Remember that a finished build was used now."""
    os.utime(place)


def size_of(place: Path) -> int:
    """Bytes on the disk."""
    total = 0
    for path in place.rglob("*"):
        try:
            total += path.lstat().st_blocks * 512
        except FileNotFoundError:  # another process removes it
            continue
    return total


def finished() -> list[Path]:
    """All finished builds, programs, proofs and kernels, the one not used for longest first."""
    places = [
        place
        for kind in KINDS
        for place in folder(kind).glob("*-*")
        if place.is_dir() and place.suffix != ".part"
    ]
    return sorted(places, key=_used)


def _used(place: Path) -> float:
    """When it was used last; long ago when another process has just removed it."""
    try:
        return place.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def total() -> float:
    """Gigabytes of the store."""
    return sum(map(size_of, finished())) / 2**30


def prune(*, young: float = YOUNG) -> list[Path]:
    """Remove what was not used for longest until the store fits; returns what went."""
    places = finished()
    sizes = {place: size_of(place) for place in places}
    excess = sum(sizes.values()) - limit() * 2**30
    gone = []
    for place in places:
        if excess <= 0:
            break
        if _remove(place, young):
            excess -= sizes[place]
            gone.append(place)
    return gone


def _remove(place: Path, young: float) -> bool:
    """Remove a build that no process makes or used just now; its lock stays, others may wait."""
    with place.with_suffix(".lock").open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        if time.time() - _used(place) < young:
            return False
        shutil.rmtree(place, ignore_errors=True)
        for kind in (".log", ".sby"):
            place.with_suffix(kind).unlink(missing_ok=True)
    return True
