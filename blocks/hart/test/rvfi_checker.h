// SPDX-License-Identifier: Apache-2.0
//
// What the RISC-V Formal Interface of a hart says must agree with itself: instructions are numbered
// without a gap, each begins where the one before went on, registers hold what was last written,
// and memory too. It knows neither the core nor what an instruction does.

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "blocks/common/test/bench.h"

/// The fields of the interface that are checked.
struct RvfiInstruction {
  uint64_t order, insn, trap, intr, mode;
  uint64_t rs1_addr, rs2_addr, rs1_rdata, rs2_rdata, rd_addr, rd_wdata;
  uint64_t pc_rdata, pc_wdata;
  uint64_t mem_addr, mem_rmask, mem_wmask, mem_rdata, mem_wdata;
};

/// Fields that a bench shows wrong, so that the rule which finds it is tested.
inline const std::map<std::string, uint64_t RvfiInstruction::*> kRvfiWrong = {
    {"order", &RvfiInstruction::order},         {"trap", &RvfiInstruction::trap},
    {"intr", &RvfiInstruction::intr},           {"rs1_rdata", &RvfiInstruction::rs1_rdata},
    {"rs2_rdata", &RvfiInstruction::rs2_rdata}, {"rd_addr", &RvfiInstruction::rd_addr},
    {"rd_wdata", &RvfiInstruction::rd_wdata},   {"pc_rdata", &RvfiInstruction::pc_rdata},
    {"pc_wdata", &RvfiInstruction::pc_wdata},   {"mem_addr", &RvfiInstruction::mem_addr},
    {"mem_rdata", &RvfiInstruction::mem_rdata}, {"mem_wmask", &RvfiInstruction::mem_wmask},
    {"mem_wdata", &RvfiInstruction::mem_wdata}};

class RvfiChecker {
 public:
  /// `memory` is as the program starts; what lies outside is not checked.
  explicit RvfiChecker(const FlatMemory& memory) : memory_(memory) {}

  /// From now on addresses are translated, or others write: nothing is known of memory.
  void forget_memory() { memory_known_ = false; }

  uint64_t instructions() const { return next_order_; }
  uint64_t bytes_read() const { return bytes_read_; }
  /// Handlers that no instruction led to: at most one an interrupt.
  uint64_t interrupts() const { return interrupts_; }

  void take(const RvfiInstruction& shown) {
    check(shown.order, next_order_++, "rvfi_order");
    follow(shown);
    read(shown.rs1_addr, shown.rs1_rdata, "rvfi_rs1_rdata");
    read(shown.rs2_addr, shown.rs2_rdata, "rvfi_rs2_rdata");
    access(shown);
    write(shown);
  }

 private:
  using Register = std::optional<uint64_t>;

  // Only an interrupt comes between an instruction and the one where it went on.
  void follow(const RvfiInstruction& shown) {
    if (trapped_) check(shown.intr, 1, "rvfi_intr behind a trap");
    const bool away = next_pc_ && shown.pc_rdata != *next_pc_;
    if (away && !shown.intr) check(shown.pc_rdata, *next_pc_, "rvfi_pc_rdata");
    if (away || (shown.intr && !trapped_)) interrupts_++;
    trapped_ = shown.trap;
    next_pc_ = shown.pc_wdata;
  }

  void read(uint64_t index, uint64_t value, const char* what) {
    Register& known = registers_[index];
    if (known) check(value, *known, what);
    known = value;
  }

  void write(const RvfiInstruction& shown) {
    if (shown.rd_addr == 0) check(shown.rd_wdata, 0, "rvfi_rd_wdata of x0");
    if (shown.trap) check(shown.rd_addr, 0, "rvfi_rd_addr of a trap");
    registers_[shown.rd_addr] = shown.rd_wdata;
  }

  void access(const RvfiInstruction& shown) {
    if (shown.trap) check(shown.mem_rmask | shown.mem_wmask, 0, "an access of a trap");
    for (unsigned i = 0; memory_known_ && i < 8; i++) {
      const uint64_t address = shown.mem_addr + i;
      if (!memory_.has(address, 1)) continue;
      if (shown.mem_rmask >> i & 1) {
        bytes_read_++;
        check(shown.mem_rdata >> 8 * i & 0xff, *memory_.at(address), "a byte of rvfi_mem_rdata");
      }
      if (shown.mem_wmask >> i & 1) *memory_.at(address) = shown.mem_wdata >> 8 * i & 0xff;
    }
  }

  FlatMemory memory_;
  std::array<Register, 32> registers_ = {Register(0)};
  Register next_pc_;
  uint64_t next_order_ = 0, bytes_read_ = 0, interrupts_ = 0;
  bool trapped_ = false, memory_known_ = true;
};
