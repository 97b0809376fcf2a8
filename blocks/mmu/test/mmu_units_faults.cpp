// SPDX-License-Identifier: Apache-2.0
//
// fy_tlb: faults and fences.

#include "blocks/mmu/test/mmu_tlb.h"

using namespace lone_tlb;

// For which lookups a fault stands, and for how long.
void test_faults() {
  const Lookup it = page(3, kStore);
  Lookup other_space = it;
  other_space.space.sum = true;
  Lookup unasked = it;  // its address stays
  unasked.valid = false;
  const Lookup others[] = {{}, page(4, kStore), page(3, kLoad), other_space, unasked};
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
    // It stands for an offset of the same page too, and goes with the requester.
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
      if (get(top->walk_o, walk_o::valid_)) {  // the other lookup walks
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
          set(top->walk_i, walk_i::valid_, 0);
        }
        show(it);
        check(now().done, 0, "a walk of a requester that went away");
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

// Each fence against each entry; and a fence in each cycle of a walk.
void test_fences() {
  unsigned kept = 0, dropped = 0;
  for (unsigned level = 0; level < 3; level++) {
    for (unsigned i = 0; i < 400; i++) {
      fence_all();
      const bool global = percent(40);
      const Lookup lookup = page(random64() & 0x3ffffff);
      walk(lookup, pte(0, kAll | (global ? kG : 0)), level);
      Fence fence = {percent(60), percent(60), vpn_of(lookup.address), lookup.space.asid};
      if (percent(60)) fence.vpn ^= 1u << below(27);
      if (percent(30)) fence.asid ^= 1u << below(16);
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
        walks += get(top->walk_o, walk_o::valid_) && top->walk_ready_i;
        tick();
      }
      set(top->walk_i, walk_i::valid_, 0);
      top->walk_ready_i = 0;
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
