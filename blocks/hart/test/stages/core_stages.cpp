// SPDX-License-Identifier: Apache-2.0
//
// Random tests of the parts of the core's stages against plain C++: picks one.

#include "blocks/hart/test/stages/core_stages.h"

#include <map>

int main(int argc, char** argv) {
  static const std::map<std::string, void (*)(uint64_t)> tests = {
      {"bypass", test_bypass},
      {"fence", test_fence},
      {"queue", test_queue},
      {"late_branch", test_late_branch},
      {"load_store", test_load_store},
      {"registers", test_registers},
      {"trap_select", test_trap_select},
      {"return_stack", test_return_stack},
      {"integer", test_integer},
      {"former", test_former},
      {"retire", test_retire},
      {"entry", test_entry},
      {"control", test_control},
      {"flow", test_flow},
      {"privilege", test_privilege},
      {"translate", test_translate},
      {"predictor", test_predictor},
      {"scoreboard", test_scoreboard},
      {"decode", test_decode}};
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
  top = std::make_unique<Vcore_stages>(&context);
  top->clk_i = 0;
  auto found = tests.find(test);
  if (found == tests.end()) fail("there is no test " + test);
  reset();
  found->second(count);
  std::printf("%s: passed, width %u, seed %" PRIu64 "\n", test.c_str(), width, seed);
  top.reset();  // before its context
  return 0;
}
