# SPDX-License-Identifier: Apache-2.0
"""What the kernel's build needs from Debian, installed when `fy linux` is called first."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from freightyard import environment
from freightyard.environment import Need
from freightyard.errors import UserError

SOURCE = "linux-source-6.1"
ARCHIVE = Path("/usr/src") / f"{SOURCE}.tar.xz"


def _program(name: str) -> Callable[[], bool]:
    return lambda: shutil.which(name) is not None


NEEDS = (
    Need(SOURCE, "run", ARCHIVE.is_file, "the source of the kernel"),
    Need("gcc-riscv64-linux-gnu", "run", _program("riscv64-linux-gnu-gcc"), "its compiler"),
    Need("flex", "run", _program("flex"), "building the kernel"),
    Need("bison", "run", _program("bison"), "building the kernel"),
    Need("bc", "run", _program("bc"), "building the kernel"),
    Need("xz-utils", "run", _program("xz"), "unpacking its source"),
)
QEMU = Need("qemu-system-misc", "run", _program("qemu-system-riscv64"), "running in QEMU")


def install(needs: Sequence[Need], say: Callable[[str], None]) -> None:
    """Install what is missing of them, and say so before."""
    missing = [need for need in needs if not need.present()]
    if not missing:
        return
    uses = ", ".join(f"{need.package} ({need.purpose})" for need in missing)
    say(f"installing Debian packages, some 250 MB to download for all: {uses}")
    if any(need.package == SOURCE for need in missing) and not _known(SOURCE):
        raise UserError(
            f"this system offers no package {SOURCE}; add Debian 12 (bookworm) to the sources of "
            f"apt, or place its {ARCHIVE.name} in {ARCHIVE.parent}"
        )
    environment.install_debian(missing)


def _known(package: str) -> bool:
    """Whether apt offers a package; without lists of packages it may, and they come first."""
    if shutil.which("apt-cache") is None or not _lists():
        return True
    done = subprocess.run(["apt-cache", "show", package], capture_output=True)
    return done.returncode == 0


def _lists() -> bool:
    return any(Path("/var/lib/apt/lists").glob("*_Packages*"))


def version() -> str:
    """The version of the source, for keys; an archive without a package is known by its bytes."""
    words = ["dpkg-query", "-W", "-f", "${Version}", SOURCE]
    if shutil.which("dpkg-query"):
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode == 0 and done.stdout:
            return done.stdout
    status = ARCHIVE.stat()
    return f"{status.st_size} {status.st_mtime_ns}"
