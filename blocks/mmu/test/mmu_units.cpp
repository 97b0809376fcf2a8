// SPDX-License-Identifier: Apache-2.0
//
// Tests of address translation against plain C++: picks one.

#include "blocks/mmu/test/mmu_units.h"

#include <functional>
#include <map>

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
  const std::map<std::string, std::function<void()>> tests = {
      {"rights", test_rights},
      {"translation", test_translation},
      {"miss", test_miss},
      {"faults", test_faults},
      {"refill", test_refill},
      {"fences", test_fences},
      {"places", test_places},
      {"tables", test_tables},
      {"latency", test_latency},
      {"walk_fences", test_walk_fences},
      {"order", test_order},
      {"errors", test_errors},
      {"mux", [=] { test_mux(count); }},
      {"walk_cache", [=] { test_walk_cache(count); }},
      {"attributes", [=] { test_attributes(count); }},
      {"random", [=] { test_random(count); }},
  };
  const auto found = tests.find(test);
  if (found == tests.end()) fail("there is no test " + test);
  random_source.seed(seed);
  top = std::make_unique<Vmmu_units>(&context);
  top->clk_i = 0;
  reset();
  found->second();
  std::printf("%s: passed, seed %" PRIu64 "\n", test.c_str(), seed);
  top.reset();  // before its context
  return 0;
}
