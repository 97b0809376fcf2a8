# SPDX-License-Identifier: Apache-2.0
"""What `fy report` shows first of this system's results: that of its copies."""

from experiments.copies.headline import headline, picture

__all__ = ["headline", "picture"]
