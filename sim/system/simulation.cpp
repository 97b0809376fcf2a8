// SPDX-License-Identifier: Apache-2.0
#include "sim/system/simulation.h"

namespace fy {

namespace {
constexpr unsigned kResetCycles = 4;
constexpr uint64_t kTimeUnits = 10;  // a cycle
}  // namespace

Simulation::Simulation(const WaveWindow& window, uint64_t seed)
    : design(seed), window_(window), tracing_(!window.file.empty()) {
  // The others start with unknown values too.
  *design.host.a_valid = 0;
  *design.host.d_ready = 1;
  if (tracing_) design.open_wave(window.file);
}

void Simulation::reset() {
  const bool traced = tracing_;
  tracing_ = false;
  // The reset works by its own edge, before any clock.
  *design.reset = 1;
  design.evaluate();
  *design.reset = 0;
  design.evaluate();
  for (unsigned count = 0; count < kResetCycles; count++) edge();
  *design.reset = 1;
  design.evaluate();
  tracing_ = traced;
  cycle = 0;
}

// The values are those that the coming edge sees.
void Simulation::trace() {
  if (cycle < window_.from || cycle > window_.to) return;
  design.dump_wave(cycle * kTimeUnits);
  if (cycle == window_.to) design.flush_wave();
}

}  // namespace fy
