# SPDX-License-Identifier: Apache-2.0
"""The error that a user sees as one sentence instead of a traceback."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence


class UserError(RuntimeError):
    """What was wrong, with which file or option, and what to do next."""


def nearest(what: str, given: str, known: Iterable[str]) -> UserError:
    """Error for an unknown name: the nearest known one, or all of them."""
    names = sorted(known)
    close = difflib.get_close_matches(given, names, n=1, cutoff=0.5)
    hint = f"did you mean {close[0]}?" if close else f"there are: {', '.join(names) or 'none'}"
    return UserError(f"no {what} is called {given}; {hint}")


def unknown(what: str, name: str, known: Sequence[str], where: str) -> UserError:
    """Error for a name in a file or option that is not there: the nearest one, and all of them."""
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    hint = f"did you mean {close[0]}? " if close else ""
    return UserError(f"{where}: no {what} is called {name}; {hint}legal: {', '.join(known)}")
