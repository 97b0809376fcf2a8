// SPDX-License-Identifier: Apache-2.0
// The counters of the bank, to the last one: random requests one after the other, and a model that
// knows every line, copy and victim of a bank of two ways a set. All events must agree after each.
#pragma once

#include "l2_bench.h"

namespace l2 {

class Counts : public User {
 public:
  Counts(Bench& b, int sets) : bench_(b), sets_(static_cast<size_t>(sets)) {}

  void round() {
    if (percent(70)) {  // else once more what was used last
      line_ = kBase + below(5 * static_cast<uint32_t>(sets_.size())) * kLine;
      client_ = static_cast<int>(below(3));
    }
    const uint64_t line = line_;
    const int client = client_;
    const uint32_t dice = below(100);
    Copy& copy = copies_[client][line];
    if (copy.state == 2 && dice < 40) {
      copy.dirty = true;  // a store
    } else if (copy.state && dice < 60) {
      release(client, line, copy);
    } else if (copy.state < 2 && dice < 70) {
      const int param = copy.state ? BtoT : percent(50) ? NtoT : NtoB;
      request(percent(20) ? AcquirePermOp : AcquireBlockOp, line, client, param);
    } else if (dice < 80) {
      request(GetOp, line, 3, 0, below(7));
    } else if (dice < 90) {
      request(percent(50) ? PutFull : PutPartial, line, 3, 0, percent(60) ? 6 : below(7));
    } else {
      request(IntentOp, line, 3, static_cast<int>(below(3)));
    }
    compare();
  }

  void require_all() const {
    for (const char* name : kNames) {
      met(bench_.event(name), name);
    }
  }

  bool a_pending(Message*& m) override { return pending(a_, m); }
  void a_done() override { a_.pop_front(); }
  bool c_pending(Message*& m) override { return pending(c_, m); }
  void c_done() override { c_.pop_front(); }
  bool e_pending(int& sink) override {
    if (e_.empty()) return false;
    sink = e_.front();
    return true;
  }
  void e_done() override { e_.pop_front(); }
  void written(uint64_t, bool) override {}

  // The client answers with what it has; the model has foreseen it.
  void probe(const ProbeMessage& p) override {
    Copy& copy = copies_[p.client][p.address];
    Message m;
    m.opcode = copy.dirty ? ProbeAckDataOp : ProbeAckOp;
    m.param = copy.state == 2 ? (p.param == ToN ? TtoN : TtoB) : p.param == ToN ? BtoN : ReportBtoB;
    m.source = p.client << kClientShift;
    m.address = p.address;
    m.beats = copy.dirty ? kBeats : 1;
    c_.push_back(m);
    copy.dirty = false;
    copy.state = p.param == ToN ? 0 : 1;
  }

  void response(const Response& r) override {
    if (r.denied) fail("denied");
    const bool grant = r.opcode == GrantOp || r.opcode == GrantDataOp;
    const bool data = r.opcode == GrantDataOp || r.opcode == AccessAckDataOp;
    if (data && ++beats_ < beats_of(r.size)) return;
    beats_ = 0;
    if (grant) {
      e_.push_back(r.sink);
      granted_ = r.param == ToT ? 2 : 1;
    }
    open_ = false;
  }

 private:
  static constexpr std::array<const char*, 18> kNames = {"get",
                                                         "put",
                                                         "acquire",
                                                         "hit",
                                                         "miss",
                                                         "refill",
                                                         "writeback",
                                                         "put_no_fetch",
                                                         "access_allocate",
                                                         "get_passed",
                                                         "put_passed",
                                                         "probe",
                                                         "probe_data",
                                                         "release_clean",
                                                         "release_dirty",
                                                         "back_invalidate",
                                                         "back_invalidate_dirty",
                                                         "refill_victim"};
  struct Copy {
    int state = 0;  // 0 none, 1 branch, 2 trunk
    bool dirty = false;
  };
  struct Way {
    bool valid = false, dirty = false;
    uint64_t line = 0;
  };
  struct Set {
    std::array<Way, 2> ways;
    int older = 0;
  };
  Bench& bench_;
  std::vector<Set> sets_;
  std::map<uint64_t, Copy> copies_[3];
  std::map<std::string, uint64_t> want_;
  std::deque<Message> a_, c_;
  std::deque<int> e_;
  uint64_t line_ = kBase;
  int client_ = 0;
  bool open_ = false;
  int granted_ = 0, beats_ = 0;

  static bool pending(std::deque<Message>& queue, Message*& m) {
    if (queue.empty()) return false;
    m = &queue.front();
    return true;
  }

  // Every client but `requester` gives `way` up, or keeps a branch of it.
  void probe_all(Way& way, int requester, bool only_owner, bool victim) {
    bool any = false;
    for (int i = 0; i < 3; i++) {
      const Copy& copy = copies_[i][way.line];
      if (i == requester || !copy.state || (only_owner && copy.state != 2)) continue;
      any = true;
      want_["probe"]++;
      want_["probe_data"] += copy.dirty;
      want_["back_invalidate_dirty"] += victim && copy.dirty;
      way.dirty |= copy.dirty;
    }
    want_["back_invalidate"] += victim && any;
  }

  // What the next request must count, before anything of it happens.
  void foresee(int opcode, uint64_t line, int client, int param, int size, bool allocate) {
    Set& set = sets_[line / kLine % sets_.size()];
    const bool put = opcode == PutFull || opcode == PutPartial, intent = opcode == IntentOp;
    const bool acquire = opcode >= AcquireBlockOp, whole = opcode == PutFull && size == 6;
    int at = -1;
    for (int i = 1; i >= 0; i--) {
      if (!set.ways[i].valid) at = i;
    }
    if (at < 0) at = set.older;
    bool hit = false;
    for (int i = 0; i < 2; i++) {
      if (!set.ways[i].valid || set.ways[i].line != line) continue;
      at = i;
      hit = true;
    }
    const bool passes = !hit && !allocate && (put || opcode == GetOp);
    if (!passes) set.older = 1 - at;  // an Intent counts as a use, too
    Way& way = set.ways[at];
    want_["get"] += opcode == GetOp;
    want_["put"] += put;
    want_["acquire"] += acquire;
    if (intent) {
      if (!hit || param != IntentFlushParam) return;
      probe_all(way, -1, false, false);
      want_["writeback"] += way.dirty;
      way = Way{};
      return;
    }
    want_[hit ? "hit" : "miss"]++;
    if (passes) {
      want_[put ? "put_passed" : "get_passed"]++;
      want_["refill"] += !put;
      return;
    }
    want_["access_allocate"] += !hit && !acquire;
    if (hit) {
      const bool upgrade = opcode == AcquirePermOp || param != NtoB;
      probe_all(way, acquire ? client : -1, !put && !(acquire && upgrade), false);
    } else {
      if (way.valid) probe_all(way, -1, false, true);
      const bool back = way.valid && way.dirty;
      want_["writeback"] += back;
      want_["put_no_fetch"] += whole;
      want_["refill"] += !whole;
      want_["refill_victim"] += back && !whole;
      way = Way{true, false, line};
    }
    way.dirty |= put;
  }

  void request(int opcode, uint64_t line, int client, int param, uint32_t size = 6) {
    const bool allocate = percent(60);  // no matter to an Acquire and an Intent
    foresee(opcode, line, client, param, static_cast<int>(size), allocate);
    Message m;
    m.allocate = allocate;
    m.opcode = opcode;
    m.param = param;
    m.size = static_cast<int>(size);
    m.source = client << kClientShift;
    m.address = line;
    m.beats = opcode == PutFull || opcode == PutPartial ? beats_of(m.size) : 1;
    if (size < 6) m.mask = (1ull << (1u << size)) - 1;
    a_.push_back(m);
    run();
    if (opcode >= AcquireBlockOp) copies_[client][line].state = granted_;
  }

  void release(int client, uint64_t line, Copy& copy) {
    const bool keeps = copy.state == 2 && percent(30);
    Message m;
    m.opcode = copy.dirty ? ReleaseDataOp : ReleaseOp;
    m.param = keeps ? TtoB : copy.state == 2 ? TtoN : BtoN;
    m.source = client << kClientShift | 7;
    m.address = line;
    m.beats = copy.dirty ? kBeats : 1;
    want_[copy.dirty ? "release_dirty" : "release_clean"]++;
    for (Way& way : sets_[line / kLine % sets_.size()].ways) {
      if (way.valid && way.line == line) way.dirty |= copy.dirty;
    }
    copy.state = keeps ? 1 : 0;
    copy.dirty = false;
    c_.push_back(m);
    run();
  }

  void run() {
    open_ = true;
    for (int idle = 0, guard = 0; idle < 40; guard++) {
      bench_.step(*this);
      idle = !open_ && a_.empty() && c_.empty() && e_.empty() ? idle + 1 : 0;
      if (guard > 5000) fail("a request does not end");
    }
  }

  void compare() {
    for (const char* name : kNames) {
      if (bench_.event(name) == want_[name]) continue;
      fail("event " + std::string(name) + " " + std::to_string(bench_.event(name)) + ", expected " +
           std::to_string(want_[name]));
    }
  }
};

// For a bank of `sets` sets and two ways.
inline void counts(uint64_t operations, int sets) {
  Bench bench;
  Counts counts(bench, sets);
  for (uint64_t i = 0; i < operations; i++) counts.round();
  counts.require_all();
}

}  // namespace l2
