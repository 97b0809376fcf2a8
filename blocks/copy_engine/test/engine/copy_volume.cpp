// SPDX-License-Identifier: Apache-2.0
// Volume test of the engine: `bench CASE [--blocks N] [--limit N] [--amount N] [--seed N]`.
#include <map>

#include "cases.h"

int main(int argc, char** argv) {
  VerilatedContext context;
  context.commandArgs(argc, argv);
  Options options;
  std::string name;
  for (int i = 1; i < argc; i++) {
    const std::string word = argv[i];
    const auto value = [&] { return std::strtoull(argv[++i], nullptr, 0); };
    if (word[0] == '+') continue;
    if (word == "--blocks")
      options.blocks = static_cast<unsigned>(value());
    else if (word == "--limit")
      options.limit = static_cast<unsigned>(value());
    else if (word == "--amount")
      options.amount = value();
    else if (word == "--seed")
      options.seed = value();
    else
      name = word;
  }
  const std::map<std::string, void (*)(EngineBench&, const Options&)> cases = {
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
  const auto found = cases.find(name);
  check(found != cases.end(), "unknown case '" + name + "'");
  EngineBench bench(&context, options.blocks, options.seed);
  if (options.limit) bench.top->block_limit_i = options.limit;
  std::printf("case %s seed %llu beat %u blocks %u limit %u\n", name.c_str(),
              static_cast<unsigned long long>(options.seed), kBeat, options.blocks, options.limit);
  found->second(bench, options);
  const Counts& c = bench.memory.counts;
  std::printf(
      "cycles %llu get %llu get_block %llu put %llu put_block %llu reordered %llu counted %llu\n",
      static_cast<unsigned long long>(bench.cycle), static_cast<unsigned long long>(c.get),
      static_cast<unsigned long long>(c.get_block), static_cast<unsigned long long>(c.put),
      static_cast<unsigned long long>(c.put_block), static_cast<unsigned long long>(c.reordered),
      static_cast<unsigned long long>(bench.events.reordered));
  check(bench.events.reordered <= c.reordered, "the engine counts responses that were in order");
  check(bench.events.reordered >= c.reordered / 2, "the engine misses reordered responses");
  std::printf("passed\n");
  return 0;
}
