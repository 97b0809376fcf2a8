# SPDX-License-Identifier: Apache-2.0
"""Python that an experiment brings in its folder: formulas.py, points.py, payload.py, report.py.

A file is loaded by its path. Experiments share code by `from experiments.<folder> import ...`.
"""

from __future__ import annotations

import functools
import importlib.util
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from freightyard import store
from freightyard.errors import UserError
from freightyard.hardware.declarations.tables import shown


@functools.cache
def module(path: Path) -> ModuleType | None:
    """The module in a file; None without the file."""
    if not path.is_file():
        return None
    if str(store.ROOT) not in sys.path:
        sys.path.append(str(store.ROOT))
    name = f"{path.parent.parent.name}.{path.parent.name}.{path.stem}".replace("-", "_")
    description = importlib.util.spec_from_file_location(name, path)
    assert description is not None and description.loader is not None
    found = importlib.util.module_from_spec(description)
    sys.modules[name] = found  # dataclasses and pickle look there
    try:
        description.loader.exec_module(found)
    except Exception as error:
        del sys.modules[name]
        raise UserError(f"cannot load {shown(path)}: {told(error, path)}") from None
    return found


def function(path: Path, name: str) -> Callable[..., Any] | None:
    """A public function of a file; None when the file or the function is not there."""
    found = getattr(module(path), name, None)
    return found if callable(found) and not name.startswith("_") else None


def functions(*modules: ModuleType | None) -> list[str]:
    """Names of public functions, for errors."""
    return sorted(
        name
        for one in modules
        for name, value in vars(one).items()
        if callable(value) and not isinstance(value, type) and not name.startswith("_")
    )


def told(error: Exception, path: Path) -> str:
    """An exception in one sentence, with the last line of the file that it went through."""
    lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == str(path)]
    if isinstance(error, SyntaxError):
        lines = [error.lineno]
    place = f" ({shown(path)}:{lines[-1]})" if lines and lines[-1] else ""
    return f"{type(error).__name__}: {error}".splitlines()[0] + place
