// SPDX-License-Identifier: Apache-2.0
// What stands between the trackers and four banks: places (fy_copy_throttle), turns and slots
// (fy_copy_turns). Contracts, not cycles: the bound, whole messages, nothing lost, no
// tracker forgotten.
#include <algorithm>
#include <array>
#include <deque>

#include "copy_units.h"

using namespace fy_layout;

namespace {

constexpr unsigned kTrackers = 4, kBanks = 4, kIds = kReads + kWrites;
constexpr unsigned kAckData = 1, kAck = 0;

// One tracker: messages one after another, each with an id that is free, and their answers.
struct Sender {
  struct Answer {
    unsigned source, bank, beats;
    bool data;
  };
  bool active = false, write = false, block = false, paused = false, offered = false;
  unsigned source = 0, beats = 0, sent = 0;
  uint64_t address = 0;
  std::array<bool, kIds> used{};
  std::deque<Answer> answers;
  unsigned waited = 0;  // cycles at the door

  unsigned bank() const { return static_cast<unsigned>(address / kBlock % kBanks); }
  bool valid() const { return active && !paused; }

  void begin(unsigned banks) {
    const unsigned id = static_cast<unsigned>(pick(kIds));
    if (used[id]) return;
    active = true, offered = false, sent = 0, waited = 0;
    source = id, write = id >= kReads, block = percent(60);
    beats = write && block ? kBlock / kBeat : 1;
    address = pick(1u << 20) * kBlock * kBanks + pick(banks) * kBlock;
    used[id] = true;
  }
  uint64_t word() const {
    const uint64_t size = block ? kBlockSize : 4;
    return uint64_t{write ? 0u : 4u} << 54 | size << 50 | uint64_t{source} << 40 | address;
  }
  // The beat was taken; whether it was the last.
  bool take() {
    if (++sent < beats) {
      paused = percent(30);  // its data is still to come
      return false;
    }
    active = false;
    answers.push_back({source, bank(), !write && block ? unsigned{kBlock / kBeat} : 1u, !write});
    return true;
  }
};

void offer(const std::array<Sender, kTrackers>& all) {
  unsigned offered = 0;
  for (unsigned t = 0; t < kTrackers; t++) {
    // A tracker that offers nothing shows anything, but a burst keeps its bank.
    uint64_t word = all[t].active ? all[t].word() : random64() & ((uint64_t{1} << 57) - 1);
    set(top->offers_i, Field{static_cast<int>(64 * t), 64}, word);
    offered |= static_cast<unsigned>(all[t].valid()) << t;
  }
  top->offered_i = static_cast<uint8_t>(offered);
}

}  // namespace

void test_throttle(uint64_t count) {
  std::array<Sender, kTrackers> all;
  unsigned limit = 0, taken[kBanks] = {}, peak[32] = {}, stops = 0, answering = 0, straps = 0;
  unsigned banks = kBanks, answer_percent = 50, passed[kTrackers] = {};
  for (uint64_t i = 0; i < count; i++) {
    bool busy = false;
    for (const Sender& s : all) busy |= s.active || !s.answers.empty();
    const bool drain = i % 500 > 440;  // so that the strap is taken over
    if (i % 500 == 0) {
      banks = percent(50) ? 1 : kBanks, answer_percent = percent(50) ? 5 : 60;
    }
    const unsigned strap = static_cast<unsigned>(percent(20)   ? 0
                                                 : percent(80) ? range(1, 4)
                                                               : range(5, 31));
    top->throttle_i = static_cast<uint8_t>(strap);
    for (Sender& s : all) {
      if (!s.active && !drain && percent(80)) s.begin(banks);
      if (s.paused) s.paused = percent(60);
    }
    if (!busy)
      for (const Sender& s : all) busy |= s.active;  // offers come with busy
    offer(all);
    // Answers: any message that was taken, whole, one beat a cycle for each tracker.
    unsigned answered = 0;
    for (unsigned t = 0; t < kTrackers; t++) {
      Sender& s = all[t];
      const bool middle = answering >> t & 1;
      uint64_t word = random64() & ((uint64_t{1} << 57) - 1);
      if (!s.answers.empty() && percent(drain ? 90 : answer_percent)) {
        if (!middle) std::swap(s.answers[0], s.answers[pick(s.answers.size())]);
        const Sender::Answer& a = s.answers[0];
        answered |= 1u << t;
        const uint64_t size = a.data && (middle || a.beats > 1) ? kBlockSize : 4;
        word = uint64_t{a.data ? kAckData : kAck} << 54 | size << 50 | uint64_t{a.source} << 40;
      }
      set(top->answers_i, Field{static_cast<int>(64 * t), 64}, word);
    }
    top->answered_i = static_cast<uint8_t>(answered);
    const unsigned ready = static_cast<unsigned>(pick(16) | pick(16));
    top->ready_i = static_cast<uint8_t>(ready);
    go(busy);

    const unsigned valid = top->placed_o & top->offered_i;
    unsigned waits = 0;
    for (unsigned t = 0; t < kTrackers; t++) {
      Sender& s = all[t];
      const bool through = valid >> t & 1;
      if (s.offered && s.valid()) check(through, 1, "a message was withdrawn or cut");
      if (limit == 0) check(through, s.valid(), "off: all pass");
      waits += s.valid() && !through;
      if (through && !s.offered) {
        s.offered = true;
        passed[t]++;
        const unsigned now = ++taken[s.bank()];
        if (limit) check(now > limit, 0, "more messages at a bank than the throttle allows");
        peak[std::min(limit, 31u)] = std::max(peak[std::min(limit, 31u)], now);
        // In turn: the first one has been waited for by each other tracker once at most.
        for (unsigned o = 0; o < kTrackers; o++)
          if (o != t && all[o].valid() && !all[o].offered && all[o].bank() == s.bank())
            check(++all[o].waited > kTrackers - 1, 0, "a message is passed over");
      }
    }
    check(top->throttled_o, waits, "trackers that wait for a place");
    stops += waits;
    tick();
    for (unsigned t = 0; t < kTrackers; t++) {
      Sender& s = all[t];
      if (answered >> t & 1) {
        Sender::Answer& a = s.answers[0];
        answering |= 1u << t;
        if (--a.beats == 0) {
          taken[a.bank]--;
          s.used[a.source] = false;
          s.answers.pop_front();
          answering &= ~(1u << t);
        }
      }
      if ((valid & ready) >> t & 1) s.take();
    }
    if (!busy) limit = strap, straps++;
  }
  // All places are used where enough messages meet; the bound above says that no more are.
  for (unsigned n = 1; n <= 4; n++)
    check(peak[n], n, "places in use at a throttle of " + std::to_string(n));
  for (const unsigned n : passed) check(n > 100, 1, "a tracker was starved");
  check(stops && straps, "something never happened");
}

void test_turns(uint64_t count) {
  std::array<Sender, kTrackers> all;
  constexpr unsigned kPhases = 1 + kBlock / kBeat;  // a Get, the beats of a Put
  unsigned ended[kTrackers] = {}, meetings = 0, pauses = 0, waits = 0, phase = 0;
  for (uint64_t i = 0; i < count; i++) {
    if (pick(3000) == 0) {
      top->offered_i = 0;
      reset();
      for (Sender& s : all) s = Sender();
      phase = 0;
    }
    // Slots hold while three trackers have work and buffers of more than two blocks.
    const unsigned working = static_cast<unsigned>(i / 100 % 16), blocks = i / 1600 % 5 + 1;
    const bool strap = i % 5000 < 4000;
    top->working_i = static_cast<uint8_t>(working);
    top->block_limit_i = static_cast<uint8_t>(blocks);
    const bool slots = strap && __builtin_popcount(working) > 2 && blocks > 2;
    const unsigned banks = i % 1000 < 500 ? 1 : kBanks;
    for (Sender& s : all) {
      if (!s.active && percent(i % 300 < 150 ? 60 : 15)) s.begin(banks);
      if (s.paused) s.paused = percent(60);
    }
    offer(all);
    const unsigned ready = static_cast<unsigned>(pick(16) | pick(16));
    top->ready_i = static_cast<uint8_t>(ready);
    go(strap);
    const unsigned valid = top->turn_passed_o & top->offered_i;
    check(top->put_first_o, slots && phase != 0, "Puts first but in the first cycle of a slot");
    const auto timely = [&](const Sender& s) { return !slots || phase == (s.write ? 1 : 0); };
    for (unsigned b = 0; b < kBanks; b++) {
      // A message that was shown to its bank goes on to its end; else the lowest begins.
      int owner = -1, lowest = -1;
      unsigned wanting = 0;
      for (int t = kTrackers - 1; t >= 0; t--) {
        if (!all[t].active || all[t].bank() != b) continue;
        if (all[t].offered) owner = t;
        if (!all[t].valid()) continue;
        wanting++;
        if (timely(all[t])) lowest = t;
        if (!timely(all[t]) && !all[t].offered) waits++;
      }
      const int turn = owner >= 0 ? owner : lowest;
      for (int t = 0; t < int{kTrackers}; t++)
        if (all[t].active && all[t].bank() == b)
          check(valid >> t & 1, t == turn && all[t].valid(), "whose turn it is");
      if (owner >= 0) check(top->turn_passed_o >> owner & 1, 1, "the bus has seen it");
      meetings += wanting > 1, pauses += owner >= 0 && !all[owner].valid() && wanting > 0;
    }
    tick();
    phase = (phase + 1) % kPhases;
    for (unsigned t = 0; t < kTrackers; t++) {
      Sender& s = all[t];
      if (!(valid >> t & 1)) continue;
      s.offered = true;
      if (!(ready >> t & 1) || !s.take()) continue;
      s.used[s.answers.back().source] = false;
      s.answers.clear();
      s.offered = false;
      ended[t]++;
    }
  }
  for (const unsigned n : ended) check(n > 100, 1, "a tracker never had its turn");
  check(meetings && pauses && waits, "something never happened");
}
