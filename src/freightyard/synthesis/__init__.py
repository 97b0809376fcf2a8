# SPDX-License-Identifier: Apache-2.0
"""Area and clock from the open flow."""
