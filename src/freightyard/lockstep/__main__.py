# SPDX-License-Identifier: Apache-2.0
"""Random programs on the core alone and on QEMU, and a table of what occurred."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from freightyard.errors import UserError
from freightyard.lockstep import run
from freightyard.lockstep.judged.bench import Bench
from freightyard.lockstep.table import tell


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m freightyard.lockstep", description=__doc__)
    parser.add_argument("--xlen", type=int, choices=(32, 64), default=64)
    parser.add_argument("--seed", type=int, default=1, help="of the first program")
    parser.add_argument("--instructions", type=int, default=50000)
    parser.add_argument("--json", type=Path, help="write counts and failures to this file")
    parser.add_argument("--keep-going", action="store_true", help="do not stop at a failure")
    parser.add_argument("--no-table", action="store_true")
    options = parser.parse_args()
    started = time.monotonic()
    try:
        result = run.run(
            Bench(options.xlen),
            options.seed,
            options.instructions,
            stop_at_failure=not options.keep_going,
        )
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    if options.json:
        run.write_json(result, options.json)
    tell(result, f"Xlen {options.xlen}", time.monotonic() - started, table=not options.no_table)
    return 1 if result.failures else 0


if __name__ == "__main__":
    sys.exit(main())
