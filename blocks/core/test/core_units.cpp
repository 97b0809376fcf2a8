// SPDX-License-Identifier: Apache-2.0
//
// Random and directed tests of the pieces of the core against plain C++: picks one.

#include "blocks/core/test/core_units.h"

int main(int argc, char** argv) {
  VerilatedContext context;
  context.commandArgs(argc, argv);
  std::string test;
  uint64_t count = 20000, seed = 1;
  for (int i = 1; i + 1 < argc; i++) {
    std::string name = argv[i];
    if (name == "--seed")
      seed = std::strtoull(argv[++i], nullptr, 0);
    else if (name == "--count")
      count = std::strtoull(argv[++i], nullptr, 0);
    else if (name == "--width")
      width = static_cast<unsigned>(std::atoi(argv[++i]));
    else if (name == "--test")
      test = argv[++i];
  }
  random_source.seed(seed);
  top = std::make_unique<Vcore_units>(&context);
  top->clk_i = 0;
  if (test == "alu")
    test_alu(count);
  else if (test == "multiplier")
    test_multiplier(count);
  else if (test == "divider")
    test_divider(count / 10);
  else if (test == "decoder")
    test_decoder(count * 5);
  else if (test == "csrs")
    test_csrs(count);
  else if (test == "trap_csrs")
    test_trap_csrs(count);
  else if (test == "counter_csrs")
    test_counter_csrs(count);
  else
    fail("there is no test " + test);
  std::printf("%s: passed, width %u, seed %" PRIu64 "\n", test.c_str(), width, seed);
  top.reset();  // before its context
  return 0;
}
