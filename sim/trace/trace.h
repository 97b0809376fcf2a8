// SPDX-License-Identifier: Apache-2.0
// The traces that the options ask for, beside the running system.
#pragma once

#include <memory>

#include "sim/system/options.h"
#include "sim/system/simulation.h"
#include "sim/system/system.h"

namespace fy {

class Trace : public CycleObserver {
 public:
  // Enough was seen: the run may end.
  virtual bool finished() const = 0;
  // The run has ended after so many cycles; `settled` is not called any more.
  virtual void finish(uint64_t cycles) = 0;
};

// None when no file is asked for. Throws Error; only the build `inspect` has what traces look at.
std::unique_ptr<Trace> make_trace(const Options& options, Simulation& simulation);

}  // namespace fy
