// SPDX-License-Identifier: Apache-2.0
//
// Channel C: ProbeAck and Release, and the race of a Release with a change of its directory.

#include "blocks/cache/test/l2/units/l2_units.h"

using namespace fy_layout;

namespace {

struct Directory {
  bool dirty = false, trunk = false;
  unsigned sharers = 0;
};

// What the tags answer, in the cycle after lookup_o.
void tags_say(bool hit, unsigned way, const Directory& directory) {
  set(top->result_i, result_i::hit_, hit);
  set(top->result_i, result_i::room_, hit);
  set(top->result_i, result_i::way_, way);
  set(top->result_i, result_i::directory_dirty_, directory.dirty);
  set(top->result_i, result_i::directory_trunk_, directory.trunk);
  set(top->result_i, result_i::directory_sharers_, directory.sharers);
}

// In all other cycles the tags speak of other lines.
void tags_say_nothing() {
  Directory other;
  other.dirty = percent(50);
  other.trunk = percent(50);
  other.sharers = below(8);
  tags_say(percent(50), below(kWays), other);
}

struct Message {
  unsigned opcode, param, client, source, beats;
  uint64_t address;
  Line data;

  bool has_data() const { return beats == 2; }
  bool keeps() const { return param == PruneTtoB || param == ReportTtoT || param == ReportBtoB; }
};

constexpr unsigned kReady = 6, kBusy = 5, kLookup = 4, kCommit = 3, kStore = 2, kRecord = 1;

bool out(unsigned index) { return bit(top->release_o, index); }

Message some_message(bool probe_ack) {
  Message m;
  const bool data = percent(50);
  m.beats = data ? 2 : 1;
  m.opcode = static_cast<unsigned>(probe_ack ? (data ? ProbeAckData : ProbeAck)
                                             : (data ? ReleaseData : Release));
  m.param = below(probe_ack ? 6 : 4);
  m.client = below(kClients);
  m.source = m.client << 8 | below(256);
  m.address = line_of(some_address(4));
  fill(m.data);
  return m;
}

// Beats with gaps; nothing comes out meanwhile.
void send(const Message& m) {
  for (unsigned beat = 0; beat < m.beats;) {
    set(top->tl_c_i, tl_c_i::opcode_, m.opcode);
    set(top->tl_c_i, tl_c_i::param_, m.param);
    set(top->tl_c_i, tl_c_i::size_, 6);
    set(top->tl_c_i, tl_c_i::source_, m.source);
    set(top->tl_c_i, tl_c_i::address_, m.address);
    set_bytes(top->tl_c_i, tl_c_i::data_, m.data.data() + beat * kBeat);
    const bool valid = percent(60);
    tags_say_nothing();
    top->a_i = some_address(4);
    go(valid, percent(50), percent(50));
    check(top->release_o, 1u << kReady, "idle but for ready");
    check(top->report_for_o, 0, "no report between messages");
    tick();
    beat += valid;
  }
}

void check_news(const Message& m, bool acknowledges) {
  check(get(top->report_o, report_o::acknowledges_), acknowledges, "report acknowledges");
  check(get(top->report_o, report_o::client_), 1u << m.client, "report client");
  check(get(top->report_o, report_o::keeps_), m.keeps(), "report keeps");
  check(get(top->report_o, report_o::trunk_), m.param == ReportTtoT, "report trunk");
  check(get(top->report_o, report_o::data_), m.has_data(), "report data");
}

void check_line(const Message& m) {
  if (m.has_data()) check_bytes(top->release_line_o.data(), m.data, "line of channel C");
}

// Others of the same set and way, none of which works on the line.
void bystanders(uint64_t line, unsigned way) {
  scramble_transactors();
  for (unsigned i = 0; i < kTransactors; i++) {
    const unsigned why = below(3);
    const uint64_t other_set = line ^ kLine * (1 + below(kSets - 1));
    unsigned state = 4 + below(7);  // any but Probe, which waits for answers
    if (why == 2) state = StateIdle;
    set_of_transactor(i, transactors_i::state_, state);
    set_of_transactor(i, transactors_i::owns_, why == 2 || percent(80));
    set_of_transactor(i, transactors_i::way_, why == 0 ? (way + 1) % kWays : way);
    set_of_transactor(i, transactors_i::request_address_, why == 1 ? other_set : line);
  }
}

// A ProbeAck: in the cycle after its last beat exactly the transactor that waits for it gets it.
void probe_ack(uint64_t& victims) {
  const Message m = some_message(true);
  send(m);
  const unsigned way = below(kWays), number = below(kTransactors);
  bystanders(m.address, way);
  for (unsigned i = 0; i < kTransactors; i++) {  // others probe other lines
    if (i == number || percent(50)) continue;
    const bool hit = percent(50);
    set_of_transactor(i, transactors_i::state_, StateProbe);
    set_of_transactor(i, transactors_i::hit_, hit);
    set_of_transactor(i, transactors_i::request_address_,
                      hit ? m.address + 4 * kLine : m.address + below(kLine));
    set_of_transactor(i, transactors_i::victim_, hit ? m.address : m.address + 8 * kLine);
    set_of_transactor(i, transactors_i::way_, below(kWays));
  }
  const bool hit = percent(50);
  set_of_transactor(number, transactors_i::state_, StateProbe);
  set_of_transactor(number, transactors_i::hit_, hit);
  set_of_transactor(number, transactors_i::way_, way);
  set_of_transactor(number, transactors_i::request_address_,
                    hit ? m.address + below(kLine) : m.address + 4 * kLine);
  set_of_transactor(number, transactors_i::victim_, hit ? random64() : m.address);
  victims += !hit;
  tags_say_nothing();
  top->a_i = m.address;
  go(percent(50), percent(50), percent(50));
  check(top->report_for_o, 1u << number, "the transactor of a ProbeAck");
  check_news(m, true);
  check(out(kStore), m.has_data(), "store of a ProbeAckData");
  check(top->release_way_o, way, "way of a ProbeAckData");
  check_line(m);
  check(out(kReady) || out(kBusy) || out(kRecord) || out(kCommit) || bit(top->release_o, 0), 0,
        "a ProbeAck does nothing else");
  tick();
}

// Lookups of a Release until its directory stands. `disturb` tells in which cycles a transactor
// writes the set: one bit a cycle, the lowest first. Returns the cycles used.
unsigned look_up(const Message& m, unsigned way, const Directory& directory, unsigned disturb) {
  bool looked = false;  // a lookup in the cycle before
  for (unsigned cycles = 0;; cycles++) {
    const bool now = bit(disturb, cycles);
    const bool elsewhere = !now && percent(50);  // a write of another set changes nothing
    top->a_i = now ? m.address ^ 8 * kLine : m.address ^ kLine * (1 + below(kSets - 1));
    if (looked) {
      // A stale answer must not be used: it is wrong when the lookup was disturbed.
      Directory stale = directory;
      if (now) stale.sharers = ~directory.sharers & 7;
      tags_say(true, now ? (way + 1) % kWays : way, stale);
    } else {
      tags_say_nothing();
    }
    go(percent(50), now || elsewhere, percent(50));
    check(out(kBusy), 1, "busy while it looks up");
    check(out(kLookup), !looked, "lookup");
    check(top->release_address_o, m.address, "address of the lookup");
    check(out(kReady) || out(kCommit) || out(kStore) || out(kRecord) || top->report_for_o, 0,
          "nothing happens before the directory is known");
    tick();
    if (looked && !now) return cycles + 1;
    looked = !looked && !now;
  }
}

// The commit: the transactor that works on the way, or the tags.
void commit(const Message& m, unsigned way, const Directory& directory, int worker,
            unsigned waits) {
  bystanders(m.address, way);
  if (worker >= 0) {
    const unsigned i = static_cast<unsigned>(worker);
    const unsigned states[] = {StateProbe, StateRead, StateReadWait, StateFinish};
    set_of_transactor(i, transactors_i::state_, states[below(4)]);
    set_of_transactor(i, transactors_i::owns_, 1);
    set_of_transactor(i, transactors_i::way_, way);
    set_of_transactor(i, transactors_i::request_address_, m.address + below(kLine));
    set_of_transactor(i, transactors_i::store_, 0);
  }
  for (unsigned cycles = 0; cycles <= waits; cycles++) {
    const bool ahead = cycles < waits;
    if (waits) {
      const unsigned i = static_cast<unsigned>(worker);
      set_of_transactor(i, transactors_i::state_, StateFinish);
      set_of_transactor(i, transactors_i::store_, ahead);
    }
    tags_say_nothing();
    top->a_i = some_address(4) ^ kLine;
    go(percent(50), false, percent(50));
    check(out(kBusy) && out(kCommit), 1, "no one else writes the directory");
    check(out(kLookup) || out(kReady), 0, "commit looks up no more");
    if (ahead) {
      check(out(kStore) || out(kRecord) || top->report_for_o, 0, "the older store goes first");
    } else {
      check(top->report_for_o, worker < 0 ? 0 : 1u << worker, "the transactor of a Release");
      check(out(kRecord), worker < 0, "record");
      check(out(kStore), m.has_data(), "store of a ReleaseData");
      check(top->release_way_o, way, "way of a Release");
      check_line(m);
      check_news(m, false);
      if (worker < 0) {
        const unsigned client = 1u << m.client;
        const bool trunk =
            directory.trunk && (m.param == ReportTtoT || !(directory.sharers & client));
        namespace d = release_directory_o;
        check(get(top->release_directory_o, d::dirty_), directory.dirty || m.has_data(), "dirty");
        check(get(top->release_directory_o, d::trunk_), trunk, "trunk");
        check(get(top->release_directory_o, d::sharers_),
              m.keeps() ? directory.sharers : directory.sharers & ~client, "sharers");
      }
    }
    tick();
  }
}

void acknowledge(const Message& m, unsigned stalls) {
  for (unsigned i = 0; i <= stalls; i++) {
    tags_say_nothing();
    scramble_transactors();
    top->a_i = m.address;
    go(percent(50), percent(50), i == stalls);
    check(top->release_o, 1, "ReleaseAck and nothing else");
    check(top->report_for_o, 0, "report with ReleaseAck");
    check(get(top->acknowledge_o, acknowledge_o::size_), 6, "size");
    check(get(top->acknowledge_o, acknowledge_o::source_), m.source, "source");
    tick();
  }
}

void release(unsigned disturb, int worker, unsigned waits, unsigned stalls) {
  const Message m = some_message(false);
  send(m);
  Directory directory;
  directory.sharers = 1u << m.client | below(8);
  directory.trunk = directory.sharers == 1u << m.client && percent(50);
  directory.dirty = percent(50);
  const unsigned way = below(kWays);
  const unsigned cycles = look_up(m, way, directory, disturb);
  if (disturb == 0) check(cycles, 2, "undisturbed lookup");
  commit(m, way, directory, worker, waits);
  acknowledge(m, stalls);
}

}  // namespace

void test_release(uint64_t count) {
  uint64_t victims = 0;
  for (uint64_t i = 0; i < count / 8; i++) {
    if (percent(40)) {
      probe_ack(victims);
    } else {
      const int worker = percent(50) ? static_cast<int>(below(kTransactors)) : -1;
      const unsigned waits = worker >= 0 && percent(50) ? 1 + below(4) : 0;
      const unsigned disturb =
          static_cast<unsigned>(percent(50) ? 0 : random64() & random64() & 31);
      release(disturb, worker, waits, percent(50) ? 0 : below(4));
    }
    if (i % 16 == 15) {  // reset between the beats of a message, or in a lookup
      Message m = some_message(false);
      m.beats = 2;
      m.opcode = ReleaseData;
      if (percent(50)) m.beats = 1;  // the first of two
      send(m);
      reset();
      go(false);
      check(top->release_o, 1u << kReady, "reset forgets the message");
    }
  }
  met(victims, "ProbeAck of a victim");
}

// Every pattern of disturbed cycles: while it looks up, when the answer comes, again and again.
void test_release_race() {
  for (unsigned disturb = 0; disturb < 64; disturb++) {
    for (int worker = -1; worker < 1; worker++) release(disturb, worker, 0, 0);
  }
}
