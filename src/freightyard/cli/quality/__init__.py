# SPDX-License-Identifier: Apache-2.0
"""Commands that look at the project itself: tests, style, claims, machine."""
