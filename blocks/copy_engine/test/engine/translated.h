// SPDX-License-Identifier: Apache-2.0
// Address spaces over scrambled pages of the memory model, and translated copies in them.
#pragma once

#include "cases.h"

constexpr uint64_t kRegionPages = 18, kSuperPages = 18;
constexpr uint64_t kRegion = kRegionPages * kPageBytes;

/// A process: its table, where its regions lie, and the context of its instructions.
struct Process {
  AddressSpace space;
  Rights rights;
  Caller caller;
  uint64_t source = 0, target = 0;  // regions of kRegionPages
  bool super_source = false;
};

class World {
 public:
  explicit World(EngineBench& bench) : bench(bench) { forget(); }

  EngineBench& bench;

  /// All pages are free again; tables are gone.
  void forget() {
    bench.walker.spaces.clear();
    bench.memory.forbidden.clear();
    free_.clear();
    // The first pages are reserved for what a superpage shows.
    for (uint64_t p = kSuperPages; p < kBytes / kPageBytes; p++)
      free_.push_back(kBase + p * kPageBytes);
    std::shuffle(free_.begin(), free_.end(), random_source);
  }
  uint64_t page() {
    check(!free_.empty(), "the bench is out of pages");
    const uint64_t address = free_.back();
    free_.pop_back();
    return address;
  }
  /// A table with both regions present.
  void make(Process& p, unsigned asid, bool super_source);
  /// The process executes what follows.
  void enter(const Process& p) {
    bench.give(p.caller);
    bench.walker.translating = true;
  }
  /// SFENCE.VMA that drops everything of the process.
  void flush(const Process& p) {
    bench.begin_fence(false, 0, percent(50) && !p.super_source, p.space.asid);
    bench.finish_fence();
  }
  /// A transfer within the regions.
  Transfer transfer(const Process& p, bool contiguous);

 private:
  std::vector<uint64_t> free_;
};

/// The same pieces where they lie in memory; every page must be present.
std::vector<Piece> physical_pieces(const Process& p, const std::vector<Piece>& pieces);
/// Index of the first piece that faults, or how many there are; status and address of the fault.
struct Fault {
  size_t piece;
  unsigned status;
  uint64_t address;
};
Fault first_fault(const Process& p, const std::vector<Piece>& pieces);
uint64_t bytes_of(const std::vector<Piece>& pieces, size_t count);
/// New contents of the source.
void refill_source(EngineBench& bench, const std::vector<Piece>& pieces);
void any_walker(Walker& walker);
/// Another process in the engine, with all that may be remembered of former ones flushed, before a
/// memory and a walker that behave differently.
void begin(World& world, Process& process, bool super_source = false);
