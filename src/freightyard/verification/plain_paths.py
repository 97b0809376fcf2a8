# SPDX-License-Identifier: Apache-2.0
"""Names without spaces for SymbiYosys, which gives paths to a shell, and for commands of Yosys."""

from __future__ import annotations

import atexit
import functools
import shutil
import tempfile
from pathlib import Path


def plain(path: Path) -> Path:
    """The same place by a name without spaces, for as long as this process lives."""
    last = max((i for i, part in enumerate(path.parts) if " " in part), default=None)
    if last is None:
        return path
    return _link(Path(*path.parts[: last + 1])).joinpath(*path.parts[last + 1 :])


@functools.cache
def _link(folder: Path) -> Path:
    place = Path(tempfile.mkdtemp(prefix="freightyard-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    link = place / "here"
    link.symlink_to(folder)
    return link
