// SPDX-License-Identifier: Apache-2.0
// What the port of tracker 0 shows: latencies of launch and of Get, and how long a block is held.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "Vfy_top.h"
#include "sim/system/channel_bits.h"

namespace fy {

struct Range {
  uint64_t minimum = ~0ull;
  uint64_t maximum = 0;
  uint64_t last = 0;
  uint64_t count = 0;

  void add(uint64_t value) {
    if (value < minimum) minimum = value;
    if (value > maximum) maximum = value;
    last = value;
    count++;
  }
  std::string json() const;
};

class TrackerStatistics {
 public:
  explicit TrackerStatistics(const std::vector<std::string>& channels);
  void clear() {
    launch_ = get_latency_ = get_held_ = put_held_ = block_held_ = Range();
    resume_ = walk_ = Range();
  }

  // Once a cycle, with the settled signals.
  void observe(const Vfy_top& top, uint64_t cycle) {
    if (top.transfer_accept_o || top.resume_accept_o) {
      transfer_ = cycle;
      launching_ = top.transfer_accept_o;
      resuming_ = !launching_;
    }
    if (top.walk_o) {
      walking_++;
    } else if (walking_ != 0) {
      walk_.add(walking_);
      walking_ = 0;
    }
    const uint64_t seen = ChannelBits::read(top.channel_valid_o).low & mask_;
    if (seen != 0) observe_port(top, cycle);
  }
  std::string json() const;

 private:
  void observe_port(const Vfy_top& top, uint64_t cycle);

  struct Message {
    uint64_t start = 0;
    bool is_get = false;
    bool answered = false;
    unsigned beats_left = 0;
  };
  std::array<Message, 1024> messages_{};
  uint64_t mask_ = 0, a_bit_ = 0, d_bit_ = 0;
  uint64_t transfer_ = 0;
  bool launching_ = false, resuming_ = false;
  uint64_t walking_ = 0;
  unsigned a_beats_left_ = 0;
  uint64_t last_get_ = 0;
  Range launch_;       // handshake of Transfer to the first request valid
  Range resume_;       // the same of Resume
  Range walk_;         // cycles of one page-table walk of hart 0 and its engine
  Range get_latency_;  // A handshake of a Get to its first D beat
  Range get_held_;     // A handshake of a block Get to its last D beat, both cycles counted
  Range put_held_;     // first A beat of a block Put to its D beat, both cycles counted
  Range block_held_;   // handshake of the latest block Get to the last beat of a block Put
};

}  // namespace fy
