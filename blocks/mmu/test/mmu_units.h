// SPDX-License-Identifier: Apache-2.0
//
// Clock, random stimuli, lookups and checks shared by the tests of mmu_units.sv.

#pragma once

#include <vector>

#include "Vmmu_units.h"
#include "blocks/common/test/bench.h"
#include "blocks/mmu/test/sv39_model.h"
#include "fy_layout.h"

inline std::unique_ptr<Vmmu_units> top;

inline void eval() { top->eval(); }

inline void tick() { clock(*top); }

constexpr unsigned kEntries = 4, kLone = 3;  // number of the TLB whose walker is the bench

struct Lookup {
  bool valid = false;
  uint64_t address = 0;
  unsigned access = 0;
  Space space;
  bool same(const Lookup& other) const {
    return valid == other.valid && address >> 12 == other.address >> 12 && access == other.access &&
           space == other.space;
  }
};

struct Outcome {
  bool done;
  unsigned status;
  uint64_t physical;
  bool miss, fault;
};

inline void drive(unsigned tlb, const Lookup& lookup, bool advance = false) {
  using namespace fy_layout;
  const auto put = [&](auto field, uint64_t value) {
    set(top->lookup_i, at(field, tlb, lookup_i::width), value);
  };
  put(lookup_i::valid_, lookup.valid);
  put(lookup_i::advance_, advance);
  put(lookup_i::access_, lookup.access);
  put(lookup_i::address_, lookup.address);
  put(lookup_i::space_translate_, lookup.space.translate);
  put(lookup_i::space_user_, lookup.space.user);
  put(lookup_i::space_sum_, lookup.space.sum);
  put(lookup_i::space_mxr_, lookup.space.mxr);
  put(lookup_i::space_asid_, lookup.space.asid);
  put(lookup_i::space_root_, lookup.space.root);
}

inline Outcome outcome(unsigned tlb) {
  using namespace fy_layout;
  const auto of = [&](auto field) { return get(top->outcome_o, at(field, tlb, outcome_o::width)); };
  check(of(outcome_o::duplicate_), 0, "two entries for one page");
  return {of(outcome_o::done_) != 0, static_cast<unsigned>(of(outcome_o::status_)),
          of(outcome_o::physical_), of(outcome_o::events_miss_) != 0,
          of(outcome_o::events_fault_) != 0};
}

inline void drive_fence(bool valid, const Fence& fence = {}) {
  using namespace fy_layout;
  set(top->fence_i, fence_i::valid_, valid);
  set(top->fence_i, fence_i::use_address_, fence.use_address);
  set(top->fence_i, fence_i::use_asid_, fence.use_asid);
  set(top->fence_i, fence_i::vpn_, fence.vpn);
  set(top->fence_i, fence_i::asid_, fence.asid);
}

// An asynchronous reset wants its edge; inputs start at random values.
inline void reset() {
  using namespace fy_layout;
  for (unsigned i = 0; i < 4; i++) drive(i, {});
  drive_fence(false);
  set(top->walk_i, walk_i::valid_, 0);
  set(top->core_i, core_i::valid_, 0), set(top->core_i, core_i::kill_, 0);
  set(top->data_i, data_i::late_valid_, 0);
  top->walk_ready_i = top->data_ready_i = top->cache_fill_i = top->cache_flush_i = 0;
  reset(*top);
}

void test_rights();
void test_translation();
void test_miss();
void test_faults();
void test_refill();
void test_fences();
void test_places();
void test_tables();
void test_latency();
void test_walk_fences();
void test_order();
void test_errors();
void test_mux(uint64_t count);
void test_walk_cache(uint64_t count);
void test_attributes(uint64_t count);
void test_random(uint64_t count);
