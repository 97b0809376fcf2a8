// SPDX-License-Identifier: Apache-2.0
// Random agents of the L2 stress: three that cache, one that does not, against a flat memory.
//
// The bank serialises a line, so the flat memory is exact at the D handshake: a Put takes effect
// there, a Get or Grant shows it there, and a store of a caching agent takes effect at once, when
// it may write.
#pragma once

#include "l2_state.h"

namespace l2 {

// Lines beyond `lines`: two whose refill fails, two whose write-back fails.
class Agents : public User {
 public:
  Bench& bench;
  Geometry geometry;
  uint64_t operations = 0, completed = 0, spurious = 0, denied = 0, crossings_seen = 0;
  uint64_t last_progress = 0;
  int activity = 30, allocating = 50;  // percent
  bool stopping = false;
  std::vector<std::array<uint8_t, kLine>> golden;

  Agents(Bench& b, const Geometry& g) : bench(b), geometry(g) {
    golden.resize(total());
    for (int i = 0; i < total(); i++) golden[i] = bench.line(geometry.address(i));
    for (auto& agent : copies_) agent.resize(total());
  }

  int total() const { return geometry.lines + 4; }
  bool read_fails(int line) const { return line >= geometry.lines && line < geometry.lines + 2; }
  bool write_fails(int line) const { return line >= geometry.lines + 2; }
  int line_of(uint64_t address) const {
    const uint64_t n = (address - kBase) / kLine;
    const int set = static_cast<int>(n % geometry.sets);
    return static_cast<int>(n / geometry.sets) * geometry.used_sets + set;
  }

  bool idle() const {
    for (int i = 0; i < kAgents; i++) {
      if (!a_[i].empty() || !c_[i].empty() || !probes_[i].empty()) return false;
    }
    for (const auto& p : requests_) {
      if (p.busy) return false;
    }
    for (int i = 0; i < kCaching; i++) {
      for (const Copy& c : copies_[i]) {
        if (c.releasing || c.acquiring || c.granting) return false;
      }
    }
    return e_.empty();
  }

  // One cycle of decisions, before Bench::step.
  void act() {
    for (int agent = 0; agent < kCaching; agent++) {
      answer_probe(agent);
      if (!stopping && percent(activity)) use_cache(agent);
    }
    if (!stopping && percent(activity)) use_bus();
    if (cycle - last_progress > 20000) fail("no progress for 20000 cycles" + describe());
  }

  std::string describe() const {
    std::string text;
    for (size_t i = 0; i < requests_.size(); i++) {
      if (!requests_[i].busy) continue;
      text += " source " + std::to_string(i) + " opcode " +
              std::to_string(requests_[i].message.opcode) + " line " +
              std::to_string(line_of(requests_[i].message.address));
    }
    for (int i = 0; i < kAgents; i++) {
      text += " agent " + std::to_string(i) + ": a " + std::to_string(a_[i].size()) + " c " +
              std::to_string(c_[i].size()) + " probes " + std::to_string(probes_[i].size());
    }
    text += " e " + std::to_string(e_.size()) + " busy " + std::to_string(bench.top.events_o & 31) +
            " a_valid " + std::to_string(bench.top.tl_a_valid_i) + " conflict " +
            std::to_string(lay::get(bench.top.events_o, lay::events_o::set_conflict_));
    return text;
  }

  // Every line, once all is quiet: flushed, so that memory must hold it.
  void flush_all() {
    for (int i = 0; i < total(); i++) {
      Message m;
      m.opcode = IntentOp;
      m.param = IntentFlushParam;
      m.source = kCaching << kClientShift;
      m.address = geometry.address(i);
      start(kCaching, requests_[slot(m.source)], m);
      while (!idle()) {
        act();
        bench.step(*this);
      }
    }
  }

  // ---- User ---------------------------------------------------------------------------------
  bool a_pending(Message*& message) override { return pending(a_, a_now_, message); }
  void a_done() override {
    requests_[slot(a_[a_now_].front().source)].sent = true;
    a_[a_now_].pop_front();
    a_now_ = -1;
  }
  bool c_pending(Message*& message) override { return pending(c_, c_now_, message); }
  void c_done() override {
    c_[c_now_].pop_front();
    c_now_ = -1;
  }
  bool e_pending(int& sink) override {
    if (e_.empty()) return false;
    sink = e_.front().sink;
    return true;
  }
  void e_done() override {
    auto& copy = copies_[e_.front().agent][e_.front().line];
    copy.granting = copy.acquiring = false;
    e_.pop_front();
  }

  void probe(const ProbeMessage& p) override {
    if (p.client < 0 || p.client >= kCaching) fail("probe of a client that does not cache");
    const int line = line_of(p.address);
    Copy& copy = copies_[p.client][line];
    if (copy.granting) fail("probe between Grant and GrantAck");
    if (copy.state == 0 && !copy.releasing) {
      if (!copy.probe_due) fail("probe of a client that does not hold the line");
      spurious++;
    }
    copy.probe_due = false;
    if (copy.releasing) crossings_seen++;
    probes_[p.client].push_back(p);
  }

  void response(const Response& r) override {
    last_progress = cycle;
    if (r.opcode == ReleaseAckOp) {
      const int agent = r.source >> kClientShift;
      const uint64_t crossings = bench.event("release_crossing");
      bool found = false;
      for (int i = 0; i < total(); i++) {
        Copy& copy = copies_[agent][i];
        if (!copy.releasing) continue;
        copy.releasing = false;
        copy.probe_due = crossings != crossings_ && !probe_waits(agent, i);
        found = true;
      }
      crossings_ = crossings;
      if (!found) fail("ReleaseAck of nothing");
      completed++;
      return;
    }
    Pending& p = requests_[slot(r.source)];
    if (!p.busy) fail("answer to nothing, source " + std::to_string(r.source));
    const Message& m = p.message;
    const int line = line_of(m.address);
    if (r.size != m.size) fail("size of an answer");
    // What passes through to memory needs no refill.
    const bool fails = read_fails(line) && !(m.opcode <= PutPartial && !m.allocate);
    if (!write_fails(line) && m.opcode != IntentOp && r.denied != fails) {
      fail(std::string(r.denied ? "denied" : "not denied") + " line " + std::to_string(line));
    }
    if (r.denied) denied++;
    switch (m.opcode) {
      case GetOp:
        get_beat(p, r, line);
        break;
      case PutFull:
      case PutPartial:
        put_done(p, r, line);
        break;
      case IntentOp:
        if (r.opcode != HintAckOp) fail("opcode of HintAck");
        if (m.param == IntentFlushParam && !r.denied && !m.corrupt) check_flushed(line);
        finish(p);
        break;
      default:
        grant_beat(p, r, line);
        break;
    }
  }

  void written(uint64_t address, bool error) override {
    if (error) {  // the last data are lost, as told; also those of a Put that D did not answer yet
      golden[line_of(address)] = bench.line(address);
      for (Pending& p : requests_) {
        if (p.busy && p.sent && p.message.opcode <= PutPartial &&
            line_of(p.message.address) == line_of(address))
          p.lost = true;
      }
    }
    for (int agent = 0; agent < kCaching; agent++) {
      if (copies_[agent][line_of(address)].state) fail("write-back of a line that is held");
    }
  }

 private:
  std::vector<Copy> copies_[kCaching];
  std::deque<Message> a_[kAgents], c_[kAgents];
  std::deque<ProbeMessage> probes_[kAgents];
  std::deque<Acknowledge> e_;
  std::array<Pending, kAgents * kGetSources> requests_;
  int a_now_ = -1, c_now_ = -1;

  uint64_t crossings_ = 0;

  bool probe_waits(int agent, int line) const {
    for (const ProbeMessage& p : probes_[agent]) {
      if (line_of(p.address) == line) return true;
    }
    return false;
  }

  bool pending(std::deque<Message>* queues, int& now, Message*& message) {
    if (now < 0) {
      const int first = static_cast<int>(below(kAgents));
      for (int i = 0; i < kAgents && now < 0; i++) {
        if (!queues[(first + i) % kAgents].empty()) now = (first + i) % kAgents;
      }
      if (now < 0) return false;
    }
    message = &queues[now].front();
    return true;
  }

  void finish(Pending& p) {
    p.busy = false;
    completed++;
  }

  void same(const uint8_t* a, const uint8_t* b, int bytes, const char* what, int line) const {
    compare(a, b, bytes, what, line);
  }

  // ---- caching agents -------------------------------------------------------------------------
  void use_cache(int agent) {
    const int line = percent(3) ? geometry.lines + static_cast<int>(below(4))
                                : static_cast<int>(below(geometry.lines));
    Copy& copy = copies_[agent][line];
    if (copy.releasing || copy.granting) return;
    if (copy.state) same(copy.data.data(), golden[line].data(), kLine, "load", line);
    const uint32_t dice = below(10);
    if (copy.state && dice < 2) {
      operations++;  // the load above
    } else if (copy.state == 2 && dice < 6) {
      operations++;
      store(copy, line);
    } else if (copy.state && dice > 7 && !copy.acquiring) {
      release(agent, line, copy);
    } else if (copy.state < 2 && !copy.acquiring) {
      acquire(agent, line, copy);
    }
  }

  void store(Copy& copy, int line) {
    const int bytes = 1 << below(4);
    const int at = static_cast<int>(below(kLine / bytes)) * bytes;
    for (int i = at; i < at + bytes; i++)
      copy.data[i] = golden[line][i] = static_cast<uint8_t>(random64());
    copy.dirty = true;
  }

  void release(int agent, int line, Copy& copy) {
    for (const Copy& c : copies_[agent]) {
      if (c.releasing) return;  // one at a time an agent
    }
    operations++;
    const bool keep = copy.state == 2 && percent(20);
    const int param = copy.state == 2 ? (keep ? TtoB : TtoN) : BtoN;
    const Message m =
        line_message(copy, ReleaseOp, param, agent << kClientShift | 7, geometry.address(line));
    c_[agent].push_back(m);
    copy.state = keep ? 1 : 0;
    copy.dirty = false;
    copy.releasing = true;
  }

  void acquire(int agent, int line, Copy& copy) {
    const int number = static_cast<int>(below(3));
    Pending& p = requests_[agent * kGetSources + number];
    if (p.busy) return;
    Message m;
    m.opcode = AcquireBlockOp;
    m.param = copy.state == 1 ? BtoT : percent(50) ? NtoT : NtoB;
    m.allocate = percent(50);  // must not matter: the L2 is inclusive
    m.source = agent << kClientShift | number;
    m.address = geometry.address(line);
    start(agent, p, m);
    copy.acquiring = true;
  }

  void start(int agent, Pending& p, const Message& m) {
    operations++;
    p.busy = true;
    p.sent = p.lost = false;
    p.message = m;
    p.beats = 0;
    a_[agent].push_back(m);
  }

  void answer_probe(int agent) {
    if (probes_[agent].empty() || percent(50)) return;
    const ProbeMessage p = probes_[agent].front();
    const int line = line_of(p.address);
    Copy& copy = copies_[agent][line];
    if (copy.releasing) return;
    probes_[agent].pop_front();
    const int next = p.param == ToN ? 0 : copy.state ? 1 : 0;
    const int param = copy.state == 2   ? (next ? TtoB : TtoN)
                      : copy.state == 1 ? (next ? ReportBtoB : BtoN)
                                        : ReportNtoN;
    const Message m = line_message(copy, ProbeAckOp, param, agent << kClientShift, p.address);
    c_[agent].push_back(m);
    copy.state = next;
    copy.dirty = false;
  }

  void grant_beat(Pending& p, const Response& r, int line) {
    const int agent = p.message.source >> kClientShift;
    Copy& copy = copies_[agent][line];
    if (r.opcode != GrantOp && r.opcode != GrantDataOp) fail("opcode of a Grant");
    copy.granting = true;
    if (r.opcode == GrantDataOp && !r.denied) {
      same(r.data, golden[line].data() + p.beats * kBeat, kBeat, "Grant", line);
      std::memcpy(copy.data.data() + p.beats * kBeat, r.data, kBeat);
    }
    if (r.opcode == GrantDataOp && ++p.beats < kBeats) return;
    if (r.denied) {
      if (copy.state) fail("denied Grant of a line that is held");
    } else {
      if (r.opcode == GrantOp && !copy.state) fail("Grant without data for a line not held");
      copy.state = r.param == ToT ? 2 : r.param == ToB ? 1 : 0;
      if (!copy.state || (p.message.param != NtoB && copy.state != 2))
        fail("permission of a Grant");
      same(copy.data.data(), golden[line].data(), kLine, "granted line", line);
      for (int other = 0; other < kCaching; other++) {
        if (other != agent && copies_[other][line].state + copy.state > 2)
          fail("two writers, or one beside readers");
      }
    }
    e_.push_back({agent, line, r.sink});
    finish(p);
  }

  // ---- the agent that does not cache ----------------------------------------------------------
  void use_bus() {
    const int number = static_cast<int>(below(kGetSources));
    Pending& p = requests_[kCaching * kGetSources + number];
    if (p.busy) return;
    const int line = percent(5) ? geometry.lines + static_cast<int>(below(4))
                                : static_cast<int>(below(geometry.lines));
    const Message m = bus_message(geometry.address(line), number, read_fails(line), allocating);
    start(kCaching, p, m);
  }

  void get_beat(Pending& p, const Response& r, int line) {
    const Message& m = p.message;
    if (r.opcode != AccessAckDataOp) fail("opcode of a Get's answer");
    if (r.denied != r.corrupt) fail("a denied answer with data must be corrupt");
    const int beats = beats_of(m.size);
    const int base = beat_at(m.address, p.beats);
    const int first = beats > 1 ? base : static_cast<int>(m.address % kLine);
    const int bytes = beats > 1 ? kBeat : 1 << m.size;
    if (!r.denied) same(r.data + (first - base), golden[line].data() + first, bytes, "Get", line);
    for (const auto& agent : copies_) {
      if (agent[line].state == 2 && agent[line].dirty) fail("Get answered beside a writer");
    }
    if (++p.beats == beats) finish(p);
  }

  void put_done(Pending& p, const Response& r, int line) {
    const Message& m = p.message;
    if (r.opcode != AccessAckOp) fail("opcode of a Put's answer");
    for (const auto& agent : copies_) {
      if (agent[line].state) fail("Put answered while a client holds the line");
    }
    if (!r.denied && !p.lost) {
      for (int i = 0; i < kLine; i++) {
        if ((m.mask >> i) & 1) golden[line][i] = m.data[i];
      }
    }
    finish(p);
  }

  void check_flushed(int line) {
    for (const auto& agent : copies_) {
      if (agent[line].state) fail("Flush answered while a client holds the line");
    }
    same(bench.line(geometry.address(line)).data(), golden[line].data(), kLine, "Flush", line);
  }
};

}  // namespace l2
