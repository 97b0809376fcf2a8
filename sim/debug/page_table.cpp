// SPDX-License-Identifier: Apache-2.0
#include "sim/debug/page_table.h"

namespace fy {

namespace {
constexpr uint64_t kModeSv39 = 8;
constexpr unsigned kLevels = 3, kIndexBits = 9, kPageBits = 12, kEntryShift = 10;
constexpr uint64_t kPageNumber = (1ull << 44) - 1;
constexpr uint64_t kValid = 1, kRead = 2, kWrite = 4, kExecute = 8;
}  // namespace

std::optional<uint64_t> page_table_address(HostAgent& agent, uint64_t satp, uint64_t address) {
  if (satp >> 60 != kModeSv39) return address;
  const auto upper = static_cast<int64_t>(address) >> 38;
  if (upper != 0 && upper != -1) return std::nullopt;
  uint64_t table = (satp & kPageNumber) << kPageBits;
  for (unsigned level = kLevels; level-- > 0;) {
    const unsigned shift = kPageBits + kIndexBits * level;
    const uint64_t place = table + 8 * ((address >> shift) & ((1 << kIndexBits) - 1));
    uint64_t entry = 0;
    if (!agent.reaches(place) || !agent.read_word(place, entry)) return std::nullopt;
    if ((entry & kValid) == 0 || (entry & (kRead | kWrite)) == kWrite) return std::nullopt;
    const uint64_t target = ((entry >> kEntryShift) & kPageNumber) << kPageBits;
    const uint64_t inside = (1ull << shift) - 1;
    if ((entry & (kRead | kExecute)) != 0) {
      if ((target & inside) != 0) return std::nullopt;
      return target | (address & inside);
    }
    table = target;
  }
  return std::nullopt;
}

}  // namespace fy
