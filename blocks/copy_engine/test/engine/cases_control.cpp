// SPDX-License-Identifier: Apache-2.0
// Instructions, errors, reset.
#include "cases.h"

// ---- the six instructions and the registers -----------------------------------------------------

namespace {
/// The engine at rest.
struct RegisterModel {
  uint64_t value[12] = {0, 0, 0, 1, 2};
  uint64_t shape[5] = {};  // of the transfer, where the shape view shows it
  static bool exists(uint64_t index) { return index <= 11; }
  static bool owner(uint64_t index) { return index == kOwner || index == kOwnerSatp; }
  bool view() const { return value[kControl] & kShapeView; }
  uint64_t read(uint64_t index) const {
    if (view() && index < kSegments) return shape[index];
    if (view() && index == kControl) return (value[kControl] & ~19ull) | shape[kControl];
    return value[index];
  }
  void apply(unsigned funct, uint64_t index, uint64_t operand) {
    const bool cursor = index >= kSource && index <= kSegmentsLeft;
    if (index > 4 && !cursor) return;
    uint64_t& v = value[index];
    if (funct == kWrite) v = operand;
    if (funct == kSet) v |= operand;
    if (funct == kClear) v &= ~operand;
    if (index == kControl) v &= value[kStatus] ? 31 : 23;
    if (!cursor) return;
    value[kStatus] = value[kBytesLeft] && value[kSegmentsLeft] ? 5 : 0;
    value[kControl] &= ~8ull;
    if (index == kSegmentsLeft) take_shape();
  }
  /// Of nothing.
  void transfer(uint64_t target, uint64_t source) {
    value[kSource] = source, value[kTarget] = target;
    value[kBytesLeft] = value[kSegmentSize], value[kSegmentsLeft] = value[kSegments];
    value[kStatus] = 0;
    take_shape();
  }
  void take_shape() {
    for (unsigned i = 0; i < 5; i++) shape[i] = value[i];
    shape[kControl] &= 19;
  }
};
}  // namespace

void run_instructions(EngineBench& bench, const Settings& settings) {
  RegisterModel model;
  bench.give(Caller());
  for (unsigned i = 0; i < 12; i++)
    if (RegisterModel::exists(i))
      check(bench.read_register(i) == model.value[i],
            "register " + std::to_string(i) + " after reset");

  // Every funct with every xd, xs1, xs2; Transfer and Resume do nothing here: no segments, not
  // paused.
  for (unsigned funct = 0; funct < 128; funct++) {
    for (unsigned uses = 0; uses < 8; uses++) {
      const bool legal = (funct == kTransfer && uses == 3) || (funct == kResume && uses == 0) ||
                         (funct == kRead && uses == 6) ||
                         (funct >= kWrite && funct <= kClear && uses == 3);
      const uint64_t index = pick(5);
      const Answer a = bench.instruct(funct, uses, index, 0);
      check(a.illegal == !legal,
            "funct " + std::to_string(funct) + " uses " + std::to_string(uses));
      if (legal && funct == kRead) check(a.result == model.read(index), "read value");
      if (legal && funct == kTransfer) model.transfer(index, 0);
      if (legal && funct >= kWrite) model.apply(funct, index, 0);
    }
  }
  // Register numbers, also far ones.
  for (unsigned i = 0; i < 300; i++) {
    const uint64_t index = i < 40 ? i : (i < 104 ? 1ull << (i - 40) : random64());
    for (unsigned funct : {kRead, kWrite, kSet, kClear}) {
      if (RegisterModel::owner(index) && funct != kRead) continue;
      const uint64_t operand = random64() & ~uint64_t{kRelease};
      const Answer a = bench.instruct(funct, funct == kRead ? 6 : 3, index, operand);
      const bool exists = RegisterModel::exists(index);
      check(a.illegal == !(exists || RegisterModel::owner(index)), "register number " + hex(index));
      if (exists && funct != kRead) model.apply(funct, index, operand);
      if (exists && funct == kRead) check(a.result == model.read(index), "register " + hex(index));
    }
  }
  uint64_t views = 0;
  for (uint64_t i = 0; i < settings.count; i++) {
    const uint64_t index = pick(12);
    const unsigned funct = kRead + static_cast<unsigned>(pick(4));
    const uint64_t operand = percent(20)   ? 0
                             : percent(50) ? random64()
                                           : 1ull << pick(percent(50) ? 4 : 64);
    if (index == kControl && operand & kRelease) continue;
    views += model.view();
    const Answer a = bench.instruct(funct, funct == kRead ? 6 : 3, index, operand);
    check(!a.illegal, "legal instruction trapped");
    if (funct == kRead)
      check(a.result == model.read(index), "register " + std::to_string(index));
    else
      model.apply(funct, index, operand);
  }
  check(!bench.busy, "register instructions made the engine busy");
  check(views > 0, "the shape view was never open");

  // Transfer and Resume wait for older stores, Resume for the engine, the others do not.
  bench.write_register(kControl, 2);
  bench.read_register(kStatus);  // a Transfer drops a stop that was seen
  Transfer t;
  t.source = kBase + 5, t.target = kBase + 0x10001, t.segment_bytes = 3000;
  bench.write_register(kSegmentSize, t.segment_bytes), bench.write_register(kSegments, 1);
  bench.write_register(kSourceStride, 0), bench.write_register(kTargetStride, 0);
  for (unsigned funct : {kTransfer, kResume}) {
    bench.offer(funct, funct == kTransfer ? 3 : 0, t.target, t.source, false);
    for (unsigned i = 0; i < 20; i++)
      check(!bench.try_step() && !bench.busy, "started with stores not visible");
    bench.retract();
    bench.step();
  }
  bench.instruct(kTransfer, 3, t.target, t.source);
  check(bench.busy, "busy in the handshake cycle");
  for (unsigned i = 0; i < 30; i++) {
    bench.offer(kRead, 6, kSegmentSize, 0);
    check(bench.try_step() && bench.answer().result == 3000, "read during a transfer waits");
    bench.offer(kSet, 3, kSegmentSize, 0);
    check(bench.try_step() && bench.busy, "set during a transfer waits");
    bench.offer(9, 3, 0, 0);
    check(bench.try_step() && bench.answer().illegal, "illegal funct during a transfer waits");
  }
  bench.offer(kResume, 0, 0, 0);
  while (!bench.try_step()) check(cycle < 3000000, "Resume never accepted");
  check(bench.memory.write_log.size() == 3000 && bench.memory.outstanding() == 0,
        "Resume accepted before the transfer was done");
}

// ---- errors
// ---------------------------------------------------------------------------------------

static bool all_written_before(EngineBench& bench, const std::vector<Piece>& pieces,
                               uint64_t position) {
  for (const Piece& p : pieces)
    for (uint64_t i = 0; i < p.bytes && p.position + i < position; i++)
      if (bench.memory.writes[p.target + i - kBase] != 1 ||
          bench.memory.at(p.target + i) != bench.memory.at(p.source + i))
        return false;
  return true;
}

static void check_no_stray(EngineBench& bench, const std::vector<Piece>& pieces) {
  std::vector<bool> allowed(kBytes);
  for (const Piece& p : pieces)
    for (uint64_t i = 0; i < p.bytes; i++)
      if (p.target - kBase < kBytes) allowed[p.target + i - kBase] = true;
  for (uint64_t a : bench.memory.write_log) {
    check(allowed[a - kBase], "stray write at " + hex(a));
    check(bench.memory.writes[a - kBase] == 1, "byte written twice");
  }
}

static void spoil(EngineBench& bench, const std::vector<Piece>& pieces, bool source_side) {
  const Piece& p = pieces[pick(pieces.size())];
  const uint64_t at = pick(p.bytes);
  if (!source_side)
    bench.memory.bad_writes.insert((p.target + at) / kBlock);
  else if (percent(50))
    bench.memory.bad_reads.insert((p.source + at) / kBlock);
  else
    bench.memory.corrupt_reads.insert((p.source + at) / kBeat * kBeat);
}

/// Target bytes whose source beat fails: they must be written as corrupt.
static void poison(EngineBench& bench, const std::vector<Piece>& pieces) {
  for (const Piece& p : pieces) {
    for (uint64_t i = 0; i < p.bytes; i++) {
      const uint64_t s = p.source + i;
      if (bench.memory.bad_reads.count(s / kBlock) ||
          bench.memory.corrupt_reads.count(s / kBeat * kBeat))
        bench.memory.poisoned_targets.insert(p.target + i);
    }
  }
}

static void forgive(EngineBench& bench) {
  bench.memory.bad_reads.clear();
  bench.memory.bad_writes.clear();
  bench.memory.corrupt_reads.clear();
  bench.memory.poisoned_targets.clear();
}

/// Pause comes before an address that will be refused; Resume then meets it.
static void pause_before_refusal(EngineBench& bench) {
  Transfer t;
  t.source = kBase, t.target = 1ull << 40, t.segment_bytes = 8;
  bench.instruct(kSet, 3, kControl, 4);
  bench.start(t);
  bench.wait();
  check(bench.read_register(kStatus) == 5, "pause before a refused piece");
  bench.instruct(kClear, 3, kControl, 4);
  bench.instruct(kResume, 0, 0, 0);
  bench.wait();
  check(bench.read_register(kStatus) == 4 && bench.read_register(kAddress) == t.target,
        "Resume into a refused piece");
}

void run_errors(EngineBench& bench, const Settings& settings) {
  pause_before_refusal(bench);
  uint64_t sides[2] = {0, 0}, beyond = 0, several = 0;
  for (uint64_t i = 0; i < settings.count; i++) {
    vary_memory(bench);
    Transfer t;
    t.segment_bytes = percent(50) ? range(1, 300) : range(1, 9000);
    t.segments = t.segment_bytes < 300 ? range(1, 20) : 1;
    t.source_stride = static_cast<int64_t>(pick(100)),
    t.target_stride = static_cast<int64_t>(pick(100));
    t.source = kBase + 0x10000 + pick(8192), t.target = kBase + 0x90000 + pick(8192);
    // One in eight leaves the 40-bit address space with its second segment.
    const unsigned far_side = percent(12) ? 1 + static_cast<unsigned>(pick(3)) : 0;
    if (far_side) t.segments = std::max<uint64_t>(t.segments, 2);
    const int64_t jump = static_cast<int64_t>(1ull << range(40, 62));
    if (far_side & 1) t.source_stride = jump;
    if (far_side & 2) t.target_stride = jump;
    auto pieces = pieces_of(t);
    const auto whole = pieces;
    Failure expected;
    if (far_side) {
      while (pieces.back().position >= t.segment_bytes) pieces.pop_back();
      const uint64_t far =
          (far_side & 1 ? t.source : t.target) + t.segment_bytes + static_cast<uint64_t>(jump);
      expected = {true, !(far_side & 1), t.segment_bytes, far};
      beyond++;
    }
    const unsigned faults = far_side && percent(50) ? 0 : 1 + static_cast<unsigned>(pick(4));
    for (unsigned f = 0; f < faults; f++) spoil(bench, pieces, percent(50));
    several += faults > 1;
    const Failure bus = first_failure(pieces, kBeat, bench.memory);
    check(bus.found == (faults > 0), "the bench spoiled nothing");
    if (bus.found) expected = bus;
    poison(bench, pieces);
    bench.memory.forget_writes();
    const uint64_t errors = bench.event_errors;
    bench.start(t);
    bench.wait();
    check(bench.read_register(kStatus) == (expected.is_target ? 4 : 3),
          "status after an error: " + std::to_string(bench.read_register(kStatus)));
    check(bench.read_register(kAddress) == expected.address,
          "address " + hex(bench.read_register(kAddress)) + " expected " + hex(expected.address));
    check(bench.read_register(kPage) == expected.address >> 12, "page");
    check((bench.event_errors > errors) == bus.found, "error event");
    check(all_written_before(bench, pieces, expected.position),
          "bytes before the error are not all copied");
    check_no_stray(bench, pieces);
    sides[expected.is_target]++;
    forgive(bench);
    if (percent(30)) {  // not resumable
      const uint64_t written = bench.memory.write_log.size();
      bench.instruct(kResume, 0, 0, 0);
      for (unsigned n = 0; n < 20; n++) bench.step();
      check(!bench.busy && bench.memory.write_log.size() == written, "Resume after an error");
      check(bench.read_register(kStatus) == (expected.is_target ? 4 : 3),
            "Resume after an error changed the status");
    }
    if (percent(50)) {  // later transfers work
      Transfer next;
      next.source = kBase + 0x20000 + pick(200), next.target = kBase + 0xb0000 + pick(200),
      next.segment_bytes = range(1, 600);
      copy_and_check(bench, next);
      check(bench.read_register(kAddress) == expected.address,
            "a good transfer changed the error address");
    }
  }
  std::printf("errors: source %llu target %llu beyond %llu with several %llu corrupt puts %llu\n",
              static_cast<unsigned long long>(sides[0]), static_cast<unsigned long long>(sides[1]),
              static_cast<unsigned long long>(beyond), static_cast<unsigned long long>(several),
              static_cast<unsigned long long>(bench.memory.counts.corrupt_puts));
  check(sides[0] && sides[1] && beyond && bench.memory.counts.reordered,
        "a kind of error did not occur");
}

// ---- reset
// ----------------------------------------------------------------------------------------

void run_reset(EngineBench& bench, const Settings& settings) {
  uint64_t interrupted = 0;
  for (uint64_t i = 0; i < settings.count; i++) {
    vary_memory(bench);
    Transfer t;
    t.source = kBase + 0x10000 + pick(300), t.target = kBase + 0x90000 + pick(300),
    t.segment_bytes = range(1, 9000);
    if (percent(20)) spoil(bench, pieces_of(t), percent(50));
    poison(bench, pieces_of(t));
    bench.start(t);
    for (uint64_t n = percent(50) ? pick(40) : pick(600); n; n--) bench.step();
    interrupted += bench.busy;
    if (percent(30)) {  // a paused transfer is forgotten too
      bench.instruct(kSet, 3, kControl, 4);
      bench.wait();
    }
    forgive(bench);
    bench.restart();
    for (unsigned n = 0; n < 5; n++) bench.step();
    check(!bench.busy && bench.memory.outstanding() == 0, "busy after reset");
    check(bench.read_register(kStatus) == kLost, "an owner after reset");
    for (unsigned n = 0; n < 12; n++)
      check(n == kStatus || bench.read_register(n) == 0, "a register of a free engine");
    bench.instruct(kSet, 3, kControl, 0);
    for (unsigned n : {0, 1, 2, 5, 6, 7, 8, 9, 10, 11})
      check(bench.read_register(n) == 0, "register " + std::to_string(n) + " after reset");
    check(bench.read_register(kSegments) == 1, "segments after reset");
    check(bench.read_register(kControl) == 2, "control after reset");
    bench.instruct(kResume, 0, 0, 0);
    check(!(bench.step(), bench.busy), "Resume after reset");
    t.segment_bytes = range(1, 500);
    copy_and_check(bench, t);
  }
  std::printf("resets during a transfer %llu\n", static_cast<unsigned long long>(interrupted));
  check(interrupted > 0, "no transfer was interrupted");
}
