// SPDX-License-Identifier: Apache-2.0
//
// The parts under test, random values, and the tests of hart_stages.sv.

#pragma once

#include "Vhart_stages.h"
#include "blocks/common/test/bench.h"
#include "fy_layout.h"

inline std::unique_ptr<Vhart_stages> top;
inline unsigned width = 64;

inline void tick() { clock(*top); }

// Nothing may be asked for while the reset lasts, and an asynchronous reset wants its edge.
inline void reset() {
  top->control_i = 0;
  top->walk_control_i = 0;
  fy_layout::set(top->walk_i, fy_layout::walk_i::valid_, 0);
  fy_layout::set(top->fence_i, fy_layout::fence_i::valid_, 0);
  top->execute_control_i = 0;
  reset(*top);
}

inline uint64_t trim(uint64_t x) { return width == 64 ? x : x & 0xffffffff; }

void test_bypass(uint64_t count);
void test_fence(uint64_t count);
void test_queue(uint64_t count);
void test_late_branch(uint64_t count);
void test_load_store(uint64_t count);
void test_registers(uint64_t count);
void test_trap_select(uint64_t count);
void test_return_stack(uint64_t count);
void test_integer(uint64_t count);
void test_former(uint64_t count);
void test_retire(uint64_t count);
void test_entry(uint64_t count);
void test_decode(uint64_t count);
void test_control(uint64_t count);
void test_flow(uint64_t count);
void test_privilege(uint64_t count);
void test_translate(uint64_t count);
void test_predictor(uint64_t count);
void test_scoreboard(uint64_t count);
