// SPDX-License-Identifier: Apache-2.0
//
// Clock, random stimuli and checks shared by the tests of l1_units.sv.

#pragma once

#include <cstring>
#include <deque>
#include <vector>

#include "Vl1_units.h"
#include "blocks/common/test/bench.h"
#include "fy_layout.h"

inline std::unique_ptr<Vl1_units> top;

inline void tick() { clock(*top); }

// `go_i` starts at a random value.
inline void reset() {
  top->go_i = 0;
  reset(*top);
}

// Bits of `go_i`.
inline void go(bool b0, bool b1 = false, bool b2 = false, bool b3 = false, bool b4 = false,
               bool b5 = false, bool b6 = false) {
  top->go_i = static_cast<uint8_t>(b0 | b1 << 1 | b2 << 2 | b3 << 3 | b4 << 4 | b5 << 5 | b6 << 6);
}

template <std::size_t N>
inline void get_wide(const VlWide<N>& port, uint8_t* bytes) {
  std::memcpy(bytes, port.data(), N * 4);
}
template <std::size_t N>
inline void set_wide(VlWide<N>& port, const uint8_t* bytes) {
  std::memcpy(port.data(), bytes, N * 4);
}
template <std::size_t N>
inline uint64_t word_of(const VlWide<N>& port, unsigned index) {
  return port[2 * index] | static_cast<uint64_t>(port[2 * index + 1]) << 32;
}
inline void fill(uint8_t* bytes, unsigned count) {
  for (unsigned i = 0; i < count; i++) bytes[i] = static_cast<uint8_t>(random64());
}

constexpr unsigned kSets = 4, kWays = 4, kSlots = 3, kLine = 64, kBeat = 32;
inline unsigned set_of(uint64_t address) { return address / kLine % kSets; }
inline uint64_t line_of(uint64_t address) { return address & ~uint64_t{63}; }
// One of `tags` lines a set, anywhere in the line.
inline uint64_t some_address(unsigned tags) {
  return (uint64_t{0x81} << 32) + static_cast<uint64_t>(below(tags)) * kLine * kSets +
         below(kSets) * kLine + below(kLine);
}

// Channel D, without its data.
inline void answer(int opcode, unsigned source, unsigned sink = 0, unsigned param = 0,
                   bool denied = false, bool corrupt = false, unsigned size = 6) {
  fy_layout::set(top->tl_d_i, fy_layout::tl_d_i::opcode_, opcode);
  fy_layout::set(top->tl_d_i, fy_layout::tl_d_i::param_, param);
  fy_layout::set(top->tl_d_i, fy_layout::tl_d_i::size_, size);
  fy_layout::set(top->tl_d_i, fy_layout::tl_d_i::source_, source);
  fy_layout::set(top->tl_d_i, fy_layout::tl_d_i::sink_, sink);
  fy_layout::set(top->tl_d_i, fy_layout::tl_d_i::denied_, denied);
  fy_layout::set(top->tl_d_i, fy_layout::tl_d_i::corrupt_, corrupt);
}

void test_replacement(uint64_t count);
void test_tags(uint64_t count);
void test_data(uint64_t count);
void test_arrays(uint64_t count);
void test_store_buffer(uint64_t count);
void test_load_queue(uint64_t count);
void test_miss_slot();
void test_miss_slots(uint64_t count);
void test_line_buffers(uint64_t count);
void test_decide(uint64_t count);
void test_decide_atomic(uint64_t count);
void test_atomic(uint64_t count);
void test_loads(uint64_t count);
void test_events(uint64_t count);
void test_sequencer(uint64_t count);
void test_probe();
void test_lines();
void test_response(uint64_t count);
void test_return(uint64_t count);
void test_uncached(uint64_t count);
void test_refill(uint64_t count);
void test_requests(uint64_t count);
