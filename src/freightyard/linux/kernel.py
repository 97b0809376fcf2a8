# SPDX-License-Identifier: Apache-2.0
"""The kernel: Debian's source with a configuration of ours, built once and kept by its content."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from freightyard import build_store, environment
from freightyard.errors import UserError
from freightyard.linux import packages
from freightyard.linux.compiling import CROSS, LINUX
from freightyard.store import content_key, locked
from freightyard.system import programs

OPTIONS, SEVERAL_HARTS = LINUX / "kernel.config", LINUX / "smp.config"
# Equal content gives equal bytes, wherever and whenever it is built.
STAMP = ("KBUILD_BUILD_TIMESTAMP=@0", "KBUILD_BUILD_USER=fy", "KBUILD_BUILD_HOST=freightyard")
# Most of the archive, and nothing that a kernel without graphics reads.
UNREAD = ("*/drivers/gpu/drm/amd/include/*",)
_OPTION = re.compile(r"^(CONFIG_\w+)=(.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Built:
    """A kernel that was built, and what programs need of its source."""

    folder: Path

    @property
    def image(self) -> Path:
        return self.folder / "Image"

    @property
    def symbols(self) -> Path:
        return self.folder / "vmlinux"

    @property
    def headers(self) -> tuple[Path, Path]:
        """nolibc, and the headers of the kernel's calls."""
        return self.folder / "nolibc", self.folder / "include"


def build(harts: int, more: Sequence[Path], say: Callable[[str], None]) -> Built:
    """The kernel for one hart or for several, with files of options behind ours.

    A UserError says which option did not come out as it was asked.
    """
    files = [OPTIONS, *([SEVERAL_HARTS] if harts > 1 else []), *more]
    for file in more:
        if not file.is_file():
            raise UserError(f"there is no file of kernel options {file}; check the path")
    if asked(files).get("CONFIG_MMU") != "y":
        raise UserError(f"{files[-1]} turns CONFIG_MMU off; programs need it, so leave it out")
    packages.install(packages.NEEDS, say)
    compiler = programs.call([CROSS, "--version"], LINUX).splitlines()[0]
    key = content_key(files, packages.version(), compiler, STAMP)
    kept = build_store.folder("linux") / f"kernel-{key}"
    with locked(kept.with_suffix(".lock")):
        if kept.is_dir():
            build_store.use(kept)
        else:
            say("building the kernel, once: some 5 minutes of a processor, 1.2 GB for that time")
            part = kept.with_suffix(".part")
            try:
                _build(part, kept.with_suffix(".log"), files)
                part.rename(kept)
            finally:
                shutil.rmtree(part, ignore_errors=True)
    return Built(kept)


def asked(files: Sequence[Path]) -> dict[str, str]:
    """Options by their names; of one that stands twice the last value counts."""
    return {n: v for file in files for n, v in _OPTION.findall(file.read_text())}


def check_options(wanted: dict[str, str], found: dict[str, str]) -> None:
    """A UserError for options that the kernel's own rules have changed, which they do silently."""
    wrong = [f"{n} is {found.get(n, 'n')} and not {v}" for n, v in wanted.items()
             if found.get(n, "n") != v]  # fmt: skip
    if wrong:
        raise UserError(
            f"the kernel's rules refuse a configuration: {', '.join(wrong)}; give what these "
            "options depend on, too, or leave them out"
        )


def _build(part: Path, log: Path, files: Sequence[Path]) -> None:
    """What is kept of a kernel, in the folder `part`."""
    shutil.rmtree(part, ignore_errors=True)
    (part / "source").mkdir(parents=True)
    log.unlink(missing_ok=True)
    source, objects = part / "source", part / "objects"
    leave_out = [f"--exclude={pattern}" for pattern in UNREAD]
    unpack = ["tar", "-xf", str(packages.ARCHIVE), "-C", str(source), "--strip-components=1"]
    environment.step("Kernel: unpacking", [*unpack, *leave_out], log)
    jobs = os.environ.get("FY_JOBS", str(os.cpu_count() or 1))
    make = ["make", "-C", str(source), f"O={objects}", f"-j{jobs}", "ARCH=riscv", *STAMP]
    make.append(f"CROSS_COMPILE={CROSS.removesuffix('gcc')}")
    environment.step("Kernel: configuring", [*make, "tinyconfig"], log)
    settings = objects / ".config"
    with settings.open("a") as file:
        file.writelines(f"{name}={value}\n" for name, value in asked(files).items())
    environment.step("Kernel: checking options", [*make, "olddefconfig"], log)
    check_options(asked(files), asked([settings]))
    environment.step("Kernel: compiling", [*make, "Image", "headers"], log)
    (objects / "arch/riscv/boot/Image").rename(part / "Image")
    (objects / "vmlinux").rename(part / "vmlinux")
    (objects / "usr/include").rename(part / "include")
    (source / "tools/include/nolibc").rename(part / "nolibc")
    settings.rename(part / "config")
    for folder in (source, objects):
        shutil.rmtree(folder)
