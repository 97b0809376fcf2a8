// SPDX-License-Identifier: Apache-2.0
//
// fy_tlb alone: the bench answers its walks.

#pragma once

#include "blocks/mmu/test/mmu_units.h"

namespace lone_tlb {

using namespace fy_layout;

constexpr Space kUser = {true, true, false, false, 7, 0x80001};

inline Lookup page(uint64_t vpn, unsigned access = kLoad, Space space = kUser) {
  return {true, vpn << 12 | 0x123, access, space};
}

inline void show(const Lookup& lookup, bool advance = false) {
  drive(kLone, lookup, advance);
  eval();
}

inline Outcome now() { return outcome(kLone); }

// Answer with this entry in this cycle; the page is that of the request.
inline void answer(uint64_t entry, unsigned level, const Lookup& of, unsigned status = 0) {
  const auto put = [](auto field, uint64_t value) { set(top->walk_i, field, value); };
  put(walk_i::status_, status);
  put(walk_i::entry_vpn_, vpn_of(of.address));
  put(walk_i::entry_asid_, of.space.asid);
  put(walk_i::entry_level_, level);
  put(walk_i::entry_ppn_, ppn_of(entry));
  put(walk_i::entry_dirty_, (entry & kD) != 0);
  put(walk_i::entry_accessed_, (entry & kA) != 0);
  put(walk_i::entry_is_global_, (entry & kG) != 0);
  put(walk_i::entry_user_, (entry & kU) != 0);
  put(walk_i::entry_execute_, (entry & kX) != 0);
  put(walk_i::entry_write_, (entry & kW) != 0);
  put(walk_i::entry_read_, (entry & kR) != 0);
  set(top->walk_i, walk_i::valid_, 1);
  eval();
}

inline void end_answer() {
  tick();
  set(top->walk_i, walk_i::valid_, 0);
  eval();
}

// A lookup that misses in this cycle: its request is taken.
inline void ask(const Lookup& lookup) {
  show(lookup);
  check(now().done, 0, "not yet done");
  check(now().miss, 1, "event: miss");
  tick();
  check(get(top->walk_o, walk_o::valid_), 1, "the walk is asked for one cycle later");
  check(get(top->walk_o, walk_o::vpn_), vpn_of(lookup.address), "vpn of the walk");
  check(get(top->walk_o, walk_o::asid_), lookup.space.asid, "asid of the walk");
  check(get(top->walk_o, walk_o::root_), lookup.space.root, "root of the walk");
  check(now().miss, 0, "event: miss, once");
  top->walk_ready_i = 1;
  eval();
  tick();
  top->walk_ready_i = 0;
  eval();
  check(get(top->walk_o, walk_o::valid_), 0, "the walk is asked for once");
}

inline void walk(const Lookup& lookup, uint64_t entry, unsigned level = 0, unsigned status = 0) {
  ask(lookup);
  answer(entry, level, lookup, status);
  end_answer();
}

inline void hits(const Lookup& lookup, uint64_t physical, const char* what) {
  show(lookup);
  check(now().done, 1, what);
  check(now().status, kDone, what);
  check(now().physical, physical, what);
}

inline void misses(const Lookup& lookup, const char* what) {
  show(lookup);
  check(now().done, 0, what);
}

// The requester goes on.
inline void leave(const Lookup& lookup) {
  show(lookup, true);
  tick();
  show({});
  tick();
}

inline void fence_all() {
  show({});
  drive_fence(true);
  eval();
  tick();
  drive_fence(false);
  eval();
}

}  // namespace lone_tlb
