// SPDX-License-Identifier: Apache-2.0

#include <stdint.h>

#include "movers.h"

int scalar_loop(void* target, const void* source, size_t bytes) {
  if ((((uintptr_t)target | (uintptr_t)source | bytes) & 7) != 0) {
    uint8_t* to = target;
    const uint8_t* from = source;
    while (bytes-- != 0) *to++ = *from++;
    return 0;
  }
  uint64_t* to = target;
  const uint64_t* from = source;
  for (; bytes >= 64; bytes -= 64, to += 8, from += 8) {
    uint64_t a = from[0], b = from[1], c = from[2], d = from[3];
    uint64_t e = from[4], f = from[5], g = from[6], h = from[7];
    to[0] = a;
    to[1] = b;
    to[2] = c;
    to[3] = d;
    to[4] = e;
    to[5] = f;
    to[6] = g;
    to[7] = h;
  }
  for (; bytes != 0; bytes -= 8) *to++ = *from++;
  return 0;
}
