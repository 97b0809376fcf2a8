// SPDX-License-Identifier: Apache-2.0

#include <stdint.h>

#include "copies.h"

// Loads of a group before its stores, as in scalar_loop; the names of the words are registers.
#define WORDS_1(X) X(0)
#define WORDS_2(X) WORDS_1(X) X(1)
#define WORDS_4(X) WORDS_2(X) X(2) X(3)
#define WORDS_8(X) WORDS_4(X) X(4) X(5) X(6) X(7)
#define WORDS_16(X) WORDS_8(X) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)
#define LOAD(n) const uint64_t word##n = from[n];
#define STORE(n) to[n] = word##n;

// The leftover words are kept a loop: unrolled by the compiler they would be the better factor.
#define UNROLLED(FACTOR)                                                             \
  static int unrolled_##FACTOR(void* target, const void* source, size_t bytes) {     \
    if ((((uintptr_t)target | (uintptr_t)source | bytes) & 7) != 0) {                \
      uint8_t* to = target;                                                          \
      const uint8_t* from = source;                                                  \
      while (bytes-- != 0) *to++ = *from++;                                          \
      return 0;                                                                      \
    }                                                                                \
    uint64_t* to = target;                                                           \
    const uint64_t* from = source;                                                   \
    for (; bytes >= 8 * FACTOR; bytes -= 8 * FACTOR, to += FACTOR, from += FACTOR) { \
      WORDS_##FACTOR(LOAD) WORDS_##FACTOR(STORE)                                     \
    }                                                                                \
    for (; bytes != 0; bytes -= 8) *to++ = *from++;                                  \
    return 0;                                                                        \
  }

UNROLLED(1)
UNROLLED(2)
UNROLLED(4)
UNROLLED(8)
UNROLLED(16)

mover_t* scalar_unrolled(unsigned factor) {
  switch (factor) {
    case 1:
      return unrolled_1;
    case 2:
      return unrolled_2;
    case 4:
      return unrolled_4;
    case 8:
      return unrolled_8;
    case 16:
      return unrolled_16;
    default:
      return NULL;
  }
}
