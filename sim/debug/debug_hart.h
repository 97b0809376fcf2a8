// SPDX-License-Identifier: Apache-2.0
// One hart, or thread of one, under a debugger: it is held, goes on, or does one instruction,
// whatever the others do. Each core brings the way in which it is held (`boundary.debug` of its
// core.toml).
#pragma once

#include <cstdint>
#include <optional>
#include <set>

namespace fy {

enum class HartGoal { kStand, kStep, kRun };

class DebugHart {
 public:
  virtual ~DebugHart() = default;

  // Twice a cycle, when its values stand: first holds or lets go, then looks at what happens.
  // True when that changed the design, which must then be evaluated again.
  virtual bool decide(const std::set<uint64_t>& breakpoints) = 0;
  virtual bool look() = 0;

  virtual void go(HartGoal goal) = 0;
  // It stands, and nothing of it is under way.
  virtual bool stands() const = 0;
  // It has done its step, or stands in front of a breakpoint.
  virtual bool reached() const = 0;
  virtual bool at_breakpoint() const = 0;
  // The next instruction passes whatever breakpoint it has.
  virtual void pass_breakpoint() = 0;

  // All of the rest while it stands.
  virtual uint64_t pc() const = 0;
  virtual void set_pc(uint64_t pc) = 0;
  virtual uint64_t register_value(unsigned index) const = 0;
  virtual void set_register(unsigned index, uint64_t value) = 0;
  // Nothing when the hart has no such register.
  virtual std::optional<uint64_t> csr(unsigned address) = 0;
  // Done at the next clock edge.
  virtual bool set_csr(unsigned address, uint64_t value) = 0;
  virtual unsigned privilege() const = 0;
  virtual void set_privilege(unsigned privilege) = 0;
  // Fetches again what may have changed: at the next edge; with the cache, when `fencing` ends.
  virtual void refetch() = 0;
  virtual void begin_fence() = 0;
  virtual bool fencing() const = 0;
};

}  // namespace fy
