# SPDX-License-Identifier: Apache-2.0
"""Runs a file of tests of the hart's programs on a build with faults.

`python -m tests.mutants.programs BENCH FILE +mutant=N`; the bench has 64-bit registers, tests of
others are left out.
"""

from __future__ import annotations

import os
import shutil
import sys
from functools import partial
from pathlib import Path

import pytest
from blocks.hart.test import programs

from freightyard import store
from freightyard.verification.bench import run_program

ASSEMBLED = store.BUILD / "mutants" / "programs"


def assembled(assemble, source: str, folder: Path, xlen: int = 64) -> Path:
    """As assemble(); what was assembled for a fault before serves the others."""
    if xlen != 64:
        pytest.skip("the faults are in a bench of 64 bits")
    kept = ASSEMBLED / f"{store.content_key([Path(programs.__file__)], source)}.bin"
    if not kept.exists():
        ASSEMBLED.mkdir(parents=True, exist_ok=True)
        unfinished = kept.with_suffix(f".{os.getpid()}")
        shutil.copyfile(assemble(source, folder, xlen), unfinished)
        unfinished.replace(kept)
    return kept


def main(bench: str, file: str, mutant: str) -> int:
    programs.bench = lambda xlen: Path(bench)
    programs.assemble = partial(assembled, programs.assemble)
    programs.run_program = lambda program, *words, seed: run_program(
        program, *words, mutant, seed=seed
    )
    return int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", file]))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
