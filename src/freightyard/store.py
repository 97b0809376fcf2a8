# SPDX-License-Identifier: Apache-2.0
"""The folder build/: where the checkout lies, keys of content, locks between processes."""

from __future__ import annotations

import fcntl
import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"


def content_key(files: Sequence[Path], *facts: object) -> str:
    """Hash of the bytes and labels of files and of any printable facts; holds no absolute path."""
    total = hashlib.sha256(json.dumps(facts, sort_keys=True, default=str).encode())
    for path in files:
        total.update(f"\0{label(path)}\0".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()[:20]


def label(path: Path) -> str:
    """Name of a file in keys, the same in every checkout: its place here, or its own name."""
    if "site-packages" in path.parts:  # of an environment, which may lie in the checkout or not
        return "/".join(path.parts[path.parts.index("site-packages") :])
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else path.name


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold an exclusive lock that dies with the process."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
