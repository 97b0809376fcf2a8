# SPDX-License-Identifier: Apache-2.0
"""Lockstep: random programs on QEMU and on a core or a system, compared record by record."""
