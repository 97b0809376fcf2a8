# SPDX-License-Identifier: Apache-2.0
"""What runs in lockstep with QEMU: a system, or the core alone."""
