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
  bool busy = false, sent = false;
  bool lost = false;  // the Put went to memory and failed there
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

// A message of channel C: `opcode`, or its form with data when the copy is dirty.
inline Message line_message(const Copy& copy, int opcode, int param, int source, uint64_t address) {
  Message m;
  m.opcode = copy.dirty ? opcode + 1 : opcode;
  m.param = param;
  m.source = source;
  m.address = address;
  std::memcpy(m.data, copy.data.data(), kLine);
  m.beats = copy.dirty ? kBeats : 1;
  return m;
}

// Anything that the agent without a cache may ask of a line, `allocating` percent of it with leave
// to stay in the L2. A line that cannot be read must not be made there by a whole Put.
inline Message bus_message(uint64_t line, int number, bool unreadable, int allocating) {
  Message m;
  m.source = kCaching << kClientShift | number;
  m.size = percent(40) ? kLineLog : static_cast<int>(below(kLineLog + 1));
  m.allocate = percent(allocating);
  const int bytes = 1 << m.size;
  const int offset = static_cast<int>(below(kLine / bytes)) * bytes;
  m.address = line + offset;
  m.mask = bytes == 64 ? ~0ull : ((1ull << bytes) - 1) << offset;
  const uint32_t dice = below(100);
  if (dice < 45) {
    m.opcode = GetOp;
  } else if (dice < 92) {
    const bool partial = percent(30) || (unreadable && m.size == kLineLog && m.allocate);
    m.opcode = partial ? PutPartial : PutFull;
    if (partial) m.mask &= random64();
    m.beats = beats_of(m.size);
    randomize(m.data);
  } else {
    m.opcode = IntentOp;
    m.size = kLineLog;
    m.address = line;
    m.mask = ~0ull;
    m.param = percent(70) ? IntentFlushParam : static_cast<int>(below(2));
  }
  return m;
}

inline void compare(const uint8_t* a, const uint8_t* b, int bytes, const char* what, int line) {
  if (std::memcmp(a, b, bytes) == 0) return;
  std::string text = std::string(what) + " of line " + std::to_string(line) + ": wrong bytes";
  for (int i = 0; i < bytes; i++) {
    if (a[i] != b[i]) text += " " + std::to_string(i);
  }
  fail(text);
}

}  // namespace l2
