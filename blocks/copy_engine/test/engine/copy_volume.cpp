// SPDX-License-Identifier: Apache-2.0
// Volume test of the engine: `--test NAME [--blocks N] [--limit N] [--count N] [--seed N]`.
#include <map>

#include "cases.h"

int main(int argc, char** argv) {
  const Options options("copy_volume", argc, argv, 1);
  const Settings settings{static_cast<unsigned>(options.number("--blocks", 8)),
                          static_cast<unsigned>(options.number("--limit", 0)), options.count};
  const std::map<std::string, void (*)(EngineBench&, const Settings&)> cases = {
      {"instructions", run_instructions},
      {"lengths", run_lengths},
      {"offsets", run_offsets},
      {"strides", run_strides},
      {"pause", run_pause},
      {"errors", run_errors},
      {"reset", run_reset},
      {"timing", run_timing},
      {"rates", run_rates},
      {"occupancy", run_occupancy},
      {"translated", run_translated},
      {"faults", run_faults},
      {"absent", run_absent},
      {"fences", run_fences},
      {"translated_pause", run_translated_pause},
      {"switches", run_switches},
      {"translated_errors", run_translated_errors},
      {"translated_timing", run_translated_timing},
      {"page_loss", run_page_loss},
      {"queue", run_queue},
      {"tracker_rates", run_tracker_rates},
  };
  const auto found = cases.find(options.test);
  if (found == cases.end()) fail("there is no test " + options.test);
  EngineBench bench(settings.blocks);
  if (settings.limit) bench.top->block_limit_i = settings.limit;
  std::printf("test %s beat %u blocks %u limit %u\n", options.test.c_str(), kBeat, settings.blocks,
              settings.limit);
  found->second(bench, settings);
  const Counts& c = bench.memory.counts;
  std::printf("get %llu get_block %llu put %llu put_block %llu reordered %llu counted %llu\n",
              static_cast<unsigned long long>(c.get), static_cast<unsigned long long>(c.get_block),
              static_cast<unsigned long long>(c.put), static_cast<unsigned long long>(c.put_block),
              static_cast<unsigned long long>(c.reordered),
              static_cast<unsigned long long>(bench.events.reordered));
  check(bench.events.reordered <= c.reordered, "the engine counts responses that were in order");
  check(bench.events.reordered >= c.reordered / 2, "the engine misses reordered responses");
  return passed();
}
