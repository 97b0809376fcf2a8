// SPDX-License-Identifier: Apache-2.0
//
// Instructions on their way: queue, fence, branches, traps, entry to execute.

#include <deque>

#include "blocks/hart/test/stages/hart_stages.h"

using namespace fy_layout;

static void set_fetched(uint64_t pc, uint32_t instruction, bool fault) {
  set(top->fetched_i, fetched_i::pc_, pc);
  set(top->fetched_i, fetched_i::instruction_, instruction);
  set(top->fetched_i, fetched_i::fault_, fault);
}

void test_fence(uint64_t count) {
  enum { Memory, Instruction, Translation };
  bool begun = false;
  unsigned kind = Memory;
  uint64_t ends[3] = {};
  for (uint64_t i = 0; i < count; i++) {
    // Once the flush has begun, the instruction stays.
    if (!begun) kind = pick(3);
    static const uint32_t fences[] = {0x0100000f, 0x8330000f, 0x0ff0000f, 0x0330000f, 0x0000100f};
    uint32_t instruction = fences[pick(5)];
    bool done = one_in(2), busy = one_in(2), idle = one_in(2), flushed = one_in(3);
    bool fenced = one_in(3);
    top->control_i = (kind == Instruction) | done << 1 | busy << 2 | idle << 3 | flushed << 4 |
                     (kind == Translation) << 5 | fenced << 6;
    set_fetched(0, instruction, false);
    top->eval();
    bool begins = begun || (done && idle);
    bool flush = kind == Instruction && begins, translation = kind == Translation && begins;
    bool leaves = instruction == 0x0100000f || (done && (instruction == 0x8330000f || !busy));
    if (kind == Instruction) leaves = flush && flushed;
    if (kind == Translation) leaves = translation && fenced;
    check(top->fence_o >> 4, translation, "fence of translations");
    check(top->fence_o >> 3 & 1, kind != Memory, "fetch held");
    check(top->fence_o >> 2 & 1, flush, "flush");
    check(top->fence_o >> 1 & 1, leaves, "fence done");
    check(top->fence_o & 1, begun, "fence committed");
    begun = (flush && !flushed) || (translation && !fenced);
    ends[kind] += leaves;
    tick();
  }
  for (uint64_t end : ends) {
    if (end < count / 50) fail("too few fences");
  }
}

void test_queue(uint64_t count) {
  std::deque<uint64_t> model;
  uint64_t full = 0;
  for (uint64_t i = 0; i < count; i++) {
    uint64_t value = random_source();
    bool clear = one_in(16), valid = model.size() < 2 && !one_in(3), ready = one_in(2);
    top->control_i = clear | valid << 1 | ready << 2;
    set_fetched(value, static_cast<uint32_t>(~value), value & 1);
    top->eval();
    check(top->queue_flags_o & 3, model.size(), "count of the queue");
    if (valid) model.push_back(value);
    check(top->queue_flags_o >> 2, !model.empty(), "queue valid");
    full += model.size() == 2;
    if (!model.empty()) {
      check(get(top->queue_o, queue_o::pc_), model.front(), "order of the queue");
      check(get(top->queue_o, queue_o::instruction_), static_cast<uint32_t>(~model.front()),
            "instruction of the queue");
      check(get(top->queue_o, queue_o::fault_), model.front() & 1, "fault of the queue");
      if (ready) model.pop_front();
    }
    if (clear) model.clear();
    tick();
  }
  if (full < count / 50) fail("the queue was hardly ever full");
}

static bool condition(unsigned funct3, uint64_t a, uint64_t b) {
  unsigned shift = 64 - width;
  bool less =
      funct3 & 2 ? a < b : static_cast<int64_t>(a << shift) < static_cast<int64_t>(b << shift);
  return (funct3 & 4 ? less : a == b) != (funct3 & 1);
}

static unsigned branch_funct3() {
  static const unsigned all[] = {0, 1, 4, 5, 6, 7};
  return all[pick(6)];
}

void test_late_branch(uint64_t count) {
  bool waits = false, taken = false;
  uint64_t pc = 0, target = 0, predicted = 0, redirects = 0;
  for (uint64_t i = 0; i < count; i++) {
    check(top->late_flags_o >> 1, waits, "late outcome");
    uint64_t next = taken ? target : trim(pc + 4);
    check(top->late_flags_o & 1, waits && next != predicted, "late redirect");
    if (waits) {
      check(get(top->late_outcome_o, late_outcome_o::taken_), taken, "late taken");
      check(get(top->late_outcome_o, late_outcome_o::mispredicted_), next != predicted,
            "late mispredicted");
      check(get(top->late_outcome_o, late_outcome_o::pc_), pc, "late pc");
      if (next != predicted) check(top->late_address_o, next, "late address");
      redirects += next != predicted;
    }
    bool enter = !one_in(3);
    uint64_t a = trim(random_source()), b = one_in(3) ? a : trim(random_source());
    unsigned funct3 = branch_funct3();
    uint64_t new_pc = trim(random_source()) & ~3ull, new_target = trim(random_source()) & ~3ull;
    uint64_t guess = one_in(8)   ? trim(random_source()) & ~3ull
                     : one_in(2) ? new_target
                                 : trim(new_pc + 4);
    set_fetched(0, funct3 << 12, false);
    set(top->outcome_i, outcome_i::pc_, new_pc);
    set(top->outcome_i, outcome_i::target_, new_target);
    set(top->outcome_i, outcome_i::taken_, one_in(2));
    set(top->outcome_i, outcome_i::mispredicted_, one_in(2));
    top->rs1_i = a, top->rs2_i = b, top->value_i = guess, top->control_i = enter;
    tick();
    waits = enter;
    if (enter) pc = new_pc, target = new_target, predicted = guess, taken = condition(funct3, a, b);
  }
  if (redirects < count / 50) fail("too few late redirects");
}

void test_trap_select(uint64_t count) {
  for (uint64_t i = 0; i < count; i++) {
    uint64_t pc = random_source(), target = trim(random_source()), address = trim(random_source());
    uint32_t instruction = static_cast<uint32_t>(random_source());
    unsigned conditions = pick(64), index = pick(32);
    bool fault = one_in(4), page = one_in(2);
    unsigned privilege = pick(3) == 2 ? 3 : pick(2);
    set(top->fetched_i, fetched_i::page_fault_, page);
    set(top->status_i, status_i::privilege_, privilege);
    if (one_in(2)) conditions &= pick(64) & pick(64);
    top->control_i = conditions, top->index_i = index, top->rs1_i = target, top->rs2_i = address;
    set_fetched(pc, instruction, fault);
    top->eval();
    // Cause and tval in the order of precedence, written down anew from the privileged manual.
    bool any = true;
    uint64_t cause = index, tval = 0;
    if (conditions & 1) {
    } else if (fault) {
      cause = page ? 12 : 1, tval = pc;
    } else if (conditions & 2) {
      cause = 2, tval = instruction;
    } else if (conditions & 4) {
      cause = 3, tval = pc;
    } else if (conditions & 8) {
      cause = 8 + privilege;
    } else if (conditions & 16) {
      cause = 0, tval = target;
    } else if (conditions & 32) {
      cause = 32 | index, tval = address;
    } else {
      any = false;
    }
    check(top->select_valid_o, any, "trap");
    if (!any) continue;
    check(get(top->select_o, select_o::is_interrupt_), conditions & 1, "interrupt");
    check(get(top->select_o, select_o::cause_), cause, "cause");
    check(get(top->select_o, select_o::tval_), tval, "tval");
    check(get(top->select_o, select_o::pc_), pc, "pc of the trap");
  }
}

void test_return_stack(uint64_t count) {
  uint64_t stack[4] = {};
  bool known[4] = {};
  unsigned pointer = 0;
  for (uint64_t i = 0; i < count; i++) {
    check(top->stack_pointer_o, pointer, "stack pointer");
    check(top->stack_o & 3, 0, "stack gives an address to fetch from");
    if (known[pointer]) check(top->stack_o, stack[pointer], "top of the stack");
    unsigned action = pick(3), repair_action = pick(3), back = pick(4);
    bool repair = one_in(8);
    uint64_t address = trim(random_source()) & ~3ull, repaired = trim(random_source()) & ~3ull;
    top->rs1_i = address, top->rs2_i = repaired, top->index_i = back;
    top->control_i = action | repair << 2 | repair_action << 3;
    if (repair) pointer = back, action = repair_action, address = repaired;
    if (action == 1) {
      pointer = (pointer + 1) % 4;
      stack[pointer] = address, known[pointer] = true;
    } else if (action == 2) {
      pointer = (pointer + 3) % 4;
    }
    tick();
  }
}

void test_entry(uint64_t count) {
  bool valid = false, late[2] = {};
  unsigned source[2] = {};
  uint64_t pc = 0, value[2] = {};
  for (uint64_t i = 0; i < count; i++) {
    bool redirect = one_in(16), offered = one_in(2), hazard = one_in(4), advance = one_in(2);
    bool fault = one_in(8), next_late[2] = {one_in(3), one_in(3)}, arrives = one_in(2);
    unsigned next_source[2] = {static_cast<unsigned>(pick(4)), static_cast<unsigned>(pick(4))};
    unsigned rd = pick(4);
    uint64_t next_pc = random_source(), data = trim(random_source());
    uint64_t next_value[2] = {trim(random_source()), trim(random_source())};
    top->control_i = redirect | offered << 1 | next_late[0] << 2 | next_late[1] << 3 | hazard << 4 |
                     advance << 5;
    set_fetched(next_pc, 0, fault);
    set(top->decoded_i, decoded_i::rs1_, next_source[0]);
    set(top->decoded_i, decoded_i::rs2_, next_source[1]);
    set(top->late_i, late_i::valid_, arrives);
    set(top->late_i, late_i::rd_, rd);
    set(top->late_i, late_i::data_, data);
    top->rs1_i = next_value[0], top->rs2_i = next_value[1];
    top->eval();
    bool ready = (!valid || advance) && (fault || !hazard), enter = ready && offered;
    check(top->entry_flags_o >> 3, ready, "entry ready");
    check(top->entry_flags_o >> 2 & 1, valid, "entry valid");
    if (valid) {
      check(get(top->entry_o, entry_o::pc_), pc, "entry pc");
      check(top->entry_flags_o >> 1 & 1, late[0], "first operand late");
      check(top->entry_flags_o & 1, late[1], "second operand late");
      if (!late[0]) check(top->entry1_o, value[0], "first operand");
      if (!late[1]) check(top->entry2_o, value[1], "second operand");
    }
    for (unsigned k = 0; k < 2; k++) {
      if (enter) {
        source[k] = next_source[k], value[k] = next_value[k], late[k] = next_late[k];
      } else if (arrives && late[k] && rd == source[k]) {
        value[k] = data, late[k] = false;
      }
    }
    if (enter) pc = next_pc;
    valid = !redirect && (enter || (valid && !advance));
    tick();
  }
}

void test_integer(uint64_t count) {
  for (uint64_t i = 0; i < count; i++) {
    static const unsigned units[] = {UnitAlu,      UnitBranch, UnitJump, UnitJumpRegister,
                                     UnitMultiply, UnitDivide, UnitCsr,  UnitCoprocessor};
    unsigned unit = units[pick(8)], rd = pick(8), link = pick(8), funct3 = branch_funct3();
    if (unit == UnitMultiply) funct3 = 0;  // MUL
    if (unit == UnitDivide) funct3 = 5;    // DIVU
    bool use_pc = one_in(2), use_immediate = unit == UnitJumpRegister || one_in(2);
    if (unit == UnitJumpRegister) use_pc = false;
    uint64_t pc = trim(random_source()) & ~3ull, a = trim(random_source());
    uint64_t b = one_in(3) ? a : trim(random_source()), other = trim(random_source());
    int32_t immediate = static_cast<int32_t>(random_source());
    uint64_t wide = trim(static_cast<uint64_t>(static_cast<int64_t>(immediate)));
    uint64_t sum = trim((use_pc ? pc : a) + (use_immediate ? wide : b));
    bool jump = unit == UnitJump || unit == UnitJumpRegister;
    bool taken = jump || (unit == UnitBranch && condition(funct3, a, b));
    uint64_t target = unit == UnitJumpRegister ? sum & ~1ull : trim(pc + wide);
    uint64_t next = taken ? target : trim(pc + 4), guess = one_in(2) ? next : trim(pc + 8);
    set(top->decoded_i, decoded_i::unit_, unit);
    set(top->decoded_i, decoded_i::alu_operation_, 0);
    set(top->decoded_i, decoded_i::word_, 0);
    set(top->decoded_i, decoded_i::use_pc_, use_pc);
    set(top->decoded_i, decoded_i::use_immediate_, use_immediate);
    set(top->decoded_i, decoded_i::rd_, rd);
    set(top->decoded_i, decoded_i::rd_write_, rd != 0);
    set(top->decoded_i, decoded_i::immediate_, static_cast<uint32_t>(immediate));
    set_fetched(pc, funct3 << 12 | link << 15, false);
    set(top->fetched_i, fetched_i::next_pc_, guess);
    top->rs1_i = a, top->rs2_i = b, top->value_i = other;
    top->control_i = (unit == UnitMultiply) | (unit == UnitDivide) << 1;
    top->eval();
    check(top->sum_o, sum, "sum");
    check(top->next_o, next, "next address");
    check(top->integer_flags_o & 1, taken && (target & 2), "misaligned target");
    check(get(top->outcome_o, outcome_o::is_flow_), jump || unit == UnitBranch, "flow at all");
    check(get(top->outcome_o, outcome_o::taken_), taken, "taken");
    check(get(top->outcome_o, outcome_o::mispredicted_), next != guess, "mispredicted");
    bool links = rd == 1 || rd == 5, returns = unit == UnitJumpRegister && (link == 1 || link == 5);
    if (jump) {
      check(get(top->outcome_o, outcome_o::flow_),
            links     ? FlowCall
            : returns ? FlowReturn
                      : FlowJump,
            "kind of jump");
      check(get(top->outcome_o, outcome_o::target_), target, "target");
    }
    if (unit == UnitAlu) check(top->result_o, sum, "result of the ALU");
    if (jump) check(top->result_o, trim(pc + 4), "link");
    if (unit == UnitCsr) check(top->result_o, other, "result of a CSR");
    if (unit == UnitCoprocessor) check(top->result_o, trim(~other), "result of the coprocessor");
    if (unit == UnitDivide) {
      for (int cycles = 0; !(top->integer_flags_o >> 1); cycles++) {
        if (cycles > 80) fail("the division does not end");
        tick();
      }
      check(top->result_o, b == 0 ? trim(~0ull) : a / b, "quotient");
      top->control_i = 0;
    }
    tick();
    if (unit == UnitMultiply) check(top->product_o, trim(a * b), "product");
  }
}
