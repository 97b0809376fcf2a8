# SPDX-License-Identifier: Apache-2.0
"""Sources, configurations, tables and builds of the hardware."""
