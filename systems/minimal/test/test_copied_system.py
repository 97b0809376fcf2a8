# SPDX-License-Identifier: Apache-2.0
"""A system is a folder: this one, copied under another name, is run, watched and synthesised.

The copy stands in a scratch copy of the checkout, and nothing else is changed there.
"""

from __future__ import annotations

import shutil
from importlib import import_module
from pathlib import Path

import pytest

from freightyard.store import ROOT

# A copy of this folder tests itself, by its own list.
newcomer = import_module(f"systems.{Path(__file__).parents[1].name}.test.newcomer")
Checkout = newcomer.Checkout

PARTS = ("src", "sim", "sw", "blocks", "systems", "experiments", "lint", "docs")


def copied(tmp_path: Path) -> Checkout:
    root = tmp_path / "checkout"
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


@pytest.mark.default
def test_the_folder_alone_is_the_system(tmp_path: Path) -> None:
    there = copied(tmp_path)
    newcomer.run(there)
    newcomer.run(there, ("--set", "xlen=32"))
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
