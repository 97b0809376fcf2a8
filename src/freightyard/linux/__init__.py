# SPDX-License-Identifier: Apache-2.0
"""Linux on a system: kernel, firmware, device tree, programs, and a boot in QEMU or on the RTL."""
