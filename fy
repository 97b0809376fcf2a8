#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Entry point: sets up what a command needs, once, then hands over to src/freightyard."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent

if sys.version_info < (3, 11):  # noqa: UP036 (the system's Python runs this file)
    sys.exit("fy: needs Python 3.11 or newer; on Debian: sudo apt-get install -y python3")
sys.path.insert(0, str(ROOT / "src"))

from freightyard import environment  # noqa: E402 (path first)

sys.exit(environment.start(sys.argv[1:]))
