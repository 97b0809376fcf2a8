// SPDX-License-Identifier: Apache-2.0
// A tile between a TileLink manager, a memory of instructions, and hands on its other ports.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "Vtile_bench.h"
#include "blocks/cache/test/l1/l1_manager.h"
#include "blocks/common/test/bench.h"

// ---- a few instructions ---------------------------------------------------------------------

constexpr uint64_t kMemory = 0x80000000, kDevice = 0x10000000, kBad = 0x90000000,
                   kBeyond = 0xa0000000;
enum Csr { kStatus = 0x300, kEnable = 0x304, kVector = 0x305, kPending = 0x344, kTime = 0xc01 };

inline uint32_t addi(unsigned rd, unsigned rs1, int value) {
  return static_cast<uint32_t>(value) << 20 | rs1 << 15 | rd << 7 | 0x13;
}
inline uint32_t load(unsigned rd, unsigned rs1, int offset) {
  return static_cast<uint32_t>(offset) << 20 | rs1 << 15 | 3 << 12 | rd << 7 | 0x03;
}
inline uint32_t store(unsigned rs2, unsigned rs1, unsigned offset) {
  return (offset >> 5) << 25 | rs2 << 20 | rs1 << 15 | 3 << 12 | (offset & 31) << 7 | 0x23;
}
inline uint32_t read_csr(unsigned rd, unsigned csr) { return csr << 20 | 2 << 12 | rd << 7 | 0x73; }
inline uint32_t write_csr(unsigned csr, unsigned rs1) {
  return csr << 20 | rs1 << 15 | 1 << 12 | 0x73;
}
inline uint32_t jump(int offset) {
  const uint32_t x = static_cast<uint32_t>(offset);
  return (x >> 20 & 1) << 31 | (x >> 1 & 0x3ff) << 21 | (x >> 11 & 1) << 20 | (x & 0xff000) | 0x6f;
}
inline uint32_t jump_register(unsigned rs1) { return rs1 << 15 | 0x67; }
inline uint32_t custom(unsigned funct, unsigned rd, unsigned rs1, unsigned rs2) {
  return funct << 25 | rs2 << 20 | rs1 << 15 | 7 << 12 | rd << 7 | 0x5b;
}
constexpr uint32_t kFence = 0x0ff0000f, kFenceInstruction = 0x0000100f, kWait = 0x10500073;

struct Record {
  bool trap, is_interrupt;
  unsigned cause;
  uint64_t tval, pc;
  uint32_t instruction;
};

class Tile {
 public:
  Tile() : top(new Vtile_bench), manager(*top, {}) {
    top->interrupts_i = 0;
    fy_layout::set(top->coprocessor_i, fy_layout::coprocessor_i::busy_, 0);
    top->coprocessor_ready_i = 0;
    top->tl_a_ready_i = top->tl_b_valid_i = top->tl_c_ready_i = top->tl_d_valid_i = 0;
    top->tl_e_ready_i = top->fetch_a_ready_i = top->fetch_d_valid_i = 0;
    top->hart_id_i = random64();
    top->time_i = random64();
    top->clk_i = 0;
  }

  std::unique_ptr<Vtile_bench> top;
  l1::Manager<Vtile_bench> manager;
  std::map<uint64_t, uint32_t> code;  // elsewhere: a jump to itself
  uint64_t bad_line = 0;              // whose fetch is denied
  std::vector<Record> records;
  uint64_t values[32] = {};  // as the trace tells them
  unsigned gets = 0, uncached = 0;
  uint64_t fetched = 0;  // the latest line
  std::map<std::string, unsigned> events;
  std::vector<uint64_t> instruction_errors, data_errors;

  /// Lays instructions down from `address`; returns the next free one.
  uint64_t put(uint64_t address, const std::vector<uint32_t>& instructions) {
    for (const uint32_t instruction : instructions) {
      code[address] = instruction;
      address += 4;
    }
    return address;
  }
  /// Sets a register to a value below 2^32.
  static std::vector<uint32_t> set_register(unsigned rd, uint64_t value) {
    const uint32_t low = value & 0xfff, high = static_cast<uint32_t>(value + 0x800) >> 12;
    return {high << 12 | rd << 7 | 0x37, addi(rd, rd, static_cast<int>(low)),
            32u << 20 | rd << 15 | 1 << 12 | rd << 7 | 0x13,
            32u << 20 | rd << 15 | 5 << 12 | rd << 7 | 0x13};
  }

  void restart() {
    reset(*top, 3);
    records.clear();
    answering_ = -1;
    offered_ = false;
  }
  void step() {
    manager.drive();
    top->fetch_a_ready_i = one_in(2);
    drive_fetch();
    top->eval();
    manager.sample();
    sample_fetch();
    sample();
    edge(*top);
  }
  void run(unsigned cycles) {
    for (; cycles; cycles--) step();
  }
  template <class Condition>
  void until(const char* what, Condition condition) {
    for (unsigned i = 0; !condition(); i++) {
      if (i == 3000) fail(std::string("never: ") + what);
      step();
    }
  }
  /// Runs until the instruction at `pc` retires, or traps.
  Record reach(uint64_t pc) {
    until("an instruction", [&] { return !records.empty() && records.back().pc == pc; });
    return records.back();
  }

 private:
  void drive_fetch() {
    using namespace fy_layout;
    offered_ = answering_ >= 0 && (offered_ || one_in(2));
    top->fetch_d_valid_i = offered_;
    if (!offered_) return;
    uint32_t words[8];
    for (unsigned i = 0; i < 8; i++) {
      const auto found = code.find(fetched + static_cast<unsigned>(answering_) * 32 + i * 4);
      words[i] = found == code.end() ? jump(0) : found->second;
    }
    set(top->fetch_d_i, fetch_d_i::opcode_, AccessAckData);
    set(top->fetch_d_i, fetch_d_i::size_, 6);
    set(top->fetch_d_i, fetch_d_i::source_, source_);
    set(top->fetch_d_i, fetch_d_i::denied_, fetched == bad_line);
    set(top->fetch_d_i, fetch_d_i::corrupt_, fetched == bad_line);
    set_bytes(top->fetch_d_i, fetch_d_i::data_, reinterpret_cast<uint8_t*>(words));
  }
  void sample_fetch() {
    using namespace fy_layout;
    if (offered_ && top->fetch_d_ready_o) {
      answering_ = answering_ == 0 ? 1 : -1;
      offered_ = false;
    }
    if (!top->fetch_a_valid_o || !top->fetch_a_ready_i) return;
    check(get(top->fetch_a_o, fetch_a_o::opcode_), Get, "the fetch port only gets");
    check(get(top->fetch_a_o, fetch_a_o::size_), 6, "whole lines");
    check(answering_ < 0, 1, "one refill at a time");
    source_ = static_cast<unsigned>(get(top->fetch_a_o, fetch_a_o::source_));
    check(source_ < 4, 1, "source of a fetch");
    fetched = get(top->fetch_a_o, fetch_a_o::address_);
    answering_ = 0;
    gets++;
  }
  void sample() {
    using namespace fy_layout;
    if (top->tl_a_valid_o && top->tl_a_ready_i) {
      check(get(top->tl_a_o, tl_a_o::source_) < 16, 1, "source of the data cache");
      uncached += get(top->tl_a_o, tl_a_o::opcode_) != AcquireBlock;
    }
    const auto see = [&](Field field) { return get(top->retirement_o, field); };
    if (see(retirement_o::valid_)) {
      records.push_back({see(retirement_o::trap_) != 0, see(retirement_o::is_interrupt_) != 0,
                         static_cast<unsigned>(see(retirement_o::cause_)), see(retirement_o::tval_),
                         see(retirement_o::pc_),
                         static_cast<uint32_t>(see(retirement_o::instruction_))});
      if (see(retirement_o::rd_write_) && !see(retirement_o::rd_late_))
        values[see(retirement_o::rd_)] = see(retirement_o::rd_data_);
    }
    if (see(retirement_o::late_valid_))
      values[see(retirement_o::late_rd_)] = see(retirement_o::late_data_);
    const auto count = [&](const char* name, uint64_t amount) {
      events[name] += static_cast<unsigned>(amount);
    };
    count("retired", get(top->core_events_o, core_events_o::retired_));
    count("trap", get(top->core_events_o, core_events_o::trap_));
    count("coprocessor", get(top->core_events_o, core_events_o::coprocessor_accept_));
    count("refill", get(top->instruction_events_o, instruction_events_o::refill_));
    count("miss", get(top->instruction_events_o, instruction_events_o::miss_));
    count("load", get(top->data_events_o, data_events_o::load_));
    count("store", get(top->data_events_o, data_events_o::store_));
    count("uncached", get(top->data_events_o, data_events_o::uncached_));
    count("probe", get(top->data_events_o, data_events_o::probe_));
    if (get(top->instruction_error_o, instruction_error_o::valid_))
      instruction_errors.push_back(get(top->instruction_error_o, instruction_error_o::address_));
    if (get(top->data_error_o, data_error_o::valid_))
      data_errors.push_back(get(top->data_error_o, data_error_o::address_));
  }

  int answering_ = -1;  // beat
  bool offered_ = false;
  unsigned source_ = 0;
};
