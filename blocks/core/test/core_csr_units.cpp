// SPDX-License-Identifier: Apache-2.0
//
// fy_status_csr, fy_interrupt_csrs, fy_supervisor_csrs and fy_trap_bank alone, case by case as the
// privileged specification (1.12) says.

#include <string>

#include "Vcore_csr_units.h"
#include "blocks/common/test/bench.h"
#include "fy_core_pkg.h"
#include "fy_pipeline_pkg.h"

namespace {

std::unique_ptr<Vcore_csr_units> top;
unsigned width = 64;

enum Part { Status, Interrupts, SupervisorPart, MachineBank, SupervisorBank };
enum {
  User = fy_core_pkg::PrivilegeUser,
  Supervisor = fy_core_pkg::PrivilegeSupervisor,
  Machine = fy_core_pkg::PrivilegeMachine
};
enum {
  NoReturn = fy_pipeline_pkg::ReturnNone,
  MachineReturn = fy_pipeline_pkg::ReturnMachine,
  SupervisorReturn = fy_pipeline_pkg::ReturnSupervisor
};

uint64_t trim(uint64_t x) { return width == 64 ? x : x & 0xffffffff; }

void tick() { clock(*top); }

uint64_t wide(const uint32_t* words, unsigned index) {
  return words[2 * index] | uint64_t{words[2 * index + 1]} << 32;
}

// No part but the one that is meant answers, and the others give zero.
uint64_t read(Part part, unsigned address) {
  top->address_i = address;
  top->eval();
  check(top->hit_o, 1u << part, "the parts that know register " + std::to_string(address));
  for (unsigned other = 0; other < 5; other++) {
    if (other != part) check(wide(&top->data_o[0], other), 0, "the data of another part");
  }
  return wide(&top->data_o[0], part);
}

void write(unsigned address, uint64_t value) {
  top->address_i = address;
  top->write_data_i = value;
  top->write_i = 1;
  tick();
  top->write_i = 0;
}

void expect(Part part, unsigned address, uint64_t value) {
  check(read(part, address), trim(value), "register " + std::to_string(address));
}

void trap(unsigned cause, bool interrupt, bool delegated, uint64_t pc, uint64_t tval) {
  top->cause_i = cause;
  top->is_interrupt_i = interrupt;
  top->delegated_i = delegated;
  top->pc_i = pc;
  top->tval_i = tval;
  top->trap_valid_i = 1;
  tick();
  top->trap_valid_i = 0;
}

void leave(unsigned kind) {
  top->return_i = kind;
  tick();
  top->return_i = NoReturn;
}

// ---- cases -----------------------------------------------------------------------------------

void status() {
  const uint64_t machine_widths = width == 64 ? 0xa00000000 : 0;
  const uint64_t supervisor_widths = width == 64 ? 0x200000000 : 0;
  check(top->privilege_o, Machine, "privilege after reset");
  expect(Status, 0x300, machine_widths);
  write(0x300, ~0ull);
  expect(Status, 0x300, 0x7e19aa | machine_widths);
  expect(Status, 0x100, 0xc0122 | supervisor_widths);
  write(0x300, 0x1000);  // MPP 2 is reserved and changes nothing in MPP
  expect(Status, 0x300, 0x1800 | machine_widths);
  write(0x100, ~0ull);  // the view reaches its own bits
  expect(Status, 0x300, 0x1800 | 0xc0122 | machine_widths);

  write(0x300, 0x20808);  // MPRV, MPP S, MIE
  leave(MachineReturn);
  check(top->privilege_o, Supervisor, "privilege after MRET");
  expect(Status, 0x300, 0x80 | machine_widths);  // MIE = MPIE = 0, MPIE set, MPP U, MPRV clear
  write(0x300, 0x2);                             // SIE
  trap(8, false, true, 0, 0);
  check(top->privilege_o, Supervisor, "privilege of a delegated trap");
  expect(Status, 0x300, 0x120 | machine_widths);  // SPP, SPIE, no SIE
  leave(SupervisorReturn);
  check(top->privilege_o, Supervisor, "privilege after SRET");
  expect(Status, 0x300, 0x22 | machine_widths);  // SIE back, SPIE set, SPP U
  leave(SupervisorReturn);
  check(top->privilege_o, User, "privilege after the second SRET");
  write(0x300, 0x8);
  trap(2, false, false, 0, 0);
  check(top->privilege_o, Machine, "privilege of a trap to M");
  expect(Status, 0x300, 0x80 | machine_widths);  // MPP U, MPIE, no MIE
  if (width == 32) expect(Status, 0x310, 0);

  // MPRV: SRET always clears it, MRET only on its way below M (QEMU 7.2 leaves it at SRET).
  write(0x300, 0x20100);
  leave(SupervisorReturn);
  expect(Status, 0x300, 0x20 | machine_widths);
  trap(2, false, false, 0, 0);
  write(0x300, 0x21800);
  leave(MachineReturn);
  expect(Status, 0x300, 0x20080 | machine_widths);
}

void interrupts() {
  write(0x303, ~0ull);
  expect(Interrupts, 0x303, 0x222);
  write(0x304, ~0ull);
  expect(Interrupts, 0x304, 0x10aaa);
  expect(Interrupts, 0x104, 0x222);
  write(0x344, ~0ull);
  expect(Interrupts, 0x344, 0x222);
  expect(Interrupts, 0x144, 0x222);
  write(0x144, 0);  // of sip only SSIP is written
  expect(Interrupts, 0x344, 0x220);
  write(0x344, 0);
  top->lines_i = 0xf;
  expect(Interrupts, 0x344, 0);  // registered once
  tick();
  expect(Interrupts, 0x344, 0x10888);
  write(0x303, 0);
  expect(Interrupts, 0x104, 0);
  write(0x144, 2);  // nothing is delegated: nothing is written
  expect(Interrupts, 0x344, 0x10888);

  // The order, one after the other switched off.
  const unsigned order[] = {11, 3, 7, 9, 1, 5, 16};
  uint64_t enabled = 0x10aaa;
  write(0x344, 0x222);
  top->privilege_i = Machine;
  top->enables_i = 2;
  for (const unsigned cause : order) {
    write(0x304, enabled);
    check(top->interrupt_o, 1, "interrupt");
    check(top->interrupt_cause_o, cause, "cause");
    enabled &= ~(uint64_t{1} << cause);
  }
  write(0x304, 0);
  check(top->interrupt_o, 0, "interrupt with nothing enabled");
  check(top->wake_o, 0, "wake with nothing enabled");

  // Whom it may interrupt: {M, S} x {delegated} over privilege and enables.
  for (const bool delegated : {false, true}) {
    write(0x303, delegated ? 0x222 : 0);
    write(0x304, 0x2);
    for (const unsigned privilege : {User, Supervisor, Machine}) {
      for (unsigned enables = 0; enables < 4; enables++) {
        top->privilege_i = privilege;
        top->enables_i = enables;
        top->eval();
        const unsigned owner = delegated ? Supervisor : Machine;
        const bool on = enables >> (delegated ? 0 : 1) & 1;
        check(top->interrupt_o, privilege < owner || (privilege == owner && on), "interrupt");
        check(top->wake_o, 1, "wake");
      }
    }
  }
  check(top->interrupts_delegated_o, 0x222, "delegated");
  // An interrupt of M comes before a delegated one of higher order.
  write(0x304, 0x10002);
  top->privilege_i = User;
  top->eval();
  check(top->interrupt_cause_o, 16, "cause with one of M");
}

void supervisor() {
  const uint64_t value = 0x8123'4567'89ab'cdef;
  write(0x180, value);
  expect(SupervisorPart, 0x180, width == 64 ? value : 0);
  check(top->satp_o, width == 64 ? value : 0, "satp");
  write(0x180, 0x9000'0000'0000'0001);  // Sv48: nothing changes
  expect(SupervisorPart, 0x180, width == 64 ? value : 0);
  write(0x180, 5);
  expect(SupervisorPart, 0x180, width == 64 ? 5 : 0);
  for (const unsigned address : {0x10a, 0x30a}) {
    write(address, ~0ull);
    expect(SupervisorPart, address, 1);
    write(address, 0);
    expect(SupervisorPart, address, 0);
  }
  for (const unsigned on : {1, 0, 1}) {  // open after reset
    expect(SupervisorPart, 0x5c0, on);
    check(top->user_coprocessor_o, on, "custom-2 in user mode");
    write(0x5c0, on ? ~1ull : ~0ull);
  }
  write(0x5c0, 1);
  if (width == 32) expect(SupervisorPart, 0x31a, 0);
}

void trap_banks() {
  for (const bool lower : {false, true}) {
    const Part part = lower ? SupervisorBank : MachineBank;
    const unsigned base = lower ? 0x100 : 0x300;
    const uint64_t* epc = reinterpret_cast<const uint64_t*>(&top->epc_o[0]);
    const uint64_t* vector = reinterpret_cast<const uint64_t*>(&top->vector_o[0]);
    for (const unsigned offset : {0x40, 0x42, 0x43}) {
      write(base + offset, 0x1234'5678'9abc'def7 + offset);
      expect(part, base + offset, 0x1234'5678'9abc'def7 + offset);
    }
    write(base + 0x41, ~0ull);
    expect(part, base + 0x41, ~3ull);
    check(epc[lower], trim(~3ull), "epc");
    write(base + 5, 0x1001);
    expect(part, base + 5, 0x1001);
    write(base + 5, 0x2002);  // a reserved mode
    expect(part, base + 5, 0x1001);
    top->cause_i = 7;
    top->is_interrupt_i = 1;
    top->eval();
    check(vector[lower], 0x101c, "vector of an interrupt");
    top->is_interrupt_i = 0;
    top->eval();
    check(vector[lower], 0x1000, "vector of an exception");
    write(base + 5, 0x1000);
    top->is_interrupt_i = 1;
    top->eval();
    check(vector[lower], 0x1000, "vector of an interrupt, direct");
    trap(9, true, lower, 0x8000'1237, 0x55);
    expect(part, base + 0x41, 0x8000'1234);
    expect(part, base + 0x42, (uint64_t{1} << (width - 1)) | 9);
    expect(part, base + 0x43, 0x55);
    trap(13, false, !lower, 0x40, 0x66);  // to the other bank
    expect(part, base + 0x43, 0x55);
    expect(part, base + 0x40, 0x1234'5678'9abc'def7 + 0x40);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const Options options("core_csr_units", argc, argv);
  width = static_cast<unsigned>(options.number("--width", 64));
  const Tests tests = {{"status", [](const Options&) { status(); }},
                       {"interrupts", [](const Options&) { interrupts(); }},
                       {"supervisor", [](const Options&) { supervisor(); }},
                       {"trap_banks", [](const Options&) { trap_banks(); }}};
  return run_test(top, options, tests, [] {
    top->write_i = top->trap_valid_i = top->return_i = top->lines_i = 0;
    reset(*top);
  });
}
