# SPDX-License-Identifier: Apache-2.0
"""Commands that run programs: one, several, or beside a reference."""
