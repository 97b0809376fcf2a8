// SPDX-License-Identifier: Apache-2.0
#include "sim/debug/debug_target.h"

#include <algorithm>

#include "sim/debug/page_table.h"
#include "sim/design/error.h"

namespace fy {

namespace {
constexpr uint64_t kPageBytes = 4096;
constexpr unsigned kMachine = 3, kCsrSatp = 0x180;
}  // namespace

DebugTarget::DebugTarget(System& system, HostAgent& agent) : system_(system), agent_(agent) {
  for (const HartTable& hart : tables().harts) {
    if (hart.make_debugger == nullptr) {
      throw Error("this simulator was built without a debugger; run it through `fy run --gdb`");
    }
    harts_.push_back(hart.make_debugger(system.simulation, hart, tables().reset_vector));
  }
  system_.observer = this;
  settled();
}

DebugTarget::~DebugTarget() { system_.observer = nullptr; }

void DebugTarget::settled() {
  bool changed = false;
  for (auto& hart : harts_) changed |= hart->decide(breakpoints_);
  if (changed) system_.design().evaluate();
  changed = false;
  for (auto& hart : harts_) changed |= hart->look();
  if (changed) system_.design().evaluate();
  if (cause_) return;
  for (unsigned index = 0; index < harts(); index++) {
    if (!harts_[index]->reached()) continue;
    cause_ = index;
    if (harts_[index]->at_breakpoint()) told_breakpoint_ = harts_[index]->pc();
    stop();
    return;
  }
}

void DebugTarget::resume(const std::vector<HartGoal>& goals) {
  settle_writes();
  // The breakpoint that was told is passed, unless the debugger moved the hart.
  if (cause_ && told_breakpoint_ == harts_[*cause_]->pc()) harts_[*cause_]->pass_breakpoint();
  told_breakpoint_.reset();
  cause_.reset();
  for (unsigned index = 0; index < harts(); index++) harts_[index]->go(goals[index]);
}

// Fetches anew where something was written that fetch may have read before.
void DebugTarget::settle_writes() {
  const auto fencing = [this] {
    return std::any_of(harts_.begin(), harts_.end(), [](auto& hart) { return hart->fencing(); });
  };
  for (unsigned index = 0; index < harts(); index++) {
    if (memory_written_) {
      harts_[index]->begin_fence();
    } else if (touched_.count(index) != 0) {
      harts_[index]->refetch();
    }
  }
  if (memory_written_ || !touched_.empty()) system_.cycle();
  while (fencing()) system_.cycle();
  memory_written_ = false;
  touched_.clear();
}

void DebugTarget::stop() {
  for (auto& hart : harts_) hart->go(HartGoal::kStand);
}

bool DebugTarget::stopped() const {
  return std::all_of(harts_.begin(), harts_.end(), [](auto& hart) { return hart->stands(); });
}

std::optional<uint64_t> DebugTarget::translate(unsigned hart, uint64_t address) {
  if (harts_[hart]->privilege() == kMachine) return address;
  return page_table_address(agent_, harts_[hart]->csr(kCsrSatp).value_or(0), address);
}

uint64_t DebugTarget::read(unsigned hart, uint64_t address, uint8_t* data, uint64_t bytes) {
  uint64_t done = 0;
  while (done < bytes) {
    const uint64_t part = std::min(bytes - done, kPageBytes - (address + done) % kPageBytes);
    const auto physical = translate(hart, address + done);
    if (!physical || !agent_.reaches(*physical) || !agent_.read(*physical, data + done, part)) {
      break;
    }
    done += part;
  }
  return done;
}

uint64_t DebugTarget::write(unsigned hart, uint64_t address, const uint8_t* data, uint64_t bytes) {
  uint64_t done = 0;
  memory_written_ = true;
  while (done < bytes) {
    const uint64_t part = std::min(bytes - done, kPageBytes - (address + done) % kPageBytes);
    const auto physical = translate(hart, address + done);
    if (!physical || !agent_.reaches(*physical) || !agent_.write(*physical, data + done, part)) {
      break;
    }
    done += part;
  }
  return done;
}

}  // namespace fy
