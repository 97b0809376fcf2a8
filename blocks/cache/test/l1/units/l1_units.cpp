// SPDX-License-Identifier: Apache-2.0
//
// Tests of the parts of the first-level caches against plain C++: picks one.

#include "blocks/cache/test/l1/units/l1_units.h"

int main(int argc, char** argv) {
  const Options options("l1_units", argc, argv);
  const Tests tests = {
      {"replacement", [](const Options& given) { test_replacement(given.count); }},
      {"tags", [](const Options& given) { test_tags(given.count); }},
      {"data", [](const Options& given) { test_data(given.count); }},
      {"arrays", [](const Options& given) { test_arrays(given.count); }},
      {"store_buffer", [](const Options& given) { test_store_buffer(given.count); }},
      {"load_queue", [](const Options& given) { test_load_queue(given.count); }},
      {"miss_slot", [](const Options&) { test_miss_slot(); }},
      {"miss_slots", [](const Options& given) { test_miss_slots(given.count); }},
      {"line_buffers", [](const Options& given) { test_line_buffers(given.count); }},
      {"decide", [](const Options& given) { test_decide(10 * given.count); }},
      {"decide_atomic", [](const Options& given) { test_decide_atomic(10 * given.count); }},
      {"atomic", [](const Options& given) { test_atomic(10 * given.count); }},
      {"loads", [](const Options& given) { test_loads(10 * given.count); }},
      {"events", [](const Options& given) { test_events(given.count); }},
      {"sequencer", [](const Options& given) { test_sequencer(given.count); }},
      {"probe", [](const Options&) { test_probe(); }},
      {"lines", [](const Options&) { test_lines(); }},
      {"response", [](const Options& given) { test_response(given.count); }},
      {"return", [](const Options& given) { test_return(given.count); }},
      {"uncached", [](const Options& given) { test_uncached(given.count); }},
      {"refill", [](const Options& given) { test_refill(given.count); }},
      {"requests", [](const Options& given) { test_requests(given.count); }},
  };
  return run_test(top, options, tests, [] { reset(); });
}
