// SPDX-License-Identifier: Apache-2.0
#include "blocks/hart/sim/hart_debugger.h"

#include "fy_pipeline_pkg.h"

namespace fy {

std::unique_ptr<DebugHart> make_hart_debugger(Simulation& simulation, const HartTable& hart,
                                              uint64_t reset_vector) {
  return std::make_unique<HartDebugger>(simulation, hart, reset_vector);
}

HartDebugger::HartDebugger(Simulation& simulation, const HartTable& hart, uint64_t reset_vector)
    : simulation_(simulation),
      place_(hart.scope),
      probes_(hart.probes, simulation.design.inspect.debug_probes),
      pc_(reset_vector) {}

bool HartDebugger::decide(const std::set<uint64_t>& breakpoints) {
  bool changed = pulsed_;
  if (pulsed_) {
    redirect_force_.release();
    redirect_address_force_.release();
    csr_write_.release();
    csr_write_data_.release();
    csr_address_.release();
    pulsed_ = false;
  }
  if (fence_over_) {
    fence_.release();
    fencing_ = fence_over_ = false;
    send_to(pc_);
    changed = true;
  }
  bool hold = goal_ == HartGoal::kStand || (goal_ == HartGoal::kStep && entered_);
  at_breakpoint_ = false;
  if (goal_ == HartGoal::kRun && !pass_ && !breakpoints.empty() && fetched_valid_) {
    at_breakpoint_ = breakpoints.count(fetched_pc_) != 0;
    hold = hold || at_breakpoint_;
  }
  if (hold != hold_) {
    hold_ = hold;
    changed = true;
    if (hold) {
      ready_.hold(0);
    } else {
      ready_.release();
    }
  }
  return changed;
}

bool HartDebugger::look() {
  bool changed = false;
  if (redirect_) {
    pc_ = redirect_address_;
  } else if (execute_advance_) {
    pc_ = execute_next_pc_;
  }
  if (!hold_ && fetched_valid_ && fetched_ready_ && !redirect_) {
    entered_ = true;
    pass_ = false;
  }
  const bool behind = memory_valid_ || write_valid_ || late_valid_ || any_pending_ || !data_quiet_;
  if (fencing_) {
    fence_over_ = fence_done_;
  } else if (hold_ && execute_valid_ && !execute_advance_ && !behind &&
             execute_unit_ == fy_pipeline_pkg::UnitWait) {
    // WFI (UnitWait) could wait for ever. It has done nothing yet: it begins again later, or a step
    // passes it.
    if (goal_ == HartGoal::kStep) pc_ += 4;
    send_to(pc_);
    changed = true;
  }
  drained_ = hold_ && !execute_valid_ && !behind && !redirect_ && !fencing_;
  // A breakpoint on a path that is left has fetch go elsewhere before all is drained.
  if (at_breakpoint_) {
    at_breakpoint_ = drained_ && fetched_pc_ == pc_;
    drained_ = at_breakpoint_;
  }
  return changed;
}

void HartDebugger::go(HartGoal goal) {
  goal_ = goal;
  drained_ = entered_ = false;
}

void HartDebugger::send_to(uint64_t pc) {
  redirect_force_.hold(1);
  redirect_address_force_.hold(pc);
  pulsed_ = true;
}

void HartDebugger::refetch() {
  send_to(pc_);
  simulation_.design.evaluate();
}

void HartDebugger::begin_fence() {
  fence_.hold(1);
  fencing_ = true;
  simulation_.design.evaluate();
}

void HartDebugger::set_register(unsigned index, uint64_t value) {
  if (index != 0) registers_.set_element(index, value);
}

std::optional<uint64_t> HartDebugger::csr(unsigned address) {
  csr_address_.hold(address);
  simulation_.design.evaluate();
  std::optional<uint64_t> value;
  if (csr_exists_) {
    value = csr_data_;
  }
  csr_address_.release();
  simulation_.design.evaluate();
  return value;
}

bool HartDebugger::set_csr(unsigned address, uint64_t value) {
  if (!csr(address)) return false;
  csr_address_.hold(address);
  csr_write_data_.hold(value);
  csr_write_.hold(1);
  pulsed_ = true;
  simulation_.design.evaluate();
  return true;
}

void HartDebugger::set_privilege(unsigned privilege) {
  privilege_.set(privilege);
  simulation_.design.evaluate();
}

}  // namespace fy
