// SPDX-License-Identifier: Apache-2.0
// The memory behind fy_cache_simple: a TL-UH manager with a flat memory that stalls, answers out of
// order, and does a Put or a Get at any time between its request and its answer.
#pragma once
#include <deque>
#include <map>
#include <set>
#include <vector>

#include "blocks/common/test/bench.h"
#include "fy_layout.h"

namespace simple {

// Memory from Base; behind it one that refuses; devices.
constexpr uint64_t Base = 0x80000000, Bytes = 0x800, BadBase = 0x90000000, Device = 0x10000000;
constexpr uint64_t DeviceBytes = 0x100;
constexpr unsigned BeatBytes = fy_layout::tl_i::d_data_.width / 8;

struct Knobs {
  unsigned stall_percent = 0, latency = 5;
  bool random = false;
};

template <typename Top>
class Manager {
 public:
  std::vector<uint8_t> memory = std::vector<uint8_t>(Bytes), device = memory, bad = memory;
  // Cycles in which the cache should report a bus error, and the addresses that failed in each
  std::map<uint64_t, std::set<uint64_t>> failures;
  unsigned long gets = 0, puts = 0, overtaken = 0;
  Knobs knobs;

  explicit Manager(Top& top) : top_(top) {}

  bool idle() const { return messages_.empty() && !begun_; }
  void reset() {
    messages_.clear();
    begun_ = offered_ = false;
    put_beat_ = 0;
    failures.clear();
  }

  void drive() {
    using namespace fy_layout;
    top_.tl_ready_i = !stall();
    for (Message& m : messages_) {
      if (m.whole && !m.done && (m.at <= cycle || m.due <= cycle)) perform(m);
    }
    if (offered_ || stall()) {
      set(top_.tl_i, tl_i::d_valid_, offered_);
      return;
    }
    set(top_.tl_i, tl_i::d_valid_, 0);
    if (!begun_) {
      for (size_t i = 0; i < messages_.size(); i++) {
        if (!messages_[i].done || messages_[i].due > cycle) continue;
        overtaken += i > 0;
        current_ = messages_[i];
        messages_.erase(messages_.begin() + long(i));
        begun_ = true;
        beat_ = 0;
        break;
      }
    }
    if (!begun_) return;
    const bool get = current_.opcode == Get;
    set(top_.tl_i, tl_i::d_opcode_, get ? AccessAckData : AccessAck);
    set(top_.tl_i, tl_i::d_param_, 0);
    set(top_.tl_i, tl_i::d_size_, current_.size);
    set(top_.tl_i, tl_i::d_source_, current_.source);
    set(top_.tl_i, tl_i::d_denied_, current_.denied);
    set(top_.tl_i, tl_i::d_corrupt_, get && corrupt());
    set_bytes(top_.tl_i, tl_i::d_data_, current_.data.data() + beat_ * BeatBytes);
    set(top_.tl_i, tl_i::d_valid_, 1);
    offered_ = true;
  }

  void sample() {
    using namespace fy_layout;
    if (offered_) {
      check(top_.tl_ready_o, "D is not taken");
      offered_ = false;
      const bool get = current_.opcode == Get, last = ++beat_ == (get ? beats(current_.size) : 1);
      begun_ = !last;
      // A refill (source 0) is told of when its last beat is in the array.
      if (last && current_.fails) failures[cycle + (current_.source == 0)].insert(current_.address);
    }
    if (get(top_.tl_o, tl_o::a_valid_) && top_.tl_ready_i) take();
  }

 private:
  struct Message {
    unsigned opcode, size, source;
    uint64_t address;
    uint64_t at, due;  // when it is performed; when it may be answered
    bool whole, done, denied, fails;
    std::vector<uint8_t> data, mask;
  };

  static unsigned beats(unsigned size) {
    return (1u << size) <= BeatBytes ? 1 : (1u << size) / BeatBytes;
  }
  bool stall() const { return stalls(knobs.stall_percent); }
  // Of the lines that refuse, every other is denied, the rest has one corrupt beat.
  bool corrupt() const {
    return current_.denied ||
           (current_.fails && beat_ == current_.address / 128 % beats(current_.size));
  }
  uint8_t* place(uint64_t address) {
    if (address >= BadBase) return bad.data() + address % Bytes;
    if (address >= Base) {
      if (address >= Base + Bytes) fail("an unmapped address");
      return memory.data() + address % Bytes;
    }
    return device.data() + address % DeviceBytes;
  }

  void take() {
    using namespace fy_layout;
    const auto opcode = unsigned(get(top_.tl_o, tl_o::a_opcode_));
    const auto size = unsigned(get(top_.tl_o, tl_o::a_size_));
    if (opcode != Get && opcode != PutFullData) fail("neither Get nor PutFull");
    if (put_beat_ == 0) {
      Message m{};
      m.opcode = opcode;
      m.size = size;
      m.source = unsigned(get(top_.tl_o, tl_o::a_source_));
      m.address = get(top_.tl_o, tl_o::a_address_);
      for (const Message& o : messages_) {
        if (o.source == m.source) fail("a source is used twice");
      }
      m.data.resize(beats(size) * BeatBytes);
      m.fails = m.address >= BadBase;
      m.denied = m.fails && (opcode == PutFullData || m.address % 128 < 64 || m.source != 0);
      messages_.push_back(m);
      (opcode == Get ? gets : puts)++;
    }
    Message& m = messages_.back();
    const bool put = opcode == PutFullData;
    if (put) get_bytes(top_.tl_o, tl_o::a_data_, m.data.data() + put_beat_ * BeatBytes);
    put_beat_ = put && put_beat_ + 1 < beats(size) ? put_beat_ + 1 : 0;
    if (put_beat_) return;
    m.whole = true;
    m.due = cycle + (knobs.random ? 1 + below(2 * knobs.latency) : knobs.latency);
    m.at = knobs.random ? cycle + below(2 * knobs.latency) : cycle;
  }

  void perform(Message& m) {
    uint8_t* start = place(m.address);
    const unsigned lane = m.address % BeatBytes, bytes = 1u << m.size;
    if (m.opcode == fy_layout::Get)
      memcpy(m.data.data() + lane, start, bytes);
    else if (!m.fails)
      memcpy(start, m.data.data() + lane, bytes);
    m.done = true;
  }

  Top& top_;
  bool begun_ = false, offered_ = false;
  unsigned beat_ = 0, put_beat_ = 0;
  Message current_{};
  std::deque<Message> messages_;
};
}  // namespace simple
