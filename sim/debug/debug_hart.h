// SPDX-License-Identifier: Apache-2.0
// One hart under a debugger: it is held in front of execute, goes on, or does one instruction.
//
// A held hart has nothing in execute or behind, so that its registers are those of the program
// and `pc` is the next instruction; caches, walker and engine go on. Breakpoints are compared in
// front of execute: what fetch only guessed does not stop.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "sim/system/design_signal.h"
#include "sim/system/simulation.h"

namespace fy {

enum class HartGoal { kStand, kStep, kRun };

class DebugHart {
 public:
  // The design has so many harts.
  static bool exists(const Simulation& simulation, unsigned index);
  DebugHart(Simulation& simulation, unsigned index, uint64_t reset_vector);

  // Twice a cycle, when its values stand: first holds or lets go, then looks at what happens.
  // True when that changed the design, which must then be evaluated again.
  bool decide(const std::set<uint64_t>& breakpoints);
  bool look();

  void go(HartGoal goal);
  // It stands, and nothing of it is under way.
  bool stands() const { return goal_ == HartGoal::kStand && drained_; }
  // It has done its step, or stands in front of a breakpoint.
  bool reached() const { return drained_ && goal_ != HartGoal::kStand && hold_; }
  bool at_breakpoint() const { return at_breakpoint_; }
  // The next instruction passes whatever breakpoint it has.
  void pass_breakpoint() { pass_ = true; }

  // All of the rest while it stands.
  uint64_t pc() const { return pc_; }
  void set_pc(uint64_t pc) { pc_ = pc; }
  uint64_t register_value(unsigned index) const { return registers_.element(index); }
  void set_register(unsigned index, uint64_t value);
  // Nothing when the hart has no such register.
  std::optional<uint64_t> csr(unsigned address);
  // Done at the next clock edge.
  bool set_csr(unsigned address, uint64_t value);
  unsigned privilege() const { return static_cast<unsigned>(privilege_.value()); }
  void set_privilege(unsigned privilege);
  // Fetches again what may have changed: at the next edge; with the cache, when `fencing` ends.
  void refetch();
  void begin_fence();
  bool fencing() const { return fencing_; }

 private:
  void send_to(uint64_t pc);

  // A variable of the hart, in the module `below` it.
  template <class Signal>
  Signal at(const char* below, const char* name) const {
    return Signal(*simulation_.context, place_ + below, name);
  }

  Simulation& simulation_;
  std::string place_;
  ForcedSignal ready_ = at<ForcedSignal>(".i_decode.i_entry", "fetched_ready_o");
  ForcedSignal redirect_force_ = at<ForcedSignal>("", "redirect");
  ForcedSignal redirect_address_force_ = at<ForcedSignal>("", "redirect_address");
  ForcedSignal csr_address_ = at<ForcedSignal>(".i_csrs", "address");
  ForcedSignal csr_write_ = at<ForcedSignal>(".i_csrs", "write");
  ForcedSignal csr_write_data_ = at<ForcedSignal>(".i_csrs", "write_data");
  ForcedSignal fence_ = at<ForcedSignal>(".i_fence", "fence_instruction_i");
  DesignSignal registers_ = at<DesignSignal>(".i_decode.i_registers", "registers_q");
  DesignSignal privilege_ = at<DesignSignal>(".i_csrs.i_trap.i_status", "privilege_q");
  DesignSignal fetched_valid_ = at<DesignSignal>("", "fetched_valid");
  DesignSignal fetched_ = at<DesignSignal>("", "fetched");
  DesignSignal fetched_ready_ = at<DesignSignal>(".i_decode", "fetched_ready_o");
  DesignSignal redirect_ = at<DesignSignal>(".i_fetch", "redirect_i");
  DesignSignal redirect_address_ = at<DesignSignal>(".i_fetch", "redirect_address_i");
  DesignSignal x_valid_ = at<DesignSignal>("", "x_valid");
  DesignSignal x_fetched_ = at<DesignSignal>("", "x_fetched");
  DesignSignal x_advance_ = at<DesignSignal>("", "x_advance");
  DesignSignal x_unit_ = at<DesignSignal>(".i_control", "unit_i");
  DesignSignal m_valid_ = at<DesignSignal>(".i_retire", "valid_q");
  DesignSignal w_record_ = at<DesignSignal>(".i_retire", "write_q");
  DesignSignal late_valid_ = at<DesignSignal>(".i_retire", "late_valid_q");
  DesignSignal any_pending_ = at<DesignSignal>("", "any_pending");
  DesignSignal quiet_ = at<DesignSignal>("", "data_quiet_i");
  DesignSignal fence_done_ = at<DesignSignal>(".i_fence", "done_o");
  DesignSignal csr_data_ = at<DesignSignal>(".i_csrs", "data_o");
  DesignSignal trap_hit_ = at<DesignSignal>(".i_csrs", "trap_hit");
  DesignSignal counter_hit_ = at<DesignSignal>(".i_csrs", "counter_hit");
  DesignSignal supervisor_hit_ = at<DesignSignal>(".i_csrs", "supervisor_hit");
  DesignSignal identity_hit_ = at<DesignSignal>(".i_csrs", "identity_hit");
  HartGoal goal_ = HartGoal::kStand;
  bool hold_ = false, drained_ = false, entered_ = false, pass_ = false;
  bool at_breakpoint_ = false, pulsed_ = false, fencing_ = false, fence_over_ = false;
  uint64_t pc_;
};

}  // namespace fy
