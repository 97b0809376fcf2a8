// SPDX-License-Identifier: Apache-2.0
// Words, loads and requests that the coherence test keeps track of.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "blocks/common/test/bench.h"
#include "fy_layout.h"

namespace coherence {

// As many harts as the build has; the writer behind the last one is the host.
constexpr int kHarts = fy_layout::data_i::count, kHost = kHarts, kWords = 8, kLines = 40;
constexpr int kBeat = fy_layout::host_d_o::data_.width / 8;
constexpr uint64_t kBase = 0x80000000ull;

struct Word {
  int owner;             // -1: a counter that all raise
  uint64_t written = 0;  // last value the owner handed over
  uint64_t visible = 0;  // at least this one is visible to every hart
};

// A load under way, and the values that it may give.
struct Load {
  int word;
  uint64_t floor, exact;
  bool own;
  uint64_t number = 0;       // place in program order
  uint64_t ceiling = ~0ull;  // a younger load has given this already
  bool bounded = false;      // the ceiling was lowered, or the floor raised, by another load
};

struct Hart {
  bool offered = false, decide = false, store = false, atomic = false;
  int word = 0;
  std::array<bool, 4> busy{};
  std::array<Load, 4> load{};
  int tag = 0;
  uint64_t decided = 0;  // loads and atomics, in program order
  std::map<int, uint64_t> seen;

  // The access `number` gave `value` of a word: what the loads of this word that are still under
  // way may give is bounded by it. An atomic leaves `after`, which is what younger ones see.
  void observed(int of_word, uint64_t number, uint64_t value, uint64_t after) {
    for (size_t i = 0; i < load.size(); i++) {
      Load& other = load[i];
      if (!busy[i] || other.word != of_word) continue;
      if (other.number < number) {
        other.ceiling = std::min(other.ceiling, value);
      } else {
        other.floor = std::max(other.floor, after);
      }
      other.bounded = true;
    }
    seen[of_word] = std::max(seen[of_word], after);
  }
};
struct Request {
  bool busy = false, put = false, intent = false, allocate = true;
  int word = 0, size = 3, beats = 0;
  uint64_t value = 0;
  std::array<uint64_t, kWords> floor{};
};

}  // namespace coherence
