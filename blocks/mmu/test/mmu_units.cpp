// SPDX-License-Identifier: Apache-2.0
//
// Tests of address translation against plain C++: picks one.

#include "blocks/mmu/test/mmu_units.h"

int main(int argc, char** argv) {
  const Options options("mmu_units", argc, argv);
  const Tests tests = {
      {"rights", [](const Options&) { test_rights(); }},
      {"translation", [](const Options&) { test_translation(); }},
      {"miss", [](const Options&) { test_miss(); }},
      {"faults", [](const Options&) { test_faults(); }},
      {"refill", [](const Options&) { test_refill(); }},
      {"fences", [](const Options&) { test_fences(); }},
      {"places", [](const Options&) { test_places(); }},
      {"tables", [](const Options&) { test_tables(); }},
      {"latency", [](const Options&) { test_latency(); }},
      {"walk_fences", [](const Options&) { test_walk_fences(); }},
      {"order", [](const Options&) { test_order(); }},
      {"errors", [](const Options&) { test_errors(); }},
      {"mux", [](const Options& given) { test_mux(given.count); }},
      {"walk_cache", [](const Options& given) { test_walk_cache(given.count); }},
      {"attributes", [](const Options& given) { test_attributes(given.count); }},
      {"random", [](const Options& given) { test_random(given.count); }},
  };
  return run_test(top, options, tests, [] { reset(); });
}
