// SPDX-License-Identifier: Apache-2.0

/// What the parts of the program tell main.
#pragma once

int heap(void);
int atomics(void);
