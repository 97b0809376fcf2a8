// SPDX-License-Identifier: Apache-2.0

/// Echoes what is typed on the console, up to an end-of-transmission character (4), first at the
/// pace of the program, from the second line on with pauses in which the queue fills up.

#include <stdio.h>

#include "fy_platform.h"

#define END_OF_TRANSMISSION 4
#define PAUSE_CYCLES 3000u
#define BYTES_A_PAUSE 32u

int main(void) {
  unsigned bytes = 0, lines = 0;
  for (int byte = getchar(); byte != END_OF_TRANSMISSION; byte = getchar()) {
    putchar(byte);
    bytes++;
    if (byte == '\n') lines++;
    if (lines != 0 && bytes % BYTES_A_PAUSE == 0) {
      const uintptr_t start = fy_cycles();
      while (fy_cycles() - start < PAUSE_CYCLES) {
      }
    }
  }
  printf("FY bytes=%u lines=%u\n", bytes, lines);
  return 0;
}
