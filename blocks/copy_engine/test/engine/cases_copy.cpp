// SPDX-License-Identifier: Apache-2.0
// Copies without errors: lengths, offsets, strides, pauses.
#include "cases.h"

constexpr uint64_t kSourceArea = kBase + 0x10000, kTargetArea = kBase + 0x90000;

Behaviour any_behaviour() {
  Behaviour b;
  b.get_latency = 1 + static_cast<unsigned>(pick(8));
  b.put_latency = 1 + static_cast<unsigned>(pick(6));
  b.extra_latency = percent(70) ? static_cast<unsigned>(pick(60)) : 0;
  b.a_stall = percent(60) ? static_cast<unsigned>(pick(80)) : 0;
  b.d_stall = percent(60) ? static_cast<unsigned>(pick(80)) : 0;
  b.reorder = percent(75);
  b.early_ack = percent(30);
  return b;
}

static Counts expected_counts(const std::vector<Piece>& pieces) {
  Counts c;
  messages_of(pieces, kBeat, [&](bool is_target, uint64_t, uint64_t address, uint64_t bytes) {
    // With beats of a block every Get is a block.
    const bool block = bytes == kBlock || (!is_target && kBeat == kBlock);
    if (is_target)
      (block ? c.put_block : c.put)++;
    else
      (block ? c.get_block : c.get)++;
  });
  return c;
}

static void check_counts(const Counts& now, const Counts& before, const Counts& expected,
                         const char* who) {
  const std::string text = std::string(who) + " counts differ from the formula: ";
  check(now.get - before.get == expected.get, text + "get");
  check(now.get_block - before.get_block == expected.get_block, text + "get_block");
  check(now.put - before.put == expected.put, text + "put");
  check(now.put_block - before.put_block == expected.put_block, text + "put_block");
}

static void refill(EngineBench& bench, const std::vector<Piece>& pieces) {
  for (const Piece& p : pieces)
    for (uint64_t i = 0; i < p.bytes; i += 8)
      bench.memory.at(p.source + i) = static_cast<uint8_t>(pick(256));
}

void copy_and_check(EngineBench& bench, const Transfer& t) {
  const auto pieces = pieces_of(t);
  refill(bench, pieces);
  const std::vector<uint8_t>& before = bench.memory.bytes;  // source and target never meet
  const Counts memory = bench.memory.counts, events = bench.events;
  const uint64_t requests = bench.event_requests;
  bench.memory.forget_writes();
  bench.start(t);
  bench.wait();
  check(bench.read_register(kStatus) == 0, "status is not 0");
  check_bytes(bench, pieces, before, "copy");
  const Counts expected = expected_counts(pieces);
  check_counts(bench.memory.counts, memory, expected, "memory's");
  check_counts(bench.events, events, expected, "engine's");
  check(bench.event_requests - requests == pieces.size(), "requests differ from pieces");
}

/// Trackers, throttle, slots, and a memory in banks or a memory a port.
void vary_memory(EngineBench& bench) {
  bench.memory.behaviour = any_behaviour();
  if (kTrackers == 1) return;
  check(!bench.busy, "straps move only while the engine is idle");
  bench.top->tracker_limit_i = static_cast<uint8_t>(percent(70) ? kTrackers : pick(8));
  bench.throttle_banks = kBanks;
  bench.throttle = percent(50) ? 0 : static_cast<unsigned>(range(1, 16));
  bench.top->throttle_i = static_cast<uint8_t>(bench.throttle);
  bench.top->slots_i = percent(70);
  bench.step();
  if (percent(40)) return;
  bench.memory.behaviour.banks = kBanks;
  bench.memory.behaviour.transactors = static_cast<unsigned>(range(1, 8));
}

/// Allocation bits and straps change from copy to copy.
static void vary(EngineBench& bench, const Settings& settings) {
  const unsigned allocate = static_cast<unsigned>(pick(4));
  bench.write_register(kControl, allocate);
  bench.memory.expect_source_allocate = allocate & 1;
  bench.memory.expect_target_allocate = allocate >> 1;
  if (!settings.limit) bench.top->block_limit_i = static_cast<uint8_t>(range(0, 63));
  vary_memory(bench);
}

static Transfer contiguous(uint64_t source_offset, uint64_t target_offset, uint64_t bytes) {
  Transfer t;
  t.source = kSourceArea + source_offset;
  t.target = kTargetArea + target_offset;
  t.segment_bytes = bytes;
  return t;
}

void run_lengths(EngineBench& bench, const Settings& settings) {
  for (uint64_t round = 0; round < settings.count; round++) {
    for (unsigned bytes = 0; bytes <= 130; bytes++) {
      if (bytes % 8 == 0) vary(bench, settings);
      // Offsets near a page end cut short copies too.
      const uint64_t s = percent(30) ? 4096 - pick(130) : pick(128);
      const uint64_t t = percent(30) ? 4096 - pick(130) : pick(128);
      copy_and_check(bench, contiguous(s, t, bytes));
    }
    for (unsigned i = 0; i < 10; i++) {
      vary(bench, settings);
      copy_and_check(bench, contiguous(pick(8192), pick(8192), pick(9001)));
    }
  }
  check(bench.memory.counts.reordered > 0, "no response was reordered");
}

void run_offsets(EngineBench& bench, const Settings& settings) {
  std::vector<unsigned> pairs(128 * 128);
  for (unsigned i = 0; i < pairs.size(); i++) pairs[i] = i;
  std::shuffle(pairs.begin(), pairs.end(), random_source);
  const uint64_t amount = std::min<uint64_t>(settings.count, pairs.size());
  for (uint64_t i = 0; i < amount; i++) {
    if (i % 16 == 0) vary(bench, settings);
    const uint64_t page = percent(10) ? 4096 - 128 : 0;
    copy_and_check(bench, contiguous(page + pairs[i] / 128, page + pairs[i] % 128,
                                     percent(80) ? pick(200) : pick(700)));
  }
  std::printf("offset pairs %llu\n", static_cast<unsigned long long>(amount));
  check(bench.memory.counts.reordered > 0, "no response was reordered");
}

/// Any gaps at the source; at the target those that keep segments apart.
static Transfer any_shape() {
  Transfer t;
  t.segment_bytes = percent(60) ? range(1, 40) : range(1, 700);
  t.segments = percent(60) ? range(1, 12) : range(1, 40);
  const auto size = static_cast<int64_t>(t.segment_bytes);
  switch (pick(4)) {
    case 0:
      t.source_stride = 0;
      break;
    case 1:
      t.source_stride = static_cast<int64_t>(pick(300));
      break;
    case 2:
      t.source_stride = -size;
      break;
    default:
      t.source_stride = -static_cast<int64_t>(pick(2 * t.segment_bytes + 50));
  }
  switch (pick(3)) {
    case 0:
      t.target_stride = 0;
      break;
    case 1:
      t.target_stride = static_cast<int64_t>(pick(200));
      break;
    default:
      t.target_stride = -2 * size - static_cast<int64_t>(pick(200));
  }
  t.source = kBase + 0x40000 + pick(8192);
  t.target = kTargetArea + 0x30000 + pick(8192);
  return t;
}

void run_strides(EngineBench& bench, const Settings& settings) {
  for (uint64_t i = 0; i < settings.count; i++) {
    vary(bench, settings);
    copy_and_check(bench, any_shape());
  }
  Transfer t;  // nothing to do: done at once, also with a wild address
  t.source = ~0ull;
  for (unsigned i = 0; i < 3; i++) {
    t.segment_bytes = i == 0 ? 0 : 5;
    t.segments = i == 1 ? 0 : (i == 0 ? 7 : 0);
    bench.memory.forget_writes();
    bench.start(t);
    bench.step();
    check(!bench.busy && bench.read_register(kStatus) == 0,
          "an empty transfer is not done at once");
    check(bench.memory.write_log.empty(), "an empty transfer wrote");
  }
}

void run_pause(EngineBench& bench, const Settings& settings) {
  uint64_t pauses = 0, partial = 0;
  for (uint64_t i = 0; i < settings.count; i++) {
    vary(bench, settings);
    bench.write_register(kControl, 2);
    bench.memory.expect_source_allocate = false;
    bench.memory.expect_target_allocate = true;
    Transfer t = percent(50) ? any_shape() : contiguous(pick(8192), pick(8192), pick(20000) + 1);
    const auto pieces = pieces_of(t);
    refill(bench, pieces);
    bench.memory.forget_writes();
    if (percent(10)) bench.instruct(kSet, 3, kControl, 4);
    bench.start(t);
    for (;;) {
      const uint64_t wait = percent(30) ? pick(8) : pick(400);
      for (uint64_t n = 0; n < wait && bench.busy; n++) bench.step();
      const bool was_busy = bench.busy;
      bench.instruct(kSet, 3, kControl, 4);
      const uint64_t requests = bench.event_requests;
      bench.wait();
      check(!was_busy || bench.event_requests - requests <= 1,
            "more than one request after a pause");
      const uint64_t status = bench.read_register(kStatus);
      if (status == 0) break;
      check(status == 5, "status after a pause");
      pauses++;
      // A prefix of the pieces is written, whole.
      uint64_t prefix = 0;
      for (const Piece& p : pieces) {
        if (prefix == bench.memory.write_log.size()) break;
        prefix += p.bytes;
      }
      check(prefix == bench.memory.write_log.size(), "a pause cut a piece");
      if (prefix) partial++;
      if (percent(50)) {  // the shape was copied at Transfer: these writes change nothing
        for (unsigned n = 0; n < 4; n++) bench.write_register(n, random64());
      }
      for (uint64_t n = pick(20); n; n--) bench.step();
      check(!bench.busy, "busy while paused");
      if (percent(20)) {  // still paused: no progress
        bench.instruct(kResume, 0, 0, 0);
        bench.wait();
        check(bench.read_register(kStatus) == 5, "Resume with pause set");
        check(prefix == bench.memory.write_log.size(), "Resume with pause set moved data");
      }
      bench.instruct(kClear, 3, kControl, 4);
      check(!bench.instruct(kResume, 0, 0, 0).illegal, "Resume is illegal");
      check(bench.busy, "busy is low in the handshake cycle of Resume");
    }
    check_bytes(bench, pieces, bench.memory.bytes, "paused copy");
    bench.instruct(kClear, 3, kControl, 4);
    const uint64_t written = bench.memory.write_log.size();
    bench.instruct(kResume, 0, 0, 0);  // nothing is paused
    for (unsigned n = 0; n < 20; n++) bench.step();
    check(!bench.busy && bench.memory.write_log.size() == written &&
              bench.read_register(kStatus) == 0,
          "Resume with nothing paused");
  }
  std::printf("pauses %llu partial %llu\n", static_cast<unsigned long long>(pauses),
              static_cast<unsigned long long>(partial));
  check(pauses > 0 && partial > 0, "no transfer was paused half-way");
}
