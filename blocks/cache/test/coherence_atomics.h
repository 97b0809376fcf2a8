// SPDX-License-Identifier: Apache-2.0
// Counters that every hart raises by AMOADD or by LR and SC. Each raise returns the value before,
// so that all of them together must have returned 0 to n-1, each once, and n stands at the end.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "coherence_words.h"

namespace coherence {

// data_operation_e of fy_core_pkg
constexpr unsigned kLoadReserved = 2, kStoreConditional = 3, kAdd = 5;

class Atomics {
 public:
  static constexpr int kCounters = 4;  // two in each of the first two lines, which are hot

  struct Issue {
    unsigned operation = 0;
    int counter = 0;
    uint64_t data = 0;
  };
  uint64_t adds = 0, stored = 0, refused = 0, longest = 0;

  static int word(int counter) { return counter * kWords / 2; }
  static uint64_t address(int counter) { return kBase + static_cast<uint64_t>(word(counter)) * 8; }

  // The hart has an atomic to present: one that was replayed, or the SC behind its LR.
  bool pending(int hart) const { return harts_[hart].operation != 0; }
  int line(int hart) const { return harts_[hart].counter / 2; }

  Issue next(int hart, Random& random) {
    Issue& issue = harts_[hart];
    if (issue.operation == 0) {
      issue.counter = static_cast<int>(random.below(kCounters));
      issue.operation = random.chance(50) ? kAdd : kLoadReserved;
      issue.data = 1;
      tries_[hart] = 0;
    }
    return issue;
  }

  // `replayed`: the same again; else its value.
  void decided(int hart, bool replayed, uint64_t value, uint64_t cycle) {
    Issue& issue = harts_[hart];
    if (replayed) {
      if (++tries_[hart] > longest) longest = tries_[hart];
      if (tries_[hart] > 5000) fail("an atomic is replayed for ever", cycle);
      return;
    }
    tries_[hart] = 0;
    if (issue.operation == kLoadReserved) {
      issue.operation = kStoreConditional;
      issue.data = value + 1;
      return;
    }
    if (issue.operation == kAdd) {
      adds++;
      returned(issue.counter, value, cycle);
    } else if (value == 0) {
      stored++;
      returned(issue.counter, issue.data - 1, cycle);
    } else {
      refused++;
    }
    issue.operation = 0;
  }

  uint64_t total(int counter) const { return seen_[counter].size(); }

  void finish(uint64_t cycle) const {
    for (const auto& seen : seen_) {
      for (bool value : seen) {
        if (!value) fail("a value of a counter was skipped", cycle);
      }
    }
    if (adds == 0 || stored == 0 || refused == 0) fail("an outcome of atomics never seen", cycle);
  }

 private:
  void returned(int counter, uint64_t value, uint64_t cycle) {
    auto& seen = seen_[counter];
    if (value > 100000000) fail("value of a counter is nonsense", cycle);
    if (seen.size() <= value) seen.resize(value + 1);
    if (seen[value]) fail("two raises of a counter saw " + std::to_string(value), cycle);
    seen[value] = true;
  }

  std::array<Issue, 8> harts_{};
  std::array<uint64_t, 8> tries_{};
  std::array<std::vector<bool>, kCounters> seen_;
};

}  // namespace coherence
