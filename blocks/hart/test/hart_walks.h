// SPDX-License-Identifier: Apache-2.0
//
// For the bench of fy_hart: walks of Sv39 tables and when they are answered.

#pragma once

#include <cstdint>
#include <functional>
#include <random>

#include "Vfy_test_hart.h"
#include "blocks/hart/test/hart_atomics.h"
#include "fy_layout.h"
#include "fy_mmu_pkg.h"

class Walks {
 public:
  using Read = std::function<bool(uint64_t address, uint64_t& value)>;

  explicit Walks(Read read) : read_(std::move(read)) {}

  // Inputs of a cycle: at most one answer; requests are taken when `ready`.
  void drive(Vfy_test_hart& top, uint64_t cycle, bool ready) {
    using namespace fy_layout;
    answered_ = kNobody;
    for (unsigned port = 0; port < 2; port++) {
      const Walk& walk = under_way_[port];
      const bool answer = walk.valid && cycle >= walk.due && answered_ == kNobody;
      const auto put = [&](Field field, uint64_t value) {
        set(top.walk_i, at(field, port, walk_i::width), value);
      };
      put(walk_i::valid_, answer);
      if (!answer) continue;
      put(walk_i::status_, walk.status);
      put(walk_i::entry_vpn_, walk.vpn);
      put(walk_i::entry_asid_, walk.asid);
      put(walk_i::entry_level_, walk.level);
      put(walk_i::entry_ppn_, walk.entry >> 10 & 0xfffffffffff);
      put(walk_i::entry_dirty_, walk.entry >> 7 & 1);
      put(walk_i::entry_accessed_, walk.entry >> 6 & 1);
      put(walk_i::entry_is_global_, walk.entry >> 5 & 1);
      put(walk_i::entry_user_, walk.entry >> 4 & 1);
      put(walk_i::entry_execute_, walk.entry >> 3 & 1);
      put(walk_i::entry_write_, walk.entry >> 2 & 1);
      put(walk_i::entry_read_, walk.entry >> 1 & 1);
      answered_ = port;
    }
    top.walk_ready_i = 0;
    for (unsigned port = 0; port < 2; port++) {
      if (!asks(top, port) || under_way_[port].valid) continue;
      if (ready && (top.walk_ready_i == 0 || (cycle & 1))) top.walk_ready_i = 1u << port;
    }
  }

  // What the core asked for in this cycle. The tables are read at once: a fence comes too late.
  void take(const Vfy_test_hart& top, uint64_t cycle, uint64_t delay) {
    using namespace fy_layout;
    for (unsigned port = 0; port < 2; port++) {
      if (answered_ == port) under_way_[port].valid = false;
      if (!asks(top, port) || !(top.walk_ready_i >> port & 1)) continue;
      Walk walk;
      walk.valid = true;
      walk.due = cycle + delay;
      walk.vpn = get(top.walk_o, at(walk_o::vpn_, port, walk_o::width));
      walk.asid = get(top.walk_o, at(walk_o::asid_, port, walk_o::width));
      search(walk, get(top.walk_o, at(walk_o::root_, port, walk_o::width)));
      under_way_[port] = walk;
      count_++;
    }
  }

  uint64_t count() const { return count_; }

 private:
  static constexpr unsigned kNobody = 2;

  static bool asks(const Vfy_test_hart& top, unsigned port) {
    using namespace fy_layout;
    return get(top.walk_o, at(walk_o::valid_, port, walk_o::width)) != 0;
  }

  enum Status {
    Leaf = fy_mmu_pkg::WalkLeaf,
    PageFault = fy_mmu_pkg::WalkPageFault,
    AccessFault = fy_mmu_pkg::WalkAccessFault
  };

  struct Walk {
    bool valid = false;
    uint64_t due = 0, vpn = 0, asid = 0, entry = 0;
    unsigned level = 0, status = PageFault;
  };

  void search(Walk& walk, uint64_t table) const {
    for (unsigned level = 3; level-- > 0;) {
      uint64_t field = walk.vpn >> 9 * level & 511, entry = 0;
      if (!read_(table << 12 | field << 3, entry)) {
        walk.status = AccessFault;
        return;
      }
      uint64_t number = entry >> 10 & 0xfffffffffff;
      if (!(entry & 1) || (entry & 6) == 4 || entry >> 54) return;
      if (entry & 10) {
        if (number & ((1ull << 9 * level) - 1)) return;
        walk.status = Leaf, walk.level = level, walk.entry = entry;
        return;
      }
      if (entry & 0xd0) return;
      table = number;
    }
  }

  Read read_;
  Walk under_way_[2];
  unsigned answered_ = kNobody;  // port, in this cycle
  uint64_t count_ = 0;
};
