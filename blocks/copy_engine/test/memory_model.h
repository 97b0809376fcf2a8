// SPDX-License-Identifier: Apache-2.0
// TileLink memory and protocol checker at the engine's port: latencies, stalls, reordered,
// denied and corrupt responses, and the number of times each byte was written.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

[[noreturn]] inline void fail(const std::string& what) {
  std::printf("FAILED: %s\n", what.c_str());
  std::exit(1);
}
inline void check(bool good, const std::string& what) {
  if (!good) fail(what);
}
inline std::string hex(uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

constexpr uint64_t kBase = 0x80000000, kBytes = 1 << 20;
constexpr unsigned kBlock = 64, kBlockSize = 6, kMaxBeat = 64;

struct Random {
  std::mt19937_64 engine;
  uint64_t below(uint64_t n) { return n ? engine() % n : 0; }
  uint64_t range(uint64_t low, uint64_t high) { return low + below(high - low + 1); }
  bool percent(unsigned p) { return below(100) < p; }
};

struct RequestBeat {  // channel A
  bool valid = false;
  unsigned opcode = 0, param = 0, size = 0, source = 0;
  uint64_t address = 0, mask = 0;
  bool allocate = false, corrupt = false;
  std::array<uint8_t, kMaxBeat> data{};
};
struct ResponseBeat {  // channel D
  bool valid = false;
  unsigned opcode = 0, size = 0, source = 0;
  bool denied = false, corrupt = false;
  std::array<uint8_t, kMaxBeat> data{};
};

struct Behaviour {
  unsigned get_latency = 5, put_latency = 3;  // handshake of the last A beat to the first D beat
  unsigned extra_latency = 0;                 // at most this much more, at random
  unsigned a_stall = 0, d_stall = 0;          // percent of cycles
  bool reorder = false;
  bool early_ack = false;  // an acknowledgement may precede the last beat of its Put
};

struct Counts {
  uint64_t get = 0, get_block = 0, put = 0, put_block = 0, reordered = 0, corrupt_puts = 0;
  uint64_t d_beats = 0, a_beats = 0;
};

class MemoryModel {
 public:
  MemoryModel(unsigned beat_bytes, unsigned read_sources, unsigned sources)
      : bytes(kBytes),
        writes(kBytes),
        beat_(beat_bytes),
        read_sources_(read_sources),
        sources_(sources) {
    while ((1u << beat_size_) < beat_) beat_size_++;
    in_use_.assign(sources, false);
  }

  std::vector<uint8_t> bytes;
  std::vector<uint16_t> writes;     // per byte, since `forget_writes`
  std::vector<uint64_t> write_log;  // addresses written
  Behaviour behaviour;
  Counts counts;
  std::set<uint64_t> bad_reads, bad_writes;  // blocks that are denied
  std::set<uint64_t> corrupt_reads;          // beats that come back corrupt
  std::set<uint64_t> poisoned_targets;       // bytes whose source beat fails
  std::set<uint64_t> forbidden;              // pages to which nothing may lead any more
  bool expect_source_allocate = false, expect_target_allocate = true;
  Random* random = nullptr;

  uint8_t& at(uint64_t address) { return bytes.at(address - kBase); }
  void forget_writes() {
    for (uint64_t a : write_log) writes[a - kBase] = 0;
    write_log.clear();
  }
  void reset() {
    pending_.clear();
    bursting_ = responding_ = false;
    in_use_.assign(sources_, false);
    held_.valid = false;
    stalled_ = false;
  }
  unsigned outstanding() const {
    unsigned n = 0;
    for (bool used : in_use_) n += used;
    return n;
  }

  /// What the memory drives in this cycle.
  bool ready(uint64_t) { return ready_ = !random->percent(behaviour.a_stall); }
  const ResponseBeat& respond(uint64_t now) {
    held_.valid = false;
    if (random->percent(behaviour.d_stall)) return held_;
    if (!responding_ && !choose(now)) return held_;
    const Message& m = pending_[chosen_];
    held_.valid = true;
    held_.opcode = m.is_get ? 1 : 0;
    held_.size = m.size;
    held_.source = m.source;
    held_.denied = m.denied;
    const uint64_t address = m.address + beat_index_ * beat_;
    held_.corrupt = m.is_get && (m.denied || corrupt_reads.count(address));
    for (unsigned i = 0; i < beat_; i++)
      held_.data[i] = m.is_get && !m.denied ? m.data[beat_index_ * beat_ + i] : 0xee;
    return held_;
  }
  /// After the clock edge: the response was taken (the engine must always be ready).
  void responded() {
    counts.d_beats++;
    responding_ = true;
    const Message& m = pending_[chosen_];
    const unsigned beats = m.is_get && (1u << m.size) > beat_ ? (1u << m.size) / beat_ : 1;
    if (++beat_index_ < beats) return;
    for (unsigned i = 0; i < pending_.size(); i++)
      if (pending_[i].order < m.order && pending_[i].is_get == m.is_get) {
        counts.reordered++;
        break;
      }
    in_use_[m.source] = false;
    responding_ = false;
    pending_.erase(pending_.begin() + chosen_);
    if (bursting_ && burst_ == static_cast<int>(chosen_))
      burst_ = -1;  // acknowledged early
    else if (bursting_ && burst_ > static_cast<int>(chosen_))
      burst_--;
  }
  /// Check one cycle of channel A and take the beat when ready.
  void request(const RequestBeat& a, uint64_t now) {
    if (stalled_) {
      check(a.valid, "a stalled A beat was withdrawn");
      check(same(a, last_), "a stalled A beat changed");
    }
    stalled_ = a.valid && !ready_;
    last_ = a;
    if (!a.valid || !ready_) return;
    counts.a_beats++;
    check(a.param == 0, "param is not 0");
    check(a.size <= kBlockSize, "size " + std::to_string(a.size));
    check((a.address & ((1u << a.size) - 1)) == 0, "address not aligned to size");
    check(a.address >= kBase && a.address + (1u << a.size) <= kBase + kBytes,
          "address outside memory " + hex(a.address));
    check(!forbidden.count(a.address / 4096), "an old translation was used: " + hex(a.address));
    if (a.opcode == 4)
      take_get(a, now);
    else if (a.opcode == 0)
      take_put(a, now);
    else
      fail("opcode " + std::to_string(a.opcode));
  }

 private:
  struct Message {
    bool is_get, denied;
    unsigned size, source;
    uint64_t address, due, order;
    std::array<uint8_t, kBlock> data;
  };

  bool choose(uint64_t now) {
    int best = -1;
    unsigned seen = 0;
    for (unsigned i = 0; i < pending_.size(); i++) {
      if (pending_[i].due > now) continue;
      seen++;
      if (behaviour.reorder ? random->below(seen) == 0
                            : best < 0 || pending_[i].due < pending_[best].due)
        best = static_cast<int>(i);
    }
    if (best < 0) return false;
    chosen_ = static_cast<unsigned>(best);
    beat_index_ = 0;
    return true;
  }
  bool same(const RequestBeat& a, const RequestBeat& b) const {
    return a.opcode == b.opcode && a.size == b.size && a.source == b.source &&
           a.address == b.address && a.mask == b.mask && a.allocate == b.allocate &&
           a.corrupt == b.corrupt && std::memcmp(a.data.data(), b.data.data(), beat_) == 0;
  }
  uint64_t due(uint64_t now, unsigned latency) {
    return now + latency + random->below(behaviour.extra_latency + 1);
  }
  void use(unsigned source, bool is_get) {
    check(is_get ? source < read_sources_ : source >= read_sources_ && source < sources_,
          "source id out of its range");
    check(!in_use_[source], "source id reused");
    in_use_[source] = true;
  }
  void take_get(const RequestBeat& a, uint64_t now) {
    check(!bursting_, "Get inside a PutBlock");
    check(a.size == kBlockSize || a.size == beat_size_, "Get of size " + std::to_string(a.size));
    check(a.mask == full(), "Get mask");
    check(a.allocate == expect_source_allocate, "source allocation bit");
    use(a.source, true);
    Message m{true,      bad_reads.count(a.address / kBlock) != 0, a.size,   a.source,
              a.address, due(now, behaviour.get_latency),          order_++, {}};
    for (unsigned i = 0; i < (1u << a.size); i++) m.data[i] = at(a.address + i);
    pending_.push_back(m);
    (a.size == kBlockSize ? counts.get_block : counts.get)++;
  }
  void take_put(const RequestBeat& a, uint64_t now) {
    const unsigned size = 1u << a.size, beats = size > beat_ ? size / beat_ : 1;
    check(a.size == kBlockSize || a.size <= beat_size_, "Put of size " + std::to_string(a.size));
    check(a.allocate == expect_target_allocate, "target allocation bit");
    if (!bursting_) {
      use(a.source, false);
      (a.size == kBlockSize ? counts.put_block : counts.put)++;
      put_beat_ = 0;
      first_ = a;
      burst_ = -1;
      if (beats > 1 && behaviour.early_ack && random->percent(50)) {
        burst_ = static_cast<int>(pending_.size());
        pending_.push_back(put_message(a, now));
      }
      early_ = burst_ >= 0;
    }
    check(a.source == first_.source && a.address == first_.address && a.size == first_.size &&
              a.allocate == first_.allocate,
          "burst changed");
    const uint64_t low = a.address % beat_;
    const uint64_t mask = size >= beat_ ? full() : ((1ull << size) - 1) << low;
    check(a.mask == mask, "Put mask " + hex(a.mask) + " not " + hex(mask));
    counts.corrupt_puts += a.corrupt;
    bool poisoned = false;
    const uint64_t beat_address = a.address - low + put_beat_ * beat_;
    for (unsigned i = 0; i < beat_; i++) {
      if (!(mask >> i & 1)) continue;
      poisoned |= poisoned_targets.count(beat_address + i) != 0;
      writes[beat_address + i - kBase]++;
      write_log.push_back(beat_address + i);
      if (!bad_writes.count(a.address / kBlock)) at(beat_address + i) = a.data[i];
    }
    check(a.corrupt == poisoned, "corrupt flag of a Put");
    bursting_ = ++put_beat_ < beats;
    if (!bursting_ && !early_) pending_.push_back(put_message(a, now));
  }
  Message put_message(const RequestBeat& a, uint64_t now) {
    return {false,     bad_writes.count(a.address / kBlock) != 0, a.size,   a.source,
            a.address, due(now, behaviour.put_latency),           order_++, {}};
  }
  uint64_t full() const { return beat_ == 64 ? ~0ull : (1ull << beat_) - 1; }

  unsigned beat_, read_sources_, sources_, beat_size_ = 0;
  std::vector<bool> in_use_;
  std::vector<Message> pending_;
  ResponseBeat held_;
  RequestBeat last_, first_;
  bool ready_ = false, stalled_ = false, bursting_ = false, responding_ = false, early_ = false;
  int burst_ = -1;
  unsigned chosen_ = 0, beat_index_ = 0, put_beat_ = 0;
  uint64_t order_ = 0;
};
