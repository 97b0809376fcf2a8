// SPDX-License-Identifier: Apache-2.0
//
// Trap registers and counters alone, everything at random, also in the same cycle.

#include "blocks/core/test/core_units.h"
#include "fy_layout.h"

using namespace fy_layout;

namespace {

bool chance(unsigned one_in) { return random_source() % one_in == 0; }
uint64_t ones() { return trim(~0ull); }

struct Traps {
  uint64_t status = 0, enabled = 0, vector = 0, scratch = 0, epc = 0, cause = 0, tval = 0;
  uint64_t pending = 0;
};

// What the register holds, or nothing there.
bool trap_register(const Traps& t, unsigned address, uint64_t& value) {
  switch (address) {
    case 0x300:
      value = 0x1800 | t.status;
      return true;
    case 0x304:
      value = t.enabled;
      return true;
    case 0x305:
      value = t.vector;
      return true;
    case 0x310:
      value = 0;
      return width == 32;
    case 0x340:
      value = t.scratch;
      return true;
    case 0x341:
      value = t.epc;
      return true;
    case 0x342:
      value = t.cause;
      return true;
    case 0x343:
      value = t.tval;
      return true;
    case 0x344:
      value = t.pending;
      return true;
    default:
      return false;
  }
}

void write_trap_register(Traps& t, unsigned address, uint64_t value) {
  switch (address) {
    case 0x300:
      t.status = value & 0x88;
      break;
    case 0x304:
      t.enabled = value & 0x10888;
      break;
    case 0x305:
      t.vector = value & 2 ? t.vector : value;
      break;  // a reserved mode
    case 0x340:
      t.scratch = value;
      break;
    case 0x341:
      t.epc = value & ~3ull;
      break;
    case 0x342:
      t.cause = value;
      break;
    case 0x343:
      t.tval = value;
      break;
    default:
      break;
  }
}

uint64_t lines_of(unsigned lines) {
  return (lines & 1) << 3 | (lines >> 1 & 1) << 7 | (lines >> 2 & 1) << 11 | (lines >> 3 & 1) << 16;
}

}  // namespace

void test_trap_csrs(uint64_t count) {
  static const unsigned addresses[] = {0x300, 0x304, 0x305, 0x310, 0x340,
                                       0x341, 0x342, 0x343, 0x344};
  Traps t;
  unsigned both = 0, taken = 0, resets = 0;
  reset();
  for (uint64_t i = 0; i < count; i++) {
    if (chance(500)) {
      reset();
      t = Traps();
      resets++;
    }
    const bool any = chance(20);
    const unsigned address = any ? random_source() % 4096 : addresses[random_source() % 9];
    const uint64_t value = operand();
    const bool write = chance(2), trap = chance(12), back = !trap && !write && chance(6);
    const bool is_interrupt = chance(2);
    const uint64_t pc = random_source() & ~3ull, tval = random_source();
    const unsigned cause = random_source() % 64, lines = random_source() % 16;
    set(top->csr_i, csr_i::address_, address);
    set(top->trap_i, trap_i::is_interrupt_, is_interrupt);
    set(top->trap_i, trap_i::cause_, cause);
    set(top->trap_i, trap_i::pc_, pc);
    set(top->trap_i, trap_i::tval_, tval);
    top->a_i = value, top->part_write_i = write;
    top->trap_valid_i = trap, top->return_i = back, top->interrupts_i = lines;
    top->eval();

    uint64_t found = 0;
    const bool hit = trap_register(t, address, found);
    check(top->part_hit_o & 1, hit, "hit", address);
    if (hit) check(top->trap_csr_o, found, "trap register", address);
    const uint64_t active = t.pending & t.enabled;
    check(top->trap_flags_o >> 6 & 1, active != 0, "wake", active);
    check(top->trap_flags_o >> 7, active && (t.status & 8), "interrupt", active, t.status);
    // External, software, timer; bus errors last.
    const unsigned first = active >> 11 & 1 ? 11 : active >> 3 & 1 ? 3 : active >> 7 & 1 ? 7 : 16;
    if (active) check(top->trap_flags_o & 63, first, "cause", active);
    const uint64_t base = t.vector & ~3ull;
    const bool vectored = (t.vector & 1) && is_interrupt;
    check(top->trap_vector_o, trim(base + (vectored ? 4 * cause : 0)), "vector", t.vector, cause);
    check(top->trap_epc_o, t.epc, "return address");
    taken += trap;
    both += trap && write;
    tick();

    if (trap) {  // before a write
      t.status = t.status & 8 ? 0x80 : 0;
      t.epc = trim(pc);
      t.cause = cause | (is_interrupt ? 1ull << (width - 1) : 0);
      t.tval = trim(tval);
    } else if (back) {
      t.status = 0x80 | (t.status >> 4 & 8);
    } else if (write) {
      write_trap_register(t, address, value);
    }
    t.pending = lines_of(lines);
  }
  if (!both || !taken || !resets) fail("no trap, no trap with a write, or no reset");
}

void test_counter_csrs(uint64_t count) {
  uint64_t cycle = 0, retired = 0, inhibit = 0;
  unsigned carries = 0, resets = 0;
  reset();
  for (uint64_t i = 0; i < count; i++) {
    if (chance(500)) {
      reset();
      cycle = retired = inhibit = 0;
      resets++;
    }
    // Mostly an existing register, in both halves.
    static const unsigned bases[] = {0xb00, 0xb80, 0xc00, 0xc80, 0x320};
    unsigned address = bases[random_source() % 5] + random_source() % (chance(3) ? 32 : 3);
    if (chance(20)) address = random_source() % 4096;
    // Close to a carry, every now and then.
    const uint64_t value = chance(2) ? ones() - random_source() % 3 : operand();
    const bool write = chance(6), retire = chance(2);
    const uint64_t time = random_source();
    set(top->csr_i, csr_i::address_, address);
    top->address_i = time, top->a_i = value, top->part_write_i = write << 1, top->retire_i = retire;
    top->eval();

    const unsigned number = address % 32, page = address & ~31u;
    const bool upper = page == 0xb80 || page == 0xc80;
    const bool machine = (page == 0xb00 || (page == 0xb80 && width == 32)) && number != 1;
    const bool user = (page == 0xc00 || (page == 0xc80 && width == 32)) && number < 3;
    const bool event = page == 0x320 && number >= 3;
    check(top->part_hit_o >> 1, machine || user || event || address == 0x320, "hit", address);
    uint64_t expected = number == 0 ? cycle : number == 1 ? time : number == 2 ? retired : 0;
    if (width == 32) expected = upper ? expected >> 32 : expected & 0xffffffff;
    if (page == 0x320) expected = number ? 0 : inhibit;
    if (top->part_hit_o >> 1) check(top->counter_csr_o, expected, "counter", address);
    tick();

    const auto merge = [&](uint64_t old) {
      if (width == 64) return value;
      return upper ? value << 32 | (old & 0xffffffff) : (old >> 32) << 32 | value;
    };
    const uint64_t cycle_before = cycle, retired_before = retired;
    if (!(inhibit & 1)) cycle++;
    if (retire && !(inhibit & 4)) retired++;
    carries += width == 32 && (cycle ^ cycle_before) >> 32;
    if (write && machine && number == 0) cycle = merge(cycle_before);
    if (write && machine && number == 2) retired = merge(retired_before);
    if (write && address == 0x320) inhibit = value & 5;
  }
  if (!resets || (width == 32 && !carries)) fail("no reset or no carry");
}
