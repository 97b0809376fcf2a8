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
    """Hash of the bytes and places of files and of any printable facts."""
    total = hashlib.sha256(json.dumps(facts, sort_keys=True, default=str).encode())
    for path in files:
        place = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
        total.update(f"\0{place}\0".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()[:20]


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold an exclusive lock that dies with the process."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
