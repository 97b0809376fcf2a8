// SPDX-License-Identifier: Apache-2.0
//
// The piece under test, random operands, and the tests of core_units.sv.

#pragma once

#include "Vcore_units.h"
#include "blocks/common/test/bench.h"

inline std::unique_ptr<Vcore_units> top;
inline unsigned width = 64;

inline void check(uint64_t found, uint64_t expected, const char* what, uint64_t a, uint64_t b = 0) {
  if (found == expected) return;
  char text[200];
  std::snprintf(text, sizeof text,
                "%s: a=%" PRIx64 " b=%" PRIx64 " gave %" PRIx64 ", expected %" PRIx64, what, a, b,
                found, expected);
  fail(text);
}

inline void tick() { clock(*top); }

// Control inputs start at random values, and an asynchronous reset wants its edge.
inline void reset() {
  top->multiply_i = top->divide_i = top->commit_i = top->retire_i = top->trap_valid_i = 0;
  top->return_i = top->interrupts_i = top->part_write_i = 0;
  reset(*top);
}

inline uint64_t trim(uint64_t x) { return width == 64 ? x : x & 0xffffffff; }
inline int64_t sign(uint64_t x, unsigned bits) {
  return static_cast<int64_t>(x << (64 - bits)) >> (64 - bits);
}

// Corner values and values of every magnitude.
inline uint64_t operand() {
  static const uint64_t corners[] = {
      0,          1,           2,          ~0ull,      1ull << 63,    ~(1ull << 63),
      1ull << 31, ~0ull << 31, 0x7fffffff, 0xffffffff, 0x100000000ull};
  uint64_t pick = random_source();
  if (pick % 4 == 0) return trim(corners[pick / 4 % (sizeof corners / sizeof *corners)]);
  uint64_t value = random_source() >> (pick / 4 % 64);
  return trim(pick >> 60 & 1 ? ~value : value);
}

void test_alu(uint64_t count);
void test_multiplier(uint64_t count);
void test_divider(uint64_t count);
void test_decoder(uint64_t count);
void test_csrs(uint64_t count);
void test_trap_csrs(uint64_t count);
void test_counter_csrs(uint64_t count);
