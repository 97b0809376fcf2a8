// SPDX-License-Identifier: Apache-2.0

/// Copies a table by memcpy and by the engine, and does something else while the engine copies.

#include <stdio.h>
#include <string.h>

#include "fy_copy_engine.h"
#include "fy_platform.h"

#define BYTES 16384

static unsigned char table[BYTES], by_memcpy[BYTES], by_engine[BYTES];

// Work that has nothing to do with the copy.
static unsigned long sum_to(unsigned long last) {
  unsigned long sum = 0;
  for (volatile unsigned long i = 0; i <= last; i++) sum += i;
  return sum;
}

int main(void) {
  for (unsigned i = 0; i < BYTES; i++) table[i] = (unsigned char)(i * 7 + i / 256);

  unsigned long begin = fy_cycles();
  memcpy(by_memcpy, table, BYTES);
  printf("memcpy: %lu cycles\n", (unsigned long)fy_cycles() - begin);

  begin = fy_cycles();
  enum fy_copy_status status = fy_copy_engine_memcpy(by_engine, table, BYTES);
  printf("engine: %lu cycles, status %d\n", (unsigned long)fy_cycles() - begin, (int)status);

  begin = fy_cycles();
  unsigned long sum = sum_to(500);
  unsigned long alone = (unsigned long)fy_cycles() - begin;

  memset(by_engine, 0, BYTES);
  fy_copy_engine_fence();
  begin = fy_cycles();
  fy_copy_engine_start(by_engine, table, BYTES);  // returns at once
  sum += sum_to(500);
  status = fy_copy_engine_wait();
  printf("a sum: %lu cycles, with a copy beside it: %lu, status %d\n", alone,
         (unsigned long)fy_cycles() - begin, (int)status);

  int same = memcmp(by_memcpy, table, BYTES) == 0 && memcmp(by_engine, table, BYTES) == 0;
  printf("sum %lu, bytes %s\n", sum, same ? "right" : "WRONG");
  return same && status == FY_COPY_DONE ? 0 : 1;
}
