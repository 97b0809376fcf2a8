// SPDX-License-Identifier: Apache-2.0
// Exact cycles and exact probe counts of a bank that nothing else disturbs. A change of speed shows
// here.
#pragma once

#include "l2_bench.h"

namespace l2 {

// Sends requests back to back, answers probes without data and grants with GrantAck.
class Script : public User {
 public:
  struct Times {
    uint64_t a_first = 0, a_last = 0, d_first = 0, d_last = 0;
  };
  Bench& bench;
  std::deque<Message> a, c;
  std::deque<int> e;
  std::vector<Times> times;  // in order of sending
  uint64_t grants_with_data = 0;
  std::map<int, std::array<uint8_t, kLine>> data;  // of the last answer to a source

  explicit Script(Bench& b) : bench(b) {}

  Message& add(int opcode, uint64_t address, int size = 6, int client = 3, int param = 0) {
    Message m;
    m.opcode = opcode;
    m.param = param;
    m.size = size;
    m.source = client << kClientShift | static_cast<int>(sent_ % 128);
    m.address = address;
    m.beats = opcode == PutFull || opcode == PutPartial ? beats_of(size) : 1;
    if (size < 6) m.mask = ((1ull << (1 << size)) - 1) << (address & 63);
    number_[m.source] = times.size();
    sent_++;
    times.emplace_back();
    a.push_back(m);
    return a.back();
  }

  // Runs until everything is answered; returns the cycles from the first A beat to the last D beat.
  uint64_t run() {
    uint64_t guard = 0;
    while (open_ < times.size() || !a.empty() || !e.empty() || !c.empty()) {
      const uint64_t beats = bench.a_beats;
      const bool first = !a.empty() && a.front().beat == 0;
      const size_t at = times.size() - a.size();
      const uint64_t now = cycle;
      bench.step(*this);
      if (bench.a_beats != beats && first) times[at].a_first = now;
      if (++guard > 200000) fail("script does not end");
    }
    uint64_t last = 0;
    for (const Times& t : times) last = t.d_last > last ? t.d_last : last;
    const uint64_t cycles = last + 1 - times[0].a_first;
    for (int i = 0; i < 8; i++) bench.step(*this);  // let it become idle
    result = times;
    times.clear();
    open_ = 0;
    return cycles;
  }
  std::vector<Times> result;

  bool a_pending(Message*& m) override {
    if (a.empty()) return false;
    m = &a.front();
    return true;
  }
  void a_done() override {
    times[times.size() - a.size()].a_last = cycle;
    a.pop_front();
  }
  bool c_pending(Message*& m) override {
    if (c.empty()) return false;
    m = &c.front();
    return true;
  }
  void c_done() override { c.pop_front(); }
  bool e_pending(int& sink) override {
    if (e.empty()) return false;
    sink = e.front();
    return true;
  }
  void e_done() override { e.pop_front(); }
  void probe(const ProbeMessage& p) override {
    Message m;
    m.opcode = ProbeAckOp;
    m.param = p.param == ToN ? TtoN : TtoB;
    m.source = p.client << kClientShift;
    m.address = p.address;
    c.push_back(m);
  }
  void response(const Response& r) override {
    if (r.denied) fail("denied in a script");
    std::memcpy(data[r.source].data() + (beats_[r.source] % kBeats) * kBeat, r.data, kBeat);
    Times& t = times[number_[r.source]];
    if (!t.d_first) t.d_first = cycle;
    const bool carries = r.opcode == AccessAckDataOp || r.opcode == GrantDataOp;
    if (++beats_[r.source] < (carries ? beats_of(r.size) : 1)) return;
    beats_[r.source] = 0;
    t.d_last = cycle;
    open_++;
    if (r.opcode == GrantDataOp) grants_with_data++;
    if (r.opcode == GrantOp || r.opcode == GrantDataOp) e.push_back(r.sink);
  }
  void written(uint64_t, bool) override {}

 private:
  std::map<int, size_t> number_;
  std::map<int, int> beats_;
  uint64_t sent_ = 0;
  size_t open_ = 0;
};

inline void warm(Script& s, int lines, uint64_t base) {
  for (int i = 0; i < lines; i++) s.add(PutFull, base + static_cast<uint64_t>(i) * kLine);
  s.run();
}

// Bytes copied a cycle, in hundredths: `lines` times a Get and a Put, as they would leave a copier
// whose reader is `lead` lines ahead of its writer.
inline uint64_t copy_rate(Script& s, int lines, int lead, uint64_t source, uint64_t target) {
  for (int i = 0; i < lines; i++) {
    s.add(GetOp, source + static_cast<uint64_t>(i + lead) * kLine);
    s.add(PutFull, target + static_cast<uint64_t>(i) * kLine);
  }
  return static_cast<uint64_t>(lines) * kLine * 100 / s.run();
}

inline void latencies(Bench& b, Script& s) {
  s.add(GetOp, kBase);
  s.run();
  exactly("get_hit_first_beat", s.result[0].d_first - s.result[0].a_first, 4);
  exactly("get_hit_last_beat", s.result[0].d_last - s.result[0].a_first, 5);
  s.add(PutFull, kBase);
  s.run();
  exactly("put_line_hit_from_last_beat", s.result[0].d_last - s.result[0].a_last, 1);
  s.add(PutFull, kBase + 8, 3);
  s.run();
  exactly("put_word_hit", s.result[0].d_last - s.result[0].a_last, 2);
  s.add(AcquireBlockOp, kBase, 6, 0, NtoB);
  s.run();
  exactly("acquire_hit_first_beat", s.result[0].d_first - s.result[0].a_first, 4);
  s.add(IntentOp, kBase, 6, 3, IntentFlushParam);
  s.run();
  b.pauses.latency = 16;
  s.add(GetOp, kBase);
  s.run();
  exactly("get_miss_beyond_memory", s.result[0].d_first - s.result[0].a_first - 16, 4);
  b.pauses.latency = 1;
  s.add(PutFull, kBase + 0x200000);
  s.run();
  exactly("put_line_miss_from_last_beat", s.result[0].d_last - s.result[0].a_last, 1);
}

// With one transactor the distance of two requests is the time one is held.
inline void occupancies(Bench& b, Script& s) {
  b.top.transactor_limit_i = 1;
  for (int i = 0; i < 2; i++) s.add(GetOp, kBase + static_cast<uint64_t>(i) * kLine);
  s.run();
  exactly("get_hit_held", s.result[1].a_first - s.result[0].a_first, 6);
  for (int i = 0; i < 2; i++) s.add(PutFull, kBase + static_cast<uint64_t>(i) * kLine);
  s.run();
  exactly("put_line_hit_held", s.result[1].a_first - s.result[0].a_first, 3);
  b.top.transactor_limit_i = 0;
  for (int i = 0; i < 4; i++) s.add(PutFull, kBase + i, 0);
  s.run();
  exactly("put_byte_same_line_period", s.result[3].a_first - s.result[2].a_first, 3);
}

// Misses taken before the first is answered: as many as there may be transactors.
inline void peaks(Bench& b, Script& s) {
  uint64_t base = kBase + 0x800000;
  b.pauses.latency = 100;
  for (const unsigned limit : {1u, 2u, 4u, 7u, 8u, 0u}) {
    b.top.transactor_limit_i = static_cast<uint8_t>(limit);
    for (unsigned i = 0; i < 12; i++) s.add(GetOp, base += kLine);
    s.run();
    uint64_t taken = 0;
    for (unsigned i = 0; i < 12; i++) taken += s.result[i].a_first < s.result[0].d_first;
    exactly("most_transactors_busy", taken, limit == 0 ? 8 : limit);
  }
  b.top.transactor_limit_i = 0;
  b.pauses.latency = 1;
}

inline void rates(Bench& b, Script& s) {
  constexpr int kLines = 256;
  const uint64_t other_set = kBase + 0x10000 + 8 * kLine, same_set = kBase + 0x20000;
  warm(s, 2048, kBase);
  warm(s, kLines, same_set);
  for (const uint64_t target : {other_set, same_set}) {
    const uint64_t rate = copy_rate(s, kLines, 3, kBase, target);
    std::printf("copy_rate_8 %llu (hundredths of a byte a cycle)\n",
                static_cast<unsigned long long>(rate));
    if (rate < 2090) fail("8 transactors: below 0.98 of 21.33 bytes a cycle");
  }
  // The Put directly behind a Get of its set waits one cycle, until the Get knows that it hits.
  exactly("copy_rate_8_adjacent_same_set", copy_rate(s, kLines, 0, kBase, same_set) / 10, 159);
  b.top.transactor_limit_i = 2;
  const uint64_t rate = copy_rate(s, kLines, 3, kBase, other_set);
  std::printf("copy_rate_2 %llu (hundredths of a byte a cycle)\n",
              static_cast<unsigned long long>(rate));
  if (rate < 1000) fail("2 transactors: below 10 bytes a cycle");
  b.top.transactor_limit_i = 0;
}

// One probe a sharer, none when no client holds the line.
inline void probes(Bench& b, Script& s) {
  const uint64_t line = kBase + 0x4000;
  auto count = [&](const char* what, uint64_t want) {
    static uint64_t before = 0;
    const uint64_t now = b.event("probe");
    exactly(what, now - before, want);
    before = now;
  };
  count("probes_before", b.event("probe"));
  s.add(GetOp, line);
  s.add(PutFull, line);
  s.run();
  count("probes_nobody_holds", 0);
  s.add(AcquireBlockOp, line, 6, 0, NtoB);
  s.run();
  count("probes_first_acquire", 0);
  s.add(AcquireBlockOp, line, 6, 1, NtoB);
  s.run();
  count("probes_owner_shares", 1);
  s.add(AcquireBlockOp, line, 6, 2, NtoB);
  s.add(GetOp, line);
  s.run();
  count("probes_all_share", 0);
  const uint64_t data = s.grants_with_data;
  s.add(AcquireBlockOp, line, 6, 2, BtoT);
  s.run();
  count("probes_upgrade", 2);
  exactly("upgrade_with_data", s.grants_with_data - data, 0);
  s.add(GetOp, line);
  s.run();
  count("probes_get_of_owned", 1);
  s.add(AcquireBlockOp, line, 6, 0, NtoB);
  s.add(PutFull, line);
  s.run();
  count("probes_put_of_shared", 2);
  s.add(PutFull, line);
  s.run();
  count("probes_put_again", 0);
}

inline void cycles() {
  Bench bench;
  Script script(bench);
  warm(script, 4, kBase);
  latencies(bench, script);
  occupancies(bench, script);
  peaks(bench, script);
  rates(bench, script);
  probes(bench, script);
}

}  // namespace l2
