# SPDX-License-Identifier: Apache-2.0
"""Litmus tests of the memory order: shapes, the RVWMO model that judges them, and their report."""
