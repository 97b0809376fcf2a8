// SPDX-License-Identifier: Apache-2.0
// The command line of one simulation.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/system/simulation.h"

namespace fy {

struct Counter {
  std::string name;
  uint64_t address = 0;
};

struct TraceOptions {
  std::string konata, perfetto, retirement;  // files; empty: none
  std::string listing;                       // objdump -d of the program
  uint64_t from = 0;
  uint64_t to = ~0ull;
};

struct Options {
  std::string program;
  std::string image;  // table of what to load of it
  std::string input;
  std::vector<std::string> arguments;  // of the program, its name first
  std::string output;
  std::string console;  // file typed on the console; empty: none
  bool keyboard =
      false;            // standard input is typed as it comes, and output does not wait for a line
  std::string capture;  // folder for the bytes that the program asks to keep
  std::string json;
  std::string signature;
  unsigned signature_granularity = 4;  // bytes a line
  WaveWindow wave;
  TraceOptions trace;
  uint64_t seed = 1;
  uint64_t cycle_limit = 1000000000;
  uint64_t quiet_limit = 100000;    // cycles without retirement and handshake
  uint64_t stall_limit = 20000000;  // cycles awake without retirement, whatever else moves
  std::vector<std::pair<std::string, uint64_t>> straps;  // set before the run
  std::map<std::string, std::string> own;                // that the system's endpoints take
  std::string hold;                                      // channel whose ready is held low
  uint64_t hold_from = 0;
  unsigned gdb = 0;         // listening socket for a debugger; 0: none
  uint64_t end_at = ~0ull;  // the run ends with this cycle, as if the program had
  uint64_t reset_at = 0;    // resets once more in this cycle, memory laid anew; 0: never
  std::vector<Counter> counters;
  uint64_t counter_snapshot = 0;  // a write here takes a snapshot; 0: none
};

// Throws Error.
Options parse_options(int count, char** arguments);

}  // namespace fy
