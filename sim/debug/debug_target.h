// SPDX-License-Identifier: Apache-2.0
// The whole system under a debugger: all harts stop when one does; memory as the hart sees it.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "sim/debug/debug_hart.h"
#include "sim/host/host_agent.h"
#include "sim/system/system.h"

namespace fy {

class DebugTarget : public CycleObserver {
 public:
  // Holds every hart before its first instruction.
  DebugTarget(System& system, HostAgent& agent);
  ~DebugTarget() override;

  void settled() override;

  unsigned harts() const { return static_cast<unsigned>(harts_.size()); }
  DebugHart& hart(unsigned index) { return *harts_[index]; }

  // Lets each hart do what its goal says. Until `stopped`, the caller runs cycles.
  void resume(const std::vector<HartGoal>& goals);
  // Every hart stands soon.
  void stop();
  bool stopped() const;
  // The hart that ended a resume by a step or a breakpoint; nothing after `stop`.
  std::optional<unsigned> cause() const { return cause_; }

  void insert_breakpoint(uint64_t address) { breakpoints_.insert(address); }
  void remove_breakpoint(uint64_t address) { breakpoints_.erase(address); }
  void remove_breakpoints() { breakpoints_.clear(); }

  // Bytes at addresses of a hart, translated by its tables when it translates now; the bytes
  // done before one that is not there.
  uint64_t read(unsigned hart, uint64_t address, uint8_t* data, uint64_t bytes);
  uint64_t write(unsigned hart, uint64_t address, const uint8_t* data, uint64_t bytes);
  // A register was written: what was fetched before may be wrong now.
  void touch(unsigned hart) { touched_.insert(hart); }

 private:
  std::optional<uint64_t> translate(unsigned hart, uint64_t address);
  void settle_writes();

  System& system_;
  HostAgent& agent_;
  std::vector<std::unique_ptr<DebugHart>> harts_;
  std::set<uint64_t> breakpoints_;
  std::set<unsigned> touched_;
  bool memory_written_ = false;
  std::optional<unsigned> cause_;
  std::optional<uint64_t> told_breakpoint_;  // of the cause
};

}  // namespace fy
