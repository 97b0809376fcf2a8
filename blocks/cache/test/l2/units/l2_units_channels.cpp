// SPDX-License-Identifier: Apache-2.0
//
// Channel A and channel D.

#include "blocks/cache/test/l2/units/l2_units.h"

using namespace fy_layout;

namespace {

// ---- fy_l2_accept ---------------------------------------------------------------------------

struct Worker {
  unsigned state;
  bool settled;
  uint64_t address;
};

struct Accept {
  std::array<Worker, kTransactors> workers;
  // The message offered; held until its last beat is taken.
  bool offered = false;
  unsigned opcode = 0, size = 0, beats = 1, beat = 0, number = 0;
  uint64_t address = 0;
  uint64_t started = 0, conflicts = 0, full = 0, unready = 0, settled = 0, later = 0;

  void offer() {
    offered = true;
    opcode = below(8);
    const bool data = opcode <= LogicalData;
    size = data ? below(7) : below(8);
    beats = data && size == 6 ? 2 : 1;
    beat = 0;
    address = some_address(3) >> size << size;
    set(top->request_i, request_i::opcode_, opcode);
    set(top->request_i, request_i::size_, size);
    set(top->request_i, request_i::address_, address);
  }
};

void accept_cycle(Accept& m) {
  scramble_transactors();
  for (unsigned i = 0; i < kTransactors; i++) {
    Worker& w = m.workers[i];
    const bool busy = m.offered && m.beat > 0 && i == m.number;
    if (percent(50) || busy) {
      w.state = busy || percent(50) ? 1 + below(10) : static_cast<unsigned>(StateIdle);
      w.settled = percent(70);
      w.address = some_address(3);
    }
    set_of_transactor(i, transactors_i::state_, w.state);
    set_of_transactor(i, transactors_i::settled_, w.settled);
    set_of_transactor(i, transactors_i::request_address_, w.address);
  }
  if (!m.offered && percent(80)) m.offer();
  const bool ready = percent(80), draining = percent(10), record = percent(30),
             release = percent(30);
  const unsigned limit = percent(50) ? 0 : below(kTransactors + 2);
  top->a_i = some_address(3);
  top->b_i = some_address(3);
  top->limit_i = static_cast<uint8_t>(limit);
  go(m.offered, ready, draining, record, release);

  const unsigned set = set_of(m.address);
  bool blocked =
      draining || (record && set_of(top->a_i) == set) || (release && set_of(top->b_i) == set);
  int free = -1;
  bool passes = false;
  for (unsigned i = 0; i < kTransactors; i++) {
    const Worker& w = m.workers[i];
    if (w.state == StateIdle) {
      if (free < 0 && (limit == 0 || i < limit)) free = static_cast<int>(i);
    } else if (set_of(w.address) == set) {
      if (!w.settled || line_of(w.address) == line_of(m.address))
        blocked = true;
      else
        passes = true;
    }
  }
  const bool first = m.beat == 0, takes = !blocked && free >= 0 && ready;
  const bool start = m.offered && first && takes, beat = m.offered && (!first || takes);
  const unsigned out = top->accept_o;
  if (m.offered) check(bit(out, 4), beat, "ready");
  check(bit(out, 3), start, "start");
  check(bit(out, 1), m.offered && first && blocked, "conflict");
  check(bit(out, 0), m.offered && first && !blocked && free < 0, "full");
  if (beat) {
    if (first) m.number = static_cast<unsigned>(free);
    check(bit(out, 2), m.beat + 1 == m.beats, "last");
    check(top->accept_number_o, m.number, "number");
    check(top->accept_index_o, (m.address / kBeat + m.beat) % 2, "index");
  }
  m.started += start;
  m.conflicts += bit(out, 1);
  m.full += bit(out, 0);
  m.unready += m.offered && first && !blocked && free >= 0 && !ready;
  m.settled += start && passes;
  m.later += beat && !first && (blocked || free < 0 || !ready);
  if (beat && ++m.beat == m.beats) {
    m.offered = false;
    m.beat = 0;
  }
  tick();
}

// ---- fy_l2_response -------------------------------------------------------------------------

struct Answer {
  bool asks = false;
  unsigned opcode = 0, size = 0, source = 0, waited = 0;
  bool with_data = false, failed = false, exclusive = false;
  uint64_t address = 0;

  bool acquire() const { return opcode == AcquireBlock || opcode == AcquirePerm; }
  unsigned answer() const {
    switch (opcode) {
      case PutFullData:
      case PutPartialData:
        return AccessAck;
      case Get:
        return AccessAckData;
      case Intent:
        return HintAck;
      default:
        return with_data ? GrantData : Grant;
    }
  }
  bool data() const { return answer() == AccessAckData || answer() == GrantData; }
  unsigned beats() const { return data() && size == 6 ? 2 : 1; }
};

struct Response {
  std::array<Answer, kTransactors> answers;
  Answer release;
  int open = -1;  // message shown, kTransactors for ReleaseAck
  unsigned beat = 0;
  uint64_t bursts = 0, stalled = 0, acknowledged = 0, joined = 0;
  int before = -1;
};

uint8_t byte_of(unsigned number, unsigned index, unsigned i) {
  return static_cast<uint8_t>(number * 64 + index * 32 + i + 7);
}

void ask(Response& m) {
  scramble_transactors();
  const unsigned opcodes[] = {PutFullData, PutPartialData, Get,        Get,
                              Intent,      AcquireBlock,   AcquirePerm};
  for (unsigned i = 0; i < kTransactors; i++) {
    Answer& a = m.answers[i];
    unsigned state = StateFinish;
    bool respond = true, complete = true;
    if (!a.asks && percent(30)) {
      a.asks = true;
      a.opcode = opcodes[below(7)];
      a.size = a.acquire() ? 6 : below(7);
      a.source = below(1024);
      a.with_data = percent(60);
      a.failed = percent(20);
      a.exclusive = percent(50);
      a.address = some_address(100) >> a.size << a.size;
      a.waited = 0;
    } else if (!a.asks) {  // one condition at least is missing
      const unsigned missing = 1 + below(7);
      if (missing & 1) state = below(10);
      if (missing & 2) respond = false;
      if (missing & 4) complete = false;
    }
    set_of_transactor(i, transactors_i::state_, state);
    set_of_transactor(i, transactors_i::respond_, respond);
    set_of_transactor(i, transactors_i::complete_, complete);
    set_of_transactor(i, transactors_i::request_opcode_, a.opcode);
    set_of_transactor(i, transactors_i::request_size_, a.size);
    set_of_transactor(i, transactors_i::request_source_, a.source);
    set_of_transactor(i, transactors_i::request_address_, a.address);
    set_of_transactor(i, transactors_i::with_data_, a.with_data);
    set_of_transactor(i, transactors_i::failed_, a.failed);
    set_of_transactor(i, transactors_i::exclusive_, a.exclusive);
  }
  if (!m.release.asks && percent(20)) {
    m.release.asks = true;
    m.release.source = below(1024);
    m.release.waited = 0;
    m.release.size = below(7);
    set(top->acknowledge_i, acknowledge_i::size_, m.release.size);
    set(top->acknowledge_i, acknowledge_i::source_, m.release.source);
  }
}

void check_answer(const Answer& a, unsigned number, unsigned beat) {
  namespace d = tl_d_o;
  check(get(top->tl_d_o, d::opcode_), a.answer(), "opcode");
  check(get(top->tl_d_o, d::size_), a.size, "size");
  check(get(top->tl_d_o, d::source_), a.source, "source");
  const unsigned cap = !a.acquire() ? 0 : a.failed ? CapToN : a.exclusive ? CapToT : CapToB;
  check(get(top->tl_d_o, d::param_), cap, "param");
  check(get(top->tl_d_o, d::denied_), a.failed, "denied");
  check(get(top->tl_d_o, d::corrupt_), a.failed && a.data(), "corrupt");
  if (a.acquire()) check(get(top->tl_d_o, d::sink_), number, "sink");
  if (!a.data()) return;
  const unsigned index = (a.address / kBeat + beat) % 2;
  check(bit(top->response_o, 1), index, "index");
  Beat found;
  get_bytes(top->tl_d_o, d::data_, found.data());
  for (unsigned i = 0; i < kBeat; i++) check(found[i], byte_of(number, index, i), "data");
}

void response_cycle(Response& m) {
  ask(m);
  const bool ready = percent(60);
  go(m.release.asks, ready);
  Beat data;  // what the line buffer shows for the number and index asked for
  for (unsigned i = 0; i < kBeat; i++)
    data[i] = byte_of(top->response_number_o, bit(top->response_o, 1), i);
  set_wide(top->beat_i, data);
  top->eval();
  bool any = m.release.asks;
  for (const Answer& a : m.answers) any |= a.asks;
  check(bit(top->response_o, 2), any, "D valid whenever there is something to say");
  unsigned done = 0;
  bool acknowledged = false;
  if (any) {
    const bool is_release = get(top->tl_d_o, tl_d_o::opcode_) == ReleaseAck;
    const unsigned number = is_release ? kTransactors : top->response_number_o;
    if (m.open >= 0) check(number, static_cast<unsigned>(m.open), "one message after the other");
    unsigned beats = 1;
    Answer* a = &m.release;
    if (is_release) {
      check(m.release.asks, 1, "ReleaseAck of nothing");
      namespace d = tl_d_o;
      check(get(top->tl_d_o, d::size_), m.release.size, "size of ReleaseAck");
      check(get(top->tl_d_o, d::source_), m.release.source, "source of ReleaseAck");
      for (const auto& field : {d::param_, d::sink_, d::denied_, d::corrupt_})
        check(get(top->tl_d_o, field), 0, "the rest of ReleaseAck");
    } else {
      a = &m.answers[number];
      check(a->asks, 1, "answer of a transactor that does not ask");
      check_answer(*a, number, m.beat);
      beats = a->beats();
    }
    m.stalled += !ready;
    m.open = static_cast<int>(number);
    if (ready && ++m.beat == beats) {
      if (is_release)
        acknowledged = true;
      else
        done = 1u << number;
      m.joined += m.before >= 0;
      m.bursts += beats == 2;
      m.beat = 0;
      m.open = -1;
      a->asks = false;
      auto overtaken = [](Answer& other) {
        if (other.asks && ++other.waited > kTransactors) fail("D is not fair");
      };
      for (Answer& other : m.answers) overtaken(other);
      overtaken(m.release);
    }
  }
  m.acknowledged += acknowledged;
  m.before = done ? 1 : -1;
  check(top->done_o, done, "done");
  check(bit(top->response_o, 0), acknowledged, "ReleaseAck taken");
  tick();
}

}  // namespace

void test_accept(uint64_t count) {
  uint64_t started = 0, conflicts = 0, full = 0, unready = 0, settled = 0, later = 0;
  for (unsigned round = 0; round < 5; round++) {
    Accept model;
    for (Worker& w : model.workers) w = {StateIdle, false, 0};
    reset();  // in the middle of a burst: what comes next is a first beat
    for (uint64_t i = 0; i < count / 5 || model.beat == 0; i++) accept_cycle(model);
    started += model.started;
    conflicts += model.conflicts;
    full += model.full;
    unready += model.unready;
    settled += model.settled;
    later += model.later;
  }
  met(started, "start");
  met(conflicts, "conflict");
  met(full, "full");
  met(unready, "no lookup for channel A");
  met(settled, "another line of the set passes");
  met(later, "later beat that a first one could not follow");
}

void test_response(uint64_t count) {
  uint64_t bursts = 0, stalled = 0, acknowledged = 0, joined = 0;
  for (unsigned round = 0; round < 5; round++) {
    Response model;
    reset();  // in the middle of a burst
    for (uint64_t i = 0; i < count / 5 || model.beat == 0; i++) response_cycle(model);
    bursts += model.bursts;
    stalled += model.stalled;
    acknowledged += model.acknowledged;
    joined += model.joined;
  }
  met(bursts, "two beats");
  met(stalled, "stall");
  met(acknowledged, "ReleaseAck");
  met(joined, "message directly behind another");
}
