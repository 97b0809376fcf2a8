// SPDX-License-Identifier: Apache-2.0
// Exact cycles and rates with translation: walker of fixed latency, memory as in cases_timing.cpp.
#include "cases.h"

namespace {
/// Virtual addresses are physical ones plus 4 GB.
constexpr uint64_t kAway = 1ull << 32;

struct Paged {
  explicit Paged(EngineBench& bench, unsigned latency) {
    space.asid = 3, space.root = 0x1234;
    for (uint64_t a = kBase; a < kBase + kBytes; a += kPageBytes) space.map(a + kAway, a);
    bench.walker.spaces[space.root] = &space;
    bench.walker.latency = latency, bench.walker.extra_latency = 0, bench.walker.stall = 0;
    bench.memory.behaviour = Behaviour();
    caller.privilege = 0, caller.satp = space.satp();
  }
  AddressSpace space;
  Caller caller;
};

Transfer aligned(uint64_t source_offset, uint64_t target_offset, uint64_t bytes) {
  Transfer t;
  t.source = kBase + kAway + 0x10000 + source_offset;
  t.target = kBase + kAway + 0x90000 + target_offset;
  t.segment_bytes = bytes;
  return t;
}

void flush(EngineBench& bench) {
  bench.begin_fence(false, 0, false, 0);
  bench.finish_fence();
}
}  // namespace

void run_translated_timing(EngineBench& bench, const Settings&) {
  for (const unsigned latency : {1u, 3u, 10u, 60u}) {
    Paged paged(bench, latency);
    bench.give(paged.caller);
    flush(bench);
    const Transfer t = aligned(0, 0, 4096);
    // Launch: nothing in the TLB, two walks; then everything there.
    const uint64_t cold = bench.start(t).cycle;
    bench.wait();
    const uint64_t launch_cold = bench.first_request - cold;
    const uint64_t warm = bench.start(t).cycle;
    bench.wait();
    const uint64_t launch = bench.first_request - warm, total = cycle - 1 - warm;
    // Resume at a page that was absent: the engine forgets everything, two walks.
    paged.space.unmap(t.target);
    flush(bench);
    bench.start(t);
    bench.wait();
    check(bench.read_register(kStatus) == 2, "an absent target");
    check(bench.first_request == 0, "a request for a piece that faults");
    paged.space.map(t.target, t.target - kAway);
    const uint64_t resumed = bench.instruct(kResume, 0, 0, 0).cycle;
    bench.wait();
    const uint64_t resume = bench.first_request - resumed;
    std::printf("walks of %u: launch %llu cold %llu resume %llu, 4096 bytes %llu\n", latency,
                static_cast<unsigned long long>(launch),
                static_cast<unsigned long long>(launch_cold),
                static_cast<unsigned long long>(resume), static_cast<unsigned long long>(total));
    check(launch == 3, "launch with a translation at hand");
    check(total == 200, "4096 bytes with translations at hand");
    check(launch_cold == 7 + 2 * latency && resume == 7 + 2 * latency, "two walks");
  }
}

static uint64_t cycles(EngineBench& bench, const Transfer& t) {
  bench.memory.forget_writes();
  flush(bench);
  const uint64_t start = bench.start(t).cycle;
  bench.wait();
  check(bench.read_register(kStatus) == 0, "status of a timed copy");
  return cycle - 1 - start;
}

/// Loss of rate by walks of 60 cycles, TLB empty at both ends, against no translation.
void run_page_loss(EngineBench& bench, const Settings&) {
  Paged paged(bench, 60);
  const uint64_t distances[] = {0, 2048, 64, 128, 512, 1024, 3072, 3968, 5, 4091};
  for (const uint64_t distance : distances) {
    double rate[2];
    for (const bool translated : {false, true}) {
      bench.give(translated ? paged.caller : Caller());
      uint64_t taken[2];
      for (const bool large : {false, true}) {
        Transfer t = aligned(0, distance, large ? 196608 : 32768);
        if (!translated) t.source -= kAway, t.target -= kAway;
        taken[large] = cycles(bench, t);
      }
      rate[translated] = (196608.0 - 32768.0) / static_cast<double>(taken[1] - taken[0]);
    }
    const double loss = 1 - rate[1] / rate[0];
    std::printf("distance %4llu: %.3f bare, %.3f translated, loss %.4f\n",
                static_cast<unsigned long long>(distance), rate[0], rate[1], loss);
    check(loss <= 0.02, "loss by translation");
  }
}
