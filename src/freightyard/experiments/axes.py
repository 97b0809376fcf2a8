# SPDX-License-Identifier: Apache-2.0
"""Axes of experiments and their legal values; every error names the legal ones."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from typing import Any

from freightyard.errors import UserError
from freightyard.hardware import configuration as configurations

INSIDE = ("size", "offsets")  # axes that one simulation runs through
HARDWARE = (  # axes that are keys of a configuration
    *("num_harts", "channels", "banks_per_channel", "bank_interleave", "beat_bytes", "l2_sets"),
    *("transactors", "trackers", "buffer_blocks", "throttle", "memory_latency", "memory_model"),
)
MEMORY: dict[str, dict[str, int]] = {  # the points of house.md 3
    "S": {"memory_model": 0, "memory_latency": 16},
    "D": {"memory_model": 1},
}
WORDS: dict[str, tuple[str | int, ...]] = {
    "memory": tuple(MEMORY),
    "mover": ("scalar_loop", "memcpy", "engine"),
    "resident": ("l1", "l2", "l1_dirty", "memory"),
    "translation": ("bare", "sv39"),
    "fence": ("page", "all"),
    "unroll": (1, 2, 4, 8, 16),
    "workload": ("fleet",),
    "bin": (0, 1, 2, 3, 4),
    "overlap": (0, 1),
}
NUMBERS = {  # first and last
    "size": (0, 1 << 24),
    "copies": (1, 16384),
    "workload_seed": (0, 1 << 32),
    "threshold": (0, (1 << 32) - 1),
}
KNOWN = (*HARDWARE, *WORDS, *NUMBERS, "offsets")
_OFFSETS = re.compile(r"\d+/\d+")


def check(axes: Mapping[str, Sequence[Any]], where: str) -> None:
    """Every axis is known, every value legal."""
    for name, values in axes.items():
        if name not in KNOWN:
            raise unknown("axis", name, KNOWN, where)
        if not isinstance(values, list) or not values:
            raise UserError(f"{where}: axis {name} is {values!r}; give a list of values")
        for value in values:
            _check_value(name, value, where)


def _check_value(name: str, value: Any, where: str) -> None:
    if name in HARDWARE:
        configurations.check(name, value, where)
        return
    whole = isinstance(value, int) and not isinstance(value, bool)
    if name in WORDS:
        legal, text = value in WORDS[name], ", ".join(map(str, WORDS[name]))
        legal = legal and type(value) is type(WORDS[name][0])
    elif name in NUMBERS:
        low, high = NUMBERS[name]
        legal, text = whole and low <= value <= high, f"a whole number from {low} to {high}"
    else:
        legal = isinstance(value, str) and _OFFSETS.fullmatch(value) is not None
        text = '"SOURCE/TARGET", two whole numbers, as "0/0"'
    if not legal:
        raise UserError(f"{where} sets {name} = {value!r}; legal is {text}")


def unknown(what: str, name: str, known: Sequence[str], where: str) -> UserError:
    """Error for a name that is not there: the nearest one, and all of them."""
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    hint = f"did you mean {close[0]}? " if close else ""
    return UserError(f"{where}: no {what} is called {name}; {hint}legal: {', '.join(known)}")


def parse(settings: Sequence[str]) -> dict[str, list[Any]]:
    """Axes given as AXIS=VALUE or AXIS=VALUE,VALUE."""
    axes: dict[str, list[Any]] = {}
    for text in settings:
        name, equals, values = text.partition("=")
        if not equals or not values:
            raise UserError(f"--set {text} has no value; write --set AXIS=VALUE[,VALUE]")
        axes[name.strip()] = [_scalar(value.strip()) for value in values.split(",")]
    check(axes, "--set")
    return axes


def _scalar(text: str) -> int | str:
    try:
        return int(text, 0)
    except ValueError:
        return text
