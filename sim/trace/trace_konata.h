// SPDX-License-Identifier: Apache-2.0
// Log of instructions in their stages for the viewer Konata (format Kanata 0004): a thread for each
// entry of the table of harts.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "sim/debug/disassembly.h"
#include "sim/trace/pipeline.h"
#include "sim/trace/trace_file.h"

namespace fy {

class KonataLog : public PipelineListener {
 public:
  // Instructions fetched in the cycles `from` to `to` are written, whole.
  KonataLog(const std::string& file, const std::string& listing, uint64_t from, uint64_t to);

  uint64_t fetched(unsigned hart, uint64_t cycle) override;
  void decoded(uint64_t id, uint64_t pc, uint32_t instruction) override;
  void entered(uint64_t id, Stage stage, uint64_t cycle) override;
  void left(uint64_t id, uint64_t cycle, const HartSignals* trap) override;
  void dropped(uint64_t id, uint64_t cycle) override;

  // Everything before the end of this cycle was told.
  void end_cycle(uint64_t cycle);
  // Instructions of the window that are not yet at their end.
  size_t open() const { return stage_.size(); }
  // The run had so many cycles.
  void finish(uint64_t cycles);

 private:
  std::string& at(uint64_t cycle) { return lines_[cycle % lines_.size()]; }
  void put(uint64_t cycle, const std::string& line);
  void end(uint64_t id, uint64_t cycle, bool flushed);

  TraceFile file_;
  Disassembly disassembly_;
  uint64_t from_, to_;
  uint64_t next_ = 1, retired_ = 0, now_ = 0;
  uint64_t written_ = 0;
  bool started_ = false;
  std::array<std::string, 2> lines_;  // of this cycle and of the next one
  std::unordered_map<uint64_t, Stage> stage_;
};

}  // namespace fy
