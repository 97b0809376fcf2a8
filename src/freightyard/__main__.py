# SPDX-License-Identifier: Apache-2.0
"""`python -m freightyard`, which the script `fy` starts inside the project's environment."""

from __future__ import annotations

import sys

from freightyard.cli.main import main

sys.exit(main())
