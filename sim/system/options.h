// SPDX-License-Identifier: Apache-2.0
// The command line of one simulation.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/system/simulation.h"

namespace fy {

struct Counter {
  std::string name;
  uint64_t address = 0;
};

struct TraceOptions {
  std::string konata, perfetto;  // files; empty: none
  std::string listing;           // objdump -d of the program
  uint64_t from = 0;
  uint64_t to = ~0ull;
};

struct Options {
  std::string program;
  std::string input;
  std::string output;
  std::string console;  // file typed on the console; empty: none
  std::string capture;  // folder for the bytes that the program asks to keep
  std::string json;
  std::string signature;
  unsigned signature_granularity = 4;  // bytes a line
  WaveWindow wave;
  TraceOptions trace;
  uint64_t seed = 1;
  uint64_t cycle_limit = 1000000000;
  uint64_t quiet_limit = 100000;    // cycles without retirement and handshake
  uint64_t stall_limit = 20000000;  // cycles without retirement, whatever else moves
  uint64_t memory_base = 0;
  uint64_t memory_bytes = 0;
  uint64_t reset_vector = 0;
  unsigned xlen = 64;
  unsigned transactors = 8, transactors_maximum = 8;
  unsigned blocks = 8, blocks_maximum = 8;
  unsigned trackers = 1, trackers_maximum = 1;
  unsigned throttle = 0;  // requests of the engine outstanding at a bank; 0: no limit
  unsigned latency = 16, latency_maximum = 1023;
  unsigned memory_model = 0;  // 0: fixed; 1, 2: parts of the DRAM model
  std::string hold;           // channel whose ready is held low
  uint64_t hold_from = 0;
  unsigned gdb = 0;                   // listening socket for a debugger; 0: none
  uint64_t reset_at = 0;              // resets once more in this cycle, memory laid anew; 0: never
  std::vector<std::string> channels;  // names, bit 0 first
  std::vector<std::string> stages;    // of each channel: its link stage, and
  std::vector<unsigned> places;       // its place among the channels of the stage
  std::vector<Counter> counters;
  uint64_t counter_snapshot = 0;  // a write here takes a snapshot; 0: none
};

// Throws Error.
Options parse_options(int count, char** arguments);

}  // namespace fy
