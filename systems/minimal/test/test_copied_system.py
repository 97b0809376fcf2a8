# SPDX-License-Identifier: Apache-2.0
"""A system is a folder: this one, copied under another name, is run, watched and synthesised.

The copy stands in a scratch copy of the checkout, and nothing else is changed there. A second copy
names its keys otherwise: the system of 32 bits, which would be built anyway.
"""

from __future__ import annotations

import re
import shutil
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from freightyard.store import ROOT

# A copy of this folder tests itself, by its own list.
newcomer = import_module(f"systems.{Path(__file__).parents[1].name}.test.newcomer")
Checkout = newcomer.Checkout

PARTS = ("src", "sim", "sw", "blocks", "systems", "experiments", "lint", "docs")


def copied(tmp_path: Path) -> Checkout:
    root = tmp_path / "a checkout"
    skip = shutil.ignore_patterns("__pycache__", "build")
    for part in PARTS:
        shutil.copytree(ROOT / part, root / part, ignore=skip)
    for file in ROOT.glob("*.*"):
        if file.is_file():
            shutil.copy(file, root)
    own = Path(__file__).parents[1]
    name = f"copy_of_{own.name}"
    shutil.copytree(own, root / "systems" / name, ignore=skip)
    return Checkout(root, name.replace("_", "-"), tmp_path)


def with_other_keys(there: Checkout, tmp_path: Path) -> Checkout:
    """A second copy beside the first, whose keys are called own_NAME."""
    systems = there.root / "systems"
    folder = systems / "other_names"
    shutil.copytree(systems / there.system.replace("-", "_"), folder)
    keys = tomllib.loads((folder / "config.toml").read_text())["keys"]
    word = re.compile(rf"\b({'|'.join(keys)})\b")
    for file in [*folder.glob("*.toml"), *folder.glob("rtl/*.sv")]:
        file.write_text(word.sub(r"own_\1", file.read_text()))
    boundary = folder / "system.toml"
    told = boundary.read_text().replace("[ports]", 'registers = "own_xlen"\n\n[ports]', 1)
    boundary.write_text(told)
    return Checkout(there.root, "other-names", tmp_path)


@pytest.mark.default
def test_the_folder_alone_is_the_system(tmp_path: Path) -> None:
    there = copied(tmp_path)
    newcomer.run(there)
    newcomer.run(with_other_keys(there, tmp_path), ("--set", "own_xlen=32"))
    newcomer.trace(there)
    newcomer.wave(there)
    newcomer.watchdog(there)
    newcomer.debug(there)
    newcomer.lockstep(there)
    newcomer.synthesise(there, whole=False)
    newcomer.report(there)


@pytest.mark.long
def test_the_copy_is_synthesised_whole(tmp_path: Path) -> None:
    there = copied(tmp_path)
    newcomer.run(there)
    newcomer.synthesise(there, whole=True)
    newcomer.report(there)
