// SPDX-License-Identifier: Apache-2.0
#include "sim/system/simulation.h"

#include "sim/system/error.h"

#if VM_TRACE_FST
#include "verilated_fst_c.h"
#else
class VerilatedFstC {};
#endif

namespace fy {

namespace {
constexpr unsigned kResetCycles = 4;
}

Simulation::Simulation(const WaveWindow& window, uint64_t seed)
    : context(std::make_unique<VerilatedContext>()), window_(window) {
  context->randReset(2);
  context->randSeed(static_cast<int>(seed));
  top = std::make_unique<Vfy_top>(context.get());
  // The others start with unknown values too.
  top->clk_i = 0;
  top->rst_ni = 1;
  top->console_ready_i = 1;
  top->console_input_valid_i = 0;
  top->host_a_valid_i = 0;
  top->host_d_ready_i = 1;
  tracing_ = !window.file.empty();
#if VM_TRACE_FST
  if (tracing_) {
    context->traceEverOn(true);
    wave_ = std::make_unique<VerilatedFstC>();
    top->trace(wave_.get(), 99);
    wave_->open(window.file.c_str());
    if (!wave_->isOpen()) throw Error("cannot write the waveform " + window.file);
  }
#else
  if (tracing_)
    throw Error("this simulator was built without waveforms; run it through `fy run --wave`");
#endif
}

Simulation::~Simulation() {
#if VM_TRACE_FST
  if (wave_) wave_->close();
#endif
  top->final();
}

void Simulation::reset() {
  const bool traced = tracing_;
  tracing_ = false;
  // The reset works by its own edge, before any clock.
  top->rst_ni = 1;
  top->eval();
  top->rst_ni = 0;
  top->eval();
  for (unsigned count = 0; count < kResetCycles; count++) edge();
  top->rst_ni = 1;
  top->eval();
  tracing_ = traced;
  cycle = 0;
}

// Ten time units a cycle; the values are those that the coming edge sees.
void Simulation::trace() {
#if VM_TRACE_FST
  if (cycle < window_.from || cycle > window_.to) return;
  wave_->dump(cycle * 10);
  if (cycle == window_.to) wave_->flush();
#endif
}

}  // namespace fy
