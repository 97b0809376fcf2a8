// SPDX-License-Identifier: Apache-2.0
// Exact cycles with a memory of fixed latency: Get 5, Put 3, one beat a cycle.
#include "cases.h"

static const Behaviour kFixed;

struct Measured {
  uint64_t launch, total;
};

/// From the handshake cycle of Transfer to the first request, and to the first cycle without busy.
static Measured measure(EngineBench& bench, uint64_t source_offset, uint64_t target_offset,
                        uint64_t bytes) {
  Transfer t;
  t.source = kBase + 0x10000 + source_offset, t.target = kBase + 0x90000 + target_offset,
  t.segment_bytes = bytes;
  bench.memory.behaviour = kFixed;
  bench.memory.forget_writes();
  const uint64_t start = bench.start(t).cycle;
  bench.wait();
  check_bytes(bench, pieces_of(t), bench.memory.bytes, "timed copy");
  return {bench.first_request - start, bench.cycle - 1 - start};
}

void run_timing(EngineBench& bench, const Options&) {
  struct Case {
    uint64_t source, target, bytes, cycles;
  };
  const Case cases[] = {{0, 0, 1, 0},     {0, 0, 8, 0},     {0, 0, 64, 0},   {3, 5, 64, 0},
                        {0, 0, 128, 0},   {3, 5, 128, 0},   {0, 0, 256, 0},  {3, 5, 256, 0},
                        {0, 0, 512, 0},   {3, 5, 512, 0},   {0, 0, 4096, 0}, {3, 5, 4096, 0},
                        {0, 16, 4096, 0}, {32, 0, 4096, 0}, {0, 32, 4096, 0}};
  for (const Case& c : cases) {
    const Measured m = measure(bench, c.source, c.target, c.bytes);
    std::printf("offsets %2llu/%2llu bytes %5llu launch %llu cycles %llu\n",
                static_cast<unsigned long long>(c.source),
                static_cast<unsigned long long>(c.target), static_cast<unsigned long long>(c.bytes),
                static_cast<unsigned long long>(m.launch),
                static_cast<unsigned long long>(m.total));
    check(m.launch == 2, "launch");
    if (c.cycles) check(m.total == c.cycles, "cycles");
  }
}

void run_rates(EngineBench& bench, const Options&) {
  for (unsigned limit : {2, 4, 8}) {
    for (unsigned kind = 0; kind < 6; kind++) {
      static const unsigned source[] = {0, 0, 3, 0, 1, 32}, target[] = {0, 32, 5, 16, 0, 0};
      bench.top->block_limit_i = static_cast<uint8_t>(limit);
      bench.step();
      const uint64_t small = measure(bench, source[kind], target[kind], 32768).total,
                     large = measure(bench, source[kind], target[kind], 65536 * 3).total;
      std::printf("limit %u offsets %2u/%2u slope %.3f bytes a cycle\n", limit, source[kind],
                  target[kind], (65536.0 * 3 - 32768) / static_cast<double>(large - small));
    }
  }
}

void run_occupancy(EngineBench& bench, const Options& options) {
  for (unsigned limit = 0; limit <= 40; limit++) {
    const unsigned blocks = std::min(std::max(limit, 2u), options.blocks);
    bench.top->block_limit_i = static_cast<uint8_t>(limit);
    bench.step();
    bench.memory.behaviour = kFixed;
    bench.memory.behaviour.d_stall = 100;
    Transfer t;
    t.source = kBase + 0x10000, t.target = kBase + 0x90000, t.segment_bytes = 4096;
    const uint64_t gets = bench.memory.counts.get_block, full = bench.event_full;
    bench.start(t);
    for (unsigned n = 0; n < 100; n++) bench.step();
    check(bench.memory.counts.get_block - gets == blocks,
          "blocks reserved with limit " + std::to_string(limit));
    check(bench.event_full - full > 50, "full event");
    bench.top->block_limit_i =
        static_cast<uint8_t>(bench.random.below(64));  // only an idle engine looks
    for (unsigned n = 0; n < 5; n++) bench.step();
    check(bench.memory.counts.get_block - gets == blocks,
          "the strap was taken over during a transfer");
    bench.memory.behaviour.d_stall = 0;
    bench.wait();
  }
}
