// SPDX-License-Identifier: Apache-2.0
// The cases of copy_volume.cpp and what they share.
#pragma once

#include "engine_bench.h"

struct Options {
  unsigned blocks = 8, limit = 0;  // limit 0: any
  uint64_t amount = 1, seed = 1;
};

void run_instructions(EngineBench& bench, const Options& options);
void run_lengths(EngineBench& bench, const Options& options);
void run_offsets(EngineBench& bench, const Options& options);
void run_strides(EngineBench& bench, const Options& options);
void run_pause(EngineBench& bench, const Options& options);
void run_errors(EngineBench& bench, const Options& options);
void run_reset(EngineBench& bench, const Options& options);
void run_timing(EngineBench& bench, const Options& options);
void run_rates(EngineBench& bench, const Options& options);
void run_occupancy(EngineBench& bench, const Options& options);
void run_translated(EngineBench& bench, const Options& options);
void run_faults(EngineBench& bench, const Options& options);
void run_absent(EngineBench& bench, const Options& options);
void run_fences(EngineBench& bench, const Options& options);
void run_translated_pause(EngineBench& bench, const Options& options);
void run_switches(EngineBench& bench, const Options& options);
void run_translated_errors(EngineBench& bench, const Options& options);
void run_translated_timing(EngineBench& bench, const Options& options);
void run_page_loss(EngineBench& bench, const Options& options);
void run_queue(EngineBench& bench, const Options& options);
void run_tracker_rates(EngineBench& bench, const Options& options);

/// What test_copy_engine.py builds with several trackers.
constexpr unsigned kBanks = kTrackers == 4 ? 8 : 4;

/// A new mixture of latency, stalls and order; with several trackers also of banks and straps.
Behaviour any_behaviour(Random& random);
void vary_memory(EngineBench& bench);
/// Run one transfer to its end; check status, bytes, messages and the engine's own counters.
void copy_and_check(EngineBench& bench, const Transfer& transfer);
