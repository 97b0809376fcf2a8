# SPDX-License-Identifier: Apache-2.0
"""`fy doctor`: what is there and what is missing; needs nothing but Python itself."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from typing import NamedTuple

from freightyard import build_store, environment


class Finding(NamedTuple):
    """One line of the table."""

    what: str
    state: str
    remedy: str
    fatal: bool


def findings() -> list[Finding]:
    """Everything that the commands rely on."""
    version = ".".join(map(str, sys.version_info[:3]))
    found = [Finding(f"Python {version}", "ok", "", False)]
    git = shutil.which("git")
    found.append(
        Finding("git", "ok", "", False)
        if git
        else Finding("git", "missing", "apt-get install git (results name no commit)", False)
    )
    for need in environment.NEEDS:
        there = need.present()
        remedy = "" if there else f"apt-get install {need.package}"
        what = f"{need.package} ({need.purpose}; {need.tools})"
        found.append(Finding(what, "ok" if there else "missing", remedy, not there))
    for tools, command in (("run", "./fy run CONFIG PROGRAM"), ("dev", "./fy test")):
        there = environment.ready(tools)
        what = f"Python packages ({tools})"
        remedy = "" if there else f"the first `{command}` installs them"
        found.append(Finding(what, "ok" if there else "not yet", remedy, False))
    builds, size, limit = build_store.folder("verilated"), build_store.total(), build_store.limit()
    what = f"builds in {builds} (FY_BUILD_STORE), {size:.1f} of {limit:g} GB (FY_BUILD_STORE_GB)"
    remedy = "" if size <= limit else "the next build removes what was not used for longest"
    found.append(Finding(what, "ok" if size <= limit else "large", remedy, False))
    free = environment.free_disk()
    enough = free > environment.DISK
    remedy = "" if enough else f"free {environment.DISK} GB; {builds} may be deleted"
    found.append(Finding(f"disk, {free:.0f} GB free", "ok" if enough else "low", remedy, False))
    found.append(Finding(f"{os.cpu_count()} processors", "ok", "", False))
    return found


def command(words: Sequence[str]) -> int:
    """Print the table; exit code 1 when something is missing that only root can install."""
    if words:
        print("usage: ./fy doctor   shows what is there, what is missing and the remedy")
        return 0 if words[0] in ("-h", "--help") else 2
    table = findings()
    width = max(len(line.what) for line in table)
    for line in table:
        print(f"{line.what:{width}}  {line.state:8} {line.remedy}".rstrip())
    missing = [need.package for need in environment.NEEDS if not need.present()]
    if missing:
        print("\nThe commands install this themselves when they may; by hand:")
        print(f"  sudo apt-get install -y --no-install-recommends {' '.join(missing)}")
    return 1 if missing else 0
