// SPDX-License-Identifier: Apache-2.0
//
// Counter events: random states and handshakes against the meaning of each event.

#include <algorithm>

#include "blocks/cache/test/l2/units/l2_units.h"

using namespace fy_layout;

namespace {

struct One {
  unsigned state, opcode, size, to_probe, awaiting, source;
  bool hit, allocate;
};

struct Seen {
  std::array<uint64_t, 22> count{};
  void expect(unsigned index, Field field, uint64_t value, const char* what) {
    check(get(top->events_o, field), value, what);
    count[index] += value;
  }
};

void events_cycle(Seen& seen, std::array<bool, kTransactors>& evicted) {
  scramble_transactors();
  std::array<One, kTransactors> all;
  // The tags answer one lookup a cycle.
  const int lookup = percent(60) ? static_cast<int>(below(kTransactors)) : -1;
  unsigned busy = 0;
  for (unsigned i = 0; i < kTransactors; i++) {
    One& t = all[i];
    do t.state = below(11);
    while (t.state == StateLookup);
    if (percent(30)) t.state = StateProbe;
    if (static_cast<int>(i) == lookup) t.state = StateLookup;
    t.opcode = percent(50) ? PutFullData : below(8);
    t.size = 5 + below(2);
    t.hit = percent(50);
    t.allocate = percent(50);
    t.source = below(1024);
    t.to_probe = below(8);
    t.awaiting = below(8);
    set_of_transactor(i, transactors_i::state_, t.state);
    set_of_transactor(i, transactors_i::request_opcode_, t.opcode);
    set_of_transactor(i, transactors_i::request_size_, t.size);
    set_of_transactor(i, transactors_i::hit_, t.hit);
    set_of_transactor(i, transactors_i::request_allocate_, t.allocate);
    set_of_transactor(i, transactors_i::request_source_, t.source);
    set_of_transactor(i, transactors_i::to_probe_, t.to_probe);
    set_of_transactor(i, transactors_i::awaiting_, t.awaiting);
    busy += t.state != StateIdle;
  }
  const bool hit = percent(50), room = hit || percent(70);
  const unsigned sharers = percent(50) ? 0 : below(8);
  set(top->result_i, result_i::hit_, hit);
  set(top->result_i, result_i::room_, room);
  set(top->result_i, result_i::directory_sharers_, sharers);
  const bool start = percent(50), conflict = percent(50), full = percent(50), probe = percent(50);
  const bool release = percent(50), refilled = percent(50), evict = percent(50);
  const unsigned opcode = below(8), refiller = below(kTransactors), evicter = below(kTransactors);
  set(top->request_i, request_i::opcode_, opcode);
  top->number_i = static_cast<uint8_t>(refiller);
  top->number_b_i = static_cast<uint8_t>(evicter);
  // Report goes to one transactor or to none.
  const int told = percent(70) ? static_cast<int>(below(kTransactors)) : -1;
  const bool acknowledges = percent(50), data = percent(50);
  const unsigned client = 1u << below(3);
  top->report_for_i = told < 0 ? 0 : static_cast<uint8_t>(1u << told);
  set(top->report_i, report_i::acknowledges_, acknowledges);
  set(top->report_i, report_i::client_, client);
  set(top->report_i, report_i::data_, data);
  set(top->report_i, report_i::keeps_, below(2));
  go(start, conflict, full, probe, release, refilled, evict);

  namespace e = events_o;
  seen.expect(0, e::get_, start && opcode == Get, "get");
  seen.expect(1, e::put_, start && (opcode == PutFullData || opcode == PutPartialData), "put");
  seen.expect(2, e::acquire_, start && (opcode == AcquireBlock || opcode == AcquirePerm),
              "acquire");
  const bool counts =
      lookup >= 0 && all[static_cast<unsigned>(std::max(lookup, 0))].opcode != Intent;
  const One& looker = all[static_cast<unsigned>(std::max(lookup, 0))];
  const bool put = looker.opcode == PutFullData || looker.opcode == PutPartialData;
  const bool moves = looker.opcode == Get || put;
  const bool passed = counts && moves && !hit && !looker.allocate;
  const bool missed = counts && !hit && room && !passed;
  seen.expect(3, e::hit_, counts && hit, "hit");
  seen.expect(4, e::miss_, missed || passed, "miss");
  // Clients 1 and 3 are those that are counted.
  seen.expect(19, e::access_allocate_, missed && moves && bit(looker.source, 8), "access_allocate");
  seen.expect(20, e::get_passed_, passed && !put, "get_passed");
  seen.expect(21, e::put_passed_, passed && put, "put_passed");
  seen.expect(5, e::put_no_fetch_, missed && looker.opcode == PutFullData && looker.size == 6,
              "put_no_fetch");
  seen.expect(6, e::back_invalidate_, missed && sharers, "back_invalidate");
  seen.expect(7, e::refill_, refilled, "refill");
  seen.expect(8, e::writeback_, evict, "writeback");
  seen.expect(9, e::probe_, probe, "probe");
  seen.expect(10, e::probe_data_, told >= 0 && acknowledges && data, "probe_data");
  seen.expect(11, e::release_clean_, release && !data, "release_clean");
  seen.expect(12, e::release_dirty_, release && data, "release_dirty");
  const One& hears = all[static_cast<unsigned>(std::max(told, 0))];
  const bool probing = told >= 0 && hears.state == StateProbe;
  seen.expect(13, e::back_invalidate_dirty_, probing && !hears.hit && data,
              "back_invalidate_dirty");
  seen.expect(14, e::release_crossing_,
              probing && !acknowledges && ((hears.to_probe | hears.awaiting) & client),
              "release_crossing");
  seen.expect(15, e::refill_victim_, refilled && evicted[refiller], "refill_victim");
  seen.expect(16, e::set_conflict_, conflict, "set_conflict");
  seen.expect(17, e::transactors_full_, full, "transactors_full");
  seen.expect(18, e::transactors_busy_, busy, "transactors_busy");
  for (unsigned i = 0; i < kTransactors; i++) {
    if (all[i].state == StateIdle) evicted[i] = false;
  }
  if (evict) evicted[evicter] = true;
  tick();
}

}  // namespace

void test_events(uint64_t count) {
  Seen seen;
  for (unsigned round = 0; round < 4; round++) {
    std::array<bool, kTransactors> evicted{};
    reset();  // forgets the victims written back
    for (uint64_t i = 0; i < count / 4; i++) events_cycle(seen, evicted);
  }
  for (const uint64_t n : seen.count) met(n, "an event");
}
