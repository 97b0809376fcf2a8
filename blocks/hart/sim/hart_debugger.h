// SPDX-License-Identifier: Apache-2.0
// fy_hart under a debugger: held in front of execute by forcing signals of its pipeline.
//
// A held hart has nothing in execute or behind, so that its registers are those of the program
// and `pc` is the next instruction; caches, walker and engine go on. Breakpoints are compared in
// front of execute: what fetch only guessed does not stop. What it reads are the probes of
// core.toml; fy_hart_debug.vlt makes public what it writes and forces. The RTL has no port for
// either.
#pragma once

#include <memory>
#include <string>

#include "sim/debug/debug_hart.h"
#include "sim/design/design_signal.h"
#include "sim/design/probes.h"
#include "sim/system/simulation.h"

namespace fy {

class HartDebugger : public DebugHart {
 public:
  HartDebugger(Simulation& simulation, const HartTable& hart, uint64_t reset_vector);

  bool decide(const std::set<uint64_t>& breakpoints) override;
  bool look() override;
  void go(HartGoal goal) override;
  bool stands() const override { return goal_ == HartGoal::kStand && drained_; }
  bool reached() const override { return drained_ && goal_ != HartGoal::kStand && hold_; }
  bool at_breakpoint() const override { return at_breakpoint_; }
  void pass_breakpoint() override { pass_ = true; }

  uint64_t pc() const override { return pc_; }
  void set_pc(uint64_t pc) override { pc_ = pc; }
  uint64_t register_value(unsigned index) const override { return registers_.element(index); }
  void set_register(unsigned index, uint64_t value) override;
  std::optional<uint64_t> csr(unsigned address) override;
  bool set_csr(unsigned address, uint64_t value) override;
  unsigned privilege() const override { return static_cast<unsigned>(privilege_.value()); }
  void set_privilege(unsigned privilege) override;
  void refetch() override;
  void begin_fence() override;
  bool fencing() const override { return fencing_; }

 private:
  void send_to(uint64_t pc);

  // A variable of the hart, in the module `below` it.
  template <class Signal>
  Signal at(const char* below, const char* name) const {
    return Signal(simulation_.design.context(), place_ + below, name);
  }

  Simulation& simulation_;
  std::string place_;
  Probes probes_;
  ForcedSignal ready_ = at<ForcedSignal>(".i_decode.i_entry", "fetched_ready_o");
  ForcedSignal redirect_force_ = at<ForcedSignal>("", "redirect");
  ForcedSignal redirect_address_force_ = at<ForcedSignal>("", "redirect_address");
  ForcedSignal csr_address_ = at<ForcedSignal>(".i_csrs", "address");
  ForcedSignal csr_write_ = at<ForcedSignal>(".i_csrs", "write");
  ForcedSignal csr_write_data_ = at<ForcedSignal>(".i_csrs", "write_data");
  ForcedSignal fence_ = at<ForcedSignal>(".i_fence", "fence_instruction_i");
  DesignSignal registers_ = at<DesignSignal>(".i_decode.i_registers", "registers_q");
  DesignSignal privilege_ = at<DesignSignal>(".i_csrs.i_trap.i_status", "privilege_q");
  const uint64_t& fetched_valid_ = probes_["fetched_valid"];
  const uint64_t& fetched_ready_ = probes_["fetched_ready"];
  const uint64_t& fetched_pc_ = probes_["fetched_pc"];
  const uint64_t& redirect_ = probes_["redirect"];
  const uint64_t& redirect_address_ = probes_["redirect_address"];
  const uint64_t& execute_valid_ = probes_["execute_valid"];
  const uint64_t& execute_advance_ = probes_["execute_advance"];
  const uint64_t& execute_unit_ = probes_["execute_unit"];
  const uint64_t& execute_next_pc_ = probes_["execute_next_pc"];
  const uint64_t& memory_valid_ = probes_["memory_valid"];
  const uint64_t& write_valid_ = probes_["write_valid"];
  const uint64_t& late_valid_ = probes_["late_valid"];
  const uint64_t& any_pending_ = probes_["any_pending"];
  const uint64_t& data_quiet_ = probes_["data_quiet"];
  const uint64_t& fence_done_ = probes_["fence_done"];
  const uint64_t& csr_data_ = probes_["csr_data"];
  const uint64_t& csr_exists_ = probes_["csr_exists"];
  HartGoal goal_ = HartGoal::kStand;
  bool hold_ = false, drained_ = false, entered_ = false, pass_ = false;
  bool at_breakpoint_ = false, pulsed_ = false, fencing_ = false, fence_over_ = false;
  uint64_t pc_;
};

std::unique_ptr<DebugHart> make_hart_debugger(Simulation& simulation, const HartTable& hart,
                                              uint64_t reset_vector);

}  // namespace fy
