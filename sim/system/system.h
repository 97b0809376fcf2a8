// SPDX-License-Identifier: Apache-2.0
// The running system: what is watched every cycle, and when it counts as stuck.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include "sim/system/channel_bits.h"
#include "sim/system/options.h"
#include "sim/system/simulation.h"
#include "sim/system/tracker_statistics.h"

namespace fy {

// The system makes no progress; the text says who waits for what.
struct Stuck : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The cycle limit is reached.
struct LimitReached : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Looks at every cycle when its signals stand, before the system does; it may force some.
class CycleObserver {
 public:
  virtual ~CycleObserver() = default;
  virtual void settled() = 0;
};

class System {
 public:
  System(const Options& options, std::optional<uint64_t> tohost);

  void reset();
  // Goes to the next cycle and looks at it.
  void cycle() {
    simulation.edge();
    if (observer != nullptr) observer->settled();
    observe();
  }
  // Cycles since reset, the one that is seen among them.
  uint64_t cycles() const { return simulation.cycle + 1; }
  // Throws Stuck, naming every channel whose valid waits for ready.
  [[noreturn]] void report_stuck(const std::string& what) const;
  void flush_console();
  // Values within the built maximum; false when out of range.
  bool set_strap(uint64_t index, uint64_t value);

  Vfy_top& top() { return *simulation.top; }

  Simulation simulation;
  CycleObserver* observer = nullptr;
  TrackerStatistics tracker;
  uint64_t instructions = 0;             // of all harts
  std::optional<uint64_t> tohost_value;  // stored and not yet served
  bool exited = false;
  uint32_t exit_code = 0;

 private:
  void observe();
  void offer_typed();
  void check_progress();
  std::string waiting_channels() const;

  const Options& options_;
  ChannelBits hold_;
  size_t held_ = 0;  // the channel of hold_
  uint64_t last_handshake_ = 0;
  uint64_t last_retirement_ = 0;
  uint64_t last_pc_ = 0;
  uint64_t next_check_ = 0;
  std::string console_;
  std::vector<uint8_t> typed_;  // what is typed on the console
  size_t typed_count_ = 0;
  bool typing_ = false;
};

}  // namespace fy
