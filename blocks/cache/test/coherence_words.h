// SPDX-License-Identifier: Apache-2.0
// Words, loads and requests that the coherence test keeps track of.
#pragma once

#include <array>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

namespace coherence {

constexpr int kHarts = 3, kHost = 3, kWords = 8, kLines = 40;
constexpr uint64_t kBase = 0x80000000ull;

struct Random {
  uint64_t state;
  explicit Random(uint64_t seed) : state(seed * 0x9e3779b97f4a7c15ull + 99) {}
  uint32_t below(uint32_t n) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return static_cast<uint32_t>((state * 0x2545f4914f6cdd1dull >> 20) % n);
  }
  bool chance(uint32_t percent) { return below(100) < percent; }
};

[[noreturn]] void fail(const std::string& what, uint64_t cycle) {
  std::printf("FAIL cycle %" PRIu64 ": %s\n", cycle, what.c_str());
  std::fflush(stdout);
  std::_Exit(1);
}

struct Word {
  int owner;
  uint64_t written = 0;  // last value the owner handed over
  uint64_t visible = 0;  // at least this one is visible to everybody
};

struct Load {
  int word;
  uint64_t floor, exact;
  bool own;
};

struct Hart {
  bool offered = false, decide = false, store = false, atomic = false;
  int word = 0;
  std::array<bool, 4> busy{};
  std::array<Load, 4> load{};
  int tag = 0;
  std::map<int, uint64_t> seen;
  bool stored = false;  // since quiet
};
struct Request {
  bool busy = false, put = false, intent = false;
  int word = 0, size = 3, beats = 0;
  uint64_t value = 0;
  std::array<uint64_t, kWords> floor{};
};

}  // namespace coherence
