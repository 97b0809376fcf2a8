// SPDX-License-Identifier: Apache-2.0
// The cases of copy_volume.cpp and what they share.
#pragma once

#include "engine_bench.h"

struct Settings {
  unsigned blocks, limit;  // limit 0: any
  uint64_t count;
};

void run_instructions(EngineBench& bench, const Settings& settings);
void run_lengths(EngineBench& bench, const Settings& settings);
void run_offsets(EngineBench& bench, const Settings& settings);
void run_strides(EngineBench& bench, const Settings& settings);
void run_pause(EngineBench& bench, const Settings& settings);
void run_errors(EngineBench& bench, const Settings& settings);
void run_reset(EngineBench& bench, const Settings& settings);
void run_timing(EngineBench& bench, const Settings& settings);
void run_rates(EngineBench& bench, const Settings& settings);
void run_occupancy(EngineBench& bench, const Settings& settings);
void run_translated(EngineBench& bench, const Settings& settings);
void run_faults(EngineBench& bench, const Settings& settings);
void run_absent(EngineBench& bench, const Settings& settings);
void run_fences(EngineBench& bench, const Settings& settings);
void run_translated_pause(EngineBench& bench, const Settings& settings);
void run_switches(EngineBench& bench, const Settings& settings);
void run_translated_errors(EngineBench& bench, const Settings& settings);
void run_translated_timing(EngineBench& bench, const Settings& settings);
void run_page_loss(EngineBench& bench, const Settings& settings);
void run_queue(EngineBench& bench, const Settings& settings);
void run_tracker_rates(EngineBench& bench, const Settings& settings);

/// What test_copy_engine.py builds with several trackers.
constexpr unsigned kBanks = kTrackers == 4 ? 8 : 4;

/// A new mixture of latency, stalls and order; with several trackers also of banks and straps.
Behaviour any_behaviour();
void vary_memory(EngineBench& bench);
/// Run one transfer to its end; check status, bytes, messages and the engine's own counters.
void copy_and_check(EngineBench& bench, const Transfer& transfer);
