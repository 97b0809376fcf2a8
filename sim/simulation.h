// SPDX-License-Identifier: Apache-2.0
// The verilated system with its clock: one call is one cycle, whose settled signals are then read.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "Vfy_top.h"
#include "verilated.h"

class VerilatedFstC;

namespace fy {

struct WaveWindow {
  std::string file;  // empty: none
  uint64_t from = 0;
  uint64_t to = ~0ull;
};

class Simulation {
 public:
  Simulation(const WaveWindow& window, uint64_t seed);
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  // Holds reset for some cycles; straps and holds must be set before.
  void reset();

  // Settles the inputs set since the last edge; then the signals of this cycle can be read.
  void settle() {
    top->clk_i = 0;
    top->eval();
  }
  // The clock edge that ends the cycle.
  void edge() {
    if (tracing_) trace();
    top->clk_i = 1;
    top->eval();
    cycle++;
  }

  std::unique_ptr<VerilatedContext> context;
  std::unique_ptr<Vfy_top> top;
  uint64_t cycle = 0;  // since reset was released

 private:
  void trace();

  WaveWindow window_;
  bool tracing_ = false;
  std::unique_ptr<VerilatedFstC> wave_;
};

}  // namespace fy
