// SPDX-License-Identifier: Apache-2.0

/// A score in the form of CoreMark: seeds and iterations as arguments, a block from the heap, the
/// rate from the clock, and a checksum that tells whether the work was done.
#include <stdio.h>
#include <stdlib.h>

#include "score.h"

int main(int argc, char* argv[]) {
  const long seed = argc > 1 ? strtol(argv[1], NULL, 0) : 0;
  const long iterations = argc > 2 ? strtol(argv[2], NULL, 0) : 1;
  enum { SIZE = 666 };
  void* block = portable_malloc(SIZE);
  if (block == NULL) return 1;
  uint16_t sum = 0;
  start_time();
  for (long turn = 0; turn < iterations; turn++) {
    item_t* list = sort_list(make_list(block, SIZE, (int32_t)(seed + turn)));
    for (; list != NULL; list = list->next) sum = checksum((uint16_t)list->value, sum);
  }
  const ticks_t total = stop_time();
  portable_free(block);
  printf("Total ticks      : %lu\n", (unsigned long)total);
  printf("Iterations/Sec   : %f\n", (double)iterations / ((double)total / SECOND));
  printf("checksum         : 0x%04x\n", sum);
  return 0;
}
