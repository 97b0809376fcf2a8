# SPDX-License-Identifier: Apache-2.0
"""Simulated systems: tops, programs, runs, results."""
