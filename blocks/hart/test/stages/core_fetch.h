// SPDX-License-Identifier: Apache-2.0
//
// The fetch stage under test, random values, and the tests of core_fetch.sv.

#pragma once

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>

#include "Vcore_fetch.h"
#include "fy_layout.h"
#include "verilated.h"

inline std::mt19937_64 random_source;
inline std::unique_ptr<Vcore_fetch> top;

inline void check(uint64_t found, uint64_t expected, const char* what) {
  if (found == expected) return;
  std::fprintf(stderr, "core_fetch: %s: gave %" PRIx64 ", expected %" PRIx64 "\n", what, found,
               expected);
  std::exit(1);
}

inline uint64_t pick(uint64_t below) { return random_source() % below; }
inline bool chance(uint64_t one_in) { return pick(one_in) == 0; }

inline void tick() {
  top->clk_i = 1;
  top->eval();
  top->clk_i = 0;
  top->eval();
}

inline uint32_t word_at(uint64_t address) {
  return static_cast<uint32_t>((address ^ address >> 17) * 0x9e3779b1u);
}

void test_translated(uint64_t count);
