# SPDX-License-Identifier: Apache-2.0
"""A `yosys` command over pyosys, whose build alone has the slang front end.

`python -m freightyard.verification.yosys_command -p COMMANDS | -ql LOG FILE`; exit code 1 on a
failure.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path


def commands(words: Sequence[str]) -> tuple[list[str], Path | None]:
    """Commands in order and the log file, from the options that SymbiYosys uses."""
    lines: list[str] = []
    log: Path | None = None
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "-p":
            lines.append(rest.pop(0))
        elif word in ("-l", "-ql"):
            log = Path(rest.pop(0))
        elif word == "-s" or not word.startswith("-"):
            path = Path(rest.pop(0) if word == "-s" else word)
            if path.suffix in (".il", ".rtlil"):
                lines.insert(0, f"read_rtlil {path}")
            else:
                lines.append(f"script {path}")
        elif word not in ("-q", "-Q", "-T"):
            raise SystemExit(f"yosys: option {word} is not known here")
    return lines, log


def main(words: Sequence[str]) -> int:
    """Run the commands; messages of failures go to stderr."""
    if words in (["-V"], ["--version"]):
        from importlib.metadata import version

        print(f"Yosys {version('pyosys')} (pyosys)")
        return 0
    from pyosys import libyosys as ys

    lines, log = commands(words)
    if log is not None:
        # One pass keeps both: the log file and, for the caller, nothing on stdout.
        ys.run_pass(f"tee -q -o {log} log opened", ys.Design())
    design = ys.Design()
    for line in lines:
        try:
            if log is None:
                ys.run_pass(line, design)
            else:
                ys.run_pass(f"tee -q -a {log} {line}", design)
        except Exception as error:  # pyosys raises its own and plain exceptions
            text = str(error).strip()
            print(f"ERROR: {text}", file=sys.stderr)
            if log is not None:
                with log.open("a") as output:
                    output.write(f"ERROR: {text}\n")
            return 1
    return 0


if __name__ == "__main__":
    code = main(sys.argv[1:])
    sys.stdout.flush()
    sys.exit(code)
