// SPDX-License-Identifier: Apache-2.0
// Exact cycles with a memory of fixed latency: Get 5, Put 3, one beat a cycle each way.
#include "cases.h"

namespace {
const Behaviour kFixed;

struct Measured {
  uint64_t launch, total, a_beats;
};

/// From the handshake cycle of Transfer to the first request, and to the first cycle without busy.
Measured measure(EngineBench& bench, unsigned limit, uint64_t source_offset, uint64_t target_offset,
                 uint64_t bytes) {
  bench.top->block_limit_i = static_cast<uint8_t>(limit);
  bench.memory.behaviour = kFixed;
  bench.memory.forget_writes();
  Transfer t;
  t.source = kBase + 0x10000 + source_offset;
  t.target = kBase + 0x90000 + target_offset;
  t.segment_bytes = bytes;
  const uint64_t beats = bench.memory.counts.a_beats;
  const uint64_t start = bench.start(t).cycle;
  bench.wait();
  check_bytes(bench, pieces_of(t), bench.memory.bytes, "timed copy");
  return {bench.first_request - start, cycle - 1 - start, bench.memory.counts.a_beats - beats};
}

struct Case {
  unsigned limit;
  uint64_t source, target, bytes, cycles;
};
// A change of speed is a change of this table.
const Case kCases[] = {
#include "cycles.inc"
};
}  // namespace

void run_timing(EngineBench& bench, const Settings&) {
  bool good = true;
  for (const Case& c : kCases) {
    const Measured m = measure(bench, c.limit, c.source, c.target, c.bytes);
    std::printf("    {%u, %llu, %llu, %llu, %llu},\n", c.limit,
                static_cast<unsigned long long>(c.source),
                static_cast<unsigned long long>(c.target), static_cast<unsigned long long>(c.bytes),
                static_cast<unsigned long long>(m.total));
    check(m.launch == 2, "launch takes " + std::to_string(m.launch) + " cycles");
    good = good && m.total == c.cycles;
  }
  check(good, "cycles differ from cycles.inc; the lines above are the measured ones");
}

void run_rates(EngineBench& bench, const Settings& settings) {
  const unsigned offsets[][2] = {{0, 0}, {0, 32}, {3, 5}, {0, 16}, {1, 0}, {32, 0}, {63, 1}};
  const double beats_a_block = 64.0 / kBeat, port = 64 / (beats_a_block + 1);
  for (unsigned limit = 2; limit <= settings.blocks; limit *= 2) {
    for (const auto& pair : offsets) {
      const Measured small = measure(bench, limit, pair[0], pair[1], 32768);
      const Measured large = measure(bench, limit, pair[0], pair[1], 196608);
      const auto cycles = static_cast<double>(large.total - small.total);
      const auto beats = static_cast<double>(large.a_beats - small.a_beats);
      const double rate = (196608 - 32768) / cycles, used = beats / cycles;
      std::printf("limit %2u offsets %2u/%2u: %6.3f of %6.3f bytes a cycle, channel A used %.4f\n",
                  limit, pair[0], pair[1], rate, port, used);
      const bool aligned = pair[0] == pair[1];
      if (kBeat == 32 && limit == 2 && aligned) check(rate >= 12.3, "2 blocks: rate");
      if (kBeat == 32 && limit >= 8 && aligned) check(rate >= 20.9, "8 blocks: rate");
      // Unequal alignment costs the beats of its heads and tails and nothing else.
      if (limit >= 8) check(used >= 0.98, "channel A is idle");
    }
  }
}

void run_occupancy(EngineBench& bench, const Settings& settings) {
  for (unsigned limit = 0; limit <= 40; limit++) {
    const unsigned blocks = std::min(std::max(limit, 2u), settings.blocks);
    bench.top->block_limit_i = static_cast<uint8_t>(limit);
    bench.step();
    bench.memory.behaviour = kFixed;
    bench.memory.behaviour.d_stall = 100;
    Transfer t;
    t.source = kBase + 0x10000;
    t.target = kBase + 0x90000;
    t.segment_bytes = 4096;
    const uint64_t gets = bench.memory.counts.get_block, full = bench.event_full;
    bench.start(t);
    for (unsigned n = 0; n < 100; n++) bench.step();
    check(bench.memory.counts.get_block - gets == blocks,
          "blocks reserved with limit " + std::to_string(limit));
    check(bench.event_full - full > 50, "full event");
    bench.top->block_limit_i = static_cast<uint8_t>(pick(64));
    for (unsigned n = 0; n < 5; n++) bench.step();
    check(bench.memory.counts.get_block - gets == blocks, "the strap moved during a transfer");
    bench.memory.behaviour.d_stall = 0;
    bench.wait();
  }
  std::printf("peak occupancy equals every limit\n");
}
