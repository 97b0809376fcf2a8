# SPDX-License-Identifier: Apache-2.0
"""What systems and blocks declare in TOML, and what is generated from it."""

from freightyard.hardware.declarations.keys import Key, Rule, Value
from freightyard.hardware.declarations.system import SYSTEMS, System, load_system, names

__all__ = ["SYSTEMS", "Key", "Rule", "System", "Value", "load_system", "names"]
