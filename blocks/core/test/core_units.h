// SPDX-License-Identifier: Apache-2.0
//
// The piece under test, random operands, and the tests of core_units.sv.

#pragma once

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>

#include "Vcore_units.h"
#include "verilated.h"

inline std::mt19937_64 random_source;
inline std::unique_ptr<Vcore_units> top;
inline unsigned width = 64;

[[noreturn]] inline void fail(const std::string& what) {
  std::fprintf(stderr, "core_units: %s\n", what.c_str());
  std::exit(1);
}

inline void check(uint64_t found, uint64_t expected, const char* what, uint64_t a = 0,
                  uint64_t b = 0) {
  if (found == expected) return;
  char text[200];
  std::snprintf(text, sizeof text,
                "%s: a=%" PRIx64 " b=%" PRIx64 " gave %" PRIx64 ", expected %" PRIx64, what, a, b,
                found, expected);
  fail(text);
}

inline void tick() {
  top->clk_i = 1;
  top->eval();
  top->clk_i = 0;
  top->eval();
}

// Control inputs start at random values, and an asynchronous reset wants its edge.
inline void reset() {
  top->rst_ni = 1;
  top->multiply_i = top->divide_i = top->commit_i = top->retire_i = top->trap_valid_i = 0;
  top->return_i = top->interrupts_i = top->part_write_i = 0;
  top->eval();
  top->rst_ni = 0;
  top->eval();
  tick();
  top->rst_ni = 1;
  top->eval();
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
