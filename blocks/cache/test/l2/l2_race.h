// SPDX-License-Identifier: Apache-2.0
// The rare race of a Release: its lookup is made stale by the record of a transactor that works on
// the same line and is gone before the Release commits.
//
// A record is late only when other transactors record in the same cycles. So an Acquire that adds
// a sharer races with Puts elsewhere, and another sharer gives the line up, in every relation of
// time. Afterwards a Put must probe exactly the clients that hold the line.
#pragma once

#include "l2_bench.h"

namespace l2 {

class Race : public User {
 public:
  explicit Race(Bench& b) : bench_(b) {}

  uint64_t late = 0, trials = 0;

  // `puts` competitors, the first `gap` cycles behind the Acquire; Release offered `wait` cycles
  // behind it; GrantAck after the first beat of the Grant, or after the last one.
  void trial(int puts, int gap, int wait, bool early) {
    const uint64_t line = kBase + (trials++ % 128) * 16 * kLine;
    early_ = early;
    send(PutFull, line, 3);
    for (int i = 0; i < puts; i++) send(GetOp, line + (2 + i) * kLine, 3);
    send(AcquireBlockOp, line, 1, NtoB);
    send(AcquireBlockOp, line, 2, NtoB);
    // The last answer on D is a ReleaseAck, so that the Acquire comes before the Puts on D, while
    // the Puts come before it on the way to the tags.
    send(AcquireBlockOp, line + kLine, 1, NtoB);
    release(line + kLine, 1, TtoN, 0);
    run();

    const uint64_t start = cycle + 4;
    queue(AcquireBlockOp, line, 0, NtoB, start);
    for (int i = 0; i < puts; i++)
      queue(PutFull, line + (2 + i) * kLine + 8, 3, 0, start + gap + i, 3);
    release(line, 1, BtoN, start + wait);
    const uint64_t taken = run();
    // ReleaseAck comes 4 cycles behind C, unless D is taken or the lookup was repeated.
    if (acknowledged_ > taken + 4 && !d_beats_.count(taken + 4)) late++;
    d_beats_.clear();

    probed_ = 0;
    send(PutFull, line, 3);
    if (probed_ != (1u << 0 | 1u << 2)) {
      fail("stale directory: clients 0 and 2 hold the line, probed " + std::to_string(probed_) +
           ", puts " + std::to_string(puts) + " gap " + std::to_string(gap) + " wait " +
           std::to_string(wait) + " early " + std::to_string(early));
    }
  }

  bool a_pending(Message*& m) override { return due(a_, m); }
  void a_done() override { a_.pop_front(); }
  bool c_pending(Message*& m) override { return due(c_, m); }
  void c_done() override {
    if (c_.front().message.opcode == ReleaseOp) released_at_ = cycle;
    c_.pop_front();
  }
  bool e_pending(int& sink) override {
    if (e_.empty()) return false;
    sink = e_.front();
    return true;
  }
  void e_done() override { e_.pop_front(); }
  void probe(const ProbeMessage& p) override {
    if (probed_ & 1u << p.client) fail("probed twice");
    probed_ |= 1u << p.client;
    Message m;
    m.opcode = ProbeAckOp;
    m.param = p.param == ToN ? BtoN : TtoB;
    m.source = p.client << kClientShift;
    m.address = p.address;
    c_.push_back({m, 0});
  }
  void response(const Response& r) override {
    d_beats_[cycle] = r.opcode;
    if (r.denied) fail("denied in a race");
    const bool grant = r.opcode == GrantDataOp, data = grant || r.opcode == AccessAckDataOp;
    const bool first = data && r.size == 6 && !second_, last = !first;
    second_ = first;
    if (r.opcode == ReleaseAckOp) acknowledged_ = cycle;
    if (grant && (early_ ? first : last)) e_.push_back(r.sink);
    if (last) open_--;
  }
  void written(uint64_t, bool) override {}

 private:
  struct Timed {
    Message message;
    uint64_t at;
  };
  Bench& bench_;
  std::deque<Timed> a_, c_;
  std::deque<int> e_;
  std::map<uint64_t, int> d_beats_;  // by cycle
  bool early_ = false, second_ = false;
  unsigned probed_ = 0;
  int open_ = 0;
  uint64_t released_at_ = 0, acknowledged_ = 0;

  bool due(std::deque<Timed>& queue, Message*& m) const {
    if (queue.empty() || queue.front().at > cycle) return false;
    m = &queue.front().message;
    return true;
  }

  void queue(int opcode, uint64_t address, int client, int param, uint64_t at, int size = 6) {
    Message m;
    m.opcode = opcode;
    m.param = param;
    m.size = size;
    m.source = client << kClientShift | open_;
    m.address = address;
    m.beats = size == 6 && opcode == PutFull ? kBeats : 1;
    if (size < 6) m.mask = ((1ull << (1 << size)) - 1) << (address & 63);
    a_.push_back({m, at});
    open_++;
  }

  void release(uint64_t address, int client, int param, uint64_t at) {
    Message m;
    m.opcode = ReleaseOp;
    m.param = param;
    m.source = client << kClientShift | 7;
    m.address = address;
    c_.push_back({m, at});
    open_++;
  }

  // Runs until the bank is idle; returns the cycle in which the last Release was taken.
  uint64_t run() {
    for (int idle = 0, guard = 0; idle < 4; guard++) {
      bench_.step(*this);
      const bool rests = !open_ && a_.empty() && c_.empty() && e_.empty();
      idle = rests ? idle + 1 : 0;
      if (guard > 5000) fail("race does not end");
    }
    return released_at_;
  }

  void send(int opcode, uint64_t address, int client, int param = 0) {
    probed_ = 0;
    queue(opcode, address, client, param, 0);
    run();
  }
};

inline void race() {
  Bench bench;
  Race race(bench);
  for (int puts = 0; puts <= 4; puts++) {
    for (int gap = 1; gap <= 4; gap++) {
      for (int wait = 0; wait < 14; wait++) {
        for (const bool early : {false, true}) race.trial(puts, gap, wait, early);
      }
    }
  }
  std::printf("trials %llu late %llu\n", static_cast<unsigned long long>(race.trials),
              static_cast<unsigned long long>(race.late));
  if (!race.late) fail("no lookup of a Release was repeated");
}

}  // namespace l2
