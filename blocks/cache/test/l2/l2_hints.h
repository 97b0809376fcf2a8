// SPDX-License-Identifier: Apache-2.0
// Gets and Puts that must not allocate, one situation at a time: what is counted, what stays, what
// memory holds, what a reader behind them sees, and how many cycles they take.
#pragma once

#include "l2_cycles.h"

namespace l2 {

class Hints {
 public:
  Hints() : script_(bench_) {}

  void run() {
    counts();
    nothing_evicted();
    memory_content();
    partial_puts();
    order();
    held_by_a_cache();
    latencies();
    rates();
  }

 private:
  Bench bench_;
  Script script_;

  static constexpr int kWays = 8, kSets = 2048;
  static uint64_t line(int set, int tag) {
    return kBase + (static_cast<uint64_t>(tag) * kSets + static_cast<uint64_t>(set)) * kLine;
  }

  Message& add(int opcode, uint64_t address, bool allocate, int size = 6) {
    Message& m = script_.add(opcode, address, size);
    m.allocate = allocate;
    randomize(m.data);
    return m;
  }
  void one(int opcode, uint64_t address, bool allocate, int size = 6) {
    add(opcode, address, allocate, size);
    script_.run();
  }
  void settle(int cycles = 200) {
    for (int i = 0; i < cycles; i++) bench_.step(script_);
  }
  // Since the last call.
  std::map<std::string, uint64_t> seen_;
  void counted(const char* name, uint64_t want, const char* when) {
    const uint64_t now = bench_.event(name), before = seen_[name];
    seen_[name] = now;
    if (now - before != want) {
      fail(std::string(when) + ": " + name + " counts " + std::to_string(now - before) +
           ", expected " + std::to_string(want));
    }
  }
  void from_here() {
    for (size_t i = 0; i < bench_.fields.size(); i++)
      seen_[bench_.fields[i].first] = bench_.events[i];
  }
  void is_memory(uint64_t address, const Message& m, const std::array<uint8_t, kLine>& before) {
    const auto& now = bench_.line(address);
    for (int i = 0; i < kLine; i++) {
      const uint8_t want = (m.mask >> i) & 1 ? m.data[i] : before[i];
      if (now[i] != want) fail("memory behind a Put that passed, byte " + std::to_string(i));
    }
  }

  // The number of lines of a range that the L2 holds: Gets that must not allocate hit there, and
  // leave everything as it is.
  uint64_t resident(uint64_t from, int lines) {
    const uint64_t before = bench_.event("hit");
    for (int i = 0; i < lines; i++) add(GetOp, from + static_cast<uint64_t>(i) * kLine, false);
    script_.run();
    return bench_.event("hit") - before;
  }

  void counts() {
    constexpr int kLines = 40;
    const uint64_t from = line(100, 0), to = line(400, 1);
    from_here();
    for (int i = 0; i < kLines; i++) {
      add(GetOp, from + static_cast<uint64_t>(i) * kLine, false);
      add(PutFull, to + static_cast<uint64_t>(i) * kLine, false);
    }
    script_.run();
    settle();
    counted("get_passed", kLines, "Gets that pass");
    counted("put_passed", kLines, "Puts that pass");
    counted("access_allocate", 0, "nothing is allocated");
    counted("put_no_fetch", 0, "nothing is allocated");
    counted("refill", kLines, "only Gets read memory");
    counted("writeback", 0, "nothing is evicted");
    exactly("resident_after_passing", resident(from, kLines) + resident(to, kLines), 0);
    from_here();
    for (int i = 0; i < kLines; i++) {
      add(GetOp, from + static_cast<uint64_t>(i) * kLine, i % 2);
      add(PutFull, to + static_cast<uint64_t>(i) * kLine, i % 4 == 3);
    }
    script_.run();
    counted("access_allocate", kLines / 2 + kLines / 4, "every other Get, every fourth Put");
    counted("put_no_fetch", kLines / 4, "every fourth Put");
    exactly("resident_sources", resident(from, kLines), kLines / 2);
    exactly("resident_targets", resident(to, kLines), kLines / 4);
    from_here();
    for (int i = 1; i < kLines; i += 2)
      one(GetOp, from + static_cast<uint64_t>(i) * kLine, i % 4 == 1);
    counted("hit", kLines / 2, "a hit is a hit with either hint");
    counted("get_passed", 0, "a hit does not pass");
  }

  // A full set of dirty lines: what passes takes none of their ways, and not their order of use.
  void nothing_evicted() {
    constexpr int kSet = 7;
    for (int tag = 0; tag < kWays; tag++) one(PutFull, line(kSet, tag), true);
    from_here();
    for (int i = 0; i < 30; i++) {
      const int tag = kWays + i;
      add(i % 3 == 0   ? GetOp
          : i % 3 == 1 ? PutFull
                       : PutPartial,
          line(kSet, tag), false, i % 3 == 2 ? 3 : 6);
    }
    script_.run();
    settle();
    counted("writeback", 0, "what passes evicts nothing");
    counted("back_invalidate", 0, "what passes evicts nothing");
    counted("get_passed", 10, "Gets of a full set");
    counted("put_passed", 20, "Puts of a full set");
    uint64_t held = 0;
    for (int tag = kWays - 1; tag >= 0; tag--) held += resident(line(kSet, tag), 1);
    exactly("resident_of_full_set", held, kWays);
    // Used last to first above, so the oldest is the last tag, whatever passes now.
    for (int i = 0; i < 9; i++) one(GetOp, line(kSet, 100 + i), false);
    from_here();
    one(GetOp, line(kSet, 200), true);
    settle();
    counted("writeback", 1, "an allocation evicts one dirty line");
    exactly("victim_is_the_oldest", resident(line(kSet, kWays - 1), 1), 0);
    exactly("others_stay", resident(line(kSet, 0), 1), 1);
  }

  void memory_content() {
    const uint64_t at = line(30, 3);
    const auto before = bench_.line(at);
    const Message whole = add(PutFull, at, false);
    script_.run();
    settle();
    is_memory(at, whole, before);
    // A hit stays in the L2, whatever the hint says.
    const uint64_t held = line(31, 3);
    one(GetOp, held, true);
    const auto old = bench_.line(held);
    from_here();
    one(PutFull, held, false);
    settle();
    counted("hit", 1, "a Put that hits");
    counted("put_passed", 0, "a Put that hits");
    if (bench_.line(held) != old) fail("a Put that hit went to memory");
    exactly("a_put_that_hit_stays", resident(held, 1), 1);
  }

  void partial_puts() {
    for (int size = 0; size <= 6; size++) {
      for (int offset = 0; offset < kLine; offset += 1 << size) {
        const uint64_t at = line(32 + size, offset);
        const auto before = bench_.line(at);
        Message& m =
            add(offset % 3 ? PutFull : PutPartial, at + static_cast<uint64_t>(offset), false, size);
        if (size == 6) m.mask = ~0ull;
        if (m.opcode == PutPartial) m.mask &= random64();
        const Message sent = m;
        script_.run();
        settle(40);
        is_memory(at, sent, before);
      }
    }
  }

  // A reader behind a Put that passes sees it, while it is on its way and afterwards.
  void order() {
    for (int trial = 0; trial < 240; trial++) {
      const uint64_t at = line(200 + trial % 64, trial);
      bench_.pauses.latency = 1 + trial % 40;
      bench_.pauses.aw = bench_.pauses.w = trial % 3 * 40;
      const bool whole = trial % 2, again = trial % 5 == 0;
      // Others keep the write-back slots and the array busy.
      for (int i = 0; i < trial % 12; i++)
        add(PutFull, line(200 + trial % 64 + i + 1, 1000 + trial), false);
      auto wanted = bench_.line(at);
      for (int turn = 0; turn <= again; turn++) {
        const Message& put =
            add(whole ? PutFull : PutPartial, at + (whole ? 0 : 8), false, whole ? 6 : 3);
        for (int i = 0; i < kLine; i++) {
          if ((put.mask >> i) & 1) wanted[i] = put.data[i];
        }
      }
      const int kind = trial % 4;
      script_.add(kind == 3 ? AcquireBlockOp : GetOp, at, 6, kind == 3 ? 0 : 3).allocate =
          kind == 1;
      const int source = script_.a.back().source;
      script_.run();
      compare(script_.data[source], wanted, "behind a Put that passed");
      settle(400);
      if (kind != 3 && bench_.line(at) != wanted) fail("memory behind Put and Get");
      if (kind == 3) one(IntentOp, at, true);
    }
    bench_.pauses = {};
  }
  void compare(const std::array<uint8_t, kLine>& found, const std::array<uint8_t, kLine>& wanted,
               const char* what) {
    if (found != wanted) fail(std::string("stale data ") + what);
  }

  // By inclusion the line of an L1 is here: it is probed, and the hint does not matter.
  void held_by_a_cache() {
    const uint64_t at = line(60, 0);
    script_.add(AcquireBlockOp, at, 6, 0, NtoT).allocate = false;
    script_.run();
    from_here();
    one(GetOp, at, false);
    counted("probe", 1, "Get of a line that a client may write");
    counted("hit", 1, "Get of a line that a client holds");
    one(PutFull, at, false);
    counted("probe", 1, "Put to a line that a client holds");
    counted("hit", 1, "Put to a line that a client holds");
    counted("get_passed", 0, "held by a client");
    counted("put_passed", 0, "held by a client");
    exactly("acquired_line_stays", resident(at, 1), 1);
  }

  void latencies() {
    bench_.pauses.latency = 16;
    one(GetOp, line(70, 0), false);
    const auto& r = script_.result;
    exactly("get_passed_beyond_memory", r[0].d_first - r[0].a_first - 16, 4);
    exactly("get_passed_last_beat", r[0].d_last - r[0].d_first, kBeats - 1);
    bench_.pauses.latency = 1;
    one(PutFull, line(71, 0), false);
    exactly("put_passed_line_from_last_beat", r[0].d_last - r[0].a_last, kBeats > 1 ? 1 : 2);
    one(PutFull, line(72, 0) + 8, false, 3);
    exactly("put_passed_word", r[0].d_last - r[0].a_last, 2);
    bench_.top.transactor_limit_i = 1;
    for (int i = 0; i < 2; i++) add(PutFull, line(73 + i, 0), false);
    script_.run();
    exactly("put_passed_held", r[1].a_first - r[0].a_first, kBeats > 1 ? kBeats + 1 : 3);
    bench_.pauses.latency = 16;
    for (int i = 0; i < 2; i++) add(GetOp, line(80 + i, 0), false);
    script_.run();
    exactly("get_passed_held", r[1].a_first - r[0].a_first - 16, 4 + kBeats);
    for (int i = 0; i < 2; i++) add(GetOp, line(85 + i, 0), true);
    script_.run();
    exactly("get_miss_held", r[1].a_first - r[0].a_first - 16, 4 + kBeats);
    bench_.top.transactor_limit_i = 0;
  }

  // Copies from memory to memory, 8 transactors, latency 16: hundredths of a byte a cycle.
  void rates() {
    constexpr int kLines = 256;
    int tag = 40;
    for (const auto& [name, source, target] : {std::tuple{"copy_rate_allocating", true, true},
                                               std::tuple{"copy_rate_default", false, true},
                                               std::tuple{"copy_rate_passing", false, false}}) {
      for (int i = 0; i < kLines; i++) {
        add(GetOp, line(i + 3, tag), source);
        add(PutFull, line(i + 512, tag + 1), target);
      }
      std::printf("%s %llu\n", name,
                  static_cast<unsigned long long>(kLines * kLine * 100 / script_.run()));
      settle();
      tag += 2;
    }
  }
};

inline void hints() { Hints().run(); }

}  // namespace l2
