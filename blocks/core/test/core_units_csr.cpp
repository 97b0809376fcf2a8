// SPDX-License-Identifier: Apache-2.0
//
// Control and status registers.

#include <map>

#include "blocks/core/test/core_units.h"
#include "fy_layout.h"

using namespace fy_layout;

static uint64_t csr(unsigned address, unsigned operation = 0, uint64_t value = 0) {
  set(top->csr_i, csr_i::address_, address);
  set(top->csr_i, csr_i::operation_, operation);
  set(top->csr_i, csr_i::operand_, value);
  top->commit_i = operation != 0;
  top->eval();
  uint64_t old = top->csr_o;
  if (top->illegal_o) old = 0xbad;
  tick();
  top->commit_i = 0;
  return old;
}

// From M: MRET to the privilege.
static void enter(unsigned privilege, uint64_t status = 0) {
  csr(0x300, 1, privilege << 11 | status);
  top->return_i = top->retire_i = 1;
  tick();
  top->return_i = top->retire_i = 0;
}

static void back_to_machine() {
  set(top->trap_i, trap_i::is_interrupt_, 0), set(top->trap_i, trap_i::cause_, 11);
  top->trap_valid_i = 1;
  tick();
  top->trap_valid_i = 0;
  top->eval();
}

static void test_csr_map(unsigned privilege, uint64_t status) {
  std::map<unsigned, bool> present;  // address to writable
  for (unsigned a : {0x300, 0x301, 0x302, 0x303, 0x304, 0x305, 0x306, 0x30a, 0x320, 0x340,
                     0x341, 0x342, 0x343, 0x344, 0xb00, 0xb02, 0x100, 0x104, 0x105, 0x106,
                     0x10a, 0x5c0, 0x140, 0x141, 0x142, 0x143, 0x144, 0x180, 0x7a0, 0x7a1}) {
    present[a] = true;
  }
  for (unsigned i = 3; i < 32; i++) present[0xb00 + i] = present[0x320 + i] = true;
  for (unsigned a : {0xc00, 0xc01, 0xc02, 0xf11, 0xf12, 0xf13, 0xf14, 0xf15}) present[a] = false;
  if (width == 32) {
    present[0x310] = present[0x31a] = present[0xb80] = present[0xb82] = true;
    for (unsigned i = 3; i < 32; i++) present[0xb80 + i] = true;
    present[0xc80] = present[0xc81] = present[0xc82] = false;
  }
  for (unsigned address = 0; address < 4096; address++) {
    for (unsigned operation = 0; operation < 4; operation++) {
      set(top->csr_i, csr_i::address_, address);
      set(top->csr_i, csr_i::operation_, operation);
      top->eval();
      auto found = present.find(address);
      bool legal_access = found != present.end() && (operation == 0 || found->second);
      // The user counters are closed below M after reset; TVM is bit 20.
      if (privilege < (address >> 8 & 3)) legal_access = false;
      if (privilege < 3 && address >> 8 == 0xc) legal_access = false;
      if (privilege == 1 && address == 0x180 && (status >> 20 & 1)) legal_access = false;
      check(top->illegal_o, !legal_access, "CSR map", address, operation);
    }
  }
}

void test_csrs(uint64_t count) {
  for (unsigned privilege : {3, 1, 0}) {
    for (uint64_t status : {0ull, 1ull << 20}) {
      reset();
      enter(privilege, status);
      test_csr_map(privilege, status);
      check(get(top->status_o, status_o::privilege_), privilege, "privilege");
    }
  }
  reset();
  const uint64_t ones = trim(~0ull), top_bit = 1ull << (width - 1);
  check(csr(0x301), (width == 64 ? 2ull << 62 : 1ull << 30) | 0x141101, "misa");
  check(csr(0xf14), 3, "mhartid");
  check(csr(0xc01), trim(0x0123456789abcdef), "time");
  if (width == 32) check(csr(0xc81), 0x01234567, "timeh");
  const uint64_t widths = width == 64 ? 0xa00000000 : 0;
  // Registers against a model: what a write leaves.
  struct Field {
    unsigned address;
    uint64_t writable, fixed;
  };
  const Field fields[] = {{0x300, 0x7e19aa, widths},
                          {0x301, 0, csr(0x301)},
                          {0x302, 0xb3ff, 0},
                          {0x7a0, 0, 0},
                          {0x7a1, 0, 0},
                          {0x303, 0x222, 0},
                          {0x304, 0x10aaa, 0},
                          {0x306, 0xffffffff, 0},
                          {0x106, 0xffffffff, 0},
                          {0x30a, 1, 0},
                          {0x10a, 1, 0},
                          {0x5c0, 1, 0},
                          {0x140, ones, 0},
                          {0x180, width == 64 ? ones & ~(7ull << 60) : 0, 0},
                          {0x305, ones & ~2ull, 0},
                          {0x320, 5, 0},
                          {0x340, ones, 0},
                          {0x341, ones & ~3ull, 0},
                          {0x342, ones, 0},
                          {0x343, ones, 0},
                          {0x344, 0x222, 0},
                          {0xb03, 0, 0},
                          {0x323, 0, 0}};
  std::map<unsigned, uint64_t> model;
  for (const Field& field : fields) model[field.address] = field.fixed;
  model[0x5c0] = 1;
  for (uint64_t i = 0; i < count; i++) {
    const Field& field = fields[random_source() % (sizeof fields / sizeof *fields)];
    unsigned operation = random_source() % 4;
    uint64_t value = operand(), old = model[field.address], wanted = old;
    check(csr(field.address, operation, value), old, "CSR", field.address);
    if (operation == 1) wanted = value;
    if (operation == 2) wanted = old | value;
    if (operation == 3) wanted = old & ~value;
    // mtvec keeps what it has when the mode is reserved.
    if (field.address == 0x305 && (wanted & 2)) wanted = old;
    // satp, too, when its mode is neither Bare nor Sv39; MPP keeps what it has instead of 2.
    if (field.address == 0x180 && (wanted >> 60 & 7)) wanted = old;
    if (field.address == 0x300 && (wanted >> 11 & 3) == 2) {
      wanted = (wanted & ~0x1800ull) | (old & 0x1800);
    }
    model[field.address] = (wanted & field.writable) | field.fixed;
    check(get(top->status_o, status_o::satp_), model[0x180], "satp");
    check(get(top->status_o, status_o::user_coprocessor_), model[0x5c0], "custom-2 in user mode");
  }
  // Trap entry and return.
  csr(0x302, 1, 0), csr(0x303, 1, 0), csr(0x344, 1, 0);
  csr(0x300, 1, 8), csr(0x305, 1, 0x80001001);
  set(top->trap_i, trap_i::is_interrupt_, 1), set(top->trap_i, trap_i::cause_, 7);
  set(top->trap_i, trap_i::pc_, 0x80000124), set(top->trap_i, trap_i::tval_, 0);
  top->trap_valid_i = 1;
  top->eval();
  check(top->vector_o, trim(0x8000101c), "vectored entry");
  set(top->trap_i, trap_i::is_interrupt_, 0);
  top->eval();
  check(top->vector_o, trim(0x80001000), "exceptions use the base");
  set(top->trap_i, trap_i::is_interrupt_, 1);
  tick();
  top->trap_valid_i = 0;
  check(csr(0x300), widths | 0x1880, "mstatus in the handler");
  check(csr(0x342), top_bit | 7, "mcause");
  check(csr(0x341), 0x80000124, "mepc");
  top->return_i = 1;
  top->eval();
  check(top->epc_o, 0x80000124, "return address");
  tick();
  check(csr(0x300), widths | 0x1880, "nothing returns before it leaves");
  top->retire_i = 1;
  tick();
  top->return_i = top->retire_i = 0;
  check(csr(0x300), widths | 0x88, "mstatus after the return");
  // The privilege follows.
  enter(1);
  check(get(top->status_o, status_o::privilege_), 1, "supervisor");
  check(csr(0x300), 0xbad, "mstatus in S");
  check(csr(0x100), width == 64 ? 0x200000000 : 0, "sstatus in S");
  back_to_machine();
  check(csr(0x300), widths | 0x800, "mstatus after a call from S");
  csr(0x300, 1, 0x1808);
  // Lines, masks and priority, exhaustively.
  static const unsigned bit_of[] = {3, 7, 11, 16};  // software, timer, external, bus error
  for (unsigned lines = 0; lines < 16; lines++) {
    for (unsigned enabled = 0; enabled < 16; enabled++) {
      uint64_t mask = 0, pending = 0;
      for (unsigned i = 0; i < 4; i++) {
        if (enabled >> i & 1) mask |= 1ull << bit_of[i];
        if (lines >> i & 1) pending |= 1ull << bit_of[i];
      }
      top->interrupts_i = lines;
      csr(0x304, 1, mask);
      check(csr(0x344), pending, "mip");
      unsigned active = lines & enabled;
      check(top->wake_o, active != 0, "wake");
      check(top->interrupt_o, active != 0, "interrupt");
      if (active != 0) {
        unsigned cause = active & 4 ? 11 : active & 1 ? 3 : active & 2 ? 7 : 16;
        check(top->cause_o, cause, "priority", lines, enabled);
      }
      csr(0x300, 3, 8);
      check(top->interrupt_o, 0, "MIE");
      csr(0x300, 2, 8);
    }
  }
  top->interrupts_i = 0;
  // Counters: count, inhibit, write with carry into the upper half.
  csr(0x320, 1, 0);
  csr(0xb00, 1, ones), csr(0xb02, 1, 5);
  if (width == 32) {
    csr(0xb80, 1, 7), csr(0xb00, 1, ones);
    tick();
    check(csr(0xb80), 8, "carry into mcycleh");
  } else {
    tick();
    check(csr(0xb00), 1, "mcycle wraps");
  }
  top->retire_i = 1;
  tick(), tick();
  top->retire_i = 0;
  check(csr(0xb02), 7, "minstret");
  check(csr(0xc02), 7, "instret");
  csr(0x320, 1, 5);
  uint64_t stands = csr(0xb00);
  top->retire_i = 1;
  tick();
  top->retire_i = 0;
  check(csr(0xb00), stands, "mcycle inhibited");
  check(csr(0xb02), 7, "minstret inhibited");
}
