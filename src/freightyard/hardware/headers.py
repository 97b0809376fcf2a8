# SPDX-License-Identifier: Apache-2.0
"""Headers that nearly every C++ file of a bench or a system reads, compiled once for all builds.

Verilator's own headers and those of the standard library take 0.6 to 0.9 seconds of each
compilation. A compiled header is taken by the compiler when options and macros are those that it
was made with, which its key holds; else the compiler reads the text beside it.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from freightyard import build_store
from freightyard.hardware.sources import BuildError
from freightyard.store import content_key, locked

NAME = "headers.h"
STANDARD = (
    "algorithm", "array", "cstdint", "cstdio", "cstring", "deque", "fstream", "functional", "map",
    "memory", "optional", "random", "set", "string", "vector",
)  # fmt: skip
TEXT = '#include "verilated.h"\n#include "verilated_dpi.h"\n' + "".join(
    f"#include <{name}>\n" for name in STANDARD
)


def compiled(compiler: str, version: str, library: Path, options: Sequence[str]) -> Path:
    """The text to include first, with its compiled form beside it.

    `library` is Verilator's folder of headers, `options` all that changes their meaning.
    """
    key = content_key(sorted(library.glob("verilated*.h")), version, TEXT, list(options))
    place = build_store.folder("headers") / f"verilated-{key}"
    with locked(place.with_suffix(".lock")):
        if place.is_dir():
            build_store.use(place)
            return place / NAME
        part = place.with_suffix(".part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        (part / NAME).write_text(TEXT)
        paths = [f"-I{library}", f"-I{library}/vltstd"]
        command = [compiler, *options, *paths, "-x", "c++-header", NAME, "-o", f"{NAME}.gch"]
        result = subprocess.run(command, cwd=part, capture_output=True, text=True, errors="replace")
        if result.returncode:
            raise BuildError(f"compiling the headers of {library} failed:\n{result.stderr}")
        part.rename(place)
    return place / NAME
