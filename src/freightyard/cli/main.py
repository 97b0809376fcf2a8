# SPDX-License-Identifier: Apache-2.0
"""Command line: finds the command in the table and imports that one alone, so start-up is quick."""

from __future__ import annotations

import errno
import importlib
import importlib.util
import sys
import tomllib
from collections.abc import Sequence
from types import ModuleType

from freightyard import help as help_pages
from freightyard import store
from freightyard.commands import Command, all_commands, bringing
from freightyard.commands import module as module_of
from freightyard.errors import UserError, nearest

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)


def overview() -> str:
    """Text of `fy --help`."""
    lines = ["usage: ./fy COMMAND [OPTIONS]   (./fy COMMAND --help tells more)", ""]
    lines += [f"  {name:9}{command.summary}" for name, command in all_commands().items()]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code. Expected errors are one sentence on stderr."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or words[0] in ("-h", "--help", "help"):
        print(overview())
        return 0 if words else 2
    if words[0] == "--version":
        project = tomllib.loads((store.ROOT / "pyproject.toml").read_text())["project"]
        print(f"Freightyard {project['version']}")
        return 0
    name, rest = words[0], words[1:]
    try:
        commands = all_commands()
        if name not in commands:
            raise nearest("command", name, commands)
        return _call(name, commands[name], rest)
    except UserError as error:
        print(f"fy: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        return 1
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        place = error.filename or f"{store.ROOT / 'build'} or FY_BUILD_STORE"
        why = f"cannot write {place}: {error.strerror}"
        print(f"fy: {why}; make room there, or set FY_BUILD_STORE elsewhere", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("fy: interrupted; finished work is kept", file=sys.stderr)
        return 130


def _call(name: str, command: Command, rest: Sequence[str]) -> int:
    kept = help_pages.page(name) if help_pages.asked(rest) else None
    if kept is not None:
        print(kept, end="")
        return 0
    module = _module(name, command)
    rest = module.prepare(rest) if hasattr(module, "prepare") else rest
    if command.tools == "none":
        return int(module.command(rest))
    import typer

    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command(name)(module.command)
    try:
        app(args=list(rest), prog_name=f"fy {name}")  # a command tells its exit by typer.Exit
    except SystemExit as leave:
        why = leave.__context__
        if why is not None and isinstance(why.__cause__, KeyboardInterrupt):
            raise KeyboardInterrupt from None  # the library ends it silently
        return leave.code if isinstance(leave.code, int) else 0
    return 0


def _module(name: str, command: Command) -> ModuleType:
    """The module of a command: of the package, or the file that a system brings."""
    if command.file is not None:
        several = bringing(name)
        if len(several) > 1:
            from freightyard.hardware import boundary

            boundary.load(several[-1])  # names file and line
        spec = importlib.util.spec_from_file_location(f"fy_verb_{name}", command.file)
        if spec is None or spec.loader is None or not command.file.is_file():
            raise UserError(f"{command.file} is missing; [verb.{name}] of system.toml names it")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    try:
        return importlib.import_module(module_of(name))
    except ModuleNotFoundError as error:
        if error.name != module_of(name):
            raise
        raise UserError(f"the command {name} is not built yet") from None
