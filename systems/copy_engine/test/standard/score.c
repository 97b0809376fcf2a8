// SPDX-License-Identifier: Apache-2.0

/// A program of the kind of CoreMark: work of several sorts between two readings of the cycle
/// counter, checked by a checksum, told on the console. It needs nothing else of the platform.

#include <stdint.h>
#include <stdio.h>

enum { kItems = 64, kRounds = 8, kSide = 8 };

struct item {
  struct item* next;
  uint16_t value;
};

static struct item items[kItems];
static int16_t left[kSide][kSide], right[kSide][kSide];

static unsigned long cycles(void) {
  unsigned long value;
  __asm__ volatile("csrr %0, mcycle" : "=r"(value));
  return value;
}

static uint16_t add(uint16_t sum, uint16_t value) {
  for (unsigned bit = 0; bit < 16; bit++) {
    const unsigned odd = (sum ^ value) & 1u;
    sum = (uint16_t)(sum >> 1);
    value = (uint16_t)(value >> 1);
    if (odd != 0) sum ^= 0xa001u;
  }
  return sum;
}

static uint16_t walk_list(uint16_t sum) {
  for (const struct item* at = &items[0]; at != NULL; at = at->next) sum = add(sum, at->value);
  return sum;
}

static uint16_t multiply(uint16_t sum) {
  for (unsigned row = 0; row < kSide; row++) {
    for (unsigned column = 0; column < kSide; column++) {
      int32_t total = 0;
      for (unsigned k = 0; k < kSide; k++) total += left[row][k] * right[k][column];
      sum = add(sum, (uint16_t)total);
    }
  }
  return sum;
}

int main(void) {
  for (unsigned index = 0; index < kItems; index++) {
    // 37 and 64 have no common divisor: every item is met once.
    const unsigned after = (index * 37u + 37u) % kItems;
    items[index * 37u % kItems].next = after == 0 ? NULL : &items[after];
    items[index].value = (uint16_t)(index * 2749u);
  }
  for (unsigned row = 0; row < kSide; row++) {
    for (unsigned column = 0; column < kSide; column++) {
      left[row][column] = (int16_t)(row * 3 - column);
      right[row][column] = (int16_t)(column * 5 - row * 2);
    }
  }
  const unsigned long before = cycles();
  uint16_t sum = 0;
  for (unsigned round = 0; round < kRounds; round++) sum = multiply(walk_list(sum));
  const unsigned long taken = cycles() - before;
  printf("FY rounds=%d checksum=%u cycles=%lu\n", kRounds, sum, taken);
  return taken == 0;
}
