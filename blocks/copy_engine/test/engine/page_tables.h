// SPDX-License-Identifier: Apache-2.0
// Sv39 address spaces as maps of leaves, and a walker that answers from them, late.
#pragma once

#include <map>
#include <optional>

#include "memory_model.h"

constexpr uint64_t kPageBytes = 4096, kVpnMask = (1ull << 27) - 1;

struct Leaf {
  uint64_t ppn = 0;
  unsigned level = 0;  // 0: 4 KB, 1: 2 MB, 2: 1 GB
  bool read = true, write = true, execute = false, user = true, global = false;
  bool accessed = true, dirty = true;
};

enum TranslationStatus { kTranslated, kPageFault, kAccessFault };
struct Translation {
  TranslationStatus status;
  uint64_t physical;
};

/// Rights of the caller after MPRV.
struct Rights {
  bool user = true, sum = false, mxr = false;
};

struct AddressSpace {
  unsigned asid = 0;
  uint64_t root = 0;
  std::map<uint64_t, Leaf> leaves[3];  // by page number >> 9 * level
  std::set<uint64_t> bad_tables;       // pages whose walk fails with an access fault

  uint64_t satp() const { return 8ull << 60 | static_cast<uint64_t>(asid) << 44 | root; }
  Leaf& map(uint64_t address, uint64_t physical, unsigned level = 0) {
    Leaf& leaf = leaves[level][(address >> 12 & kVpnMask) >> 9 * level];
    leaf = Leaf();
    leaf.ppn = physical >> 12;
    leaf.level = level;
    return leaf;
  }
  void unmap(uint64_t address) { leaves[0].erase(address >> 12 & kVpnMask); }
  const Leaf* find(uint64_t vpn) const {
    for (unsigned level = 3; level--;) {
      const auto it = leaves[level].find(vpn >> 9 * level);
      if (it != leaves[level].end()) return &it->second;
    }
    return nullptr;
  }
  Translation translate(uint64_t address, bool is_store, const Rights& rights) const {
    const auto high = static_cast<int64_t>(address) >> 38;
    if (high != 0 && high != -1) return {kPageFault, 0};
    const uint64_t vpn = address >> 12 & kVpnMask;
    if (bad_tables.count(vpn)) return {kAccessFault, 0};
    const Leaf* leaf = find(vpn);
    if (!leaf || !leaf->accessed) return {kPageFault, 0};
    if (leaf->user ? !rights.user && !rights.sum : rights.user) return {kPageFault, 0};
    const bool readable = leaf->read || (rights.mxr && leaf->execute);
    if (is_store ? !leaf->write || !leaf->dirty : !readable) return {kPageFault, 0};
    const uint64_t below = (kPageBytes << 9 * leaf->level) - 1;
    const uint64_t physical = (leaf->ppn << 12 & ~below) | (address & below);
    if (physical >> 40) return {kAccessFault, physical};
    return {kTranslated, physical};
  }
};

struct WalkAnswer {
  unsigned status;
  uint64_t vpn, asid;
  Leaf leaf;
};

/// One request at a time; what the table says is taken when the request is taken.
class Walker {
 public:
  std::map<uint64_t, AddressSpace*> spaces;  // by root
  unsigned latency = 10, extra_latency = 0, stall = 0;
  uint64_t walks = 0;
  bool translating = false;  // the transfer under way does

  bool under_way() const { return pending_; }
  void reset() { pending_ = stalled_ = false; }
  bool ready() { return ready_ = !pending_ && !percent(stall); }
  /// The answer that the walker gives in this cycle.
  const WalkAnswer* respond(uint64_t now) {
    if (!pending_ || now < due_) return nullptr;
    pending_ = false;
    return &answer_;
  }
  void request(bool valid, uint64_t vpn, uint64_t asid, uint64_t root, uint64_t now) {
    if (stalled_)
      check(valid && vpn == answer_.vpn && asid == answer_.asid && root == root_,
            "a stalled walk request changed");
    stalled_ = valid && !ready_;
    if (!valid) return;
    answer_ = {kPageFault, vpn, asid, {}};
    root_ = root;
    if (!ready_) return;
    pending_ = true;
    walks++;
    due_ = now + latency + pick(extra_latency + 1);
    const auto space = spaces.find(root);
    check(space != spaces.end(), "a walk of an unknown root");
    check(space->second->asid == asid, "a walk with the ASID of another space");
    if (space->second->bad_tables.count(vpn)) {
      answer_.status = kAccessFault;
    } else if (const Leaf* leaf = space->second->find(vpn)) {
      answer_.status = kTranslated;
      answer_.leaf = *leaf;
    }
  }

 private:
  WalkAnswer answer_{};
  uint64_t due_ = 0, root_ = 0;
  bool pending_ = false, ready_ = false, stalled_ = false;
};
