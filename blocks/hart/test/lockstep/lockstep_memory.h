// SPDX-License-Identifier: Apache-2.0

/// Memory, store buffer and interrupt timer behind the ports of a core under lockstep.
///
/// A store is seen by later loads at once, by the devices and by instruction fetch only when it
/// has drained; and fetch keeps what it has fetched until it is flushed. So a core that forgets a
/// FENCE.I, or does not wait for its stores, runs old instructions here as it would on real caches.
#pragma once
#include <cstring>
#include <deque>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "blocks/common/test/bench.h"

// Addresses of src/freightyard/lockstep/machine.py.
constexpr uint64_t kBase = FY_BASE, kMemoryBytes = FY_MEMORY_BYTES, kMargin = 0x10000;
constexpr uint64_t kFinish = FY_FINISH, kSoftware = FY_SOFTWARE;
constexpr uint64_t kTimerCompare = FY_TIMER_COMPARE, kClaim = FY_CLAIM;

inline bool is_device(uint64_t address) { return address < kBase; }

class Memory {
 public:
  explicit Memory(const std::string& elf) {
    std::ifstream file(elf, std::ios::binary);
    std::vector<char> raw((std::istreambuf_iterator<char>(file)), {});
    if (raw.size() < 0x1000) {
      std::fprintf(stderr, "%s: no ELF file of the lockstep generator\n", elf.c_str());
      std::exit(2);
    }
    // The generator writes one segment at 0x1000 of the file, loaded at kBase.
    loads_.assign(raw.begin() + 0x1000, raw.end());
    loads_.resize(loads_.size() + kMargin);
    drained_ = fetched_ = loads_;
  }

  /// What a load sees: every store before it.
  uint64_t load(uint64_t address, int size) const { return read(loads_, address, size); }
  /// What a fetch sees.
  uint32_t fetch(uint64_t address) const {
    return static_cast<uint32_t>(read(fetched_, address, 2));
  }

  void store(uint64_t address, int size, uint64_t data, int delay) {
    if (!is_device(address)) write(loads_, address, size, data);
    buffer_.push_back({address, size, data, delay});
  }

  /// One cycle: the oldest store may drain. `stale` keeps it from the fetch side until a flush.
  void step(bool stale) {
    just_drained_ = false;
    if (buffer_.empty() || buffer_.front().delay-- > 0) return;
    const Store s = buffer_.front();
    buffer_.pop_front();
    just_drained_ = true;
    if (is_device(s.address)) {
      write_device(s);
      return;
    }
    write(drained_, s.address, s.size, s.data);
    if (stale) {
      hidden_.push_back(s.address);
    } else {
      write(fetched_, s.address, s.size, s.data);
    }
  }

  void flush() {
    for (const uint64_t address : hidden_) {
      const uint64_t place = (address - kBase) & ~7ULL;
      if (place + 8 <= fetched_.size()) std::memcpy(&fetched_[place], &drained_[place], 8);
    }
    hidden_.clear();
  }

  void reserve(uint64_t address, uint64_t value) {
    reservation_ = address;
    reserved_value_ = value;
  }
  void release() { reservation_ = ~0ULL; }
  bool reserved(uint64_t address) const { return reservation_ == address; }
  uint64_t reserved_value() const { return reserved_value_; }

  size_t waiting() const { return buffer_.size(); }
  /// The answer of the last store is still on its way in the cycle after it.
  bool quiet() const { return buffer_.empty() && !just_drained_; }

  uint64_t load_device(uint64_t address, int size) const {
    uint64_t value = 0;
    if ((address & ~7ULL) == kSoftware) value = software_;
    if ((address & ~7ULL) == kTimerCompare) value = compare_;
    value >>= 8 * (address & 7);
    return size == 3 ? value : value & ((1ULL << (8 << size)) - 1);
  }

  /// True once after the store that takes the external interrupt back has arrived.
  bool take_claim() {
    const bool taken = claimed_;
    claimed_ = false;
    return taken;
  }
  bool software_interrupt() const { return software_ & 1; }
  bool timer_interrupt(uint64_t time) const { return time >= compare_; }

 private:
  struct Store {
    uint64_t address;
    int size;
    uint64_t data;
    int delay;
  };

  static uint64_t read(const std::vector<uint8_t>& from, uint64_t address, int size) {
    uint64_t value = 0;
    const uint64_t place = address - kBase;
    if (place + 8 <= from.size()) std::memcpy(&value, &from[place], 1 << size);
    return value;
  }
  static void write(std::vector<uint8_t>& to, uint64_t address, int size, uint64_t data) {
    const uint64_t place = address - kBase;
    if (place + 8 <= to.size()) std::memcpy(&to[place], &data, 1 << size);
  }
  void write_device(const Store& s) {
    if (s.address == kClaim) claimed_ = true;
    if (s.address == kSoftware) software_ = s.data & 1;
    if ((s.address & ~7ULL) == kTimerCompare) {
      const int shift = 8 * static_cast<int>(s.address & 7);
      const uint64_t mask = s.size == 3 ? ~0ULL : ((1ULL << (8 << s.size)) - 1) << shift;
      compare_ = (compare_ & ~mask) | ((s.data << shift) & mask);
    }
  }

  std::vector<uint8_t> loads_, drained_, fetched_;
  std::vector<uint64_t> hidden_;
  std::deque<Store> buffer_;
  bool just_drained_ = false, claimed_ = false;
  uint64_t software_ = 0, compare_ = 0, reservation_ = ~0ULL, reserved_value_ = 0;
};
