// SPDX-License-Identifier: Apache-2.0
// The running system: what is watched every cycle, and when it counts as stuck.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/endpoints/endpoint.h"
#include "sim/endpoints/ports.h"
#include "sim/system/options.h"
#include "sim/system/simulation.h"

namespace fy {

// The system makes no progress; the text says what waits for what.
struct Stuck : std::runtime_error {
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
  // This cycle was the last that the program may have, and has not ended it; the text says so.
  bool at_limit() const { return simulation.cycle >= options_.cycle_limit && !exited; }
  std::string limit_text() const;
  // Values within the built maximum; false when out of range.
  bool set_strap(uint64_t index, uint64_t value);

  // What the endpoints saw, as JSON by their names.
  std::string endpoints_json() const;
  void clear_endpoints();

  Design& design() { return simulation.design; }

  Simulation simulation;
  CycleObserver* observer = nullptr;
  uint64_t instructions = 0;             // of all harts
  std::optional<uint64_t> tohost_value;  // stored and not yet served
  bool exited = false;
  uint32_t exit_code = 0;

 private:
  void observe();
  void set_named_strap(const std::string& name, uint64_t value);
  void end(uint32_t code);
  void type();
  void read_keyboard();
  void check_progress();
  bool pauses() const;
  std::string waiting_channels() const;

  const Options& options_;
  Ports ports_;
  std::vector<std::unique_ptr<Endpoint>> endpoints_;
  bool held_ = false;
  uint64_t last_handshake_ = 0;
  uint64_t last_retirement_ = 0;
  uint64_t last_pc_ = 0;
  uint64_t last_pause_ = 0;
  uint64_t next_check_ = 0;
  std::string console_;
  OutputPort* written_ = nullptr;  // by the console; null: none
  InputPort* keyboard_ = nullptr;
  std::vector<uint8_t> typed_;  // what is typed on the console
  size_t typed_count_ = 0;
};

}  // namespace fy
