// SPDX-License-Identifier: Apache-2.0
// Translated copies that are disturbed: fences, pauses, bus errors, two processes on one engine.
#include "translated.h"

// ---- fences -----------------------------------------------------------------------------------

/// Another page takes the place of one: table, SFENCE.VMA, contents once everything has drained.
static void move_page(World& world, Process& p, uint64_t address, bool use_address) {
  EngineBench& bench = world.bench;
  Leaf& leaf = p.space.leaves[0].at(address >> 12 & kVpnMask);
  const uint64_t old = leaf.ppn << 12, fresh = world.page();
  leaf.ppn = fresh >> 12;
  bench.begin_fence(use_address, address >> 12, !leaf.global && percent(50), p.space.asid);
  bench.finish_fence();
  for (uint64_t i = 0; i < kPageBytes; i++) {
    bench.memory.at(fresh + i) = bench.memory.at(old + i);
    bench.memory.at(old + i) ^= 0x55;
    std::swap(bench.memory.writes[fresh + i - kBase], bench.memory.writes[old + i - kBase]);
  }
  bench.memory.forbidden.insert(old / kPageBytes);
}

/// After a fence without address nothing of a user's copy is left, and nothing more of it happens.
static void check_forgotten(EngineBench& bench) {
  check(bench.memory.outstanding() == 0, "a user's copy is not drained");
  const uint64_t written = bench.memory.write_log.size(), walks = bench.walker.walks;
  for (unsigned n = 0; n < 100; n++) bench.step();
  check(!bench.busy && bench.memory.write_log.size() == written && bench.walker.walks == walks,
        "a user's copy goes on after a fence without address");
  for (unsigned i = 0; i < 12; i++)
    check(bench.read_register(i) == (i == kStatus ? kLost : 0), "a user's claim is left");
  bench.instruct(kSet, 3, kControl, 0);
  for (unsigned i = kStatus; i < 12; i++)
    check(bench.read_register(i) == 0, "a new owner sees what was forgotten");
}

void run_fences(EngineBench& bench, const Settings& settings) {
  World world(bench);
  uint64_t fences = 0, during_walk = 0, during_drain = 0, moves = 0, forgotten = 0;
  for (uint64_t i = 0; i < settings.count; i++) {
    Process p;
    begin(world, p);
    const Transfer t = world.transfer(p, false);
    const auto pieces = pieces_of(t);
    refill_source(bench, physical_pieces(p, pieces));
    std::fill(bench.memory.writes.begin(), bench.memory.writes.end(), 0);
    bench.memory.forget_writes();
    const uint64_t wait = percent(50) ? 300 : 30;
    const bool user = p.caller.privilege == 0;
    bool lost = false;
    bench.start(t);
    for (unsigned n = 0; n < 60 && bench.busy && !lost; n++) {
      for (uint64_t k = pick(wait); k && bench.busy; k--) bench.step();
      if (!bench.busy) break;
      const bool use_address = percent(user ? 95 : 50);
      lost = user && !use_address;
      fences++;
      during_walk += bench.walker.under_way();
      during_drain += bench.memory.outstanding() > 0;
      if (percent(60)) {
        // Mostly a page that is in use or will be soon.
        const Piece& piece = pieces[pick(pieces.size())];
        const uint64_t near = bench.read_register(percent(50) ? kSource : kTarget);
        const uint64_t any = percent(50) ? piece.source : piece.target;
        const bool present = p.space.leaves[0].count(near >> 12 & kVpnMask) != 0;
        move_page(world, p, present && percent(70) ? near : any, use_address);
        moves++;
      } else {
        bench.begin_fence(use_address, pick(1 << 27), percent(50),
                          static_cast<unsigned>(pick(65536)));
        bench.finish_fence();
      }
    }
    if (lost) {
      check_forgotten(bench);
      forgotten++;
      continue;
    }
    bench.wait();
    check(bench.read_register(kStatus) == 0, "status of a copy with fences");
    check_bytes(bench, physical_pieces(p, pieces), bench.memory.bytes, "copy with fences");
  }
  std::printf("fences %llu moves %llu during a walk %llu during a drain %llu forgotten %llu\n",
              static_cast<unsigned long long>(fences), static_cast<unsigned long long>(moves),
              static_cast<unsigned long long>(during_walk),
              static_cast<unsigned long long>(during_drain),
              static_cast<unsigned long long>(forgotten));
  check(during_walk && during_drain && moves && forgotten, "something never happened");
  check(bench.event_fences > 0 && bench.event_fences <= fences, "fence events");
}

// ---- pause --------------------------------------------------------------------------------------

void run_translated_pause(EngineBench& bench, const Settings& settings) {
  World world(bench);
  uint64_t pauses = 0, during_walk = 0;
  for (uint64_t i = 0; i < settings.count; i++) {
    Process p;
    begin(world, p);
    const Transfer t = world.transfer(p, false);
    const auto pieces = pieces_of(t);
    const auto physical = physical_pieces(p, pieces);
    refill_source(bench, physical);
    bench.memory.forget_writes();
    bench.start(t);
    for (;;) {
      for (uint64_t n = pick(percent(50) ? 40 : 400); n && bench.busy; n--) bench.step();
      during_walk += bench.busy && bench.walker.under_way();
      bench.instruct(kSet, 3, kControl, kPauseBit);
      const uint64_t requests = bench.event_requests;
      bench.wait();
      check(bench.event_requests - requests <= 1, "more than one request after a pause");
      if (bench.read_register(kStatus) == 0) break;
      check(bench.read_register(kStatus) == 5, "status after a pause");
      size_t whole = 0;
      while (bytes_of(pieces, whole) < bench.memory.write_log.size()) whole++;
      check(bytes_of(pieces, whole) == bench.memory.write_log.size(), "a pause cut a piece");
      check(bench.read_register(kSource) == pieces[whole].source &&
                bench.read_register(kTarget) == pieces[whole].target,
            "cursor at a pause");
      pauses++;
      bench.instruct(kClear, 3, kControl, kPauseBit);
      bench.instruct(kResume, 0, 0, 0);
    }
    bench.instruct(kClear, 3, kControl, kPauseBit);
    check_bytes(bench, physical, bench.memory.bytes, "paused copy");
  }
  std::printf("pauses %llu during a walk %llu\n", static_cast<unsigned long long>(pauses),
              static_cast<unsigned long long>(during_walk));
  check(pauses && during_walk, "something never happened");
  check(bench.event_pauses == pauses, "pause events");
}

// ---- two processes ------------------------------------------------------------------------------

namespace {
/// What fy_copy_save and fy_copy_restore of the driver do.
struct State {
  uint64_t registers[5] = {0, 0, 0, 0, 2}, shape[5] = {}, cursor[4] = {};

  void save(EngineBench& bench) {
    bench.instruct(kSet, 3, kControl, kPauseBit);
    bench.wait();
    for (unsigned i = 0; i < 5; i++) registers[i] = bench.read_register(i);
    registers[4] &= 3;
    cursor[3] = 0;
    if (bench.read_register(kStatus) == 0) return;
    bench.instruct(kSet, 3, kControl, kShapeView);
    for (unsigned i = 0; i < 5; i++) shape[i] = bench.read_register(i);
    bench.instruct(kClear, 3, kControl, kShapeView);
    for (unsigned i = 0; i < 4; i++) cursor[i] = bench.read_register(kSource + i);
  }
  void restore(EngineBench& bench) const {
    if (cursor[3]) {
      for (unsigned i = 0; i < 3; i++) bench.write_register(i, shape[i]);
      bench.write_register(kControl, shape[4] & 3);
      for (unsigned i = 0; i < 3; i++) bench.write_register(kSource + i, cursor[i]);
    }
    bench.write_register(kSegmentsLeft, cursor[3]);
    for (unsigned i = 0; i < 5; i++) bench.write_register(i, registers[i]);
  }
};

struct Side {
  Process process;
  State state;
  Transfer transfer;
  std::vector<Piece> pieces;
  uint64_t programmed[4] = {};
  bool started = false, done = false;
};
}  // namespace

/// One turn of a process on the engine; true when its transfer has ended.
static bool turn(World& world, Side& side, uint64_t& faults) {
  EngineBench& bench = world.bench;
  world.enter(side.process);
  side.state.restore(bench);
  if (side.started) {
    for (unsigned i = 0; i < 4; i++)
      check(bench.read_register(i) == side.programmed[i], "a register of the process is lost");
    bench.instruct(kResume, 0, 0, 0);
  } else {
    bench.start(side.transfer);
    side.started = true;
    for (unsigned i = 0; i < 4; i++) bench.write_register(i, side.programmed[i] = random64());
  }
  for (uint64_t n = pick(percent(50) ? 60 : 500); n && bench.busy; n--) bench.step();
  const bool settled = percent(50);
  if (settled) {
    bench.instruct(kSet, 3, kControl, kPauseBit);
    bench.wait();
  }
  const uint64_t status = settled ? bench.read_register(kStatus) : 5;
  if (status == 1 || status == 2) {
    // Faults are handled now, or found again after the next turn.
    if (percent(70)) {
      Process& p = side.process;
      p.space.map(bench.read_register(kAddress), world.page()).user = p.rights.user || p.rights.sum;
    }
    faults++;
  }
  side.state.save(bench);
  return side.state.cursor[3] == 0;
}

void run_switches(EngineBench& bench, const Settings& settings) {
  World world(bench);
  uint64_t turns = 0, faults = 0;
  for (uint64_t i = 0; i < settings.count; i++) {
    world.forget();
    vary_memory(bench);
    any_walker(bench.walker);
    bench.memory.forget_writes();
    Side sides[2];
    for (unsigned s = 0; s < 2; s++) {
      Process& p = sides[s].process;
      world.make(p, 10 + s, false);
      for (auto& [vpn, leaf] : p.space.leaves[0]) leaf.global = false;
      world.enter(p);
      world.flush(p);
      sides[s].transfer = world.transfer(p, false);
      sides[s].pieces = pieces_of(sides[s].transfer);
      refill_source(bench, physical_pieces(p, sides[s].pieces));
      for (unsigned n = static_cast<unsigned>(pick(5)); n; n--) {
        const Piece& piece = sides[s].pieces[pick(sides[s].pieces.size())];
        p.space.unmap(percent(50) ? piece.source : piece.target);
      }
    }
    if (percent(50)) {  // the same addresses in both
      const uint64_t distance_source = sides[0].process.source - sides[1].process.source;
      AddressSpace moved = sides[1].process.space;
      moved.leaves[0].clear();
      for (auto& [vpn, leaf] : sides[1].process.space.leaves[0]) {
        const uint64_t address = vpn << 12;
        const bool is_source = ((address - sides[1].process.source) & 0x7fffffffff) < kRegion;
        moved.leaves[0][is_source ? (address + distance_source) >> 12 & kVpnMask : vpn] = leaf;
      }
      sides[1].process.space = moved;
      sides[1].transfer.source += distance_source;
      sides[1].process.source += distance_source;
      sides[1].pieces = pieces_of(sides[1].transfer);
    }
    for (unsigned n = 0; !sides[0].done || !sides[1].done; n++) {
      check(n < 5000, "two processes never end");
      Side& side = sides[pick(2)];
      if (side.done) continue;
      side.done = turn(world, side, faults);
      turns++;
    }
    bench.write_register(kControl, 2);
    uint64_t expected = 0;
    for (Side& side : sides) {
      for (const Piece& p : physical_pieces(side.process, side.pieces)) {
        expected += p.bytes;
        for (uint64_t k = 0; k < p.bytes; k++) {
          check(bench.memory.writes[p.target + k - kBase] == 1, "repeated or lost bytes");
          check(bench.memory.at(p.target + k) == bench.memory.at(p.source + k),
                "wrong byte after a switch");
        }
      }
    }
    check(bench.memory.write_log.size() == expected, "a byte outside the targets");
  }
  std::printf("turns %llu faults %llu\n", static_cast<unsigned long long>(turns),
              static_cast<unsigned long long>(faults));
  check(faults > 0 && turns > 3 * settings.count, "something never happened");
}

// ---- bus errors ---------------------------------------------------------------------------------

/// A bus error under translation: virtual address, cursor at the byte, and on from there.
void run_translated_errors(EngineBench& bench, const Settings& settings) {
  World world(bench);
  uint64_t sides[2] = {}, during_walk = 0;
  for (uint64_t i = 0; i < settings.count; i++) {
    Process p;
    begin(world, p);
    const Transfer t = world.transfer(p, false);
    const auto pieces = pieces_of(t);
    const auto physical = physical_pieces(p, pieces);
    refill_source(bench, physical);
    const Piece& bad = physical[pick(physical.size())];
    const uint64_t at = pick(bad.bytes);
    if (percent(50))
      bench.memory.bad_reads.insert((bad.source + at) / kBlock);
    else
      bench.memory.bad_writes.insert((bad.target + at) / kBlock);
    const Failure failure = first_failure(physical, kBeat, bench.memory);
    for (const Piece& piece : physical)
      for (uint64_t k = 0; k < piece.bytes; k++)
        if (bench.memory.bad_reads.count((piece.source + k) / kBlock))
          bench.memory.poisoned_targets.insert(piece.target + k);
    bench.memory.forget_writes();
    const uint64_t errors = bench.event_errors;
    bench.start(t);
    while (bench.busy && bench.event_errors == errors) bench.step();
    during_walk += bench.busy && bench.walker.under_way();
    bench.wait();
    check(bench.read_register(kStatus) == (failure.is_target ? 4 : 3), "status of a bus error");
    size_t k = 0;
    while (pieces[k].position + pieces[k].bytes <= failure.position) k++;
    const uint64_t in = failure.position - pieces[k].position;
    const uint64_t source = pieces[k].source + in, target = pieces[k].target + in;
    check(bench.read_register(kAddress) == (failure.is_target ? target : source),
          "virtual address of a bus error");
    check(bench.read_register(kSource) == source && bench.read_register(kTarget) == target,
          "cursor at a bus error");
    check(bench.read_register(kBytesLeft) == t.segment_bytes - failure.position % t.segment_bytes,
          "bytes left at a bus error");
    check(bench.read_register(kSegmentsLeft) == t.segments - failure.position / t.segment_bytes,
          "segments left at a bus error");
    sides[failure.is_target]++;
    for (size_t n = 0; n < pieces.size(); n++)
      for (uint64_t b = 0; b < pieces[n].bytes && pieces[n].position + b < failure.position; b++)
        check(bench.memory.at(physical[n].target + b) == bench.memory.at(physical[n].source + b),
              "a byte before a bus error is not copied");
    bench.memory.bad_reads.clear(), bench.memory.bad_writes.clear();
    bench.memory.poisoned_targets.clear();
    bench.write_register(kSegmentsLeft, bench.read_register(kSegmentsLeft));
    bench.instruct(kResume, 0, 0, 0);
    bench.wait();
    check(bench.read_register(kStatus) == 0, "going on behind a bus error");
    for (size_t n = 0; n < pieces.size(); n++)
      for (uint64_t b = 0; b < pieces[n].bytes; b++)
        check(bench.memory.at(physical[n].target + b) == bench.memory.at(physical[n].source + b),
              "a byte behind a bus error is not copied");
  }
  std::printf("bus errors: source %llu target %llu during a walk %llu\n",
              static_cast<unsigned long long>(sides[0]), static_cast<unsigned long long>(sides[1]),
              static_cast<unsigned long long>(during_walk));
  check(sides[0] && sides[1] && during_walk, "something never happened");
}
