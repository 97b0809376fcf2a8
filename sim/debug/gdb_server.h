// SPDX-License-Identifier: Apache-2.0
// A debugger that is served while the program runs (GDB remote serial protocol).
//
// It stops before the first instruction and tells the end of the program. Every entry of the table
// of harts is a thread, the first is thread 1; all stop and all go. A debugger that detaches or is
// gone leaves the program to run on; one that kills ends it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/debug/debug_target.h"
#include "sim/debug/gdb_connection.h"

namespace fy {

class GdbServer {
 public:
  // Of a listening socket; waits for the debugger. The system has just left reset.
  GdbServer(int listening, System& system, HostAgent& agent);
  // Tells a debugger that still waits that the run was ended.
  ~GdbServer();

  // After each cycle: talks as long as all stand. False when the debugger killed the program.
  bool serve();
  // Tells the exit code.
  void ended(uint32_t code);

 private:
  bool talk();
  std::string answer(const std::string& packet);
  std::string query(const std::string& packet);
  std::string description(const std::string& range) const;
  std::string choose_thread(const std::string& packet);
  std::string registers();
  std::string set_registers(const std::string& hex);
  std::string read_register(const std::string& number);
  std::string write_register(const std::string& text);
  bool set_register(unsigned number, uint64_t value);
  void set_pc(unsigned hart, uint64_t pc);
  std::string value_text(uint64_t value) const;
  std::string read_memory(const std::string& place);
  std::string write_memory(const std::string& text, bool binary);
  std::string breakpoint(const std::string& packet);
  std::string go_on(const std::string& packet);
  std::string go_on_each(const std::string& actions);
  std::string resume(const std::vector<HartGoal>& goals);
  void detach();
  std::string stop_reason();

  System& system_;
  unsigned xlen_;
  DebugTarget target_;
  std::optional<GdbConnection> connection_;
  bool running_ = false, interrupted_ = false, killed_ = false;
  unsigned cycles_ = 0;
  unsigned hart_ = 0;             // of registers and memory
  std::optional<unsigned> only_;  // that the older commands step
  std::optional<std::string> waiting_;
};

}  // namespace fy
