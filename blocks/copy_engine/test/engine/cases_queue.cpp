// SPDX-License-Identifier: Apache-2.0
// The queue of commands, and what several trackers gain with a memory in banks.
#include "cases.h"

namespace {
/// Up to three transfers that do not meet, in slots of 64 KB.
std::vector<Transfer> some_transfers(size_t count) {
  std::vector<Transfer> all(count);
  for (size_t i = 0; i < count; i++) {
    all[i].segment_bytes = percent(50) ? range(1, 300) : range(1, 9000);
    all[i].segments = range(1, 4);
    all[i].source_stride = static_cast<int64_t>(pick(100));
    all[i].target_stride = static_cast<int64_t>(pick(100));
    all[i].source = kBase + 0x10000 * i + pick(8192);
    all[i].target = kBase + 0x80000 + 0x10000 * i + pick(8192);
  }
  return all;
}

std::vector<Piece> pieces_of_all(const std::vector<Transfer>& all) {
  std::vector<Piece> pieces;
  for (const Transfer& t : all)
    for (const Piece& p : pieces_of(t)) pieces.push_back(p);
  return pieces;
}

unsigned waiting(EngineBench& bench) {
  return static_cast<unsigned>(bench.read_register(kControl) >> 8 & 3);
}

void start_all(EngineBench& bench, const std::vector<Transfer>& all) {
  bench.memory.forget_writes();
  for (const Transfer& t : all) bench.start(t);
}

/// Stop at three commands: none has begun, two wait.
std::vector<Transfer> stopped_at_three(EngineBench& bench) {
  const auto all = some_transfers(3);
  bench.instruct(kSet, 3, kControl, kPauseBit);
  start_all(bench, all);
  bench.wait();
  check(waiting(bench) == 2 && bench.memory.write_log.empty(), "a queue behind a pause");
  return all;
}

/// Before the status was read a Transfer is an illegal instruction; after it, it starts anew.
void run_refusal(EngineBench& bench) {
  stopped_at_three(bench);
  const Transfer last = some_transfers(1)[0];
  check(bench.instruct(kTransfer, 3, last.target, last.source).illegal, "a fourth Transfer");
  check(!bench.busy && waiting(bench) == 2, "a refused Transfer did something");
  check(bench.read_register(kStatus) == 5, "status at a stop");
  bench.instruct(kClear, 3, kControl, kPauseBit);
  bench.start(last);
  bench.wait();
  check(bench.read_register(kStatus) == 0 && waiting(bench) == 0, "a new start drops the queue");
  check_bytes(bench, pieces_of(last), bench.memory.bytes, "the new start");
}

/// The command of an access error is over; Resume goes on with those behind it.
void run_error_in_queue(EngineBench& bench) {
  const auto all = some_transfers(3);
  bench.memory.bad_writes.insert(all[0].target / kBlock);
  start_all(bench, all);
  bench.wait();
  check(bench.read_register(kStatus) == 4 && waiting(bench) == 2, "an error stops the queue");
  for (unsigned n = 0; n < 50; n++) bench.step();
  check(!bench.busy && waiting(bench) == 2, "the queue went on by itself");
  bench.memory.bad_writes.clear();
  bench.memory.forget_writes();
  check(!bench.instruct(kResume, 0, 0, 0).illegal && bench.busy, "Resume with a queue");
  bench.wait();
  check(bench.read_register(kStatus) == 0 && waiting(bench) == 0, "Resume behind an error");
  check_bytes(bench, pieces_of_all({all[1], all[2]}), bench.memory.bytes, "behind an error");
}

/// Copies of one segment that may overlap, most of them short.
std::vector<Transfer> plain_transfers(size_t count) {
  auto all = some_transfers(count);
  for (Transfer& t : all) {
    t.segments = 1, t.source_stride = t.target_stride = 0;
    if (percent(70)) t.segment_bytes = range(1, 200);
  }
  return all;
}

/// A failing write is told by the addresses of its own transfer, though others have begun since.
/// Returns whether one had.
bool run_error_before(EngineBench& bench) {
  vary_memory(bench);
  const auto all = plain_transfers(6);
  const size_t culprit = pick(5);
  const Transfer& bad = all[culprit];
  const uint64_t byte = bad.target + pick(bad.segment_bytes);
  bench.memory.bad_writes.insert(byte / kBlock);
  bench.instruct(kSet, 3, kControl, kOverlap);
  bench.memory.forget_writes();
  for (unsigned i = 0; i < 2; i++) bench.write_register(i, 0);
  bench.write_register(kSegments, 1);
  size_t accepted = 0;
  for (const Transfer& t : all) {
    bench.write_register(kSegmentSize, t.segment_bytes);
    bench.offer(kTransfer, 3, t.target, t.source);
    while (!bench.try_step()) {
    }
    if (bench.answer().illegal) break;
    accepted++;
  }
  bench.wait();
  const size_t begun = accepted - waiting(bench);
  const uint64_t status = bench.read_register(kStatus), target = bench.read_register(kTarget);
  check(status == 4, "status of an error before: " + std::to_string(status));
  check(target == std::max(bad.target, byte / kBlock * kBlock), "the failing target");
  check(bench.read_register(kAddress) == target, "the address of an error before");
  const uint64_t passed = target - bad.target;
  check(bench.read_register(kSource) == bad.source + passed, "the source of an error before");
  check(bench.read_register(kBytesLeft) == bad.segment_bytes - passed &&
            bench.read_register(kSegmentsLeft) == 1,
        "what is left of the failing transfer");
  check(begun > culprit, "a transfer failed before it began");
  for (size_t i = 0; i < culprit; i++)
    for (uint64_t n = 0; n < all[i].segment_bytes; n++)
      check(bench.memory.at(all[i].target + n) == bench.memory.at(all[i].source + n) &&
                bench.memory.writes[all[i].target + n - kBase] == 1,
            "a transfer before the failing one");
  bench.memory.bad_writes.clear();
  bench.instruct(kClear, 3, kControl, kOverlap);
  bench.start(all[0]);
  bench.wait();
  check(bench.read_register(kStatus) == 0, "status after an error before");
  return begun > culprit + 1;
}

/// What fy_copy_save and fy_copy_restore do: each stopped command in turn shows its cursor.
void run_queue_save(EngineBench& bench) {
  const auto all = stopped_at_three(bench);
  std::vector<std::vector<uint64_t>> saved;
  for (unsigned n = 0; bench.read_register(kStatus) != 0; n++) {
    check(n < 3, "more commands than were started");
    bench.instruct(kSet, 3, kControl, kShapeView);
    std::vector<uint64_t> one;
    for (const unsigned i : {0u, 1u, 2u}) one.push_back(bench.read_register(i));
    bench.instruct(kClear, 3, kControl, kShapeView);
    for (unsigned i = kSource; i <= kSegmentsLeft; i++) one.push_back(bench.read_register(i));
    saved.push_back(one);
    bench.write_register(kSegmentsLeft, 0);
    bench.step();
    bench.wait();
  }
  check(saved.size() == 3 && bench.memory.write_log.empty(), "what was saved");
  bench.instruct(kClear, 3, kControl, kPauseBit);
  for (unsigned i = 0; i < 3; i++) bench.write_register(i, saved[0][i]);
  for (unsigned i = 0; i < 4; i++) bench.write_register(kSource + i, saved[0][3 + i]);
  for (unsigned n = 1; n < 3; n++) {
    for (unsigned i = 0; i < 3; i++) bench.write_register(i, saved[n][i]);
    bench.write_register(kSegments, saved[n][6]);
    check(!bench.instruct(kTransfer, 3, saved[n][4], saved[n][3]).illegal, "a Transfer restored");
  }
  check(!(bench.step(), bench.busy) && waiting(bench) == 2, "a restored queue stands still");
  bench.instruct(kResume, 0, 0, 0);
  bench.wait();
  check(bench.read_register(kStatus) == 0, "status of a restored queue");
  check_bytes(bench, pieces_of_all(all), bench.memory.bytes, "restored queue");
}
}  // namespace

void run_queue(EngineBench& bench, const Settings& settings) {
  uint64_t stops = 0, behind = 0, errors_before = 0;
  for (uint64_t i = 0; i < settings.count; i++) {
    vary_memory(bench);
    auto all = some_transfers(range(1, 3));
    const bool overlap = percent(50);
    if (overlap && percent(70)) all = plain_transfers(3);
    bench.instruct(overlap ? kSet : kClear, 3, kControl, kOverlap);
    start_all(bench, all);
    for (;;) {
      if (percent(50)) {
        for (uint64_t n = pick(400); n && bench.busy; n--) bench.step();
        bench.instruct(kSet, 3, kControl, kPauseBit);
      }
      bench.wait();
      const uint64_t status = bench.read_register(kStatus);
      if (status == 0) break;
      check(status == 5, "status of a queue");
      stops++, behind += waiting(bench) > 0;
      bench.instruct(kClear, 3, kControl, kPauseBit);
      bench.instruct(kResume, 0, 0, 0);
    }
    bench.instruct(kClear, 3, kControl, kPauseBit | kOverlap);
    check_bytes(bench, pieces_of_all(all), bench.memory.bytes, "queue");
    for (unsigned n = 0; n < 4; n++) errors_before += run_error_before(bench);
    if (i % 8 == 0) run_refusal(bench);
    if (i % 8 == 1) run_error_in_queue(bench);
    if (i % 8 == 2) run_queue_save(bench);
  }
  std::printf(
      "stops %llu with commands behind %llu queued %llu overlapped %llu errors before %llu\n",
      static_cast<unsigned long long>(stops), static_cast<unsigned long long>(behind),
      static_cast<unsigned long long>(bench.event_queued),
      static_cast<unsigned long long>(bench.event_overlapped),
      static_cast<unsigned long long>(errors_before));
  check(stops && behind && bench.event_queued && bench.event_overlapped && errors_before,
        "something never happened");
}

// ---- rates --------------------------------------------------------------------------------------

static double slope(EngineBench& bench, uint64_t distance) {
  uint64_t cycles[2];
  for (const bool large : {false, true}) {
    Transfer t;
    t.source = kBase + 0x10000, t.target = kBase + 0x90000 + distance;
    t.segment_bytes = large ? 196608 : 32768;
    bench.memory.forget_writes();
    const uint64_t start = bench.start(t).cycle;
    bench.wait();
    check_bytes(bench, pieces_of(t), bench.memory.bytes, "timed copy");
    cycles[large] = cycle - 1 - start;
  }
  return (196608.0 - 32768.0) / static_cast<double>(cycles[1] - cycles[0]);
}

/// The goals are 1.8 and 2.5 with 4 banks, 1.9 and 3.2 with 8; the floors lie a little below what
/// was measured. The engine is built for kBanks: with fewer, its turns keep trackers apart that do
/// not meet, and let meet some that do; slots are off then.
void run_tracker_rates(EngineBench& bench, const Settings&) {
  const uint64_t distances[] = {0, 64, 192};
  bool good = true;
  for (const unsigned banks : {1u, 2u, 4u, 8u}) {
    bench.memory.behaviour = Behaviour();
    bench.memory.behaviour.banks = banks;
    bench.top->slots_i = banks == kBanks;
    for (unsigned d = 0; d < 3; d++) {
      double one = 0;
      for (unsigned trackers = 1; trackers <= kTrackers; trackers *= 2) {
        bench.top->tracker_limit_i = static_cast<uint8_t>(trackers);
        bench.peak_trackers = 0;
        bench.step(), bench.step();
        const double rate = slope(bench, distances[d]), gain = trackers == 1 ? 1 : rate / one;
        if (trackers == 1) one = rate;
        std::printf("banks %u distance %3llu trackers %u: %6.2f bytes a cycle, gain %.2f\n", banks,
                    static_cast<unsigned long long>(distances[d]), trackers, rate, gain);
        check(bench.peak_trackers == trackers, "trackers busy at once");
        if (banks < 4) continue;
        if (trackers == 2) good = good && gain >= 1.95;
        if (trackers == 4) good = good && gain >= (banks == kBanks ? 3.95 : 2.95);
      }
    }
  }
  check(good, "a gain is below what it was");
}
