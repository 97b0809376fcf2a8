// SPDX-License-Identifier: Apache-2.0
//
// Tests of the parts of the L2 bank against plain C++: picks one.

#include "blocks/cache/test/l2/units/l2_units.h"

namespace {

struct Test {
  int part;  // place in l2_units.sv
  std::function<void(const Options&)> run;
};

}  // namespace

int main(int argc, char** argv) {
  const Options options("l2_units", argc, argv);
  const std::map<std::string, Test> parts = {
      {"accept", {0, [](const Options& given) { test_accept(given.count); }}},
      {"data", {1, [](const Options& given) { test_data(given.count); }}},
      {"events", {2, [](const Options& given) { test_events(given.count); }}},
      {"refill", {3, [](const Options& given) { test_refill(given.count); }}},
      {"release", {4, [](const Options& given) { test_release(given.count); }}},
      {"release_race", {4, [](const Options&) { test_release_race(); }}},
      {"response", {5, [](const Options& given) { test_response(given.count); }}},
      {"tags", {6, [](const Options& given) { test_tags(given.count); }}},
      {"transactor", {7, [](const Options& given) { test_transactor(given.count); }}},
      {"writeback", {8, [](const Options& given) { test_writeback(given.count); }}},
  };
  Tests tests;
  for (const auto& [name, test] : parts) tests[name] = test.run;
  return run_test(top, options, tests, [&] {
    top->part_i = static_cast<uint8_t>(parts.at(options.test).part);
    reset();
  });
}
