# SPDX-License-Identifier: Apache-2.0
"""Proof of `fy_hart` by lockstep: random programs, run on QEMU and on the core, compared record by record."""
