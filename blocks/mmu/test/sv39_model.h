// SPDX-License-Identifier: Apache-2.0
//
// Sv39 by the words of the privileged specification (1.12, sections 4.3.1, 4.3.2, 4.4.1), and
// memory that remembers when each word had which value. Knows nothing of the RTL.

#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "fy_bench_map_pkg.h"
#include "fy_mmu_pkg.h"

enum Access {
  kFetch = fy_mmu_pkg::AccessFetch,
  kLoad = fy_mmu_pkg::AccessLoad,
  kStore = fy_mmu_pkg::AccessStore
};
enum Status {
  kDone = fy_mmu_pkg::TranslationDone,
  kPageFault = fy_mmu_pkg::TranslationPageFault,
  kAccessFault = fy_mmu_pkg::TranslationAccessFault
};

struct Space {
  bool translate = true, user = false, sum = false, mxr = false;
  uint64_t asid = 0, root = 0;
  bool operator==(const Space& o) const {
    return translate == o.translate && user == o.user && sum == o.sum && mxr == o.mxr &&
           asid == o.asid && root == o.root;
  }
};

struct Fence {
  bool use_address = false, use_asid = false;
  uint64_t vpn = 0, asid = 0;
};

constexpr uint64_t kV = 1, kR = 2, kW = 4, kX = 8, kU = 16, kG = 32, kA = 64, kD = 128;
constexpr uint64_t kAll = kV | kR | kW | kX | kU | kA | kD;  // a user page that everything may use

inline uint64_t pte(uint64_t ppn, uint64_t bits) { return ppn << 10 | bits; }
inline uint64_t ppn_of(uint64_t entry) { return entry >> 10 & ((1ull << 44) - 1); }
inline uint64_t vpn_of(uint64_t address) { return address >> 12 & 0x7ffffff; }
inline unsigned field_of(uint64_t vpn, unsigned level) { return vpn >> 9 * level & 511; }
inline bool is_leaf(uint64_t entry) { return entry & (kR | kX); }

inline bool is_canonical(uint64_t address) {
  const int64_t sign = static_cast<int64_t>(address) >> 38;
  return sign == 0 || sign == -1;
}

/// Steps 3 to 6 without rights: this entry at this level raises a page fault for every access.
inline bool is_malformed(uint64_t entry, unsigned level) {
  if (!(entry & kV) || (entry & (kR | kW)) == kW || entry >> 54) return true;
  if (!is_leaf(entry)) return level == 0 || (entry & (kD | kA | kU));
  return ppn_of(entry) & ((1ull << 9 * level) - 1);
}

/// Rights of a well-formed leaf; A clear, or D clear at a store, faults (Svade).
inline bool is_permitted(uint64_t entry, unsigned access, const Space& space) {
  if (!(entry & kA)) return false;
  if (entry & kU) {
    if (!space.user && (access == kFetch || !space.sum)) return false;
  } else if (space.user) {
    return false;
  }
  if (access == kFetch) return entry & kX;
  if (access == kStore) return (entry & kW) && (entry & kD);
  return (entry & kR) || (space.mxr && (entry & kX));
}

inline uint64_t physical_of(uint64_t entry, unsigned level, uint64_t address) {
  const uint64_t inside = (1ull << (12 + 9 * level)) - 1;
  return ((ppn_of(entry) << 12) & ~inside) | (address & inside);
}

/// Tables may lie in cacheable memory only (fy_bench_map_pkg).
inline bool may_hold_tables(uint64_t address) {
  return address - fy_bench_map_pkg::MemoryBase < fy_bench_map_pkg::MemoryBytes;
}

inline bool in_page(uint64_t a, uint64_t b, unsigned level) {
  return a >> 9 * level == b >> 9 * level;
}

/// The fence orders accesses by a leaf of this page, level and address space.
inline bool names(const Fence& fence, uint64_t vpn, unsigned level, uint64_t asid, bool global) {
  if (fence.use_address && !in_page(fence.vpn, vpn, level)) return false;
  return !fence.use_asid || (!global && fence.asid == asid);
}

constexpr uint64_t kForever = ~0ull;

/// One value of a word and the cycles in which it stood there: `to` is the first without it.
struct Past {
  uint64_t value, from, to;
};

class Memory {
 public:
  void write(uint64_t address, uint64_t value, uint64_t now) {
    auto& word = words_[address];
    if (word.empty()) word.push_back({0, 0, kForever});
    word.back().to = now;
    word.push_back({value, now, kForever});
  }
  uint64_t read(uint64_t address) const {
    const auto found = words_.find(address);
    return found == words_.end() ? 0 : found->second.back().value;
  }
  std::vector<Past> past(uint64_t address) const {
    const auto found = words_.find(address);
    if (found == words_.end()) return {{0, 0, kForever}};
    return found->second;
  }
  /// Forget what ended before this cycle.
  void forget(uint64_t before) {
    for (auto& [address, word] : words_) {
      size_t old = 0;
      while (word[old].to <= before) old++;
      word.erase(word.begin(), word.begin() + static_cast<long>(old));
    }
  }

 private:
  std::map<uint64_t, std::vector<Past>> words_;
};

/// Where a walk may end: at an entry, or at one that cannot be read. `to` and `upper_to`: the first
/// cycle in which it, or one of the entries above it, no longer stood there.
struct End {
  bool readable;
  uint64_t entry;
  unsigned level;
  uint64_t address;  // of the entry
  uint64_t to, upper_to;
};

/// All ends that a walk may come to when every entry may have any value it had.
inline void walk_ends(const Memory& memory, uint64_t table, uint64_t vpn,
                      const std::function<void(const End&)>& tell, unsigned level = 2,
                      uint64_t upper_to = kForever) {
  const uint64_t address = table << 12 | field_of(vpn, level) * 8;
  if (!may_hold_tables(address)) return tell({false, 0, level, address, kForever, upper_to});
  for (const Past& past : memory.past(address)) {
    tell({true, past.value, level, address, past.to, upper_to});
    if (!is_leaf(past.value) && !is_malformed(past.value, level))
      walk_ends(memory, ppn_of(past.value), vpn, tell, level - 1, std::min(upper_to, past.to));
  }
}
