// SPDX-License-Identifier: Apache-2.0
#include "sim/system/tracker_statistics.h"

#include "sim/system/simulation.h"

namespace fy {

namespace {
constexpr unsigned kGet = 4;
constexpr unsigned kBlockSize = 6;  // log2 of the bytes of a block

unsigned beats(unsigned size) {
  return (1ull << size) <= kBeatBytes ? 1 : (1u << size) / kBeatBytes;
}
}  // namespace

std::string Range::json() const {
  if (count == 0) return "null";
  return "{\"minimum\": " + std::to_string(minimum) + ", \"maximum\": " + std::to_string(maximum) +
         ", \"last\": " + std::to_string(last) + ", \"count\": " + std::to_string(count) + "}";
}

TrackerStatistics::TrackerStatistics(const std::vector<std::string>& channels) {
  for (size_t bit = 0; bit < channels.size(); bit++) {
    if (channels[bit] == "tracker0.a") a_bit_ = 1ull << bit;
    if (channels[bit] == "tracker0.d") d_bit_ = 1ull << bit;
  }
  mask_ = a_bit_ | d_bit_;
}

void TrackerStatistics::observe_port(const Vfy_top& top, uint64_t cycle) {
  const uint64_t valid = ChannelBits::read(top.channel_valid_o).low;
  const uint64_t fired = valid & ChannelBits::read(top.channel_ready_o).low;
  if ((launching_ || resuming_) && (valid & a_bit_) != 0) {
    (launching_ ? launch_ : resume_).add(cycle - transfer_);
    launching_ = resuming_ = false;
  }
  // D first: an answer in the cycle of its last request beat belongs to an older message anyway.
  if ((fired & d_bit_) != 0) {
    Message& message = messages_[top.tracker_d_source_o % messages_.size()];
    const uint64_t held = cycle - message.start + 1;
    if (message.is_get && !message.answered) get_latency_.add(cycle - message.start);
    message.answered = true;
    if (message.beats_left != 0 && --message.beats_left == 0) {
      (message.is_get ? get_held_ : put_held_).add(held);
    }
  }
  if ((fired & a_bit_) == 0) return;
  const bool is_get = top.tracker_a_opcode_o == kGet;
  const bool is_block = top.tracker_a_size_o == kBlockSize;
  const bool first = a_beats_left_ == 0;
  if (first) {
    const unsigned data_beats = beats(top.tracker_a_size_o);
    Message& message = messages_[top.tracker_a_source_o % messages_.size()];
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
