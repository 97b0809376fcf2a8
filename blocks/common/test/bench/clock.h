// SPDX-License-Identifier: Apache-2.0
//
// Clock and reset of a model with `clk_i` and `rst_ni`. A cycle of a bench is: set inputs,
// `eval`, look at outputs, `edge`.
#pragma once

#include <cstdint>

#include "blocks/common/test/bench/check.h"
#include "blocks/common/test/bench/random.h"

/// The rising edge. The falling one is seen by the evaluation of the next inputs, which saves one
/// of three evaluations a cycle.
template <class Model>
void edge(Model& model) {
  model.clk_i = 1;
  model.eval();
  model.clk_i = 0;
  cycle++;
}

/// A rising edge with the inputs as they are, and outputs that are settled behind it.
template <class Model>
void clock(Model& model) {
  edge(model);
  model.eval();
}

/// Reset for some cycles. It is asynchronous and may come at any time: its edge is there whatever
/// `rst_ni` was. Inputs that must not be random then are set before.
template <class Model>
void reset(Model& model, unsigned cycles = 1) {
  const uint64_t now = cycle;
  model.clk_i = 0;
  model.rst_ni = 1;
  model.eval();
  model.rst_ni = 0;
  model.eval();
  while (cycles-- != 0) clock(model);
  model.rst_ni = 1;
  model.eval();
  cycle = now;
}

/// Some cycles in the middle of whatever is under way: a reset or a flush behind it comes at an
/// awkward time.
template <class Step>
void some_cycles(unsigned least, unsigned most, Step step) {
  for (unsigned n = least + below(most - least + 1); n != 0; n--) step();
}
