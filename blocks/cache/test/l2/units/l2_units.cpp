// SPDX-License-Identifier: Apache-2.0
//
// Tests of the parts of the L2 bank against plain C++: picks one.

#include "blocks/cache/test/l2/units/l2_units.h"

#include <functional>
#include <map>

namespace {

struct Test {
  int part;  // place in l2_units.sv
  std::function<void()> run;
};

}  // namespace

int main(int argc, char** argv) {
  VerilatedContext context;
  context.commandArgs(argc, argv);
  std::string test;
  uint64_t count = 20000, seed = 1;
  for (int i = 1; i + 1 < argc; i++) {
    const std::string name = argv[i];
    if (name == "--seed") seed = std::strtoull(argv[++i], nullptr, 0);
    if (name == "--count") count = std::strtoull(argv[++i], nullptr, 0);
    if (name == "--test") test = argv[++i];
  }
  const std::map<std::string, Test> tests = {
      {"accept", {0, [=] { test_accept(count); }}},
      {"data", {1, [=] { test_data(count); }}},
      {"events", {2, [=] { test_events(count); }}},
      {"refill", {3, [=] { test_refill(count); }}},
      {"release", {4, [=] { test_release(count); }}},
      {"release_race", {4, test_release_race}},
      {"response", {5, [=] { test_response(count); }}},
      {"tags", {6, [=] { test_tags(count); }}},
      {"transactor", {7, [=] { test_transactor(count); }}},
      {"writeback", {8, [=] { test_writeback(count); }}},
  };
  const auto found = tests.find(test);
  if (found == tests.end()) fail("there is no test " + test);
  random_source.seed(seed);
  top = std::make_unique<Vl2_units>(&context);
  top->clk_i = 0;
  top->part_i = static_cast<uint8_t>(found->second.part);
  reset();
  found->second.run();
  std::printf("%s: passed, seed %" PRIu64 "\n", test.c_str(), seed);
  top.reset();  // before its context
  return 0;
}
