// SPDX-License-Identifier: Apache-2.0
// Tests of the parts of the copy engine against plain C++: picks one.
#include "copy_units.h"

int main(int argc, char** argv) {
  const Options options("copy_units", argc, argv, 60000);
  static const std::map<std::string, void (*)(uint64_t)> parts = {
      {"reader", test_reader},       {"writer", test_writer},     {"buffer", test_buffer},
      {"arbiter", test_arbiter},     {"tracker", test_tracker},   {"errors", test_errors},
      {"registers", test_registers}, {"frontend", test_frontend}, {"physical", test_physical},
      {"drain", test_drain},         {"queue", test_queue},       {"history", test_history},
      {"dispatch", test_dispatch},   {"throttle", test_throttle}, {"turns", test_turns},
      {"claim", test_claim}};
  Tests tests;
  for (const auto& [name, part] : parts)
    tests[name] = [part = part](const Options& given) { part(given.count); };
  return run_test(top, options, tests, [] { reset(); });
}
