# SPDX-License-Identifier: Apache-2.0
"""Pages, charts and tables of results."""
