// SPDX-License-Identifier: Apache-2.0
#include "blocks/copy_engine/sim/tracker_statistics.h"

#include "fy_tl_pkg.h"

namespace fy {

std::string Range::json() const {
  if (count == 0) return "null";
  return "{\"minimum\": " + std::to_string(minimum) + ", \"maximum\": " + std::to_string(maximum) +
         ", \"last\": " + std::to_string(last) + ", \"count\": " + std::to_string(count) + "}";
}

std::unique_ptr<Endpoint> make_tracker_statistics(const EndpointSetup& setup) {
  return std::make_unique<TrackerStatistics>(setup.probes, tables().beat_bytes,
                                             tables().line_bytes);
}

unsigned TrackerStatistics::beats(unsigned size) const {
  return (1u << size) <= beat_bytes_ ? 1 : (1u << size) / beat_bytes_;
}

void TrackerStatistics::observe_port(uint64_t cycle) {
  if ((launching_ || resuming_) && a_valid_) {
    (launching_ ? launch_ : resume_).add(cycle - transfer_);
    launching_ = resuming_ = false;
  }
  // D first: an answer in the cycle of its last request beat belongs to an older message anyway.
  if (d_valid_ && d_ready_) {
    Message& message = messages_[d_source_ % messages_.size()];
    const uint64_t held = cycle - message.start + 1;
    if (message.is_get && !message.answered) get_latency_.add(cycle - message.start);
    message.answered = true;
    if (message.beats_left != 0 && --message.beats_left == 0) {
      (message.is_get ? get_held_ : put_held_).add(held);
    }
  }
  if (!a_valid_ || !a_ready_) return;
  const bool is_get = a_opcode_ == fy_tl_pkg::Get;
  const bool is_block = 1u << a_size_ == block_bytes_;
  const bool first = a_beats_left_ == 0;
  if (first) {
    const unsigned data_beats = beats(static_cast<unsigned>(a_size_));
    Message& message = messages_[a_source_ % messages_.size()];
    message = {cycle, is_get, false, !is_block ? 0 : is_get ? data_beats : 1};
    if (is_get && is_block) last_get_ = cycle;
    a_beats_left_ = is_get ? 1 : data_beats;
  }
  if (--a_beats_left_ == 0 && !is_get && is_block) block_held_.add(cycle - last_get_ + 1);
}

std::string TrackerStatistics::json() const {
  return "{\"launch\": " + launch_.json() + ", \"get_latency\": " + get_latency_.json() +
         ", \"get_held\": " + get_held_.json() + ", \"put_held\": " + put_held_.json() +
         ", \"block_held\": " + block_held_.json() + ", \"resume\": " + resume_.json() +
         ", \"walk\": " + walk_.json() + "}";
}

}  // namespace fy
