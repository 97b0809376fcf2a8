// SPDX-License-Identifier: Apache-2.0
// The verilated system with its clock. Between two edges the signals of a cycle can be read; inputs
// set meanwhile are those of the next cycle, since the top takes them into registers.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "Vfy_top.h"
#include "verilated.h"

class VerilatedFstC;

namespace fy {

// Bytes of a beat of the built system.
constexpr uint64_t kBeatBytes = sizeof(std::remove_reference_t<decltype(Vfy_top::host_a_data_i)>);

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

  // Holds reset for some cycles and shows cycle 0; inputs of cycle 0 must be set before.
  void reset();

  // The clock edge that ends this cycle and begins the next.
  void edge() {
    if (tracing_) trace();
    top->clk_i = 1;
    top->eval();
    top->clk_i = 0;
    top->eval();
    cycle++;
  }

  std::unique_ptr<VerilatedContext> context;
  std::unique_ptr<Vfy_top> top;
  uint64_t cycle = 0;  // that the signals show, since reset was released

 private:
  void trace();

  WaveWindow window_;
  bool tracing_ = false;
  std::unique_ptr<VerilatedFstC> wave_;
};

}  // namespace fy
