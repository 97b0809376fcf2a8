// SPDX-License-Identifier: Apache-2.0
// What the port of tracker 0 shows: latencies of launch and of Get, and how long a block is held.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "sim/design/design.h"
#include "sim/endpoints/endpoint.h"

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

class TrackerStatistics : public Endpoint {
 public:
  // `probes`: what is seen of the port (bits of Seen), and the heads of its messages. A block is
  // what the engine moves with one Get and one Put: a line of the caches.
  TrackerStatistics(const uint64_t* probes, unsigned beat_bytes, unsigned block_bytes)
      : probes_(probes), beat_bytes_(beat_bytes), block_bytes_(block_bytes) {}

  void observe(uint64_t cycle) override {
    const uint64_t seen = probes_[0];
    if ((seen & (kTransfer | kResume)) != 0) {
      transfer_ = cycle;
      launching_ = (seen & kTransfer) != 0;
      resuming_ = !launching_;
    }
    if ((seen & kWalk) != 0) {
      walking_++;
    } else if (walking_ != 0) {
      walk_.add(walking_);
      walking_ = 0;
    }
    if ((seen & (kRequestValid | kAnswerValid)) != 0) observe_port(seen, cycle);
  }
  std::string json() const override;
  void clear() override {
    launch_ = get_latency_ = get_held_ = put_held_ = block_held_ = Range();
    resume_ = walk_ = Range();
  }

 private:
  enum Seen : uint64_t {
    kTransfer = 1,
    kResume = 2,
    kWalk = 4,
    kRequestValid = 8,
    kRequestReady = 16,
    kAnswerValid = 32,
    kAnswerReady = 64
  };

  void observe_port(uint64_t seen, uint64_t cycle);
  unsigned beats(unsigned size) const;

  struct Message {
    uint64_t start = 0;
    bool is_get = false;
    bool answered = false;
    unsigned beats_left = 0;
  };
  const uint64_t* probes_;
  unsigned beat_bytes_, block_bytes_;
  std::array<Message, 1024> messages_{};
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

std::unique_ptr<Endpoint> make_tracker_statistics(const EndpointSetup& setup);

}  // namespace fy
