// SPDX-License-Identifier: Apache-2.0

/// Nothing: the first process has told the cycles of the boot before.

int main(void) { return 0; }
