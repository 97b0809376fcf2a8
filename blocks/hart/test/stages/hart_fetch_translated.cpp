// SPDX-License-Identifier: Apache-2.0
//
// Fetch stage under translation: what decode takes is the path through the page tables that are
// valid, in the context of the last redirect.

#include "blocks/hart/test/stages/hart_fetch.h"

using namespace fy_layout;

namespace {

constexpr unsigned kPages = 8, kSpaces = 2;
constexpr uint64_t kBase = 0x40000000;

enum Status { kLeaf = WalkLeaf, kPageFault = WalkPageFault, kAccessFault = WalkAccessFault };

struct Page {
  unsigned status = kLeaf;
  bool user = false, execute = true;
  uint64_t number = 0x80000;  // a place without memory, sometimes
};

struct Context {
  bool translate = false, user = false;
  unsigned space = 0;
};

struct Walk {
  bool valid = false;
  unsigned vpn = 0, space = 0;
  Page page;
};

Page pages[kSpaces][kPages];

Page any_page() {
  Page x;
  x.status = one_in(4) ? 1 + static_cast<unsigned>(pick(2)) : static_cast<unsigned>(kLeaf);
  x.user = one_in(2), x.execute = !one_in(6);
  x.number = one_in(8) ? 0x100 : 0x80000 + pick(64);
  return x;
}

uint64_t any_target() {
  uint64_t offset = one_in(2) ? pick(64) << 2 : 0xf80 + (pick(32) << 2);
  return kBase + (pick(kPages) << 12) + offset;
}

// Faults of a fetch, or where it goes.
unsigned look_up(uint64_t address, const Context& context, uint64_t& physical) {
  physical = address;
  if (!context.translate) return kAccessFault;  // no memory there
  const uint64_t place = (address - kBase) >> 12;
  if (place >= kPages) return kPageFault;
  const Page& page = pages[context.space][place];
  physical = page.number << 12 | (address & 4095);
  if (page.status != kLeaf) return page.status;
  if (page.user != context.user || !page.execute) return kPageFault;
  return page.number >> 16 == 8 ? kLeaf : kAccessFault;
}

// The walker: one walk at a time, what it tells is what the tables held when it was asked.
void drive_walk(Walk& walk, const Context& context) {
  bool respond = walk.valid && one_in(4);
  top->walk_ready_i = !walk.valid && one_in(2);
  set(top->walk_i, walk_i::valid_, respond);
  set(top->walk_i, walk_i::status_, walk.page.status);
  set(top->walk_i, walk_i::entry_vpn_, walk.vpn);
  set(top->walk_i, walk_i::entry_asid_, walk.space);
  set(top->walk_i, walk_i::entry_ppn_, walk.page.number);
  set(top->walk_i, walk_i::entry_level_, 0);
  set(top->walk_i, walk_i::entry_user_, walk.page.user);
  set(top->walk_i, walk_i::entry_execute_, walk.page.execute);
  set(top->walk_i, walk_i::entry_accessed_, 1);
  set(top->walk_i, walk_i::entry_is_global_, 0);
  set(top->context_i, context_i::translate_, context.translate);
  set(top->context_i, context_i::user_, context.user);
  set(top->context_i, context_i::asid_, context.space);
  set(top->context_i, context_i::root_, 0x90000 + context.space);
  if (respond) walk.valid = false;
}

void take_walk(Walk& walk) {
  if (!get(top->walk_o, walk_o::valid_) || !top->walk_ready_i) return;
  walk.vpn = static_cast<unsigned>(get(top->walk_o, walk_o::vpn_));
  walk.space = static_cast<unsigned>(get(top->walk_o, walk_o::asid_));
  check(get(top->walk_o, walk_o::root_), 0x90000 + walk.space, "root");
  const uint64_t place = walk.vpn - (kBase >> 12);
  walk.page = Page();
  walk.page.status = kPageFault;
  if (place < kPages) walk.page = pages[walk.space][place];
  walk.valid = true;
}

}  // namespace

void test_translated(uint64_t count) {
  for (auto& space : pages) {
    for (Page& page : space) page = any_page();
  }
  Context context, next;
  Walk walk;
  uint64_t expected = 0x80000000, owed_address = 0, stalled = 0, idle_cycles = 0;
  bool owed = false, is_stalled = false, hold = false, known = false;
  uint64_t taken = 0, faults[3] = {}, fences = 0;
  for (uint64_t i = 0; i < count; i++) {
    bool respond = owed && !one_in(3);
    if (one_in(40)) hold = true;
    // The tables change under a fence, and fetch starts anew behind it.
    bool fence = hold && idle_cycles > 3 && one_in(2), redirect = fence || (!hold && one_in(25));
    uint64_t address = any_target();
    if (redirect) next = {!one_in(8), one_in(2), static_cast<unsigned>(pick(kSpaces))};
    if (fence) pages[pick(kSpaces)][pick(kPages)] = any_page(), fences++;
    set(top->response_i, response_i::valid_, respond);
    set(top->response_i, response_i::instruction_, respond ? word_at(owed_address) : pick(1000));
    set(top->response_i, response_i::error_, 0);
    top->fetch_ready_i = (!owed || respond) && !one_in(3);
    top->fetched_ready_i = !one_in(3);
    top->redirect_i = redirect, top->address_i = address, top->hold_i = hold;
    set(top->fence_i, fence_i::valid_, fence);
    set(top->fence_i, fence_i::use_address_, 0), set(top->fence_i, fence_i::use_asid_, 0);
    top->outcome_valid_i = one_in(4);
    set(top->outcome_i, outcome_i::is_flow_, one_in(3));
    set(top->outcome_i, outcome_i::flow_, pick(4));
    set(top->outcome_i, outcome_i::taken_, 1);
    set(top->outcome_i, outcome_i::mispredicted_, redirect);
    set(top->outcome_i, outcome_i::pc_, any_target());
    set(top->outcome_i, outcome_i::target_, any_target());
    drive_walk(walk, context);
    top->eval();
    uint64_t asked = get(top->fetch_o, fetch_o::address_);
    if (is_stalled) {
      check(get(top->fetch_o, fetch_o::valid_), 1, "a stalled request was withdrawn");
      check(asked, stalled, "a stalled request changed");
    }
    if (get(top->fetch_o, fetch_o::valid_))
      check(asked >> 28, 8, "a request that may not be executed");
    if (top->fetched_valid_o && top->fetched_ready_i && !redirect && known) {
      uint64_t pc = get(top->fetched_o, fetched_o::pc_), physical = 0;
      unsigned status = look_up(expected, context, physical);
      check(pc, expected, "path");
      check(get(top->fetched_o, fetched_o::fault_), status != kLeaf, "fault");
      if (status != kLeaf) {
        check(get(top->fetched_o, fetched_o::page_fault_), status == kPageFault, "page fault");
      } else {
        check(get(top->fetched_o, fetched_o::instruction_), word_at(physical), "instruction");
      }
      expected = get(top->fetched_o, fetched_o::next_pc_);
      faults[status]++, taken++;
    }
    if (redirect) expected = address, known = true, hold = false;
    is_stalled = get(top->fetch_o, fetch_o::valid_) && !top->fetch_ready_i, stalled = asked;
    bool accepted = get(top->fetch_o, fetch_o::valid_) && top->fetch_ready_i;
    if (respond) owed = false;
    if (accepted) owed = true, owed_address = asked;
    idle_cycles = hold && top->idle_o ? idle_cycles + 1 : 0;
    take_walk(walk);
    tick();
    if (redirect) context = next;
  }
  check(taken > count / 20 && fences > count / 200, 1, "enough was fetched");
  for (uint64_t kind : faults) check(kind > count / 200, 1, "enough of each kind of fetch");
}
