# SPDX-License-Identifier: Apache-2.0
"""Experiments: axes, sweeps, figures."""
