// SPDX-License-Identifier: Apache-2.0
// Clock, random stimuli and checks shared by the tests of copy_units.sv.
#pragma once

#include <deque>
#include <memory>

#include "Vcopy_units.h"
#include "blocks/common/test/bench.h"
#include "blocks/copy_engine/test/engine/memory_model.h"
#include "fy_layout.h"

// The shape of copy_units.sv.
constexpr unsigned kBeat = 16, kBlocks = 4, kEntries = kBlocks * kBlock / kBeat;
constexpr unsigned kReads = 8, kWrites = 8;
constexpr uint64_t kPositions = 1ull << fy_layout::request_i::position_.width;
constexpr uint64_t kCounts = 4 * kEntries;  // a count of entries is modulo this

inline std::unique_ptr<Vcopy_units> top;

inline void tick() { clock(*top); }

// `go_i` starts at a random value.
inline void reset() {
  top->go_i = 0;
  reset(*top);
}

// Bits of `go_i`; what they mean is the matter of each part.
inline void go(bool b0, bool b1 = false, bool b2 = false, bool b3 = false, bool b4 = false,
               bool b5 = false) {
  top->go_i = static_cast<uint8_t>(b0 | b1 << 1 | b2 << 2 | b3 << 3 | b4 << 4 | b5 << 5);
  top->eval();
}

template <std::size_t N>
inline void rubbish(VlWide<N>& port, unsigned bits) {
  for (auto& word : port.m_storage) word = static_cast<uint32_t>(random64());
  if (bits % 32) port[N - 1] &= (1u << bits % 32) - 1;
}

// Mostly small, sometimes everything.
inline uint64_t some_bytes(uint64_t most) {
  return percent(50) ? range(1, most < 40 ? most : 40) : range(1, most);
}

// A piece never crosses a page at either end.
struct Request {
  uint64_t source, target, bytes, position;
  bool source_allocate, target_allocate;
};
inline uint64_t some_place(uint64_t bytes) {
  const uint64_t room = 4096 - bytes;
  uint64_t offset = pick(room + 1);
  if (percent(30)) offset &= ~uint64_t{63};
  if (percent(10)) offset = room;
  return pick(uint64_t{1} << 28) * 4096 + offset;
}
inline Request some_request(uint64_t most) {
  Request r{};
  r.bytes = some_bytes(most);
  r.source = some_place(r.bytes);
  r.target = some_place(r.bytes);
  r.position = pick(kPositions);
  r.source_allocate = percent(50);
  r.target_allocate = percent(50);
  return r;
}

void test_reader(uint64_t count);
void test_writer(uint64_t count);
void test_buffer(uint64_t count);
void test_arbiter(uint64_t count);
void test_tracker(uint64_t count);
void test_errors(uint64_t count);
void test_registers(uint64_t count);
void test_frontend(uint64_t count);
void test_physical(uint64_t count);
void test_drain(uint64_t count);
void test_queue(uint64_t count);
void test_history(uint64_t count);
void test_dispatch(uint64_t count);
void test_throttle(uint64_t count);
void test_turns(uint64_t count);
void test_claim(uint64_t count);
