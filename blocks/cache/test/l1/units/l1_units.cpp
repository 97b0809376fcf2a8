// SPDX-License-Identifier: Apache-2.0
//
// Tests of the parts of the first-level caches against plain C++: picks one.

#include "blocks/cache/test/l1/units/l1_units.h"

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
      {"replacement", [=] { test_replacement(count); }},
      {"tags", [=] { test_tags(count); }},
      {"data", [=] { test_data(count); }},
      {"arrays", [=] { test_arrays(count); }},
      {"store_buffer", [=] { test_store_buffer(count); }},
      {"load_queue", [=] { test_load_queue(count); }},
      {"miss_slot", test_miss_slot},
      {"miss_slots", [=] { test_miss_slots(count); }},
      {"line_buffers", [=] { test_line_buffers(count); }},
      {"decide", [=] { test_decide(10 * count); }},
      {"decide_atomic", [=] { test_decide_atomic(10 * count); }},
      {"atomic", [=] { test_atomic(10 * count); }},
      {"loads", [=] { test_loads(10 * count); }},
      {"events", [=] { test_events(count); }},
      {"sequencer", [=] { test_sequencer(count); }},
      {"probe", test_probe},
      {"lines", test_lines},
      {"response", [=] { test_response(count); }},
      {"return", [=] { test_return(count); }},
      {"uncached", [=] { test_uncached(count); }},
      {"refill", [=] { test_refill(count); }},
      {"requests", [=] { test_requests(count); }},
  };
  const auto found = tests.find(test);
  if (found == tests.end()) fail("there is no test " + test);
  random_source.seed(seed);
  top = std::make_unique<Vl1_units>(&context);
  top->clk_i = 0;
  reset();
  found->second();
  std::printf("%s: passed, seed %" PRIu64 "\n", test.c_str(), seed);
  top.reset();  // before its context
  return 0;
}
