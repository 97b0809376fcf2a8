// SPDX-License-Identifier: Apache-2.0
//
// fy_tlb: rights, addresses, misses, places.

#include "blocks/mmu/test/mmu_tlb.h"

using namespace lone_tlb;

// Every set of rights and flags against every access and privilege, as a hit and as a fresh walk.
void test_rights() {
  unsigned granted = 0, refused = 0;
  for (unsigned bits = 0; bits < 128; bits++) {
    const uint64_t entry = pte(0x12345, kV | bits << 1);
    for (unsigned access = 0; access < 3; access++) {
      for (unsigned mode = 0; mode < 8; mode++) {
        fence_all();
        Space space = {true, (mode & 1) != 0, (mode & 2) != 0, (mode & 4) != 0, 3, 9};
        const Lookup lookup = page(0x4321, access, space);
        const bool right = is_permitted(entry, access, space);
        walk(lookup, entry);
        show(lookup);
        check(now().done, 1, "done after the walk");
        check(now().status, right ? kDone : kPageFault, "rights");
        check(get(top->walk_o, walk_o::valid_), 0, "no second walk");
        check(now().fault, 0, "event: fault, only when taken");
        show(lookup, true);
        check(now().fault, !right, "event: fault");
        tick();
        show(lookup);
        // Again: a right stands, a fault is walked anew.
        check(now().done, right, "after the requester went on");
        check(now().miss, !right, "walks again for a fault");
        (right ? granted : refused)++;
        if (right) continue;
        tick();
        top->walk_ready_i = 1;
        tick();
        top->walk_ready_i = 0;
        answer(entry, 0, lookup);
        end_answer();
        leave(lookup);
      }
    }
  }
  check(granted > 100 && refused > 100, 1, "both happened");
}

// Not translating, not canonical, the three levels.
void test_translation() {
  Lookup lookup = page(5);
  lookup.space.translate = false;
  for (unsigned i = 0; i < 64; i++) {
    lookup.address = 1ull << i;
    show(lookup);
    check(now().done, 1, "bare: done");
    check(now().status, i < 56 ? kDone : kAccessFault, "bare: status");
    if (i < 56) check(now().physical, lookup.address, "bare: physical = virtual");
    check(now().miss, 0, "bare: no walk");
    tick();
    check(get(top->walk_o, walk_o::valid_), 0, "bare: no walk");
  }
  lookup.space.translate = true;
  for (unsigned i = 38; i < 64; i++) {
    for (uint64_t base : {0ull, ~0ull}) {
      lookup.address = base ^ 1ull << i;
      show(lookup);
      check(now().done, 1, "not canonical: done");
      check(now().status, kPageFault, "not canonical: page fault");
      tick();
      check(get(top->walk_o, walk_o::valid_), 0, "not canonical: no walk");
      tick();
    }
  }
  for (uint64_t high : {0ull, ~0ull << 38}) {
    for (unsigned level = 0; level < 3; level++) {
      fence_all();
      lookup.address = high | 0x2a5a5a5678;
      const uint64_t ppn = 0xabcdef12345 >> 9 * level << 9 * level;
      walk(lookup, pte(ppn, kAll), level);
      for (unsigned i = 0; i < 50; i++) {
        const uint64_t inside = (1ull << (12 + 9 * level)) - 1;
        lookup.address = (lookup.address & ~inside) | (random64() & inside);
        hits(lookup, ppn << 12 | (lookup.address & inside), "anywhere in the page");
        Lookup other = lookup;
        other.address ^= 1ull << (12 + 9 * level + below(27 - 9 * level));
        if (!is_canonical(other.address)) other.address ^= ~0ull << 39;
        misses(other, "another page");
        other = lookup;
        other.space.asid ^= 1u << below(16);
        misses(other, "another address space");
        show(lookup);
        tick();
      }
    }
  }
}

// The request is held until ready, whatever the requester does; its leaf serves later lookups.
void test_miss() {
  show(page(1));
  tick();
  for (unsigned i = 0; i < 20; i++) {
    check(get(top->walk_o, walk_o::valid_), 1, "held until ready");
    check(get(top->walk_o, walk_o::vpn_), 1, "held as it was");
    if (i == 5) show({});
    if (i == 10) show(page(2));
    if (i == 15) show(page(1));
    check(now().done, 0, "waits");
    tick();
  }
  top->walk_ready_i = 1;
  eval();
  tick();
  top->walk_ready_i = 0;
  show(page(2));
  for (unsigned i = 0; i < 5; i++) {
    check(get(top->walk_o, walk_o::valid_), 0, "one walk at a time");
    check(now().miss, 0, "one walk at a time");
    tick();
  }
  answer(pte(0x11, kAll), 0, page(1));
  end_answer();
  check(now().done, 0, "the answer is for another page");
  check(now().miss, 1, "now it is walked");
  hits(page(1), 0x11123, "kept for later");
  tick();
  // The abandoned lookup's request does not exist: it never went beyond its first cycle.
  check(get(top->walk_o, walk_o::valid_), 0, "nothing was asked for");
}

// A hit without the right walks again, and what it finds takes the entry's place.
void test_refill() {
  const uint64_t clean = pte(0x77, kAll & ~kD), dirty = pte(0x77, kAll);
  const Lookup load = page(9, kLoad), store = page(9, kStore);
  walk(load, clean);
  hits(load, 0x77123, "clean: loads");
  for (unsigned i = 0; i < 3; i++) {
    ask(store);
    answer(clean, 0, store);
    end_answer();
    check(now().status, kPageFault, "clean: stores fault");
    leave(store);
    hits(load, 0x77123, "loads go on");
  }
  ask(store);
  answer(dirty, 0, store);
  end_answer();
  hits(store, 0x77123, "dirty in the meantime");
  // The page went: the entry goes with the fault.
  const Lookup fetch = page(9, kFetch, {true, false, false, false, 7, 0x80001});
  ask(fetch);
  answer(0, 0, fetch, 1);
  end_answer();
  check(now().status, kPageFault, "gone");
  leave(fetch);
  misses(load, "the old entry is gone too");
  // A clear A bit is never kept.
  walk(load, pte(0x77, kAll & ~kA));
  check(now().status, kPageFault, "A clear");
  leave(load);
  misses(load, "A clear is not kept");
  // Superpage and small page together: one of the two.
  fence_all();
  walk(load, pte(0x99, kAll), 0);
  walk(page(8), pte(0x200, kAll), 1);
  hits(page(8), 0x208123, "the superpage");
  show(load);
  check(now().done, 1, "either");
  check(now().physical == 0x99123 || now().physical == 0x209123, 1, "one of the two");
  // Both go when neither gives the right.
  const Lookup other_right = page(9, kLoad, {true, false, false, false, 7, 0x80001});
  walk(other_right, pte(0x55, kAll & ~kU), 0);
  hits(other_right, 0x55123, "what the walk found");
  misses(page(8), "the superpage went too");
}

// As many pages as entries fit, whatever is written or fenced; one more drives one out.
void test_places() {
  const auto physical = [](uint64_t vpn) { return (vpn + 0x1000) << 12 | 0x123; };
  for (unsigned round = 0; round < 8; round++) {
    fence_all();
    for (uint64_t vpn = 0; vpn < kEntries; vpn++) walk(page(vpn), pte(vpn + 0x1000, kAll & ~kD));
    for (uint64_t vpn = 0; vpn < kEntries; vpn++) walk(page(vpn, kStore), pte(vpn + 0x1000, kAll));
    for (uint64_t vpn = 0; vpn < kEntries; vpn++) hits(page(vpn, kStore), physical(vpn), "all fit");
    const uint64_t one = below(kEntries);
    show({});
    drive_fence(true, {true, false, one, 0});
    tick();
    drive_fence(false);
    walk(page(kEntries), pte(kEntries + 0x1000, kAll));
    for (uint64_t vpn = 0; vpn <= kEntries; vpn++) {
      if (vpn != one) hits(page(vpn), physical(vpn), "the free place was taken");
    }
    walk(page(one), pte(one + 0x1000, kAll));
    unsigned held = 0;
    for (uint64_t vpn = 0; vpn <= kEntries; vpn++) {
      show(page(vpn));
      held += now().done;
    }
    check(held, kEntries, "one more drives one out");
  }
  // In turn: a page that comes is not the next to go.
  for (uint64_t vpn = 100; vpn < 100 + 3 * kEntries; vpn++) {
    walk(page(vpn), pte(vpn + 0x1000, kAll));
    for (uint64_t old = vpn - 100 < kEntries ? 100 : vpn - kEntries + 1; old <= vpn; old++)
      hits(page(old), physical(old), "the latest stay");
  }
}
