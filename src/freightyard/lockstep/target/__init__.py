# SPDX-License-Identifier: Apache-2.0
"""What generated programs are made for: instructions, a machine that runs them, pages, handlers."""
