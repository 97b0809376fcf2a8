// SPDX-License-Identifier: Apache-2.0
//
// Random and directed tests of the pieces of the core against plain C++: picks one.

#include "blocks/core/test/core_units.h"

int main(int argc, char** argv) {
  const Options options("core_units", argc, argv);
  width = static_cast<unsigned>(options.number("--width", 64));
  const Tests tests = {
      {"alu", [](const Options& given) { test_alu(given.count); }},
      {"multiplier", [](const Options& given) { test_multiplier(given.count); }},
      {"divider", [](const Options& given) { test_divider(given.count / 10); }},
      {"decoder", [](const Options& given) { test_decoder(given.count * 5); }},
      {"csrs", [](const Options& given) { test_csrs(given.count); }},
      {"trap_csrs", [](const Options& given) { test_trap_csrs(given.count); }},
      {"counter_csrs", [](const Options& given) { test_counter_csrs(given.count); }},
  };
  return run_test(top, options, tests, [] {});
}
