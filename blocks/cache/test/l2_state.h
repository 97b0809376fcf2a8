// SPDX-License-Identifier: Apache-2.0
// What the random agents of the L2 stress remember: copies, requests under way, where the lines
// lie.
#pragma once

#include <array>

#include "l2_bench.h"

namespace l2 {

constexpr int kCaching = 3, kAgents = 4;
constexpr int kGetSources = 8;

struct Copy {
  int state = 0;  // 0 none, 1 branch, 2 trunk
  bool dirty = false, acquiring = false, releasing = false, granting = false;
  bool probe_due = false;  // a Release met a probe on its way that has not come yet

  std::array<uint8_t, kLine> data{};
};

struct Pending {  // a request of channel A under way
  bool busy = false;
  Message message;
  int beats = 0;
};

struct Geometry {
  int lines = 24;  // plain lines
  int sets = 4;    // of the bank; the lines fall on `used_sets` of them
  int used_sets = 4;
  uint64_t address(int line) const {
    return kBase + (static_cast<uint64_t>(line / used_sets) * sets + line % used_sets) * kLine;
  }
};

struct Acknowledge {  // a GrantAck to send
  int agent, line, sink;
};

// Requests are numbered by client and the low bits of their source.
inline int slot(int source) { return (source >> kClientShift) * kGetSources + (source & 7); }

inline void compare(const uint8_t* a, const uint8_t* b, int bytes, const char* what, int line,
                    uint64_t cycle) {
  if (std::memcmp(a, b, bytes) == 0) return;
  std::string text = std::string(what) + " of line " + std::to_string(line) + " cycle " +
                     std::to_string(cycle) + ": wrong bytes";
  for (int i = 0; i < bytes; i++) {
    if (a[i] != b[i]) text += " " + std::to_string(i);
  }
  fail(text);
}

}  // namespace l2
