// SPDX-License-Identifier: Apache-2.0
//
// Three TLBs, the walker and the mux: tables, cycles, fences, order, errors.

#include "blocks/mmu/test/mmu_cache.h"

using namespace fy_layout;

namespace {

constexpr uint64_t kRoot = 0x80001, kMiddle = 0x80002, kLowest = 0x80003;
constexpr uint64_t kPpn = 0x12340000000;  // of leaves: as good a superpage as a small page
constexpr uint64_t kVpn = 0x40a03;        // fields 1, 5 and 3
constexpr Space kSpace = {true, true, false, false, 7, kRoot};

DataPort port;

uint64_t entry_at(uint64_t table, uint64_t vpn, unsigned level) {
  return table << 12 | field_of(vpn, level) * 8;
}

// Tables in which every entry on the way to the page is good.
void build(uint64_t vpn = kVpn) {
  port.memory.write(entry_at(kRoot, vpn, 2), pte(kMiddle, kV), cycle);
  port.memory.write(entry_at(kMiddle, vpn, 1), pte(kLowest, kV), cycle);
  port.memory.write(entry_at(kLowest, vpn, 0), pte(kPpn + vpn, kAll), cycle);
}

void step() {
  port.begin();
  eval();
  port.end();
  tick();
}

// One cycle with a fence.
void fence(const Fence& which = {}) {
  drive_fence(true, which);
  step();
  drive_fence(false);
}

Lookup lookup_of(uint64_t vpn) {
  return {true, vpn << 12 | 0x456 | (vpn >> 26 ? ~0ull << 39 : 0), kLoad, kSpace};
}

// Looks up until done; the cycles that it took.
Outcome look(unsigned tlb, const Lookup& lookup, unsigned* cycles = nullptr) {
  drive(tlb, lookup);
  port.reads.clear();
  for (unsigned i = 0; i < 200; i++) {
    port.begin();
    eval();
    const Outcome result = outcome(tlb);
    if (result.done) {
      drive(tlb, lookup, true);
      eval();
    }
    port.end();
    tick();
    if (result.done) {
      drive(tlb, {});
      if (cycles) *cycles = i;
      return result;
    }
  }
  fail("a lookup is never done");
}

void expect(uint64_t entry, unsigned level, unsigned status, const char* what) {
  build();
  port.memory.write(entry_at(level == 2   ? kRoot
                             : level == 1 ? kMiddle
                                          : kLowest,
                             kVpn, level),
                    entry, cycle);
  fence();
  const Outcome found = look(level % 3, lookup_of(kVpn));
  check(found.status, status, what);
  if (status == kDone) {
    check(found.physical, physical_of(entry, level, lookup_of(kVpn).address), what);
    check(port.reads.size(), 3 - level, "entries read");
  }
  if (status == kPageFault) check(port.reads.size(), 3 - level, "entries read");
}

}  // namespace

// Every way in which an entry can be bad, at every level.
void test_tables() {
  for (unsigned level = 0; level < 3; level++) {
    expect(pte(kPpn, kAll), level, kDone, "a good leaf");
    expect(pte(kPpn, kAll | 3 << 8), level, kDone, "bits for software do not count");
    expect(pte(kPpn, kAll & ~kV), level, kPageFault, "not valid");
    expect(0, level, kPageFault, "nothing there");
    for (unsigned bit = 54; bit < 64; bit++)
      expect(pte(kPpn, kAll) | 1ull << bit, level, kPageFault, "a reserved bit of a leaf");
    expect(pte(kPpn, kAll & ~kR), level, kPageFault, "write without read");
    expect(pte(kPpn, kAll & ~kR & ~kX), level, kPageFault, "write alone");
    expect(pte(kPpn, kV | kX | kU | kA), level, kPageFault, "execute only is not readable");
    for (unsigned bit = 0; bit < 9 * level; bit++)
      expect(pte(kPpn | 1ull << bit, kAll), level, kPageFault, "a crooked superpage");
    for (unsigned bit = 9 * level; bit < 44; bit++)
      expect(pte(kPpn ^ 1ull << bit, kAll), level, kDone, "all bits of the page number count");
    if (level == 0) {
      expect(pte(kPpn, kV), level, kPageFault, "too deep");
      continue;
    }
    for (uint64_t bit : {kU, kA, kD})
      expect(pte(kMiddle, kV | bit), level, kPageFault, "a reserved flag of an upper entry");
    for (unsigned bit = 54; bit < 64; bit++)
      expect(pte(kLowest, kV) | 1ull << bit, level, kPageFault, "a reserved bit upwards");
    for (uint64_t table : {0x90000ull, 0x7ffffull, 0x10000ull, 0x100ull, 0x1ull << 43, 0ull}) {
      expect(pte(table, kV), level, kAccessFault, "a table outside memory");
      check(port.reads.size(), 3 - level, "nothing outside is read");
    }
    // Global, or for software: an upper entry may be.
    port.memory.write(entry_at(0x80004, kVpn, level - 1), pte(kPpn, kAll), cycle);
    build();
    port.memory.write(entry_at(level == 2 ? kRoot : kMiddle, kVpn, level),
                      pte(0x80004, kV | kG | 3 << 8), cycle);
    fence();
    check(look(0, lookup_of(kVpn)).status, kDone, "an upper entry with G");
  }
  fence();
  Lookup lookup = lookup_of(kVpn);
  lookup.space.root = 0x70001;
  check(look(0, lookup).status, kAccessFault, "a root outside memory");
  check(port.reads.size(), 0, "is not read");
  // Pages at the ends of the address space, with tables of their own.
  for (uint64_t vpn : {0ull, 0x3ffffffull, 0x4000000ull, 0x7ffffffull}) {
    build(vpn);
    fence();
    const Outcome found = look(1, lookup_of(vpn));
    check(found.status, kDone, "an end of the address space");
    check(found.physical, (kPpn + vpn) << 12 | 0x456, "where it is");
  }
}

// With every table at hand: 3 cycles a level, and two for the TLB.
void test_latency() {
  unsigned cycles;
  build();
  build(kVpn + 1);
  build(kVpn + 512);
  fence();
  look(0, lookup_of(kVpn), &cycles);
  check(cycles, 11, "three levels");
  check(port.reads.size(), 3, "three entries");
  look(0, lookup_of(kVpn), &cycles);
  check(cycles, 0, "a hit");
  look(0, lookup_of(kVpn + 1), &cycles);
  check(cycles, 5, "the walk cache knows the lowest table");
  check(port.reads.size(), 1, "one entry");
  look(1, lookup_of(kVpn), &cycles);
  check(cycles, 5, "for another TLB too");
  look(2, lookup_of(kVpn + 512), &cycles);
  check(cycles, 8, "the walk cache knows the middle table");
  check(port.reads.size(), 2, "two entries");
  // The events of that: five walks would be wrong, four are right; busy while one is under way.
  build(kVpn + 2);
  unsigned walks = 0, busy = 0, cached = 0, reads = 0;
  drive(0, lookup_of(kVpn + 2));
  for (unsigned i = 0; i < 10; i++) {
    port.begin();
    eval();
    walks += get(top->events_o, events_o::walk_);
    busy += get(top->events_o, events_o::busy_);
    cached += get(top->events_o, events_o::cached_);
    reads += get(top->events_o, events_o::read_);
    port.end();
    tick();
  }
  check(walks, 1, "event: walk");
  check(busy, 3, "event: busy");
  check(cached, 1, "event: cached");
  check(reads, 1, "event: read");
}

// What a fence leaves of the walk cache, and what a walk that meets one leaves in it.
void test_walk_fences() {
  const uint64_t other = kVpn + 1;
  for (unsigned kind = 0; kind < 4; kind++) {
    build();
    build(other);
    fence();
    look(0, lookup_of(kVpn));
    const bool use_address = kind & 1, use_asid = kind & 2;
    fence({use_address, use_asid, kVpn, 7});
    look(0, lookup_of(other));
    check(port.reads.size(), use_address ? 1 : 3, "entries read after a fence");
  }
  // A fence in any cycle of a walk, with and without an address; upper entries change with it.
  for (bool use_address : {false, true}) {
    for (unsigned when = 0; when < 16; when++) {
      build();
      build(other);
      fence();
      if (when > 11) look(1, lookup_of(other));  // the walk cache is full
      drive(0, lookup_of(kVpn));
      for (unsigned i = 0; i < when % 12; i++) {
        port.begin();
        eval();
        check(outcome(0).done, 0, "not yet");
        port.end();
        tick();
      }
      // Another middle table, from which the page lies elsewhere.
      const uint64_t shift = 0x1000;
      if (!use_address) {
        port.memory.write(entry_at(kRoot, kVpn, 2), pte(kMiddle + 0x10, kV), cycle);
        port.memory.write(entry_at(kMiddle + 0x10, kVpn, 1), pte(kLowest + 0x10, kV), cycle);
        for (uint64_t vpn : {kVpn, other}) {
          port.memory.write(entry_at(kLowest + 0x10, vpn, 0), pte(kPpn + shift + vpn, kAll), cycle);
        }
      } else {
        for (uint64_t vpn : {kVpn, other})
          port.memory.write(entry_at(kLowest, vpn, 0), pte(kPpn + shift + vpn, kAll), cycle);
      }
      fence({use_address, false, kVpn, 0});
      check(look(0, lookup_of(kVpn)).physical, (kPpn + shift + kVpn) << 12 | 0x456,
            "after the fence");
      if (!use_address) {
        check(look(0, lookup_of(other)).physical, (kPpn + shift + other) << 12 | 0x456,
              "nothing of before the fence is in the walk cache");
      }
    }
  }
  // The very cycle in which the walk starts, when the walk cache knows the middle table only.
  for (unsigned when = 0; when < 4; when++) {
    build();
    build(kVpn + 512);
    fence();
    look(1, lookup_of(kVpn + 512));
    drive(0, lookup_of(kVpn));
    for (unsigned i = 0; i < when; i++) step();
    port.memory.write(entry_at(kRoot, kVpn, 2), pte(kMiddle + 0x10, kV), cycle);
    fence();
    check(look(0, lookup_of(kVpn)).physical, (kPpn + 0x1000 + kVpn) << 12 | 0x456, "the new table");
  }
}

// All ask all the time: each is served in turn.
void test_order() {
  unsigned served[3] = {}, last = 3, walks = 0;
  for (uint64_t vpn = kVpn; vpn < kVpn + 3; vpn++) {
    build(vpn);
    port.memory.write(entry_at(kLowest, vpn, 0), 0, cycle);
  }
  for (unsigned i = 0; i < 3; i++) drive(i, lookup_of(kVpn + i), true);
  for (unsigned i = 0; i < 600; i++) {
    step();
    for (unsigned tlb = 0; tlb < 3; tlb++) {
      if (!outcome(tlb).done) continue;
      check(outcome(tlb).status, kPageFault, "each hears of its own");
      check(last == 3 || tlb == (last + 1) % 3, 1, "in turn");
      last = tlb;
      served[tlb]++;
      walks++;
    }
  }
  check(walks > 100, 1, "walks go on");
  for (unsigned i = 0; i < 3; i++) drive(i, {});
}

// Late entries, replays, late errors.
void test_errors() {
  build();
  port.pending = 100;
  fence();
  check(look(0, lookup_of(kVpn)).status, kDone, "late entries");
  check(port.lates, 3, "all three");
  port.error = 100;
  fence();
  const Outcome failed = look(0, lookup_of(kVpn));
  check(failed.status, kAccessFault, "a late error");
  check(port.reads.size(), 1, "ends the walk");
  port.error = port.pending = 0;
  check(look(0, lookup_of(kVpn)).status, kDone, "and stays without trace");
  port.replay = 80;
  fence();
  check(look(0, lookup_of(kVpn)).status, kDone, "replayed");
  check(port.reads.size(), 3 + port.replays, "each entry until it comes");
  check(port.replays > 0, 1, "replays happened");
}
