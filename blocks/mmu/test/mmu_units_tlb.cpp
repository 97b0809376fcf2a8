// SPDX-License-Identifier: Apache-2.0
//
// fy_tlb alone: the bench answers its walks.

#include "blocks/mmu/test/mmu_units.h"

using namespace fy_layout;

namespace {

constexpr uint64_t kAll = kV | kR | kW | kX | kU | kA | kD;
constexpr Space kUser = {true, true, false, false, 7, 0x80001};

Lookup page(uint64_t vpn, unsigned access = kLoad, Space space = kUser) {
  return {true, vpn << 12 | 0x123, access, space};
}

void show(const Lookup& lookup, bool advance = false) {
  drive(kLone, lookup, advance);
  eval();
}

Outcome now() { return outcome(kLone); }

// Answer with this entry in this cycle; the page is that of the request.
void answer(uint64_t entry, unsigned level, const Lookup& of, unsigned status = 0) {
  const auto put = [](auto field, uint64_t value) { set(top->walk_response_i, field, value); };
  put(walk_response_i::status_, status);
  put(walk_response_i::entry_vpn_, vpn_of(of.address));
  put(walk_response_i::entry_asid_, of.space.asid);
  put(walk_response_i::entry_level_, level);
  put(walk_response_i::entry_ppn_, ppn_of(entry));
  put(walk_response_i::entry_dirty_, (entry & kD) != 0);
  put(walk_response_i::entry_accessed_, (entry & kA) != 0);
  put(walk_response_i::entry_is_global_, (entry & kG) != 0);
  put(walk_response_i::entry_user_, (entry & kU) != 0);
  put(walk_response_i::entry_execute_, (entry & kX) != 0);
  put(walk_response_i::entry_write_, (entry & kW) != 0);
  put(walk_response_i::entry_read_, (entry & kR) != 0);
  top->walk_response_valid_i = 1;
  eval();
}

void end_answer() {
  tick();
  top->walk_response_valid_i = 0;
  eval();
}

// A lookup that misses in this cycle: its request is taken.
void ask(const Lookup& lookup) {
  show(lookup);
  check(now().done, 0, "not yet done");
  check(now().miss, 1, "event: miss");
  tick();
  check(top->walk_valid_o, 1, "the walk is asked for one cycle later");
  check(get(top->walk_o, walk_o::vpn_), vpn_of(lookup.address), "vpn of the walk");
  check(get(top->walk_o, walk_o::asid_), lookup.space.asid, "asid of the walk");
  check(get(top->walk_o, walk_o::root_), lookup.space.root, "root of the walk");
  check(now().miss, 0, "event: miss, once");
  top->walk_ready_i = 1;
  eval();
  tick();
  top->walk_ready_i = 0;
  eval();
  check(top->walk_valid_o, 0, "the walk is asked for once");
}

void walk(const Lookup& lookup, uint64_t entry, unsigned level = 0, unsigned status = 0) {
  ask(lookup);
  answer(entry, level, lookup, status);
  end_answer();
}

void hits(const Lookup& lookup, uint64_t physical, const char* what) {
  show(lookup);
  check(now().done, 1, what);
  check(now().status, kDone, what);
  check(now().physical, physical, what);
}

void misses(const Lookup& lookup, const char* what) {
  show(lookup);
  check(now().done, 0, what);
}

// The asker goes on.
void leave(const Lookup& lookup) {
  show(lookup, true);
  tick();
  show({});
  tick();
}

void fence_all() {
  show({});
  drive_fence(true);
  eval();
  tick();
  drive_fence(false);
  eval();
}

}  // namespace

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
        check(top->walk_valid_o, 0, "no second walk");
        check(now().fault, 0, "event: fault, only when taken");
        show(lookup, true);
        check(now().fault, !right, "event: fault");
        tick();
        show(lookup);
        // Again: a right stands, a fault is walked anew.
        check(now().done, right, "after the asker went on");
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
    check(top->walk_valid_o, 0, "bare: no walk");
  }
  lookup.space.translate = true;
  for (unsigned i = 38; i < 64; i++) {
    for (uint64_t base : {0ull, ~0ull}) {
      lookup.address = base ^ 1ull << i;
      show(lookup);
      check(now().done, 1, "not canonical: done");
      check(now().status, kPageFault, "not canonical: page fault");
      tick();
      check(top->walk_valid_o, 0, "not canonical: no walk");
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

// The request is held until ready, whatever the asker does; its leaf serves who comes later.
void test_miss() {
  show(page(1));
  tick();
  for (unsigned i = 0; i < 20; i++) {
    check(top->walk_valid_o, 1, "held until ready");
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
    check(top->walk_valid_o, 0, "one walk at a time");
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
  check(top->walk_valid_o, 0, "nothing was asked for");
}

// Who hears of a fault, and for how long.
void test_faults() {
  const Lookup it = page(3, kStore);
  Lookup other_space = it;
  other_space.space.sum = true;
  const Lookup others[] = {{}, page(4, kStore), page(3, kLoad), other_space};
  for (unsigned status : {0u, 1u, 2u}) {
    const uint64_t readable = pte(0x33, kAll & ~kW);
    const unsigned told = status == 2 ? kAccessFault : kPageFault;
    walk(it, readable, 0, status);
    for (unsigned i = 0; i < 5; i++) {
      check(now().done, 1, "the fault stands");
      check(now().status, told, "which fault");
      check(now().miss, 0, "no walk while it stands");
      tick();
    }
    // It stands for an offset of the same page too, and goes with the asker.
    Lookup inside = it;
    inside.address += 0x100;
    show(inside);
    check(now().done, 1, "the same page");
    leave(inside);
    ask(it);
    answer(readable, 0, it, status);
    end_answer();
    for (const Lookup& other : others) {
      // Looking elsewhere for one cycle drops it.
      show(it);
      check(now().done, 1, "stands");
      show(other);
      check(now().done && other.valid && now().status != kDone, 0, "not for others");
      tick();
      if (top->walk_valid_o) {  // the other lookup walks
        top->walk_ready_i = 1;
        tick();
        top->walk_ready_i = 0;
        answer(0, 0, other, 1);
        end_answer();
      }
      show({});
      tick();
      ask(it);
      answer(readable, 0, it, status);
      end_answer();
    }
    // Away during the walk, and back before its end: in each cycle of it.
    for (const Lookup& other : others) {
      for (unsigned when = 0; when < 3; when++) {
        leave(it);
        ask(it);
        for (unsigned i = 0; i < 3; i++) {
          show(i == when ? other : it);
          if (i == 2) answer(readable, 0, it, status);
          tick();
          top->walk_response_valid_i = 0;
        }
        show(it);
        check(now().done, 0, "a walk of an asker that went away");
        check(now().miss, 1, "it walks again");
        ask(it);
        answer(readable, 0, it, status);
        end_answer();
        check(now().done, 1, "now it is told");
      }
    }
    leave(it);
    fence_all();
  }
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

// Each fence against each entry; and a fence in each cycle of a walk.
void test_fences() {
  unsigned kept = 0, dropped = 0;
  for (unsigned level = 0; level < 3; level++) {
    for (unsigned i = 0; i < 400; i++) {
      fence_all();
      const bool global = chance(40);
      const Lookup lookup = page(random64() & 0x3ffffff);
      walk(lookup, pte(0, kAll | (global ? kG : 0)), level);
      Fence fence = {chance(60), chance(60), vpn_of(lookup.address), lookup.space.asid};
      if (chance(60)) fence.vpn ^= 1u << below(27);
      if (chance(30)) fence.asid ^= 1u << below(16);
      const bool goes = names(fence, vpn_of(lookup.address), level, lookup.space.asid, global);
      drive_fence(true, fence);
      show({});
      tick();
      drive_fence(false);
      show(lookup);
      check(now().done, !goes, "fence");
      (goes ? dropped : kept)++;
      if (global) {
        Lookup other = lookup;
        other.space.asid++;
        show(other);
        check(now().done, !goes, "global");
      }
      show({});
    }
  }
  check(kept > 200 && dropped > 200, 1, "both happened");
  // Cycles: 0 first lookup, 1 asked, 2 and 3 waiting, 4 answered.
  for (unsigned when = 0; when < 5; when++) {
    for (uint64_t entry : {pte(0x44, kAll), pte(0x44, kAll & ~kR)}) {
      fence_all();
      const Lookup lookup = page(0x99);
      const Fence elsewhere = {true, true, 1, 1};
      show(lookup);
      unsigned walks = 0;
      for (unsigned i = 0; i < 5; i++) {
        drive_fence(i == when, elsewhere);
        top->walk_ready_i = i == 1 + (when == 0);
        if (i == 4) answer(entry, 0, lookup);
        eval();
        check(now().done, 0, "not before its answer");
        walks += top->walk_valid_o && top->walk_ready_i;
        tick();
      }
      top->walk_response_valid_i = top->walk_ready_i = 0;
      drive_fence(false);
      show(lookup);
      check(walks, 1, "one walk so far");
      if (when == 0) {
        check(now().done, 1, "a walk that began after the fence counts");
        leave(lookup);
        continue;
      }
      check(now().done, 0, "an answer from before the fence counts for nothing");
      ask(lookup);
      answer(entry, 0, lookup);
      end_answer();
      check(now().done, 1, "asked anew");
      leave(lookup);
    }
  }
  // A fault that stands goes with a fence.
  const Lookup lookup = page(0x9a);
  walk(lookup, 0, 0, 1);
  check(now().done, 1, "stands");
  drive_fence(true, {true, true, 1, 1});
  tick();
  drive_fence(false);
  show(lookup);
  check(now().done, 0, "no fault outlives a fence");
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
