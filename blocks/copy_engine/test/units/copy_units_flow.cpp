// SPDX-License-Identifier: Apache-2.0
// Arbiter, and the tracker that joins all of them, against a memory behind its port.
#include <algorithm>

#include "blocks/copy_engine/test/engine/copy_reference.h"
#include "copy_units.h"

using namespace fy_layout;

void test_arbiter(uint64_t count) {
  enum Owner { kNobody, kReader, kWriter } owner = kNobody;
  bool get_valid = false, put_valid = false, put_last = false, burst = false;
  unsigned beats = 0, stolen = 0, stalls = 0, idle = 0, resets = 0, exchanges = 0;
  for (uint64_t i = 0; i < count; i++) {
    if (pick(2000) == 0) {
      reset();
      owner = kNobody;
      get_valid = put_valid = burst = false;
      beats = 0;
      resets++;
    }
    // A stalled beat stays; between the beats of a burst the writer may pause.
    if (!get_valid && percent(40)) get_valid = true;
    if (!put_valid && percent(60)) {
      put_valid = true;
      if (beats == 0) beats = percent(50) ? 1 : 4;
      put_last = beats == 1;
    }
    // What the bus has seen stays passed; what it has not seen is never taken.
    const bool passed = owner != kNobody || percent(70), put_first = percent(40);
    const bool ready = passed && percent(60);
    go(get_valid, put_valid, put_last, ready, passed, put_first);
    const bool put = owner == kNobody ? !get_valid || (put_first && put_valid) : owner == kWriter;
    const bool valid = put ? put_valid : get_valid;
    if (get_valid || put_valid) check(top->arbiter_put_o, put, "whose message is offered");
    if (burst) check(top->arbiter_put_o, 1, "a Get inside a burst");
    stolen += owner == kWriter && get_valid;
    stalls += valid && !ready;
    idle += burst && !put_valid && get_valid;
    tick();
    exchanges += valid && !passed && get_valid && put_valid;
    if (!valid || !passed) continue;
    const bool ends = ready && (!put || put_last);
    owner = ends ? kNobody : put ? kWriter : kReader;
    if (!ready) continue;
    if (put) {
      put_valid = false;
      beats--;
      burst = !put_last;
    } else {
      get_valid = false;
    }
  }
  check(stolen && stalls && idle && resets && exchanges, "something never happened");
}

// ---- tracker --------------------------------------------------------------------------------

namespace {

struct Tracker {
  MemoryModel memory{kBeat, kReads, kReads + kWrites};
  RequestBeat a;
  uint64_t errors = 0, accepted = 0, full = 0;
  Counts events;
  bool clear = false;

  Tracker() {
    for (auto& byte : memory.bytes) byte = static_cast<uint8_t>(pick(256));
  }
  bool ready() const { return top->tracker_o >> 3 & 1; }
  bool busy() const { return top->tracker_o >> 2 & 1; }
  bool failed() const { return top->tracker_o >> 1 & 1; }

  void read() {
    const auto see = [](Field field) { return get(top->tl_a_o, field); };
    a.valid = top->tracker_o & 1;
    a.opcode = static_cast<unsigned>(see(tl_a_o::opcode_));
    a.param = static_cast<unsigned>(see(tl_a_o::param_));
    a.size = static_cast<unsigned>(see(tl_a_o::size_));
    a.source = static_cast<unsigned>(see(tl_a_o::source_));
    a.address = see(tl_a_o::address_);
    a.mask = see(tl_a_o::mask_);
    a.allocate = see(tl_a_o::allocate_);
    a.corrupt = see(tl_a_o::corrupt_);
    get_bytes(top->tl_a_o, tl_a_o::data_, a.data.data());
  }
  /// One cycle; true when the request offered was taken.
  bool step(const Request* offer) {
    if (offer) {
      set(top->request_i, request_i::source_, offer->source);
      set(top->request_i, request_i::target_, offer->target);
      set(top->request_i, request_i::bytes_, offer->bytes);
      set(top->request_i, request_i::position_, offer->position);
      set(top->request_i, request_i::source_allocate_, offer->source_allocate);
      set(top->request_i, request_i::target_allocate_, offer->target_allocate);
    }
    const bool a_ready = memory.ready(cycle);
    const ResponseBeat d = memory.respond(cycle);
    rubbish(top->tl_d_i, tl_d_i::width);
    if (d.valid) {
      set(top->tl_d_i, tl_d_i::opcode_, d.opcode);
      set(top->tl_d_i, tl_d_i::size_, d.size);
      set(top->tl_d_i, tl_d_i::source_, d.source);
      set(top->tl_d_i, tl_d_i::denied_, d.denied);
      set(top->tl_d_i, tl_d_i::corrupt_, d.corrupt);
      set_bytes(top->tl_d_i, tl_d_i::data_, d.data.data());
    }
    go(offer != nullptr, a_ready, d.valid, clear);
    read();
    memory.request(a, cycle);
    const auto event = [](Field field) { return get(top->events_o, field); };
    check(event(events_o::error_), d.valid && (d.denied || d.corrupt), "event of an error");
    check(event(events_o::busy_), busy(), "event of busy");
    check(event(events_o::request_), offer && ready(), "event of a request");
    check(event(events_o::transfer_), 0, "event of a transfer");
    events.get += event(events_o::get_);
    events.get_block += event(events_o::get_block_);
    events.put += event(events_o::put_);
    events.put_block += event(events_o::put_block_);
    events.reordered += event(events_o::reordered_);
    full += event(events_o::buffer_full_);
    errors += event(events_o::error_);
    if (memory.outstanding()) check(busy(), 1, "busy with a transaction under way");
    const bool taken = offer && ready();
    accepted += taken;
    if (d.valid) memory.responded();
    tick();
    return taken;
  }
  void drain() {
    for (unsigned i = 0;; i++) {
      check(i < 20000, "the tracker hangs");
      step(nullptr);
      go(false);
      if (!busy()) return;
    }
  }
  void settle(bool reordering) {
    Behaviour& b = memory.behaviour;
    b.get_latency = static_cast<unsigned>(range(1, 20));
    b.put_latency = static_cast<unsigned>(range(1, 20));
    b.extra_latency = reordering ? 30 : 0;
    b.a_stall = static_cast<unsigned>(pick(3) * 30);
    b.d_stall = static_cast<unsigned>(pick(3) * 30);
    b.reorder = b.early_ack = reordering;
  }
};

// Requests between two halves of the memory; targets lie in windows of their own.
std::vector<Request> some_requests(unsigned count, bool allocate_source, bool allocate_target) {
  std::vector<Request> requests;
  uint64_t position = percent(50) ? kPositions - pick(1500) : pick(kPositions);
  for (unsigned i = 0; i < count; i++) {
    Request r = some_request(percent(30) ? 1000 : 200);
    r.source = kBase + pick(64) * 4096 + r.source % 4096;
    r.target = kBase + kBytes / 2 + i * 4096 + r.target % 4096;
    r.position = position % kPositions;
    r.source_allocate = allocate_source, r.target_allocate = allocate_target;
    position += r.bytes;
    requests.push_back(r);
  }
  return requests;
}

void check_copied(Tracker& t, const std::vector<Request>& requests) {
  uint64_t bytes = 0;
  for (const Request& r : requests) {
    bytes += r.bytes;
    for (uint64_t i = 0; i < r.bytes; i++) {
      check(t.memory.writes[r.target + i - kBase], 1, "writes of a byte");
      check(t.memory.at(r.target + i), t.memory.at(r.source + i), "byte copied");
    }
  }
  check(t.memory.write_log.size(), bytes, "bytes written");
  t.memory.forget_writes();
}

// No write is acknowledged: so many ids of writes are used, then the buffer fills to its limit.
void check_strap(Tracker& t) {
  for (unsigned limit : {0u, 1u, 2u, 3u, 4u, 5u, 36u, 63u}) {
    const uint64_t blocks = std::clamp(limit, 2u, kBlocks);
    t.memory.behaviour = Behaviour();
    t.memory.behaviour.put_latency = 1 << 20;
    t.memory.expect_source_allocate = t.memory.expect_target_allocate = true;
    t.memory.counts = Counts();
    top->block_limit_i = limit;
    check(t.ready(), 1, "ready while idle");
    check(t.busy(), 0, "busy while idle");
    t.step(nullptr);
    const Request r{kBase, kBase + kBytes / 2, 2048, 0, true, true};
    const uint64_t begin = cycle;
    check(t.step(&r), 1, "request taken");
    check(t.busy(), 1, "busy behind a request");
    t.step(nullptr);
    check(t.memory.counts.get_block, 1, "first Get, 1 cycle behind the request");
    check(cycle - begin, 2, "cycles");
    top->block_limit_i = limit == 2 ? 4 : 2;  // must not matter now
    for (unsigned i = 0; i < 300; i++) t.step(nullptr);
    check(t.memory.counts.get_block, kWrites + blocks, "blocks read ahead");
    check(t.memory.counts.put_block, kWrites, "blocks written");
    check(get(top->events_o, events_o::buffer_full_), 1, "buffer full");
    reset();
    t.memory.reset();
    t.memory.forget_writes();
    go(false);
  }
}

}  // namespace

/// Whole requests, all sizes of the buffer, and a reset in the middle of every fourth round.
void test_tracker(uint64_t count) {
  Tracker t;
  unsigned abandoned = 0, queued = 0;
  uint64_t full = 0, reordered = 0;
  check_strap(t);
  for (uint64_t round = 0; round < count / 100; round++) {
    t.settle(percent(60));
    const unsigned limit = static_cast<unsigned>(percent(70) ? range(2, 4) : pick(64));
    top->block_limit_i = limit;
    t.step(nullptr);  // taken over while idle
    t.memory.expect_source_allocate = percent(50);
    t.memory.expect_target_allocate = percent(50);
    const std::vector<Request> requests =
        some_requests(static_cast<unsigned>(range(1, 8)), t.memory.expect_source_allocate,
                      t.memory.expect_target_allocate);
    const bool abandon = round % 4 == 3;
    const uint64_t stop = cycle + pick(200);
    bool stopped = false;
    t.events = t.memory.counts = Counts();
    for (std::size_t i = 0; i < requests.size() && !stopped;) {
      const Request* offer = percent(80) ? &requests[i] : nullptr;
      for (bool taken = false; !taken && !stopped;) {
        taken = t.step(offer);
        stopped = abandon && cycle >= stop;
        if (!offer) break;
        i += taken;
        queued += taken && t.busy();
      }
    }
    if (stopped) {
      reset();
      t.memory.reset();
      t.memory.forget_writes();
      check(t.busy(), 0, "busy after a reset");
      check(t.failed(), 0, "error after a reset");
      abandoned++;
      continue;
    }
    t.drain();
    check(t.memory.outstanding(), 0, "idle with transactions under way");
    check(t.failed(), 0, "error");
    check_copied(t, requests);
    check(t.events.get, t.memory.counts.get, "events of Get");
    check(t.events.get_block, t.memory.counts.get_block, "events of block Get");
    check(t.events.put, t.memory.counts.put, "events of Put");
    check(t.events.put_block, t.memory.counts.put_block, "events of block Put");
    check(t.events.reordered <= t.memory.counts.reordered, "reordered without an older one");
    if (!t.memory.behaviour.reorder) check(t.events.reordered, 0, "reordered in order");
    full += t.full, reordered += t.events.reordered;
  }
  check(abandoned && queued && full && reordered, "something never happened");
}

/// The failure of the earliest byte is kept, whatever the order of responses, until it is cleared.
void test_errors(uint64_t count) {
  Tracker t;
  unsigned sources = 0, targets = 0, wrapped = 0;
  MemoryModel& m = t.memory;
  top->block_limit_i = kBlocks;
  m.expect_source_allocate = m.expect_target_allocate = false;
  for (uint64_t round = 0; round < count / 200; round++) {
    t.settle(percent(80));
    const auto requests = some_requests(static_cast<unsigned>(range(1, 6)), false, false);
    std::vector<Piece> pieces;
    uint64_t position = 0;
    for (const Request& r : requests) {
      pieces.push_back({r.source, r.target, r.bytes, position});
      position += r.bytes;
    }
    m.bad_reads.clear(), m.bad_writes.clear(), m.corrupt_reads.clear();
    m.poisoned_targets.clear();
    for (uint64_t faults = pick(5); faults; faults--) {
      const Piece& p = pieces[pick(pieces.size())];
      const uint64_t at = pick(p.bytes);
      const uint64_t kind = pick(3);
      if (kind == 0) m.bad_writes.insert((p.target + at) / kBlock);
      if (kind == 1) m.bad_reads.insert((p.source + at) / kBlock);
      if (kind == 2) m.corrupt_reads.insert((p.source + at) / kBeat * kBeat);
    }
    for (const Piece& p : pieces) {
      for (uint64_t i = 0; i < p.bytes; i++) {
        const uint64_t from = p.source + i;
        if (m.bad_reads.count(from / kBlock) || m.corrupt_reads.count(from / kBeat * kBeat))
          m.poisoned_targets.insert(p.target + i);
      }
    }
    const Failure expected = first_failure(pieces, kBeat, m);
    const uint64_t errors = t.errors;
    for (const Request& r : requests)
      while (!t.step(&r)) continue;
    t.drain();
    m.forget_writes();
    check(t.failed(), expected.found, "an error is kept");
    check(t.errors > errors, expected.found, "event of an error");
    if (expected.found) {
      const uint64_t where = requests[0].position + expected.position;
      check(get(top->error_o, error_o::is_target_), expected.is_target, "side of the error");
      check(get(top->error_o, error_o::position_), where % kPositions, "its position");
      check(get(top->error_o, error_o::address_), expected.address, "its address");
      (expected.is_target ? targets : sources)++;
      wrapped += where >= kPositions;
    }
    t.step(nullptr);
    check(t.failed(), expected.found, "an error stays");
    t.clear = true;
    t.step(nullptr);
    t.clear = false;
    check(t.failed(), 0, "an error is cleared");
  }
  check(sources && targets && wrapped, "something never happened");
}
