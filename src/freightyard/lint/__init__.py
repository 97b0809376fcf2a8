# SPDX-License-Identifier: Apache-2.0
"""Checks of hardware, software and style."""
