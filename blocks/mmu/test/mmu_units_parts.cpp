// SPDX-License-Identifier: Apache-2.0
//
// The data port mux under load, the walk cache alone, address attributes.

#include "blocks/mmu/test/mmu_cache.h"

// The core and the walker compete; the checks are those of DataPort.
void test_mux(uint64_t count) {
  DataPort port;
  const Space space = {true, true, false, false, 1, 0x80001};
  const Lookup lookup = {true, 0, kLoad, space};
  bool done = false;
  unsigned walks = 0;
  port.core = 70;
  port.pending = port.replay = 20;
  for (uint64_t i = 0; i < count; i++) {
    if (i % 1000 == 0) port.stall = below(3) * 40;
    drive(0, percent(80) ? lookup : Lookup(), done);
    port.begin();
    eval();
    done = outcome(0).done;
    walks += done;
    port.end();
    tick();
  }
  check(walks > count / 200, 1, "walks");
  check(port.core_accesses > count / 4, 1, "accesses of the core");
  check(port.killed > count / 100, 1, "kills");
  check(port.core_waits > count / 100, 1, "cycles in which the core waits");
}

namespace {

struct Known {
  uint64_t root, fields, table;
  unsigned level;
};

constexpr unsigned kCacheEntries = 4;

}  // namespace

// The lowest table known, else the root; the latest entries stay; a flush empties it.
void test_walk_cache(uint64_t count) {
  std::vector<Known> known;
  unsigned hits[3] = {}, flushes = 0;
  const auto some_vpn = [] {
    return static_cast<uint64_t>(below(2) * 0x100) << 18 | (below(2) * 0x101) << 9 | below(512);
  };
  for (uint64_t i = 0; i < count; i++) {
    const uint64_t vpn = some_vpn(), root = 0x80000000000 + below(2);
    top->cache_vpn_i = static_cast<uint32_t>(vpn);
    top->cache_root_i = root;
    eval();
    uint64_t table = root;
    unsigned level = 2;
    for (const Known& entry : known) {
      if (entry.root != root || entry.level >= level) continue;
      if (entry.fields != vpn >> 9 * (entry.level + 1)) continue;
      table = entry.table;
      level = entry.level;
    }
    check(top->cache_hit_o, level != 2, "hit");
    check(top->cache_level_o, level, "level");
    check(top->cache_table_o, table, "table");
    hits[level]++;
    // Fill as the walker does: what the lookup did not find.
    const bool fill = level > 0 && percent(50), flush = percent(4);
    const uint64_t next = random64() & 0xfffffffffff;
    top->cache_fill_i = fill;
    top->cache_fill_level_i = level - 1;
    top->cache_fill_vpn_i = static_cast<uint32_t>(vpn);
    top->cache_fill_root_i = root;
    top->cache_fill_table_i = next;
    top->cache_flush_i = flush;
    tick();
    flushes += flush;
    if (flush) {
      known.clear();
    } else if (fill) {
      if (known.size() == kCacheEntries) known.erase(known.begin());
      known.push_back({root, vpn >> 9 * level, next, level - 1});
    }
  }
  top->cache_flush_i = 0;
  top->cache_fill_i = 1;
  top->cache_fill_level_i = 1;
  tick();
  top->cache_fill_i = 0;
  eval();
  check(top->cache_hit_o, 1, "filled");
  reset();
  check(top->cache_hit_o, 0, "empty after a reset");
  for (unsigned n : hits) check(n > count / 100, 1, "each level was found");
  check(flushes > 0, 1, "flushes");
}

// Borders of every region, and between; the first region that holds an address counts.
void test_attributes(uint64_t count) {
  namespace map = fy_bench_map_pkg;
  struct Region {
    uint64_t base, bytes;
    unsigned attributes;  // kind (cacheable, device, local, remote), read, write, execute
  };
  const std::vector<Region> bench = {
      {map::MemoryBase, map::MemoryBytes, 7},    {map::TestBase, map::TestBytes, 14},
      {map::TimerBase, map::TimerBytes, 14},     {map::InterruptBase, map::InterruptBytes, 14},
      {map::ConsoleBase, map::ConsoleBytes, 14}, {map::ControlBase, map::ControlBytes, 14}};
  const std::vector<Region> overlap = {{0x3000, 0x1800, 3 << 3 | 2}, {0x1000, 0x5000, 2 << 3 | 5}};
  const auto expected = [](const std::vector<Region>& regions, uint64_t address) {
    for (const Region& region : regions) {
      if (address >= region.base && address - region.base < region.bytes) return region.attributes;
    }
    return 0u;
  };
  for (uint64_t i = 0; i < count; i++) {
    const std::vector<Region>& regions = i & 1 ? bench : overlap;
    const Region& region = regions[below(static_cast<unsigned>(regions.size()))];
    uint64_t address = region.base + (percent(50) ? region.bytes : 0) + below(5) - 2;
    if (percent(30)) address = region.base + random64() % region.bytes;
    if (percent(10)) address ^= 1ull << below(64);
    top->address_i = address;
    eval();
    check(top->attributes_o, expected(bench, address), "the map of the bench");
    check(top->overlap_o, expected(overlap, address), "overlapping regions");
  }
}
