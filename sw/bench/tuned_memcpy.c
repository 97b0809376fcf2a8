// SPDX-License-Identifier: Apache-2.0

/// Whole target words throughout. When source and target are misaligned to each other, each
/// source word is loaded once and two neighbours are joined by shifts. Loads of a group stand
/// before its stores, so that the load latency and a second miss hide behind them. The ends are
/// one gathered word each, stored in naturally aligned pieces. Aligned words that hold a byte of
/// the source are read whole; no other word is touched.

#include <stdint.h>

#include "movers.h"

typedef uintptr_t word_t;
#define WORD sizeof(word_t)
#define WORD_BITS (8 * WORD)

// Below this many bytes, misaligned, a byte loop beats the choices that words need.
#define SHORT 24u

// Below this many words the saved registers of the unrolled loop cost more than it gains.
#define SHIFTED_BLOCKS_MINIMUM 24u

// The `bytes` (1 to WORD) at `from` in the low end of a word; what is above them is undefined.
static inline word_t gather(const uint8_t* from, size_t bytes) {
  size_t offset = (uintptr_t)from & (WORD - 1);
  const word_t* word = (const word_t*)(from - offset);
  word_t low = word[0] >> (8 * offset);
  if (offset + bytes > WORD) low |= word[1] << (WORD_BITS - 8 * offset);
  return low;
}

// Stores the low `bytes` (less than WORD) of a word: pieces that grow up to the alignment of the
// target, then pieces that shrink.
static inline void scatter(uint8_t* to, word_t value, size_t bytes) {
  if (((uintptr_t)to & 1) != 0 && bytes >= 1) {
    *to = (uint8_t)value;
    value >>= 8, to += 1, bytes -= 1;
  }
  if (((uintptr_t)to & 2) != 0 && bytes >= 2) {
    *(uint16_t*)to = (uint16_t)value;
    value >>= 16, to += 2, bytes -= 2;
  }
  if (bytes >= 4) {
    *(uint32_t*)to = (uint32_t)value;
    value = (word_t)((uint64_t)value >> 32), to += 4, bytes -= 4;
  }
  if (bytes >= 2) {
    *(uint16_t*)to = (uint16_t)value;
    value >>= 16, to += 2, bytes -= 2;
  }
  if (bytes >= 1) *to = (uint8_t)value;
}

static inline void copy_eight(word_t* to, const word_t* from) {
  word_t a = from[0], b = from[1], c = from[2], d = from[3];
  word_t e = from[4], f = from[5], g = from[6], h = from[7];
  to[0] = a;
  to[1] = b;
  to[2] = c;
  to[3] = d;
  to[4] = e;
  to[5] = f;
  to[6] = g;
  to[7] = h;
}

static void copy_aligned(word_t* to, const word_t* from, size_t words) {
  for (; words >= 8; words -= 8, to += 8, from += 8) copy_eight(to, from);
  while (words-- != 0) *to++ = *from++;
}

// Joins the last bytes of `low` with the first of `high`; `shift` is the bits before the first
// byte.
static inline word_t join(word_t low, word_t high, unsigned shift) {
  return low >> shift | high << (WORD_BITS - shift);
}

// `from` is the aligned word that holds the first byte.
static __attribute__((noinline)) void copy_shifted(word_t* to, const word_t* from, size_t words,
                                                   unsigned shift) {
  word_t low = *from++;
  for (; words != 0; words--) {
    word_t next = *from++;
    *to++ = join(low, next, shift);
    low = next;
  }
}

// The same for a multiple of eight words. Apart, because it saves many registers, for which short
// copies would pay.
static __attribute__((noinline)) void copy_shifted_blocks(word_t* to, const word_t* from,
                                                          size_t words, unsigned shift) {
  word_t low = *from++;
  for (; words != 0; words -= 8, to += 8, from += 8) {
    word_t a = from[0], b = from[1], c = from[2], d = from[3];
    word_t e = from[4], f = from[5], g = from[6], h = from[7];
    to[0] = join(low, a, shift);
    to[1] = join(a, b, shift);
    to[2] = join(b, c, shift);
    to[3] = join(c, d, shift);
    to[4] = join(d, e, shift);
    to[5] = join(e, f, shift);
    to[6] = join(f, g, shift);
    to[7] = join(g, h, shift);
    low = h;
  }
}

static void copy_misaligned(word_t* to, const word_t* from, size_t words, unsigned shift) {
  size_t blocks = words < SHIFTED_BLOCKS_MINIMUM ? 0 : words & ~(size_t)7;
  if (blocks != 0) copy_shifted_blocks(to, from, blocks, shift);
  copy_shifted(to + blocks, from + blocks, words - blocks, shift);
}

// Apart, because it saves registers, for which short copies would pay.
static __attribute__((noinline)) int copy_words(uint8_t* to, const uint8_t* from, size_t bytes) {
  size_t head = -(uintptr_t)to & (WORD - 1);
  if (head != 0) {
    scatter(to, gather(from, head), head);
    to += head;
    from += head;
    bytes -= head;
  }
  size_t words = bytes / WORD;
  if (words != 0) {
    unsigned offset = (uintptr_t)from & (WORD - 1);
    if (offset == 0) {
      copy_aligned((word_t*)to, (const word_t*)from, words);
    } else {
      copy_misaligned((word_t*)to, (const word_t*)(from - offset), words, 8 * offset);
    }
    to += words * WORD;
    from += words * WORD;
    bytes -= words * WORD;
  }
  if (bytes != 0) scatter(to, gather(from, bytes), bytes);
  return 0;
}

// The low `bytes` (less than WORD) of a word at the start of a target word.
static inline void copy_tail(uint8_t* to, word_t value, size_t bytes) {
  if ((bytes & 4) != 0) {
    *(uint32_t*)to = (uint32_t)value;
    value = (word_t)((uint64_t)value >> 32), to += 4;
  }
  if ((bytes & 2) != 0) {
    *(uint16_t*)to = (uint16_t)value;
    value >>= 16, to += 2;
  }
  if ((bytes & 1) != 0) *to = (uint8_t)value;
}

int tuned_memcpy(void* target, const void* source, size_t bytes) {
  if ((((uintptr_t)target | (uintptr_t)source) & (WORD - 1)) == 0) {
    word_t* to = target;
    const word_t* from = source;
    for (; bytes >= 8 * WORD; bytes -= 8 * WORD, to += 8, from += 8) copy_eight(to, from);
    for (; bytes >= WORD; bytes -= WORD) *to++ = *from++;
    if (bytes != 0) copy_tail((uint8_t*)to, *from, bytes);
    return 0;
  }
  if (bytes >= SHORT) return copy_words(target, source, bytes);
  uint8_t* to = target;
  const uint8_t* from = source;
  while (bytes-- != 0) *to++ = *from++;
  return 0;
}
