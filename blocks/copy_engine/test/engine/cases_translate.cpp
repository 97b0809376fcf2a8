// SPDX-License-Identifier: Apache-2.0
// Copies through page tables: scrambled pages, superpages, rights, faults, absent pages.
#include "translated.h"

// ---- worlds -----------------------------------------------------------------------------------

static uint64_t some_region() {
  // Somewhere in either half of the address space, regions far apart.
  const uint64_t low = pick(1 << 20) * 0x40000;
  return percent(30) ? 0xffffffc000000000 + low % 0x3000000000 : low % 0x3f00000000;
}

void World::make(Process& p, unsigned asid, bool super_source) {
  p = Process();
  p.space.asid = asid;
  p.space.root = pick(1ull << 44);
  p.super_source = super_source;
  // Half-open rights: user code, a supervisor on pages of its own or (SUM) of its user.
  const unsigned kind = static_cast<unsigned>(pick(4));
  const bool user_pages = kind != 1;
  p.rights = {kind == 0 || kind == 3, kind == 2, percent(30)};
  p.caller.privilege = kind == 0 ? 0 : kind == 3 ? 3 : 1;
  p.caller.mprv = kind == 3 || percent(50);
  p.caller.mpp = kind == 3 ? 0 : static_cast<unsigned>(pick(2));
  p.caller.sum = p.rights.sum, p.caller.mxr = p.rights.mxr;
  p.caller.satp = p.space.satp();
  do {
    p.source = some_region(), p.target = some_region();
  } while (p.source - p.target + (1 << 21) < (1 << 22));
  if (super_source) {
    const unsigned level = 1 + static_cast<unsigned>(pick(2));
    p.source &= ~((kPageBytes << 9 * level) - 1);
    if (p.source == (p.target & ~((kPageBytes << 9 * level) - 1))) p.source ^= 1ull << 34;
    Leaf& leaf = p.space.map(p.source, kBase, level);
    leaf.user = user_pages;
    leaf.global = percent(30);
  }
  for (uint64_t i = 0; i < kRegionPages; i++) {
    if (!super_source) {
      Leaf& leaf = p.space.map(p.source + i * kPageBytes, page());
      leaf.user = user_pages;
      leaf.write = percent(50), leaf.dirty = percent(50);
      leaf.execute = p.rights.mxr && percent(50), leaf.read = !leaf.execute;
      leaf.global = percent(20);
    }
    p.space.map(p.target + i * kPageBytes, page()).user = user_pages;
  }
  bench.walker.spaces[p.space.root] = &p.space;
}

Transfer World::transfer(const Process& p, bool contiguous) {
  Transfer t;
  t.source = p.source + pick(8192), t.target = p.target + pick(8192);
  if (percent(25)) t.target = (t.target & ~4095ull) | (t.source & 4095);
  if (contiguous || percent(40)) {
    t.segment_bytes = percent(30) ? range(1, 600) : range(1, kRegion - 2 * 8192);
    return t;
  }
  t.segments = range(2, 30);
  t.segment_bytes = range(1, (kRegion - 2 * 8192) / t.segments / 2);
  const auto size = static_cast<int64_t>(t.segment_bytes);
  t.source_stride = static_cast<int64_t>(pick(t.segment_bytes + 1));
  t.target_stride = static_cast<int64_t>(pick(t.segment_bytes + 1));
  if (percent(30)) {  // backwards
    t.source += (t.segments - 1) * (2 * t.segment_bytes);
    t.source_stride = -2 * size - static_cast<int64_t>(pick(t.segment_bytes));
    if (percent(50)) t.source_stride = -size;
  }
  if (percent(30)) {
    t.target += (t.segments - 1) * (2 * t.segment_bytes);
    t.target_stride = -2 * size - static_cast<int64_t>(pick(t.segment_bytes));
  }
  return t;
}

std::vector<Piece> physical_pieces(const Process& p, const std::vector<Piece>& pieces) {
  std::vector<Piece> result = pieces;
  for (Piece& piece : result) {
    const Translation s = p.space.translate(piece.source, false, p.rights);
    const Translation t = p.space.translate(piece.target, true, p.rights);
    check(s.status == kTranslated && t.status == kTranslated, "the bench left a page absent");
    piece.source = s.physical, piece.target = t.physical;
  }
  return result;
}

Fault first_fault(const Process& p, const std::vector<Piece>& pieces) {
  for (size_t i = 0; i < pieces.size(); i++) {
    for (const bool is_target : {false, true}) {
      const uint64_t address = is_target ? pieces[i].target : pieces[i].source;
      const auto status = p.space.translate(address, is_target, p.rights).status;
      if (status == kPageFault) return {i, is_target ? 2u : 1u, address};
      if (status == kAccessFault) return {i, is_target ? 4u : 3u, address};
    }
  }
  return {pieces.size(), 0, 0};
}

uint64_t bytes_of(const std::vector<Piece>& pieces, size_t count) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; i++) sum += pieces[i].bytes;
  return sum;
}

void refill_source(EngineBench& bench, const std::vector<Piece>& pieces) {
  for (const Piece& p : pieces)
    for (uint64_t i = 0; i < p.bytes; i += 3)
      bench.memory.at(p.source + i) = static_cast<uint8_t>(pick(256));
}

void any_walker(Walker& walker) {
  walker.latency = 1 + static_cast<unsigned>(pick(30));
  walker.extra_latency = percent(50) ? static_cast<unsigned>(pick(200)) : 0;
  walker.stall = percent(50) ? static_cast<unsigned>(pick(90)) : 0;
}

void begin(World& world, Process& process, bool super_source) {
  world.forget();
  world.make(process, static_cast<unsigned>(pick(65536)), super_source);
  vary_memory(world.bench);
  any_walker(world.bench.walker);
  world.enter(process);
  world.flush(process);
}

// ---- copies without faults ----------------------------------------------------------------------

static uint64_t distinct_pages(const Process& p, const std::vector<Piece>& pieces) {
  std::set<uint64_t> pages;
  for (const Piece& piece : pieces) {
    pages.insert(p.super_source ? 0 : piece.source / kPageBytes);
    pages.insert(piece.target / kPageBytes);
  }
  return pages.size();
}

void run_translated(EngineBench& bench, const Settings& settings) {
  World world(bench);
  uint64_t walks_checked = 0;
  for (uint64_t i = 0; i < settings.count; i++) {
    Process p;
    begin(world, p, percent(25));
    if (p.super_source) bench.begin_fence(false, 0, false, 0), bench.finish_fence();
    for (unsigned round = 0; round < 2; round++) {
      const Transfer t = world.transfer(p, i % 2 == 0);
      const auto pieces = pieces_of(t);
      const auto physical = physical_pieces(p, pieces);
      refill_source(bench, physical);
      bench.memory.forget_writes();
      const uint64_t requests = bench.event_requests, walks = bench.walker.walks;
      bench.start(t);
      // What rights the caller has later changes nothing, nor, but for a user, its address space.
      bench.caller.sum = percent(50), bench.caller.mxr = percent(50);
      bench.caller.mprv = percent(50), bench.caller.mpp = percent(50) ? 3 : 0;
      if (bench.caller.privilege) bench.caller.satp = random64();
      bench.wait();
      check(bench.read_register(kStatus) == 0, "status of a translated copy");
      check_bytes(bench, physical, bench.memory.bytes, "translated copy");
      check(bench.event_requests - requests == pieces.size(), "requests differ from pieces");
      check(bench.read_register(kSegmentsLeft) == 0, "segments left at the end");
      if (i % 2 == 0 && round == 0) {
        // One walk a page. A superpage is replaced in its turn, though still in use.
        const uint64_t wanted = distinct_pages(p, pieces), made = bench.walker.walks - walks;
        check(made == wanted || (p.super_source && made - wanted <= wanted / 7),
              "walks " + std::to_string(made) + " pages " + std::to_string(wanted));
        walks_checked++;
      }
      world.enter(p);
    }
  }
  check(bench.event_walks == bench.walker.walks, "walk events");
  check(bench.event_misses >= bench.walker.walks, "miss events");
  check(walks_checked > 0, "no walks were counted");
}

// ---- faults -----------------------------------------------------------------------------------

/// Spoil a page; the way back is in `repair`.
static void spoil_page(World& world, Process& p, uint64_t address, bool is_target) {
  Leaf& leaf = p.space.leaves[0].at(address >> 12 & kVpnMask);
  switch (pick(8)) {
    case 0:
      p.space.unmap(address);
      break;
    case 1:
      leaf.accessed = false;
      break;
    case 2:
      leaf.user = !leaf.user;
      if (p.rights.sum) leaf.accessed = false;
      break;
    case 3:
      p.space.bad_tables.insert(address >> 12 & kVpnMask);
      break;
    case 4:
      leaf.ppn |= 1ull << range(28, 43);
      break;
    case 5:
      if (is_target) leaf.write = false;
      if (!is_target) leaf.read = leaf.execute = false;
      break;
    case 6:
      if (is_target) leaf.dirty = false;
      if (!is_target) p.space.unmap(address);
      break;
    default:
      p.space.unmap(address);
  }
}

static void repair(World& world, Process& p, uint64_t address, bool is_target, bool user_pages) {
  p.space.bad_tables.erase(address >> 12 & kVpnMask);
  Leaf& leaf = p.space.map(address, world.page());
  leaf.user = user_pages;
  if (!is_target) {  // a new page: its contents are what the copy must see
    for (uint64_t i = 0; i < kPageBytes; i++)
      world.bench.memory.at((leaf.ppn << 12) + i) = static_cast<uint8_t>(pick(256));
  }
}

void run_faults(EngineBench& bench, const Settings& settings) {
  World world(bench);
  uint64_t seen[5] = {}, twice = 0, with_walk = 0, wild = 0;
  for (uint64_t i = 0; i < settings.count; i++) {
    Process p;
    begin(world, p);
    const bool user_pages = p.rights.user || p.rights.sum;
    Transfer t = world.transfer(p, false);
    if (percent(8)) {  // beyond the canonical addresses at once
      (percent(50) ? t.source : t.target) ^= 1ull << range(39, 63);
      wild++;
    }
    const auto pieces = pieces_of(t);
    for (unsigned n = static_cast<unsigned>(range(0, 6)); n; n--) {
      const Piece& piece = pieces[pick(pieces.size())];
      const bool is_target = percent(50);
      const uint64_t address = is_target ? piece.target : piece.source;
      if (p.space.leaves[0].count(address >> 12 & kVpnMask))
        spoil_page(world, p, address, is_target);
    }
    bench.memory.forget_writes();
    bench.start(t);
    for (;;) {
      bench.wait();
      const Fault fault = first_fault(p, pieces);
      const uint64_t status = bench.read_register(kStatus);
      check(status == fault.status,
            "status " + std::to_string(status) + " expected " + std::to_string(fault.status));
      check(bench.memory.write_log.size() == bytes_of(pieces, fault.piece),
            "bytes before a fault are not exactly those written");
      seen[status]++;
      if (status == 0) break;
      check(bench.read_register(kAddress) == fault.address, "address of a fault");
      check(bench.read_register(kPage) == fault.address >> 12, "page of a fault");
      check(bench.read_register(kSource) == pieces[fault.piece].source &&
                bench.read_register(kTarget) == pieces[fault.piece].target,
            "cursor at a fault");
      if (static_cast<int64_t>(fault.address) >> 38 != 0 &&
          static_cast<int64_t>(fault.address) >> 38 != -1)
        break;                          // nothing can be done
      if (percent(20) && status < 3) {  // Resume without a repair
        bench.instruct(kResume, 0, 0, 0);
        check(!bench.busy || bench.read_register(kStatus) == 0, "status while it runs");
        twice++;
        continue;
      }
      repair(world, p, fault.address, !(status & 1), user_pages);
      if (status >= 3) {  // over; only a write of the cursor lets it go on
        bench.instruct(kResume, 0, 0, 0);
        bench.step();
        check(!bench.busy && bench.read_register(kStatus) == status, "Resume after access fault");
        const unsigned which = kSource + static_cast<unsigned>(pick(3));
        bench.write_register(which, bench.read_register(which));
        check(bench.read_register(kStatus) == 5, "status after a cursor write");
        with_walk++;
      }
      bench.instruct(kResume, 0, 0, 0);
    }
    if (first_fault(p, pieces).status == 0)
      check_bytes(bench, physical_pieces(p, pieces), bench.memory.bytes, "copy with faults");
  }
  std::printf("faults: source page %llu target page %llu source access %llu target access %llu\n",
              static_cast<unsigned long long>(seen[1]), static_cast<unsigned long long>(seen[2]),
              static_cast<unsigned long long>(seen[3]), static_cast<unsigned long long>(seen[4]));
  for (const uint64_t n : seen) check(n > 0, "a kind of fault did not occur");
  check(twice && with_walk && wild, "something never happened");
  check(bench.event_faults >= seen[1] + seen[2], "fault events");
}

/// All 64 pages absent, at one end or both: one turn of the loop a page.
void run_absent(EngineBench& bench, const Settings&) {
  World world(bench);
  for (const unsigned ends : {1u, 2u, 3u}) {
    for (const uint64_t offset : {0u, 2048u}) {
      world.forget();
      Process p;
      world.make(p, 7, false);
      const bool user_pages = p.rights.user || p.rights.sum;
      bench.memory.behaviour = Behaviour();
      world.enter(p);
      Transfer t;
      t.source = p.source, t.target = p.target + offset;
      t.segment_bytes = 64 * kPageBytes;
      for (uint64_t i = 0; i <= 64; i++) {
        p.space.unmap(p.source + i * kPageBytes), p.space.unmap(p.target + i * kPageBytes);
        if (!(ends & 1)) p.space.map(p.source + i * kPageBytes, world.page()).user = user_pages;
        if (!(ends & 2)) p.space.map(p.target + i * kPageBytes, world.page()).user = user_pages;
      }
      world.flush(p);
      bench.memory.forget_writes();
      const uint64_t resumes = bench.event_resumes;
      bench.start(t);
      bench.wait();
      unsigned turns = 0;
      for (; bench.read_register(kStatus); turns++) {
        const bool is_target = bench.read_register(kStatus) == 2;
        repair(world, p, bench.read_register(kPage) * kPageBytes, is_target, user_pages);
        bench.instruct(kResume, 0, 0, 0);
        bench.wait();
      }
      const unsigned targets = ends & 2 ? (offset ? 65 : 64) : 0, sources = ends & 1 ? 64 : 0;
      std::printf("absent ends %u offset %llu: %u turns\n", ends,
                  static_cast<unsigned long long>(offset), turns);
      check(turns == sources + targets, "turns of the loop");
      check(bench.event_resumes - resumes == turns, "resume events");
      check_bytes(bench, physical_pieces(p, pieces_of(t)), bench.memory.bytes, "absent pages");
    }
  }
}
