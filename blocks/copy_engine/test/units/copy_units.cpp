// SPDX-License-Identifier: Apache-2.0
// Tests of the parts of the copy engine against plain C++: picks one.
#include "copy_units.h"

#include <map>

int main(int argc, char** argv) {
  static const std::map<std::string, void (*)(uint64_t)> tests = {
      {"reader", test_reader},       {"writer", test_writer},     {"buffer", test_buffer},
      {"arbiter", test_arbiter},     {"tracker", test_tracker},   {"errors", test_errors},
      {"registers", test_registers}, {"frontend", test_frontend}, {"physical", test_physical},
      {"queue", test_queue},         {"history", test_history},   {"dispatch", test_dispatch},
      {"throttle", test_throttle},   {"turns", test_turns}};
  VerilatedContext context;
  context.commandArgs(argc, argv);
  std::string test;
  uint64_t count = 60000, seed = 1;
  for (int i = 1; i + 1 < argc; i++) {
    const std::string name = argv[i];
    if (name == "--seed") seed = std::strtoull(argv[++i], nullptr, 0);
    if (name == "--count") count = std::strtoull(argv[++i], nullptr, 0);
    if (name == "--test") test = argv[++i];
  }
  const auto found = tests.find(test);
  if (found == tests.end()) fail("there is no test " + test);
  dice.engine.seed(seed);
  top = std::make_unique<Vcopy_units>(&context);
  top->clk_i = 0;
  reset();
  found->second(count);
  std::printf("%s: passed, seed %llu\n", test.c_str(), static_cast<unsigned long long>(seed));
  top.reset();  // before its context
  return 0;
}
