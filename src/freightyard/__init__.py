# SPDX-License-Identifier: Apache-2.0
"""Freightyard: the Python side of `./fy` (builds, runs, tests, lint, experiments)."""
