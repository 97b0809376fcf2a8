// SPDX-License-Identifier: Apache-2.0
//
// Random page tables that change at any time, random lookups of three TLBs, random fences, stalls,
// replays and late errors. Every outcome has to be one that the specification allows: see `judge`.

#include <set>

#include "blocks/mmu/test/mmu_cache.h"

using namespace fy_layout;

namespace {

constexpr uint64_t kFields2[] = {0, 2, 511}, kFields1[] = {0, 300};
constexpr uint64_t kFields0[] = {0, 1, 511};
constexpr uint64_t kRoots[] = {0x80001, 0x80002, 0x80003, 0x80001};  // by ASID
constexpr uint64_t kMiddles = 0x80010, kLowests = 0x80020,
                   kOutside[] = {0x90000, 0x10000, 1ull << 43};

uint64_t some_vpn() {
  return kFields2[below(3)] << 18 | kFields1[below(2)] << 9 | kFields0[below(3)];
}

struct Requester {
  Lookup lookup;
  uint64_t since = 0;  // first cycle of this lookup
  bool done = false, advance = false;
};

struct Tally {
  uint64_t lookups, hits, pages, faults, access_faults, fences, gone, changes, walks, cached, old;
};

class Random {
 public:
  void run(uint64_t count) {
    for (uint64_t root = 0; root < 3; root++) fill_table(kRoots[root], 2);
    for (uint64_t i = 0; i < 5; i++) fill_table(kMiddles + i, 1);
    for (uint64_t i = 0; i < 8; i++) fill_table(kLowests + i, 0);
    for (uint64_t i = 0; i < count; i++) {
      if (i % 500 == 0) temper();
      step(true);
      if (i % 64 == 0) port_.memory.forget(full_);
    }
    port_.stall = port_.replay = port_.core = 0;
    for (Requester& requester : requesters_) requester.lookup = {};
    for (unsigned i = 0; i < 200; i++) step(false);
    check(tally_.walks, misses_, "each miss is one walk");
    check(get(top->data_o, data_o::valid_), 0, "nothing is left");
    report();
  }

 private:
  DataPort port_;
  Requester requesters_[3];
  std::vector<std::pair<Fence, uint64_t>> fences_;  // since the last that named everything
  uint64_t full_ = 0;                               // cycle of the last fence that named everything
  uint64_t flush_ = 0;                              // of the last one without an address
  uint64_t any_ = 0;                                // of the last one
  uint64_t misses_ = 0, faults_ = 0;
  unsigned change_ = 0, fence_ = 0;
  Tally tally_{};
  std::set<unsigned> levels_;
  uint64_t favourite_ = 0;  // page that is looked up more often than others

  // Another pace.
  void temper() {
    const unsigned pace[] = {0, 1, 5, 30, 60};
    port_.stall = pace[below(5)];
    port_.pending = pace[below(5)];
    port_.replay = pace[below(5)];
    port_.error = percent(30) ? 10 : 0;
    port_.core = pace[below(5)];
    change_ = pace[below(4)];
    fence_ = percent(30) ? 10 : 1;
    favourite_ = some_vpn();
  }

  uint64_t some_entry(unsigned level) {
    if (level > 0 && percent(65)) {
      uint64_t table = level == 2 ? kMiddles + below(5) : kLowests + below(8);
      if (percent(4)) table = kRoots[below(3)];
      if (percent(4)) table = kOutside[below(3)];
      uint64_t entry = pte(table, kV | (percent(20) ? kG : 0) | below(4) << 8);
      if (percent(4)) entry |= 1ull << (percent(50) ? 54 + below(10) : below(8));
      return entry;
    }
    uint64_t ppn = random64() & ((1ull << 44) - 1);
    if (!percent(10)) ppn = ppn >> 9 * level << 9 * level;
    uint64_t bits = kV | (random64() & (kR | kW | kX | kU));
    if (percent(80)) bits |= kR | kX;
    if (percent(90)) bits |= kA;
    if (percent(70)) bits |= kD;
    if (percent(15)) bits |= kG;
    if (percent(5)) bits &= ~kV;
    uint64_t entry = pte(ppn, bits | below(4) << 8);
    if (percent(3)) entry |= 1ull << (54 + below(10));
    return entry;
  }

  void fill_table(uint64_t table, unsigned level) {
    const auto put = [&](uint64_t field) {
      port_.memory.write(table << 12 | field * 8, some_entry(level), cycle);
    };
    if (level == 2)
      for (uint64_t field : kFields2) put(field);
    if (level == 1)
      for (uint64_t field : kFields1) put(field);
    if (level == 0)
      for (uint64_t field : kFields0) put(field);
  }

  void change_entry() {
    const unsigned level = percent(60) ? 0 : 1 + below(2);
    const uint64_t table = level == 0   ? kLowests + below(8)
                           : level == 1 ? kMiddles + below(5)
                                        : kRoots[below(3)];
    const uint64_t field = level == 0   ? kFields0[below(3)]
                           : level == 1 ? kFields1[below(2)]
                                        : kFields2[below(3)];
    const uint64_t address = table << 12 | field * 8;
    uint64_t entry = some_entry(level);
    // Often only a right changes: what software does most.
    if (percent(40)) entry = port_.memory.read(address) ^ (1ull << below(8));
    port_.memory.write(address, entry, cycle);
    tally_.changes++;
  }

  Lookup some_lookup() {
    Lookup lookup;
    lookup.valid = percent(85);
    const uint64_t vpn = percent(70) ? favourite_ : some_vpn();
    lookup.address = vpn << 12 | below(4096) | (vpn >> 26 ? ~0ull << 39 : 0);
    if (percent(3)) lookup.address ^= 1ull << (39 + below(25));
    lookup.access = below(3);
    const uint64_t asid = below(4);
    lookup.space = {!percent(5), percent(50), percent(50), percent(30), asid, kRoots[asid]};
    return lookup;
  }

  // The last fence that named this leaf.
  uint64_t named(uint64_t vpn, unsigned level, uint64_t asid, bool global) const {
    uint64_t latest = full_;
    for (const auto& [fence, when] : fences_) {
      if (names(fence, vpn, level, asid, global)) latest = when;
    }
    return latest;
  }

  // The last fence up to then that emptied the walk cache.
  uint64_t flushed(uint64_t until) const {
    uint64_t latest = full_;
    for (const auto& [fence, when] : fences_) {
      if (!fence.use_address && when <= until) latest = when;
    }
    return latest;
  }

  // A translation: by a leaf that stood there after the last fence that named it, below tables
  // that stood there when the walk cache had been emptied last by then. Of another address space
  // only when global. A fault: from an entry that stood there since the requester came.
  bool allowed(const Requester& requester, const Outcome& found) {
    const Lookup& it = requester.lookup;
    const uint64_t vpn = vpn_of(it.address);
    const uint64_t fresh = std::max(requester.since, any_);
    bool good = false;
    for (uint64_t root : {kRoots[0], kRoots[1], kRoots[2]}) {
      const bool own = root == it.space.root;
      walk_ends(port_.memory, root, vpn, [&](const End& end) {
        const bool malformed = !end.readable || is_malformed(end.entry, end.level);
        const bool leaf = !malformed && is_leaf(end.entry);
        const bool right = leaf && is_permitted(end.entry, it.access, it.space);
        if (found.status == kDone) {
          const bool global = end.entry & kG;
          if (!right || (!own && !global)) return;
          const uint64_t since = named(vpn, end.level, it.space.asid, global);
          if (end.to <= since || end.upper_to <= flushed(since)) return;
          if (found.physical != physical_of(end.entry, end.level, it.address)) return;
          if (end.to <= cycle) tally_.old++;
          levels_.insert(end.level);
          good = true;
          return;
        }
        if (!own || end.upper_to <= flush_) return;
        const auto error = port_.failed.find(end.address);
        if (found.status == kAccessFault) {
          good |= !end.readable || (error != port_.failed.end() && error->second >= fresh);
        } else if (end.readable && end.to > fresh) {
          good |= malformed || (leaf && !right);
        }
      });
    }
    return good;
  }

  void judge(const Requester& requester, const Outcome& found) {
    const Lookup& it = requester.lookup;
    if (!it.space.translate) {
      check(found.done, 1, "bare: done");
      check(found.status, it.address >> 56 ? kAccessFault : kDone, "bare: status");
      if (found.status == kDone) check(found.physical, it.address, "bare: physical");
      return;
    }
    if (!is_canonical(it.address)) {
      check(found.done, 1, "not canonical: done");
      check(found.status, kPageFault, "not canonical: fault");
      return;
    }
    if (!found.done) {
      check(cycle - requester.since < 3000, 1, "a lookup ends");
      return;
    }
    if (!allowed(requester, found)) {
      char text[200];
      std::snprintf(text, sizeof text,
                    "%016" PRIx64 " access %u user %d asid %u: status %u physical %" PRIx64
                    " is not allowed",
                    it.address, it.access, it.space.user, static_cast<unsigned>(it.space.asid),
                    found.status, found.physical);
      fail(text);
    }
    tally_.pages += found.status == kDone;
    tally_.hits += found.status == kDone && requester.since == cycle;
    tally_.faults += found.status == kPageFault;
    tally_.access_faults += found.status == kAccessFault;
  }

  void step(bool live) {
    if (live && percent(change_)) change_entry();
    bool fencing = live && percent(fence_);
    Fence fence = {percent(60), percent(40), some_vpn(), below(4)};
    if (fencing && percent(50)) change_entry();
    drive_fence(fencing, fence);
    for (unsigned i = 0; i < 3; i++) {
      Requester& requester = requesters_[i];
      const bool interrupted = percent(2);
      if (live && (requester.advance || interrupted || !requester.lookup.valid)) {
        const bool again = requester.advance && percent(20);
        const Lookup next = again ? requester.lookup : some_lookup();
        tally_.gone += !requester.advance && requester.lookup.valid;
        if (requester.advance || !next.same(requester.lookup)) requester.since = cycle;
        requester.lookup = next;
      }
      requester.advance = false;
      drive(i, requester.lookup, false);
    }
    port_.begin();
    eval();
    for (unsigned i = 0; i < 3; i++) {
      Requester& requester = requesters_[i];
      if (!requester.lookup.valid) continue;
      const Outcome found = outcome(i);
      judge(requester, found);
      requester.advance = found.done && percent(70);
      tally_.lookups += requester.advance;
      drive(i, requester.lookup, requester.advance);
      faults_ += requester.advance && found.status != kDone;
    }
    eval();
    for (unsigned i = 0; i < 3; i++) {
      misses_ += outcome(i).miss;
      faults_ -= outcome(i).fault;
    }
    check(faults_, 0, "events: fault");
    tally_.walks += get(top->events_o, events_o::walk_);
    tally_.cached += get(top->events_o, events_o::cached_);
    const size_t reads = port_.reads.size();
    port_.end();
    check(port_.reads.size() - reads, get(top->events_o, events_o::read_), "event: read");
    if (fencing) {
      tally_.fences++;
      any_ = cycle;
      if (!fence.use_address) flush_ = cycle;
      if (!fence.use_address && !fence.use_asid) {
        full_ = cycle;
        fences_.clear();
      } else {
        fences_.push_back({fence, cycle});
      }
    }
    tick();
  }

  void report() {
    std::printf("%" PRIu64 " lookups, %" PRIu64 " hits at once, %" PRIu64 " walks (%" PRIu64
                " by the walk cache), %" PRIu64 " cycles with a page, %" PRIu64
                " of them by an entry that is no more, %" PRIu64 " with a page fault, %" PRIu64
                " with an access fault, %" PRIu64 " fences, %" PRIu64 " changes, %" PRIu64
                " requesters went away\n",
                tally_.lookups, tally_.hits, tally_.walks, tally_.cached, tally_.pages, tally_.old,
                tally_.faults, tally_.access_faults, tally_.fences, tally_.changes, tally_.gone);
    for (uint64_t n : {tally_.hits, tally_.cached, tally_.pages, tally_.old, tally_.faults,
                       tally_.access_faults, tally_.fences, tally_.changes, tally_.gone})
      check(n > 20, 1, "all of it happened");
    check(levels_.size(), 3, "pages of all levels");
  }
};

}  // namespace

void test_random(uint64_t count) { Random().run(count); }
