// SPDX-License-Identifier: Apache-2.0

/// The first program: prints a greeting and the cycles it took so far.

#include <stdio.h>

#include "fy_platform.h"

int main(void) {
  printf("hello from Freightyard, cycle %lu\n", (unsigned long)fy_cycles());
  return 0;
}
