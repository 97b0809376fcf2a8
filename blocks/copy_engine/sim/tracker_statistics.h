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
  // A block is what the engine moves with one Get and one Put: a line of the caches.
  TrackerStatistics(const Probes& probes, unsigned beat_bytes, unsigned block_bytes)
      : probes_(probes), beat_bytes_(beat_bytes), block_bytes_(block_bytes) {}

  void observe(uint64_t cycle) override {
    if (transfer_taken_ || resume_taken_) {
      transfer_ = cycle;
      launching_ = transfer_taken_ != 0;
      resuming_ = !launching_;
    }
    if (walk_busy_) {
      walking_++;
    } else if (walking_ != 0) {
      walk_.add(walking_);
      walking_ = 0;
    }
    if (a_valid_ || d_valid_) observe_port(cycle);
  }
  std::string json() const override;
  void clear() override {
    launch_ = get_latency_ = get_held_ = put_held_ = block_held_ = Range();
    resume_ = walk_ = Range();
  }

 private:
  void observe_port(uint64_t cycle);
  unsigned beats(unsigned size) const;

  struct Message {
    uint64_t start = 0;
    bool is_get = false;
    bool answered = false;
    unsigned beats_left = 0;
  };
  Probes probes_;
  const uint64_t& transfer_taken_ = probes_["transfer"];
  const uint64_t& resume_taken_ = probes_["resume"];
  const uint64_t& walk_busy_ = probes_["walk"];
  const uint64_t& a_valid_ = probes_["a_valid"];
  const uint64_t& a_ready_ = probes_["a_ready"];
  const uint64_t& a_opcode_ = probes_["a_opcode"];
  const uint64_t& a_size_ = probes_["a_size"];
  const uint64_t& a_source_ = probes_["a_source"];
  const uint64_t& d_valid_ = probes_["d_valid"];
  const uint64_t& d_ready_ = probes_["d_ready"];
  const uint64_t& d_source_ = probes_["d_source"];
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
