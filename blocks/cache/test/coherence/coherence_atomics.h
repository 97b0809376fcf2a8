// SPDX-License-Identifier: Apache-2.0
// Counters that every hart raises by AMOADD or by LR and SC. Each raise returns the value before,
// so that all of them together must have returned 0 to n-1, each once, and n stands at the end.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "coherence_words.h"

namespace coherence {

// data_operation_e of fy_core_pkg
constexpr unsigned kLoadReserved = 2, kStoreConditional = 3, kAdd = 5;

class Atomics {
 public:
  static constexpr int kCounters = 4;  // two in each of the first two lines, which are hot
  // Of one atomic, with links held and one transactor; seen are a tenth of it.
  static constexpr uint64_t kPatience = 20000;
  // SCs refused in a row to a hart that does nothing but LR and SC
  static constexpr uint64_t kStreak = 8;

  struct Issue {
    unsigned operation = 0;
    int counter = 0;
    uint64_t data = 0;
  };
  uint64_t adds = 0, stored = 0, refused = 0, replays = 0, slowest = 0, streak = 0;
  // What must have happened: SC refused after a probe, SC done though a probe was put off
  // meanwhile, an AMO replayed for the upgrade of a line held in Branch
  std::map<std::string, uint64_t> events{
      {"refused_after_probe", 0}, {"stored_while_probe_held", 0}, {"replayed_for_upgrade", 0}};
  std::array<uint64_t, kHarts> raises{};  // while all harts fought for one counter

  static int word(int counter) { return counter * kWords / 2; }
  static uint64_t address(int counter) { return kBase + static_cast<uint64_t>(word(counter)) * 8; }

  // The hart has an atomic to present: one that was replayed, or the SC behind its LR.
  bool pending(int hart) const { return harts_[hart].issue.operation != 0; }
  int line(int hart) const { return harts_[hart].issue.counter / 2; }

  // All harts fight for one counter, without pauses.
  void fight(bool on) {
    fight_ = on;
    for (State& hart : harts_) hart.streak = 0;
  }

  Issue next(int hart) {
    State& state = harts_[hart];
    if (state.issue.operation == 0) {
      state.issue.counter = fight_ ? 0 : static_cast<int>(below(kCounters));
      state.issue.operation = percent(50) ? kAdd : kLoadReserved;
      state.issue.data = 1;
      state.since = cycle;
    }
    return state.issue;
  }

  // Of this cycle: a probe came, a probe is put off, an upgrade is asked for.
  void watch(int hart, bool probe, bool held, bool upgrade) {
    State& state = harts_[hart];
    if (state.issue.operation == kStoreConditional) {
      state.probed |= probe;
      state.held |= held;
    }
    if (fight_ && state.issue.operation == kAdd && upgrade) state.upgrade = true;
  }

  struct Result {
    bool seen = false, raised = false;
    int counter = 0;
    uint64_t value = 0;  // before
  };
  // `replayed`: the same again; else its value.
  Result decided(int hart, bool replayed, uint64_t value) {
    State& state = harts_[hart];
    Issue& issue = state.issue;
    if (cycle - state.since > slowest) slowest = cycle - state.since;
    if (slowest > kPatience) fail("hart " + std::to_string(hart) + " starves");
    replays += replayed;
    if (replayed) return {};
    state.since = cycle;
    Result result{true, true, issue.counter, value};
    if (issue.operation == kLoadReserved) {
      issue.operation = kStoreConditional;
      issue.data = value + 1;
      state.probed = state.held = false;
      result.raised = false;
      return result;
    }
    if (issue.operation == kAdd) {
      adds++;
      events["replayed_for_upgrade"] += state.upgrade;
      state.upgrade = false;
    } else if (value == 0) {
      stored++;
      events["stored_while_probe_held"] += state.held;
      result.value = issue.data - 1;
      state.streak = 0;
    } else {
      refused++;
      events["refused_after_probe"] += state.probed;
      result.seen = result.raised = false;
      if (fight_ && ++state.streak > streak) streak = state.streak;
      if (streak > kStreak) fail("SC is refused for ever");
    }
    issue.operation = 0;
    if (result.raised) {
      raises[hart] += fight_;
      returned(issue.counter, result.value);
    }
    return result;
  }

  uint64_t total(int counter) const { return seen_[counter].size(); }

  void finish() const {
    for (const auto& seen : seen_) {
      for (bool value : seen) {
        if (!value) fail("a value of a counter was skipped");
      }
    }
    if (adds == 0 || stored == 0 || refused == 0) fail("an outcome of atomics never seen");
    for (const auto& [name, number] : events) {
      met(number, name);
    }
    for (uint64_t one : raises) {
      for (uint64_t other : raises) {
        if (one * 2 < other) fail("a hart raised less than half as often as another");
      }
    }
  }

  void print() const {
    std::printf("atomics: adds %" PRIu64 " stored %" PRIu64 " refused %" PRIu64 " replays %" PRIu64
                ", slowest took %" PRIu64 " cycles, refused in a row %" PRIu64 "\n",
                adds, stored, refused, replays, slowest, streak);
    for (const auto& [name, number] : events)
      std::printf("event %s %" PRIu64 "\n", name.c_str(), number);
    for (uint64_t one : raises) std::printf("raises in a fight %" PRIu64 "\n", one);
  }

 private:
  struct State {
    Issue issue;
    uint64_t since = 0, streak = 0;
    bool probed = false, held = false, upgrade = false;
  };

  void returned(int counter, uint64_t value) {
    auto& seen = seen_[counter];
    if (value > 100000000) fail("value of a counter is nonsense");
    if (seen.size() <= value) seen.resize(value + 1);
    if (seen[value]) fail("two raises of a counter saw " + std::to_string(value));
    seen[value] = true;
  }

  bool fight_ = false;
  std::array<State, kHarts> harts_{};
  std::array<std::vector<bool>, kCounters> seen_;
};

}  // namespace coherence
