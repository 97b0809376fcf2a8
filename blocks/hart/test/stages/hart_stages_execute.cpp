// SPDX-License-Identifier: Apache-2.0
//
// Control of the execute stage, privileges, and the data port under translation.

#include <deque>

#include "blocks/hart/test/stages/hart_stages.h"

using namespace fy_layout;

namespace {

constexpr unsigned kUnits = UnitAtomic + 1;

void set_status(unsigned privilege, unsigned traps) {
  set(top->status_i, status_i::privilege_, privilege);
  set(top->status_i, status_i::trap_memory_, traps & 1);
  set(top->status_i, status_i::trap_wait_, traps >> 1 & 1);
  set(top->status_i, status_i::trap_return_, traps >> 2);
}

unsigned any_privilege() { return pick(3) == 2 ? 3 : static_cast<unsigned>(pick(2)); }

}  // namespace

void test_control(uint64_t count) {
  bool held = false;
  uint64_t interrupts = 0, waits = 0;
  for (uint64_t i = 0; i < count; i++) {
    const unsigned unit = pick(kUnits);
    const bool valid = !one_in(4), kill = one_in(4), fault = one_in(8), illegal = one_in(8);
    const bool trap = fault || illegal || one_in(4), interrupt = one_in(3), begun = one_in(4);
    const bool offered = one_in(2), ready = !one_in(3);
    const bool data = one_in(2), divide = one_in(2), fence = one_in(2), coprocessor = one_in(2);
    const bool flow = one_in(2), wake = one_in(2);
    set(top->decoded_i, decoded_i::unit_, unit);
    set(top->done_i, done_i::data_, data), set(top->done_i, done_i::divide_, divide);
    set(top->done_i, done_i::fence_, fence), set(top->done_i, done_i::flow_, flow);
    set(top->done_i, done_i::coprocessor_, coprocessor), set(top->done_i, done_i::wake_, wake);
    top->execute_control_i = valid | kill << 1 | fault << 2 | illegal << 3 | trap << 4 |
                             interrupt << 5 | begun << 6 | offered << 7 | ready << 8;
    top->eval();
    const bool live = valid && !kill;
    const bool taken = live && interrupt && !held && !begun && unit != UnitWait;
    const bool executes = live && !taken && !fault && !illegal;
    bool done = true;
    if (unit == UnitLoad || unit == UnitStore || unit == UnitAtomic) done = data;
    if (unit == UnitDivide) done = divide;
    if (unit == UnitFence || unit == UnitFenceInstruction || unit == UnitTranslationFence)
      done = fence;
    if (unit == UnitCoprocessor) done = coprocessor;
    if (unit == UnitBranch || unit == UnitJump || unit == UnitJumpRegister) done = flow;
    if (unit == UnitWait) done = wake;
    const bool waiting = executes && !trap && !done, advances = live && ready && !waiting;
    check(top->control_flags_o >> 2, executes, "executes");
    check(top->control_flags_o >> 1 & 1, taken, "interrupt taken");
    check(top->control_flags_o & 1, advances, "advances");
    interrupts += taken, waits += waiting;
    held = executes && offered && !advances;
    tick();
  }
  if (interrupts < count / 50 || waits < count / 50) fail("too few interrupts or waits");
}

void test_flow(uint64_t count) {
  bool late_valid = false, late_taken = false;
  uint64_t late_pc = 0, late_target = 0, late_guess = 0, redirects = 0, kills = 0;
  for (uint64_t i = 0; i < count; i++) {
    const unsigned unit = pick(kUnits), late = one_in(3) ? 1 + pick(3) : 0;
    const bool stands = one_in(2), trap = one_in(6);
    const uint64_t value = trim(random_source()), a = trim(random_source());
    const uint64_t b = one_in(2) ? value : trim(random_source());
    const uint64_t pc = trim(random_source()) & ~3ull, target = trim(random_source()) & ~3ull;
    const uint64_t next = trim(~value), guess = one_in(2)   ? next
                                                : one_in(2) ? target
                                                            : trim(pc + 4);
    const bool mispredicted = one_in(2), satp = one_in(2);
    const uint32_t word = (satp ? 0x180u : static_cast<uint32_t>(pick(4096))) << 20 |
                          static_cast<uint32_t>(pick(2)) << 12;  // BEQ or BNE
    const bool is_satp = word >> 20 == 0x180;
    set(top->fetched_i, fetched_i::instruction_, word);
    set(top->fetched_i, fetched_i::next_pc_, guess);
    set(top->decoded_i, decoded_i::unit_, unit);
    set(top->outcome_i, outcome_i::mispredicted_, mispredicted);
    set(top->outcome_i, outcome_i::pc_, pc);
    set(top->outcome_i, outcome_i::target_, target);
    top->rs1_i = a, top->rs2_i = b, top->value_i = value;
    // What is behind a branch that went elsewhere does not advance.
    top->execute_control_i = late | stands << 2 | trap << 3;
    top->eval();
    const uint64_t late_next = late_taken ? late_target : trim(late_pc + 4);
    const bool kill = late_valid && late_next != late_guess, advance = !kill && one_in(2);
    top->execute_control_i = late | stands << 2 | trap << 3 | advance << 4;
    top->eval();
    check(top->flow_flags_o >> 2 & 1, kill, "kill");
    check(top->flow_flags_o >> 3, late ? stands : !(late_valid && mispredicted), "flow done");
    const bool back = unit == UnitMachineReturn || unit == UnitSupervisorReturn;
    const bool always = trap || back || unit == UnitFenceInstruction ||
                        unit == UnitTranslationFence || (unit == UnitCsr && is_satp);
    const uint64_t goes = trap || back ? trim(a ^ value) : next;
    const bool redirect = kill || (advance && (always || (!late && goes != guess)));
    check(top->flow_flags_o >> 1 & 1, redirect, "redirect");
    if (redirect) check(top->flow_address_o, kill ? late_next : goes, "where to");
    check(top->flow_flags_o & 1, late_valid || (advance && !trap && !late), "outcome");
    if (top->flow_flags_o & 1) {
      check(get(top->flow_outcome_o, flow_outcome_o::pc_), late_valid ? late_pc : pc, "outcome pc");
    }
    redirects += redirect, kills += kill;
    late_valid = advance && !trap && late;
    if (late_valid) {
      const uint64_t first = late & 1 ? value : a, second = late & 2 ? value : b;
      late_taken = (first == second) != (word >> 12 & 1);
      late_pc = pc, late_target = target, late_guess = guess;
    }
    tick();
  }
  if (redirects < count / 50 || kills < count / 50) fail("too few redirects");
}

void test_privilege(uint64_t count) {
  for (uint64_t i = 0; i < count; i++) {
    const unsigned unit = pick(kUnits), privilege = any_privilege(), traps = pick(8);
    set(top->decoded_i, decoded_i::unit_, unit);
    const bool user_coprocessor = pick(2);
    set_status(privilege, traps);
    set(top->status_i, status_i::user_coprocessor_, user_coprocessor);
    top->eval();
    bool denied = unit == UnitCoprocessor && privilege == 0 && !user_coprocessor;
    if (unit == UnitMachineReturn) denied = privilege < 3;
    // TVM, TW, TSR act in S; in U these are never legal.
    const unsigned bit = unit == UnitTranslationFence ? 1 : unit == UnitWait ? 2 : 4;
    if (unit == UnitTranslationFence || unit == UnitWait || unit == UnitSupervisorReturn) {
      denied = privilege == 0 || (privilege == 1 && (traps & bit));
    }
    check(top->denied_o, denied, "denied");
  }
}

namespace {

struct Page {
  unsigned status, rights;  // of the walk; R W X U A D from bit 0
  uint64_t number;
};

struct Translated {
  unsigned operation, size;
  uint64_t address;
  bool user, sum, mxr;
};

constexpr unsigned kPages = 8;
constexpr uint64_t kBase = 0x40000000;
Page pages[kPages];

Page any_page() {
  Page x{};
  x.status = one_in(6) ? 1 + pick(2) : 0, x.rights = one_in(2) ? 0x37 | pick(16) : pick(64);
  x.number = one_in(6) ? 0x40000 : one_in(6) ? 0x2000 + pick(2) : 0x80000 + pick(64);
  return x;
}

Translated any_translated() {
  Translated x{};
  x.operation = one_in(3) ? 2 + pick(11) : pick(2), x.size = 2 + pick(2);
  x.address = kBase + (pick(kPages + 1) << 12) + pick(4096);
  if (!one_in(8)) x.address &= ~7ull;
  x.user = one_in(2), x.sum = one_in(2), x.mxr = one_in(2);
  return x;
}

// Cause of the fault, 0 for none, and the physical address.
unsigned judge(const Translated& x, uint64_t& physical) {
  const bool store = x.operation & 1 || x.operation > 3;
  if (x.address & ((1u << x.size) - 1)) return store ? 6 : 4;
  const uint64_t place = (x.address - kBase) >> 12;
  const unsigned page_fault = store ? 15 : 13, access_fault = store ? 7 : 5;
  if (place >= kPages) return page_fault;
  const Page& page = pages[place];
  if (page.status != 0) return page.status == 2 ? access_fault : page_fault;
  const bool user = page.rights >> 3 & 1;
  if (user != x.user && !(user && x.sum)) return page_fault;
  const bool read = page.rights & 1 || (x.mxr && page.rights & 4);
  const bool write = (page.rights & 2) && (page.rights & 32);
  if (!(page.rights & 16) || !(store ? write : read)) return page_fault;
  physical = page.number << 12 | (x.address & 4095);
  const bool memory = page.number >> 16 == 8, device = page.number >> 4 == 0x200;
  return memory || (device && x.operation < 2) ? 0 : access_fault;
}

}  // namespace

// Every access is asked for at its place, or faults as the tables say that are valid now.
void test_translate(uint64_t count) {
  for (Page& page : pages) page = any_page();
  Translated now = any_translated();
  bool walking = false, busy = false;
  uint64_t vpn = 0, done = 0, waits = 0, causes[16] = {};
  Page found{};
  set(top->context_i, context_i::translate_, 1);
  for (uint64_t i = 0; i < count; i++) {
    const bool offered = !one_in(20), fence = !offered && one_in(3), respond = walking && one_in(3);
    const bool ready = !one_in(4), walk_ready = !walking && one_in(2);
    if (fence) pages[pick(kPages)] = any_page();
    set(top->request_i, request_i::operation_, now.operation);
    set(top->request_i, request_i::size_, now.size);
    set(top->request_i, request_i::address_, now.address);
    set(top->context_i, context_i::user_, now.user);
    set(top->context_i, context_i::sum_, now.sum);
    set(top->context_i, context_i::mxr_, now.mxr);
    set(top->context_i, context_i::asid_, 5);
    set(top->context_i, context_i::root_, 0x90000);
    set(top->fence_i, fence_i::use_address_, 0), set(top->fence_i, fence_i::use_asid_, 0);
    namespace w = walk_i;
    set(top->walk_i, w::status_, found.status);
    set(top->walk_i, w::entry_vpn_, vpn), set(top->walk_i, w::entry_asid_, 5);
    set(top->walk_i, w::entry_ppn_, found.number);
    set(top->walk_i, w::entry_level_, 0), set(top->walk_i, w::entry_is_global_, 0);
    set(top->walk_i, w::entry_read_, found.rights & 1);
    set(top->walk_i, w::entry_write_, found.rights >> 1 & 1);
    set(top->walk_i, w::entry_execute_, found.rights >> 2 & 1);
    set(top->walk_i, w::entry_user_, found.rights >> 3 & 1);
    set(top->walk_i, w::entry_accessed_, found.rights >> 4 & 1);
    set(top->walk_i, w::entry_dirty_, found.rights >> 5);
    set(top->response_i, response_i::status_, 0);  // always done
    top->control_i = offered | ready << 1;
    set(top->walk_i, w::valid_, respond), set(top->fence_i, fence_i::valid_, fence);
    top->walk_control_i = walk_ready;
    top->eval();
    const unsigned flags = top->data_flags_o;
    const bool leaves = flags >> 6, fault = flags >> 5 & 1, valid = flags >> 1 & 1;
    uint64_t physical = 0;
    const unsigned cause = judge(now, physical);
    // A fault of attributes may show before the request; only what is offered counts.
    if (offered && fault) {
      check(top->data_cause_o, cause, "cause");
      check(valid, 0, "a request that faults");
      causes[cause]++;
    }
    if (valid) {
      check(cause, 0, "a request that had to fault");
      check(get(top->data_o, data_o::address_), physical, "physical address");
      check(get(top->data_o, data_o::kind_), physical < 0x80000000, "kind");
      check(top->physical_o, physical, "address for the trace");
    }
    check(leaves, valid && ready, "leaves");
    check(flags >> 4 & 1, busy, "busy");
    waits += offered && !fault && !valid;
    busy = leaves;
    if (leaves) done++;
    if (respond) walking = false;
    if (get(top->walk_o, walk_o::valid_) && walk_ready) {
      walking = true, vpn = get(top->walk_o, walk_o::vpn_);
      const uint64_t place = vpn - (kBase >> 12);
      found = place < kPages ? pages[place] : Page{1, 0, 0};
    }
    const bool goes = leaves || (offered && fault) || one_in(60);
    if (goes) {
      top->walk_control_i = walk_ready | 2;
      top->eval();
      now = any_translated();
    }
    tick();
  }
  if (done < count / 50 || waits < count / 50) fail("too few accesses or walks");
  for (unsigned cause : {4, 5, 6, 7, 13, 15}) {
    if (causes[cause] == 0) fail("a kind of fault is missing");
  }
}
