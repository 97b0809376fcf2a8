// SPDX-License-Identifier: Apache-2.0
// Bench of fy_instruction_cache: random fetches, stalls, failing refills and flushes after the
// memory was changed; then exact cycles. The word at an address is a function of it and of a
// version.
#include <deque>
#include <string>
#include <vector>

#include "Vfy_instruction_cache.h"
#include "blocks/common/test/bench.h"
#include "fy_layout.h"

using namespace fy_layout;

namespace {

constexpr uint64_t Base = 0x80000000, BadBase = 0x90000000;
#ifdef FY_LINE_BYTES
constexpr unsigned LineBytes = FY_LINE_BYTES;
#else
constexpr unsigned LineBytes = 64;
#endif
constexpr unsigned LineLog = LineBytes == 64 ? 6 : LineBytes == 32 ? 5 : 4;
constexpr unsigned BeatBytes = tl_d_i::data_.width / 8, Beats = LineBytes / BeatBytes;

// The beat of a line beyond BadBase that is corrupt.
unsigned bad_beat(uint64_t address) { return unsigned(address / (2 * LineBytes) % Beats); }

struct Beat {
  uint64_t due;
  unsigned index;
  uint64_t address, version;
  bool denied, corrupt;
};

struct Bench {
  Vfy_instruction_cache top;
  unsigned stall_percent = 0, latency = 5;
  bool random_latency = false;
  uint64_t version = 0;  // of the memory
  Source<Beat> beats;
  unsigned long gets = 0, misses = 0, refills = 0, accesses = 0, bus_errors = 0;

  Bench() {
    // Inputs start with random values under --x-initial unique.
    set(top.fetch_i, fetch_i::valid_, 0), set(top.fetch_i, fetch_i::flush_, 0);
    top.tl_a_ready_i = top.tl_d_valid_i = 0;
    reset(top, 4);
  }
  static uint32_t word(uint64_t address, uint64_t version) {
    return uint32_t((address >> 2) * 2654435761u + version * 40503u);
  }
  void drive() {
    top.tl_a_ready_i = !stalls(stall_percent);
    const bool due = !beats.empty() && beats.queue.front().due <= cycle;
    top.tl_d_valid_i = beats.offer_if(due, stall_percent, [&](const Beat& beat) {
      uint32_t data[BeatBytes / 4];
      for (unsigned i = 0; i < BeatBytes / 4; ++i)
        data[i] = word(beat.address + beat.index * BeatBytes + i * 4, beat.version);
      set(top.tl_d_i, tl_d_i::opcode_, AccessAckData);
      set(top.tl_d_i, tl_d_i::size_, LineLog);
      set(top.tl_d_i, tl_d_i::source_, 0);
      set(top.tl_d_i, tl_d_i::denied_, beat.denied);
      set(top.tl_d_i, tl_d_i::corrupt_, beat.corrupt);
      set_bytes(top.tl_d_i, tl_d_i::data_, reinterpret_cast<uint8_t*>(data));
    });
    top.eval();
  }
  void sample() {
    if (top.tl_a_valid_o && top.tl_a_ready_i) {
      uint64_t address = get(top.tl_a_o, tl_a_o::address_);
      if (get(top.tl_a_o, tl_a_o::opcode_) != Get || get(top.tl_a_o, tl_a_o::size_) != LineLog ||
          get(top.tl_a_o, tl_a_o::mask_) != mask(BeatBytes) || address % LineBytes ||
          get(top.tl_a_o, tl_a_o::source_) || !get(top.tl_a_o, tl_a_o::allocate_))
        fail("Get is malformed");
      check(beats.empty(), "two refills at once");
      ++gets;
      const uint64_t delay = random_latency ? below(2 * latency) : latency;
      bool denied = address >= BadBase && address % (2 * LineBytes) == 0;
      for (unsigned i = 0; i < Beats; ++i)
        beats.push({cycle + delay + i, i, address, version, denied,
                    denied || (address >= BadBase && i == bad_beat(address))});
    }
    if (beats.taken(top.tl_d_ready_o)) beats.next();
    accesses += get(top.events_o, events_o::access_);
    misses += get(top.events_o, events_o::miss_);
    refills += get(top.events_o, events_o::refill_);
    bus_errors += top.bus_error_o;
    edge(top);
  }
};

void stress(uint64_t operations) {
  Bench bench;
  auto& top = bench.top;
  bench.random_latency = true;
  unsigned long fetched = 0, errors = 0, flushes = 0, jumps = 0, busy_flushes = 0;
  std::deque<std::pair<uint64_t, uint64_t>> owed;  // address, version at acceptance
  uint64_t pc = Base;
  bool offered = false, flush = false;
  unsigned footprint = 4;
  while (fetched < operations) {
    if (fetched % 512 == 0) {
      bench.stall_percent = below(3) * 20;
      footprint = one_in(2) ? 4 : 1000;
    }
    if (!offered && !flush && one_in(400)) {
      flush = true;
      ++bench.version;
      busy_flushes += !owed.empty();
      ++flushes;
    }
    if (!offered && !one_in(8)) {
      if (one_in(12)) {
        // Few sets and many tags; sometimes a line that fails.
        pc = Base + below(footprint) * 0x400 + below(0x80) * 4;
        if (one_in(40)) pc = BadBase + below(64) * 4;
        ++jumps;
      }
      set(top.fetch_i, fetch_i::address_, pc);
      offered = true;
    }
    set(top.fetch_i, fetch_i::valid_, offered);
    set(top.fetch_i, fetch_i::flush_, flush);
    bench.drive();
    if (get(top.fetch_o, fetch_o::valid_)) {
      if (owed.empty()) fail("an answer that no fetch waits for");
      auto [address, version] = owed.front();
      owed.pop_front();
      uint32_t got = uint32_t(get(top.fetch_o, fetch_o::instruction_));
      if (get(top.fetch_o, fetch_o::error_)) {
        if (address < BadBase) fail("error on a good line");
        ++errors;
      } else {
        if (address >= BadBase &&
            (address / LineBytes % 2 == 0 || bad_beat(address) == address % LineBytes / BeatBytes))
          fail("no error on a bad beat");
        bool fits = false;  // a fetch that a flush overtook may be old or new
        for (uint64_t v = version; v <= bench.version; ++v) fits |= got == Bench::word(address, v);
        if (!fits) fail("wrong or stale instruction");
      }
      ++fetched;
    }
    if (flush && get(top.fetch_o, fetch_o::flush_done_)) {
      if (!owed.empty()) fail("flush is done while a fetch is owed");
      flush = false;
    }
    if (offered && top.fetch_ready_o) {
      owed.push_back({pc, bench.version});
      offered = false;
      pc += 4;
    }
    if (owed.size() > 1) fail("two fetches owed");
    bench.sample();
    if (cycle > 100 * operations) fail("no progress");
  }
  const std::pair<const char*, unsigned long> events[] = {
      {"access", bench.accesses},      {"miss", bench.misses},
      {"refill", bench.refills},       {"flush", flushes},
      {"busy_flush", busy_flushes},    {"error", errors},
      {"bus_error", bench.bus_errors}, {"jump", jumps}};
  for (auto [name, amount] : events) {
    printf("event %s %lu\n", name, amount);
    met(amount, name);
  }
  check(bench.misses, bench.gets, "misses that were counted");
}

// Cycles from the first acceptance to the last answer.
uint64_t fetch(Bench& bench, const std::vector<uint64_t>& list) {
  size_t next = 0, answered = 0;
  uint64_t first = 0, last = 0;
  while (answered < list.size()) {
    if (cycle > 5000) fail("a directed test does not end");
    if (next < list.size()) set(bench.top.fetch_i, fetch_i::address_, list[next]);
    set(bench.top.fetch_i, fetch_i::valid_, next < list.size());
    bench.drive();
    if (get(bench.top.fetch_o, fetch_o::valid_)) {
      ++answered;
      last = cycle;
    }
    if (get(bench.top.fetch_i, fetch_i::valid_) && bench.top.fetch_ready_o) {
      if (next++ == 0) first = cycle;
    }
    bench.sample();
  }
  set(bench.top.fetch_i, fetch_i::valid_, 0);
  for (int i = 0; i < 20; ++i) {
    bench.drive();
    bench.sample();
  }
  return last - first;
}

void cycles() {
  Bench bench;
  const auto show = [](const char* name, uint64_t count) {
    std::printf("%s %" PRIu64 "\n", name, count);
  };
  std::vector<uint64_t> line;
  for (unsigned i = 0; i < 16; ++i) line.push_back(Base + 4 * i);
  show("miss_first_beat", fetch(bench, {Base + 0x1000}));
  show("miss_second_beat", fetch(bench, {Base + 0x2020}));
  show("line_straight_miss", fetch(bench, line));
  show("line_straight_buffer", fetch(bench, line));
  fetch(bench, {Base + 0x3000});
  show("line_straight_hit", fetch(bench, line));
  show("hit", fetch(bench, {Base + 8}));
}

}  // namespace

int main(int argc, char** argv) {
  const Options options("instruction_cache", argc, argv, 100000);
  if (options.text("--mode", "stress") == "cycles") {
    cycles();
  } else {
    stress(options.count);
  }
  return passed();
}
