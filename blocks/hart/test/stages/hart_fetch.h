// SPDX-License-Identifier: Apache-2.0
//
// The fetch stage under test, random values, and the tests of hart_fetch.sv.

#pragma once

#include "Vhart_fetch.h"
#include "blocks/common/test/bench.h"
#include "fy_layout.h"

inline std::unique_ptr<Vhart_fetch> top;

inline void tick() { clock(*top); }

inline uint32_t word_at(uint64_t address) {
  return static_cast<uint32_t>((address ^ address >> 17) * 0x9e3779b1u);
}

void test_translated(uint64_t count);
