// SPDX-License-Identifier: Apache-2.0
//
// Trap registers and counters alone, everything at random, also in the same cycle.

#include "blocks/core/test/core_units.h"
#include "fy_core_pkg.h"
#include "fy_layout.h"

using namespace fy_layout;

namespace {

bool chance(unsigned one_in) { return random_source() % one_in == 0; }
uint64_t ones() { return trim(~0ull); }

enum {
  User = fy_core_pkg::PrivilegeUser,
  Supervisor = fy_core_pkg::PrivilegeSupervisor,
  Machine = fy_core_pkg::PrivilegeMachine
};

constexpr uint64_t kSoft = 0x222, kEnable = 0x10aaa, kExceptions = 0xb3ff;
constexpr uint64_t kStatusM = 0x7e19aa, kStatusS = 0xc0122;

struct Bank {
  uint64_t vector = 0, scratch = 0, epc = 0, cause = 0, tval = 0;
};

struct Traps {
  unsigned privilege = Machine;
  uint64_t status = 0, enabled = 0, soft = 0, lines = 0, exceptions = 0, interrupts = 0;
  Bank machine, supervisor;
  uint64_t pending() const { return soft | lines; }
};

uint64_t status_shown(const Traps& t, bool machine) {
  uint64_t widths = width == 64 ? (machine ? 0xa00000000 : 0x200000000) : 0;
  return (machine ? t.status : t.status & kStatusS) | widths;
}

// What the register holds, or nothing there.
bool trap_register(const Traps& t, unsigned address, uint64_t& value) {
  const Bank& bank = address & 0x200 ? t.machine : t.supervisor;
  switch (address) {
    case 0x300:
    case 0x100:
      value = status_shown(t, address == 0x300);
      return true;
    case 0x302:
      value = t.exceptions;
      return true;
    case 0x303:
      value = t.interrupts;
      return true;
    case 0x304:
      value = t.enabled;
      return true;
    case 0x104:
      value = t.enabled & t.interrupts;
      return true;
    case 0x310:
      value = 0;
      return width == 32;
    case 0x305:
    case 0x105:
      value = bank.vector;
      return true;
    case 0x340:
    case 0x140:
      value = bank.scratch;
      return true;
    case 0x341:
    case 0x141:
      value = bank.epc;
      return true;
    case 0x342:
    case 0x142:
      value = bank.cause;
      return true;
    case 0x343:
    case 0x143:
      value = bank.tval;
      return true;
    case 0x344:
      value = t.pending();
      return true;
    case 0x144:
      value = t.pending() & t.interrupts;
      return true;
    default:
      return false;
  }
}

void write_trap_register(Traps& t, unsigned address, uint64_t value) {
  Bank& bank = address & 0x200 ? t.machine : t.supervisor;
  const uint64_t d = t.interrupts;
  switch (address) {
    case 0x300:
      if ((value >> 11 & 3) == 2) value = (value & ~0x1800ull) | (t.status & 0x1800);
      t.status = value & kStatusM;
      break;
    case 0x100:
      t.status = (t.status & ~kStatusS) | (value & kStatusS);
      break;
    case 0x302:
      t.exceptions = value & kExceptions;
      break;
    case 0x303:
      t.interrupts = value & kSoft;
      break;
    case 0x304:
      t.enabled = value & kEnable;
      break;
    case 0x104:
      t.enabled = (t.enabled & ~d) | (value & d);
      break;
    case 0x344:
      t.soft = value & kSoft;
      break;
    case 0x144:
      t.soft = (t.soft & ~(d & 2)) | (value & d & 2);
      break;
    case 0x305:
    case 0x105:
      bank.vector = value & 2 ? bank.vector : value;
      break;  // a reserved mode
    case 0x340:
    case 0x140:
      bank.scratch = value;
      break;
    case 0x341:
    case 0x141:
      bank.epc = value & ~3ull;
      break;
    case 0x342:
    case 0x142:
      bank.cause = value;
      break;
    case 0x343:
    case 0x143:
      bank.tval = value;
      break;
    default:
      break;
  }
}

uint64_t bit(uint64_t value, unsigned place) { return value >> place & 1; }

void put(uint64_t& value, unsigned place, uint64_t x) {
  value = (value & ~(1ull << place)) | x << place;
}

bool goes_to_supervisor(const Traps& t, bool is_interrupt, unsigned cause) {
  if (t.privilege == Machine || cause > 16) return false;
  return (is_interrupt ? t.interrupts : t.exceptions) >> cause & 1;
}

void enter_trap(Traps& t, bool is_interrupt, unsigned cause, uint64_t pc, uint64_t tval) {
  const bool delegated = goes_to_supervisor(t, is_interrupt, cause);
  Bank& bank = delegated ? t.supervisor : t.machine;
  bank.epc = trim(pc), bank.tval = trim(tval);
  bank.cause = cause | (is_interrupt ? 1ull << (width - 1) : 0);
  if (delegated) {
    put(t.status, 8, t.privilege), put(t.status, 5, bit(t.status, 1)), put(t.status, 1, 0);
    t.privilege = Supervisor;
  } else {
    t.status = (t.status & ~0x1800ull) | static_cast<uint64_t>(t.privilege) << 11;
    put(t.status, 7, bit(t.status, 3)), put(t.status, 3, 0);
    t.privilege = Machine;
  }
}

void leave_trap(Traps& t, bool machine) {
  if (machine) {
    t.privilege = t.status >> 11 & 3;
    if (t.privilege != Machine) put(t.status, 17, 0);
    put(t.status, 3, bit(t.status, 7)), put(t.status, 7, 1);
    t.status &= ~0x1800ull;
  } else {
    t.privilege = static_cast<unsigned>(bit(t.status, 8));
    put(t.status, 17, 0), put(t.status, 8, 0);
    put(t.status, 1, bit(t.status, 5)), put(t.status, 5, 1);
  }
}

// The interrupt to be taken, 0 for none.
unsigned chosen_interrupt(const Traps& t) {
  static const unsigned order[] = {11, 3, 7, 9, 1, 5, 16};
  const uint64_t active = t.pending() & t.enabled;
  const bool machine = t.privilege < Machine || bit(t.status, 3);
  const bool supervisor =
      t.privilege < Supervisor || (t.privilege == Supervisor && bit(t.status, 1));
  for (unsigned cause : order) {
    if (machine && bit(active & ~t.interrupts, cause)) return cause;
  }
  for (unsigned cause : order) {
    if (supervisor && bit(active & t.interrupts, cause)) return cause;
  }
  return 0;
}

void check_status(const Traps& t) {
  namespace s = trap_status_o;
  const auto& port = top->trap_status_o;
  check(get(port, s::privilege_), t.privilege, "privilege");
  check(get(port, s::sum_), bit(t.status, 18), "SUM");
  check(get(port, s::mxr_), bit(t.status, 19), "MXR");
  check(get(port, s::mprv_), bit(t.status, 17), "MPRV");
  check(get(port, s::mpp_), t.status >> 11 & 3, "MPP");
  check(get(port, s::trap_memory_), bit(t.status, 20), "TVM");
  check(get(port, s::trap_wait_), bit(t.status, 21), "TW");
  check(get(port, s::trap_return_), bit(t.status, 22), "TSR");
}

uint64_t lines_of(unsigned lines) {
  return (lines & 1) << 3 | (lines >> 1 & 1) << 7 | (lines >> 2 & 1) << 11 | (lines >> 3 & 1) << 16;
}

}  // namespace

void test_trap_csrs(uint64_t count) {
  static const unsigned addresses[] = {0x300, 0x302, 0x303, 0x304, 0x305, 0x310, 0x340,
                                       0x341, 0x342, 0x343, 0x344, 0x100, 0x104, 0x105,
                                       0x140, 0x141, 0x142, 0x143, 0x144};
  Traps t;
  unsigned both = 0, delegations = 0, machine_traps = 0, resets = 0, interrupted[17] = {};
  unsigned returns[4] = {};
  reset();
  for (uint64_t i = 0; i < count; i++) {
    if (chance(2000)) {
      reset();
      t = Traps();
      resets++;
    }
    const bool any = chance(20);
    const unsigned address = any ? random_source() % 4096 : addresses[random_source() % 19];
    // Bits that are there, more often than any.
    const uint64_t value = chance(3) ? operand() : trim(random_source() & random_source());
    const bool write = chance(2), trap = chance(12);
    const unsigned back = !trap && chance(6) ? 1 + random_source() % 2 : 0;
    const bool is_interrupt = chance(2);
    const uint64_t pc = random_source() & ~3ull, tval = random_source();
    const unsigned cause = random_source() % (chance(4) ? 64 : 20), lines = random_source() % 16;
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
    check_status(t);
    check(top->trap_flags_o >> 6 & 1, (t.pending() & t.enabled) != 0, "wake");
    const unsigned first = chosen_interrupt(t);
    check(top->trap_flags_o >> 7, first != 0, "interrupt", t.pending() & t.enabled, t.status);
    if (first) check(top->trap_flags_o & 63, first, "cause", t.pending() & t.enabled, t.interrupts);
    if (first) interrupted[first]++;
    const bool delegated = goes_to_supervisor(t, is_interrupt, cause);
    const Bank& bank = delegated ? t.supervisor : t.machine;
    const bool vectored = (bank.vector & 1) && is_interrupt;
    check(top->trap_vector_o, trim((bank.vector & ~3ull) + (vectored ? 4 * cause : 0)), "vector",
          bank.vector, cause);
    if (back) check(top->trap_epc_o, back == 1 ? t.machine.epc : t.supervisor.epc, "return");
    (delegated ? delegations : machine_traps) += trap;
    both += trap && write;
    tick();

    // In the order of precedence.
    if (trap) {
      enter_trap(t, is_interrupt, cause, pc, tval);
    } else if (back) {
      leave_trap(t, back == 1);
      returns[t.privilege]++;
    } else if (write) {
      write_trap_register(t, address, value);
    }
    t.lines = lines_of(lines);
  }
  for (unsigned cause : {1, 3, 5, 7, 9, 11, 16}) {
    if (!interrupted[cause]) fail("an interrupt never was the first");
  }
  if (!both || !delegations || !machine_traps || !resets)
    fail("a kind of trap or reset is missing");
  if (!returns[User] || !returns[Supervisor] || !returns[Machine]) fail("a return is missing");
}

void test_counter_csrs(uint64_t count) {
  uint64_t cycle = 0, retired = 0, inhibit = 0, machine_sees = 0, supervisor_sees = 0;
  unsigned carries = 0, resets = 0;
  reset();
  for (uint64_t i = 0; i < count; i++) {
    if (chance(500)) {
      reset();
      cycle = retired = inhibit = machine_sees = supervisor_sees = 0;
      resets++;
    }
    // Mostly an existing register, in both halves.
    static const unsigned bases[] = {0xb00, 0xb80, 0xc00, 0xc80, 0x320};
    unsigned address = bases[random_source() % 5] + random_source() % (chance(3) ? 32 : 3);
    if (chance(20)) address = random_source() % 4096;
    if (chance(8)) address = chance(2) ? 0x306 : 0x106;
    static const unsigned privileges[] = {User, Supervisor, Machine, Machine};
    const unsigned privilege = privileges[random_source() % 4];
    top->privilege_i = privilege;
    // Close to a carry, every now and then.
    const uint64_t value = chance(2) ? ones() - random_source() % 3 : operand();
    const bool write = chance(6), retire = chance(2);
    const uint64_t time = random_source();
    set(top->csr_i, csr_i::address_, address);
    top->time_i = time, top->a_i = value, top->part_write_i = write << 1, top->retire_i = retire;
    top->eval();

    const unsigned number = address % 32, page = address & ~31u;
    const bool upper = page == 0xb80 || page == 0xc80;
    const bool machine = (page == 0xb00 || (page == 0xb80 && width == 32)) && number != 1;
    const bool user = (page == 0xc00 || (page == 0xc80 && width == 32)) && number < 3 &&
                      (privilege == Machine || bit(machine_sees, number)) &&
                      (privilege != User || bit(supervisor_sees, number));
    const bool event = page == 0x320 && number >= 3;
    check(top->part_hit_o >> 1,
          machine || user || event || address == 0x320 || address == 0x306 || address == 0x106,
          "hit", address);
    uint64_t expected = number == 0 ? cycle : number == 1 ? time : number == 2 ? retired : 0;
    if (width == 32) expected = upper ? expected >> 32 : expected & 0xffffffff;
    if (page == 0x320) expected = number ? 0 : inhibit;
    if (address == 0x306) expected = machine_sees;
    if (address == 0x106) expected = supervisor_sees;
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
    if (write && address == 0x306) machine_sees = value & 0xffffffff;
    if (write && address == 0x106) supervisor_sees = value & 0xffffffff;
  }
  if (!resets || (width == 32 && !carries)) fail("no reset or no carry");
}
