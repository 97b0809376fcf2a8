// SPDX-License-Identifier: Apache-2.0

/// fy_memcpy_scalar: every pair of alignments, sizes of each of its ways, guards around the target,
/// and sources that lie against both edges of memory, where a word too many is an access fault.
/// Its way follows from the low address bits and the size alone, and the words that it reads from
/// where the source begins and ends in them, so the edges stand for those of every page.

#include "../../../systems/copy_engine/programs/movers.h"
#include "../check.h"
#include "fy_map.h"
#include "fy_platform.h"

#define GUARD 64u
#define FILL 0x5au
#define MEMORY_END 0x90000000u
#define LONGEST 1300u

static uint8_t source[LONGEST + 16] __attribute__((aligned(64)));
static uint8_t target[LONGEST + 16 + 2 * GUARD] __attribute__((aligned(64)));

static void copy(const uint8_t* from, unsigned offset, unsigned bytes) {
  uint8_t* to = target + GUARD + offset;
  fy_host_fill(target, sizeof(target), FILL);
  CHECK(fy_memcpy_scalar(to, from, bytes) == 0);
  unsigned long wrong = fy_host_compare(to, from, bytes, GUARD, FILL);
  if (wrong != 0) printf("%u bytes from %p to %p: ", bytes, (const void*)from, (void*)to);
  CHECK(wrong == 0);
  CHECK(trap.count == 0);
}

// Below a turn, at the starts of the ways, and turns with every number of words behind them.
static const uint16_t sizes[] = {0,   1,   2,   3,   4,   5,   6,   7,   8,   9,   11,  14,   15,
                                 16,  17,  23,  31,  40,  47,  63,  71,  127, 191, 200, 255,  383,
                                 391, 448, 511, 512, 519, 583, 640, 711, 775, 840, 959, 1024, 1299};
#define SIZES (sizeof(sizes) / sizeof(sizes[0]))

int main(void) {
  record_traps();
  uint32_t state = 0x2545f491;
  for (unsigned i = 0; i < sizeof(source); i++)
    source[i] = (uint8_t)((state = state * 69069 + 1) >> 24);
  // Where the target lies in a word matters at the ends of a copy alone.
  for (unsigned from = 0; from < 8; from++) {
    for (unsigned to = 0; to < 8; to++) {
      for (unsigned i = 0; i < SIZES && (sizes[i] < 64 || to % 5 == 0); i++) {
        copy(source + from, to, sizes[i]);
      }
    }
  }
  for (unsigned apart = 0; apart < 8; apart++) {
    for (unsigned i = 0; i < SIZES; i++) {
      copy((const uint8_t*)(uintptr_t)(MEMORY_END - apart) - sizes[i], i % 8, sizes[i]);
      copy((const uint8_t*)(uintptr_t)FY_MEMORY_BASE + apart, i % 8, sizes[i]);
      copy((const uint8_t*)(uintptr_t)(MEMORY_END - apart) - sizes[i], (8 - sizes[i] % 8) % 8,
           sizes[i]);
    }
  }
  return 0;
}
