// SPDX-License-Identifier: Apache-2.0
//
// Clock, random stimuli and checks shared by the tests of l2_units.sv.

#pragma once

#include <array>
#include <cstring>
#include <deque>
#include <vector>

#include "Vl2_units.h"
#include "blocks/common/test/bench.h"
#include "fy_layout.h"
#include "fy_tl_pkg.h"

inline std::unique_ptr<Vl2_units> top;

inline void tick() {
  top->eval();
  clock(*top);
}

inline void reset() {
  top->go_i = 0;
  reset(*top);
}

// Bits of `go_i`.
inline void go(bool b0, bool b1 = false, bool b2 = false, bool b3 = false, bool b4 = false,
               bool b5 = false, bool b6 = false, bool b7 = false) {
  top->go_i = static_cast<uint8_t>(b0 | b1 << 1 | b2 << 2 | b3 << 3 | b4 << 4 | b5 << 5 | b6 << 6 |
                                   b7 << 7);
  top->eval();
}

inline bool bit(uint64_t value, unsigned index) { return value >> index & 1; }

constexpr unsigned kTransactors = 4, kSets = 4, kWays = 4, kLine = 64, kBeat = 32, kClients = 3;
using Line = std::array<uint8_t, kLine>;
using Beat = std::array<uint8_t, kBeat>;

template <std::size_t N, class T>
inline void set_wide(VlWide<N>& port, const T& bytes) {
  std::memcpy(port.data(), bytes.data(), N * 4);
}
template <class T>
inline void fill(T& bytes) {
  for (auto& byte : bytes) byte = static_cast<uint8_t>(random64());
}
template <class T>
inline void check_bytes(const void* found, const T& expected, const char* what) {
  if (std::memcmp(found, expected.data(), expected.size()) != 0) fail(what);
}

inline unsigned set_of(uint64_t address) { return address / kLine % kSets; }
inline uint64_t line_of(uint64_t address) { return address & ~uint64_t{63}; }
// One of `tags` lines a set, anywhere in the line.
inline uint64_t some_address(unsigned tags, unsigned sets = kSets) {
  return (uint64_t{0x81} << 32) + static_cast<uint64_t>(below(tags)) * kLine * kSets +
         below(sets) * kLine + below(kLine);
}

// Parameters that are not enumerators.
using fy_tl_pkg::CapToB, fy_tl_pkg::CapToN, fy_tl_pkg::CapToT;
using fy_tl_pkg::GrowBtoT, fy_tl_pkg::GrowNtoB, fy_tl_pkg::GrowNtoT;
using fy_tl_pkg::IntentFlush, fy_tl_pkg::PruneTtoB, fy_tl_pkg::ReportBtoB, fy_tl_pkg::ReportTtoT;

// A field of transactor `i` of the shared array.
inline void set_of_transactor(unsigned i, fy_layout::Field field, uint64_t value) {
  fy_layout::set(top->transactors_i,
                 fy_layout::at(field, static_cast<int>(i), fy_layout::transactors_i::width), value);
}
inline void clear_transactors() {
  for (auto& word : top->transactors_i.m_storage) word = 0;
}
inline void scramble_transactors() {
  for (auto& word : top->transactors_i.m_storage) word = static_cast<uint32_t>(random64());
}

void test_accept(uint64_t count);
void test_data(uint64_t count);
void test_events(uint64_t count);
void test_refill(uint64_t count);
void test_release(uint64_t count);
void test_release_race();
void test_response(uint64_t count);
void test_tags(uint64_t count);
void test_transactor(uint64_t count);
void test_writeback(uint64_t count);
