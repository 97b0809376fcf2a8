# SPDX-License-Identifier: Apache-2.0
"""The experiment's own part of its section: the published tables beside ours."""

from experiments.copies.tables import parts

__all__ = ["parts"]
