// SPDX-License-Identifier: Apache-2.0
// What every byte of the memory may hold, while a core and a host write it.
//
// The core's accesses take effect one after the other. A write of the host takes effect at some
// moment between its first beat and its answer: until then a byte may be read old or new, and a
// byte that the core stores meanwhile ends as either. An AMO whose old value was not the host's,
// and an SC whose LR came before the host's first beat, came before it: then the host's value
// stays.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "blocks/common/test/bench.h"
#include "blocks/data_port/test/atomics.h"

namespace tcm {

using atomics::extend;

class Model {
 public:
  explicit Model(uint64_t base) : base_(base) {}

  void set(uint64_t address, uint8_t value) { possible_[address - base_] = {value}; }

  // ---- the core -----------------------------------------------------------------------------
  void load(uint64_t address, unsigned size, bool is_unsigned, uint64_t value) {
    if (extend(value, size, is_unsigned) != value) fail("not extended", address);
    for (unsigned i = 0; i < 1u << size; i++) read(address + i, uint8_t(value >> 8 * i));
  }

  void store(uint64_t address, unsigned size, uint64_t data, bool before_host = false) {
    for (unsigned i = 0; i < 1u << size; i++) {
      const uint64_t byte = address + i - base_;
      const auto value = uint8_t(data >> 8 * i);
      possible_[byte] = {value};
      if (seen_.count(byte)) seen_[byte].insert(value);
      const auto pending = pending_.find(byte);
      if (pending == pending_.end()) continue;
      crossed_[byte] = !before_host;
      if (!before_host) possible_[byte].insert(pending->second);
    }
  }

  void atomic(unsigned operation, uint64_t address, unsigned size, uint64_t operand, uint64_t old) {
    bool before_host = false;
    for (unsigned i = 0; i < 1u << size; i++) {
      const uint64_t byte = address + i - base_;
      const auto pending = pending_.find(byte);
      const bool unknown = pending == pending_.end() || crossed_[byte];
      if (!unknown && pending->second != uint8_t(old >> 8 * i)) before_host = true;
    }
    load(address, size, false, old);
    store(address, size, atomics::amo(operation, old, operand, size), before_host);
  }

  void load_reserved(uint64_t address, unsigned size, uint64_t value) {
    load(address, size, false, value);
    reserved_ = true;
    reserved_word_ = address / 8;
    disturbed_ = active_;
    ended_ = began_ = false;  // a Put that began before does not count
  }

  void store_conditional(uint64_t address, unsigned size, uint64_t data, bool success) {
    const bool may = reserved_ && reserved_word_ == address / 8;
    if (success && (!may || ended_)) fail("an SC succeeded without a reservation", address);
    if (!success && may && !disturbed_) fail("an SC failed with its reservation", address);
    // A Put that began after the LR has not been done.
    if (success) store(address, size, data, began_);
    reserved_ = false;
  }

  void end_reservation() { reserved_ = false; }

  // ---- the host -----------------------------------------------------------------------------
  void begin_put(uint64_t address, const std::vector<uint8_t>& data,
                 const std::vector<bool>& mask) {
    pending_.clear();
    crossed_.clear();
    for (unsigned i = 0; i < data.size(); i++) {
      if (mask[i]) pending_[address + i - base_] = data[i];
    }
    disturbed_ = began_ = active_ = true;
  }
  void end_put() {
    for (const auto& [byte, value] : pending_) {
      if (!crossed_[byte]) possible_[byte] = {value};
    }
    pending_.clear();
    // Every write of the host ends the reservation.
    if (began_) ended_ = true;
    began_ = active_ = false;
  }
  void begin_get(uint64_t address, unsigned bytes) {
    seen_.clear();
    for (unsigned i = 0; i < bytes; i++)
      seen_[address + i - base_] = possible_[address + i - base_];
  }
  void got(uint64_t address, uint8_t value) {
    if (!seen_[address - base_].count(value)) fail("the host read a value that never was", address);
  }
  void end_get() { seen_.clear(); }

 private:
  void read(uint64_t address, uint8_t value) {
    const uint64_t byte = address - base_;
    const auto pending = pending_.find(byte);
    if (possible_[byte].count(value)) {
      if (pending == pending_.end()) possible_[byte] = {value};
      return;
    }
    if (pending == pending_.end() || pending->second != value) fail("a wrong byte", address);
    // It has been written by the host.
    possible_[byte] = {value};
    pending_.erase(pending);
  }

  [[noreturn]] static void fail(const std::string& what, uint64_t address) {
    ::fail(what + " at " + hex(address));
  }

  uint64_t base_;
  std::map<uint64_t, std::set<uint8_t>> possible_, seen_;
  std::map<uint64_t, uint8_t> pending_;
  std::map<uint64_t, bool> crossed_;
  bool reserved_ = false, disturbed_ = false, ended_ = false, began_ = false, active_ = false;
  uint64_t reserved_word_ = 0;
};

}  // namespace tcm
