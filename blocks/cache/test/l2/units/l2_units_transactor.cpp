// SPDX-License-Identifier: Apache-2.0
//
// One transactor: random requests, each against what must happen to its line: the clients probed,
// what memory sees, what the answer says, and what the directory in the tags holds at the end.

#include "blocks/cache/test/l2/units/l2_units_transactor.h"

using namespace fy_layout;

namespace transactor {

namespace {

uint64_t state(Field field) { return get(top->state_o, field); }
void grant(Field field, uint64_t value = 1) { set(top->grant_i, field, value); }

Corners corners;

}  // namespace

void Run::start() {
  opcode = below(8);
  put = opcode == PutFullData || opcode == PutPartialData;
  acquire = opcode == AcquireBlock || opcode == AcquirePerm;
  param = below(3);
  size = percent(60) ? 6 : below(8);
  requester = percent(70) ? 1u << below(kClients) : 0;
  address = some_address(100);
  beats = put && size >= 6 ? 1u << (size - 5) : 1;
  flush = opcode == Intent && param == IntentFlush;
  whole = opcode == PutFullData && size == 6;
  upgrade = opcode == AcquirePerm || (acquire && param != GrowNtoB);
  legal = size <= 6 &&
          (put || opcode == Get || opcode == Intent || (acquire && size == 6 && requester != 0));
  bypass = !legal || (opcode == Intent && !flush);
  allocate = !(put || opcode == Get) || percent(60);
  set(top->request_i, request_i::allocate_, allocate);
  set(top->request_i, request_i::opcode_, opcode);
  set(top->request_i, request_i::param_, param);
  set(top->request_i, request_i::size_, size);
  set(top->request_i, request_i::source_, below(1024));
  set(top->request_i, request_i::address_, address);
  top->requester_i = static_cast<uint16_t>(requester);
  top->grant_i = 0;
  const bool corrupt = put && percent(5);
  grant(grant_i::start_);
  grant(grant_i::beat_);
  grant(grant_i::last_beat_, --beats == 0);
  grant(grant_i::corrupt_beat_, corrupt);
  complete = beats == 0;
  failed = corrupt;
  go(false, percent(50));
  tick();
  now = StateLookup;
  look_up();
}

void Run::answer_lookup() {
  set(top->result_i, result_i::hit_, hit);
  set(top->result_i, result_i::room_, room);
  set(top->result_i, result_i::way_, way);
  set(top->result_i, result_i::victim_, victim);
  set(top->result_i, result_i::directory_dirty_, ram.dirty);
  set(top->result_i, result_i::directory_trunk_, ram.trunk);
  set(top->result_i, result_i::directory_sharers_, ram.sharers);
  failed |= !legal;
  settled = bypass || hit;
  corners.illegal += !legal;
  if (bypass || (flush && !hit)) {
    enter_finish();
    return;
  }
  if (!hit && !allocate) {  // no way, no probe, no victim
    passes = settled = true;
    (put ? corners.put_passes : corners.get_passes)++;
    corners.passes_full += !room;
    now = put ? StateFinish : StateFetch;
    if (now == StateFinish) enter_finish();
    return;
  }
  if (!room) {
    now = StateRetry;
    corners.retries++;
    return;
  }
  owns = true;
  known = true;
  const unsigned others = ram.sharers & ~requester;
  shares = hit && (opcode == Get || (acquire && !upgrade));
  if (!hit || put || flush)
    to_probe = ram.sharers;
  else if (upgrade)
    to_probe = others;
  else
    to_probe = !ram.trunk ? 0 : acquire ? others : ram.sharers;
  awaiting = 0;
  corners.probes += to_probe != 0;
  now = to_probe ? static_cast<unsigned>(StateProbe) : after_probe();
  if (now == StateFinish) enter_finish();
}

// What is true of the line once the request is done, and what must be done for it.
void Run::enter_finish() {
  now = StateFinish;
  respond = true;
  acknowledge = acquire && legal;
  store = !bypass && (put || (!hit && !flush && !passes));
  with_data =
      acquire && opcode != AcquirePerm && !(hit && param == GrowBtoT && (line.sharers & requester));
  corners.upgrades += acquire && hit && !with_data;
  if (bypass || passes || (flush && !hit)) return;
  if (!hit) line = Directory{};
  line.valid = !flush;
  if (acquire && !failed) {
    line.sharers |= requester;
    line.trunk = exclusive = upgrade || line.sharers == requester;
    held |= requester;
  }
}

// One word of channel C: `client` gives up its copy or keeps a part of it.
void Run::report(unsigned client, bool acknowledges) {
  const bool holds = held & client, trunk = line.trunk && holds;
  const bool keeps = holds && (acknowledges ? shares && percent(70) : trunk && percent(30));
  const bool stays = keeps && !acknowledges && percent(30), data = trunk && percent(60);
  set(top->report_i, report_i::acknowledges_, acknowledges);
  set(top->report_i, report_i::client_, client);
  set(top->report_i, report_i::keeps_, keeps);
  set(top->report_i, report_i::trunk_, stays);
  set(top->report_i, report_i::data_, data);
  top->go_i |= 1;
  changed = true;
  if (data) line.dirty = true;
  if (holds && !stays) line.trunk = false;
  if (!keeps) {
    line.sharers &= ~client;
    held &= ~client;
  }
}

// Channel B sends the lowest probe; the answers come in any order, a Release may cross.
void Run::probe() {
  const bool sends = to_probe && percent(50), leaves = !to_probe && !awaiting;
  const unsigned lowest = to_probe & (~to_probe + 1), waited = awaiting;
  if (sends) grant(grant_i::probe_);
  const unsigned client = 1u << below(kClients);
  const bool may_release = (held & client) && client != requester;
  if ((waited & client) && percent(50)) {
    report(client, true);
    awaiting &= ~client;
    corners.both += sends;
  } else if (may_release && percent(20)) {
    report(client, false);
    corners.crossings += ((to_probe | awaiting) & client) != 0;
  }
  if (sends) {
    to_probe &= ~lowest;
    awaiting |= lowest;
  }
  if (!leaves) return;
  now = after_probe();
  if (now == StateFinish) enter_finish();
}

// Returns whether the request is over.
bool Run::finish() {
  bool record = state(state_o::record_);
  if (!complete) return false;  // nothing goes before the last beat
  const unsigned client = 1u << below(kClients);
  // A Release waits for the store, one of the requester for its GrantAck.
  const bool speaks = owns && !(store && !failed) && (held & client) && percent(20) &&
                      (client != requester || (acquire && !acknowledge && !respond));
  if (store && !failed && percent(50)) {
    grant(grant_i::array_);
    store = false;
  }
  if (respond && percent(40)) {
    check(state(state_o::failed_), failed, "denied");
    if (acquire && !failed) {
      check(state(state_o::exclusive_), exclusive, "Grant toT");
      check(state(state_o::with_data_), with_data, "Grant with data");
    }
    grant(grant_i::response_);
    respond = false;
  }
  if (acknowledge && !respond && percent(50)) {
    grant(grant_i::grant_ack_);
    acknowledge = false;
  }
  if (record && !speaks && percent(50)) {
    grant(grant_i::record_);
    ram.valid = state(state_o::keep_);
    ram.dirty = state(state_o::directory_dirty_);
    ram.trunk = state(state_o::directory_trunk_);
    ram.sharers = static_cast<unsigned>(state(state_o::directory_sharers_));
    corners.rewritten += recorded;
    recorded = true;
    record = false;
    settled = true;
  }
  if (speaks) {
    report(client, false);
    corners.late_news++;
    return false;
  }
  return !(store && !failed) && !respond && !acknowledge && !record;
}

void Run::check_outputs() const {
  check(state(state_o::state_), now, "state");
  check(state(state_o::request_opcode_), opcode, "opcode");
  check(state(state_o::request_address_), address, "address");
  check(state(state_o::complete_), complete, "complete");
  check(state(state_o::owns_), owns, "owns");
  check(state(state_o::settled_), settled, "settled");
  check(state(state_o::passes_), passes, "passes");
  if (passes && now == StateFinish) {
    check(state(state_o::store_), store && !failed, "store of what passes");
    check(state(state_o::record_), 0, "record of what passes");
    check(state(state_o::respond_), respond, "respond");
  }
  if (now != StateLookup) check(state(state_o::failed_), failed, "failed");
  if (!known) return;
  check(state(state_o::hit_), hit, "hit");
  check(state(state_o::way_), way, "way");
  check(state(state_o::victim_), victim, "victim");
  if (now == StateProbe) {
    check(state(state_o::to_probe_), to_probe, "probes to send");
    check(state(state_o::awaiting_), awaiting, "answers to come");
    check(state(state_o::shares_), shares, "probe to Branch");
  }
  Directory is = line;
  if (now == StateFinish) {
    if (put && !failed) is.dirty = true;
    check(state(state_o::store_), store && !failed, "store");
    check(state(state_o::keep_), !flush && (hit || !failed), "keep");
    check(state(state_o::respond_), respond, "respond");
    check(state(state_o::acknowledge_), acknowledge, "GrantAck to come");
    if (flush) return;
  }
  check(state(state_o::directory_dirty_), is.dirty, "dirty");
  check(state(state_o::directory_trunk_), is.trunk, "trunk");
  check(state(state_o::directory_sharers_), is.sharers, "sharers");
}

// One cycle; returns whether it was the last one.
bool Run::cycle() {
  check_outputs();
  top->grant_i = 0;
  top->go_i = 0;
  top->report_i = below(1u << report_i::width);
  top->result_i = random64();
  // Another transactor's write-back: its error changes nothing here.
  unsigned other = below(16);
  other ^= other == slot;
  set(top->written_i, written_i::slot_, other);
  set(top->written_i, written_i::error_, below(2));
  if (percent(30)) top->go_i |= 2;
  const unsigned was = now;
  bool beat = false, corrupt = false, over = false;
  if (beats && percent(40)) {
    beat = true;
    corrupt = percent(20);
    grant(grant_i::beat_);
    grant(grant_i::last_beat_, beats == 1);
    grant(grant_i::corrupt_beat_, corrupt);
  }
  if (was == StateLookup) {
    answer_lookup();
  } else if (was == StateRetry) {
    if (percent(40)) {
      grant(grant_i::lookup_);
      now = StateLookup;
      look_up();
    }
  } else if (was == StateProbe) {
    probe();
  } else if (was == StateEvict) {
    check(line.sharers, 0, "no client holds what is evicted");
    if (percent(40)) {
      grant(grant_i::array_);
      grant(grant_i::slot_, slot = other ^ 1);
      corners.evictions++;
      now = flush ? StateDrain : whole ? StateFinish : StateFetch;
      if (now == StateFinish) enter_finish();
    }
  } else if (was == StateDrain) {
    if (percent(30)) {
      const bool error = percent(30);
      set(top->written_i, written_i::slot_, slot);
      set(top->written_i, written_i::error_, error);
      top->go_i |= 2;
      corners.drains++;
      corners.write_errors += error;
      failed |= error;
      enter_finish();
    }
  } else if (was == StateFetch) {
    if (complete && failed) {
      enter_finish();
    } else if (complete && percent(40)) {
      grant(grant_i::fetch_);
      now = StateRefill;
      refilled = 0;
    }
  } else if (was == StateRefill) {
    if (percent(50)) {
      const bool error = percent(15);
      grant(grant_i::refill_error_, error);
      failed |= error;
      corners.refill_errors += error;
      if (++refilled == 2) {
        grant(grant_i::refilled_);
        enter_finish();
      }
    }
  } else if (was == StateRead || was == StateReadWait) {
    const unsigned client = 1u << below(kClients);
    if ((held & client) && client != requester && percent(20)) report(client, false);
    if (was == StateReadWait) {
      enter_finish();
    } else if (percent(50)) {
      grant(grant_i::array_);
      now = StateReadWait;
    }
  } else if (was == StateFinish) {
    over = finish();
  }
  top->eval();
  tick();
  if (beat) {
    beats--;
    complete = beats == 0;
    failed |= corrupt;
    corners.corrupt += corrupt;
  }
  if (now == StateFinish && was != StateFinish && known) {
    // A Get that changed nothing costs no write of the tags; whatever did change is written.
    if (opcode == Get && hit && !changed) check(state(state_o::record_), 0, "record of nothing");
    if (acquire && !failed) check(state(state_o::record_), 1, "record of a Grant");
  }
  return over;
}

namespace {

// The tags agree with the truth when the transactor is idle again.
void check_end(const Run& run) {
  check(state(state_o::state_), StateIdle, "idle at the end");
  if (!run.known) return;
  Directory is = run.line;
  if (run.put && !run.failed) is.dirty = true;
  if (run.flush || (!run.hit && run.failed)) is.valid = false;
  if (run.ram == is) return;
  fail("the tags hold another directory than the clients: dirty " + std::to_string(run.ram.dirty) +
       std::to_string(is.dirty) + " trunk " + std::to_string(run.ram.trunk) +
       std::to_string(is.trunk) + " sharers " + std::to_string(run.ram.sharers) + " " +
       std::to_string(is.sharers) + " valid " + std::to_string(run.ram.valid) +
       std::to_string(is.valid) + " opcode " + std::to_string(run.opcode));
}

}  // namespace

}  // namespace transactor

void test_transactor(uint64_t count) {
  using namespace transactor;
  corners = Corners{};
  for (uint64_t i = 0; i < count / 4; i++) {
    Run run;
    run.start();
    const bool cut = i % 50 == 49;  // a reset in the middle
    unsigned left = cut ? below(20) : 2000;
    while (left && !run.cycle()) left--;
    if (cut) {
      reset();
      check(state(state_o::state_), StateIdle, "reset");
      continue;
    }
    if (left == 0) fail("a request does not end, state " + std::to_string(run.now));
    check_end(run);
    top->grant_i = 0;
    for (unsigned idle = below(3); idle > 0; idle--) {
      go(false, percent(50));
      tick();
      check(state(state_o::state_), StateIdle, "stays idle");
    }
  }
  corners.check_all();
}
