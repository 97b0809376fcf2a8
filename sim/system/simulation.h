// SPDX-License-Identifier: Apache-2.0
// The design with its clock. Between two edges the values of a cycle can be read; inputs set
// meanwhile are those of the next cycle, since fy_top takes them into registers.
#pragma once

#include <cstdint>
#include <string>

#include "sim/design/design.h"

namespace fy {

struct WaveWindow {
  std::string file;  // empty: none
  uint64_t from = 0;
  uint64_t to = ~0ull;
};

class Simulation {
 public:
  Simulation(const WaveWindow& window, uint64_t seed);

  // Holds reset for some cycles and shows cycle 0; inputs of cycle 0 must be set before.
  void reset();

  // The clock edge that ends this cycle and begins the next.
  void edge() {
    if (tracing_) trace();
    *design.clock = 1;
    design.evaluate();
    *design.clock = 0;
    design.evaluate();
    cycle++;
  }

  Design design;
  uint64_t cycle = 0;  // that the values show, since reset was released

 private:
  void trace();

  WaveWindow window_;
  bool tracing_ = false;
};

}  // namespace fy
