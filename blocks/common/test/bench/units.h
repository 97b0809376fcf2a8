// SPDX-License-Identifier: Apache-2.0
//
// main() of a bench of parts: one top holds the parts of a block side by side, and `--test NAME`
// chooses the test of one of them.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "blocks/common/test/bench/options.h"

using Tests = std::map<std::string, std::function<void(const Options&)>>;

/// Makes the model, resets it by `begin`, runs the test that was asked for.
template <class Model>
int run_test(std::unique_ptr<Model>& top, const Options& options, const Tests& tests,
             const std::function<void()>& begin) {
  const auto found = tests.find(options.test);
  if (found == tests.end()) fail("there is no test " + options.test);
  top = std::make_unique<Model>();
  top->clk_i = 0;
  begin();
  found->second(options);
  top.reset();  // before the context that Verilator keeps
  return passed();
}
