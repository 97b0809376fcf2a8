# SPDX-License-Identifier: Apache-2.0
"""Proof of `fy_hart` by lockstep: random programs on QEMU and on the core, record by record."""
