# SPDX-License-Identifier: Apache-2.0
"""Pieces of random programs, by what they try."""
