# SPDX-License-Identifier: Apache-2.0
"""Help of the commands, kept as text, for it installs nothing; standard library only.

A page is what the parser of a command says: freightyard.cli.quality.help_pages writes all; a test
compares them.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

FOLDER = Path(__file__).parent


def asked(words: Sequence[str]) -> bool:
    """Whether a command is asked for its help; what stands behind `--` is a program's."""
    own = words[: words.index("--")] if "--" in words else words
    return "--help" in own


def page(command: str) -> str | None:
    """The kept page; None for a command that a system brings."""
    path = FOLDER / f"{command}.txt"
    return path.read_text() if path.is_file() else None
