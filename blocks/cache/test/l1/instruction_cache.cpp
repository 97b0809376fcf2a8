// SPDX-License-Identifier: Apache-2.0
// Bench of fy_instruction_cache: random fetches, stalls, failing refills and flushes after the
// memory was changed; then exact cycles. The word at an address is a function of it and of a
// version.
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "Vfy_instruction_cache.h"
#include "fy_layout.h"
#include "verilated.h"

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
  unsigned due, index;
  uint64_t address, version;
  bool denied, corrupt;
};

struct Bench {
  VerilatedContext context;
  std::unique_ptr<Vfy_instruction_cache> top;
  std::mt19937_64 random;
  unsigned stall_percent = 0, latency = 5;
  bool random_latency = false, taken = false;
  unsigned long cycle = 0;
  uint64_t version = 0;  // of the memory
  std::deque<Beat> beats;
  unsigned long gets = 0, misses = 0, refills = 0, accesses = 0, bus_errors = 0;

  Bench(int argc, char** argv, uint64_t seed) : random(seed) {
    context.commandArgs(argc, argv);
    top = std::make_unique<Vfy_instruction_cache>(&context);
    // Inputs start with random values under --x-initial unique.
    set(top->fetch_i, fetch_i::valid_, 0), set(top->fetch_i, fetch_i::flush_, 0);
    top->tl_a_ready_i = top->tl_d_valid_i = 0;
    top->rst_ni = 0;
    for (int i = 0; i < 4; ++i) edge();
    top->rst_ni = 1;
  }
  void edge() {
    top->clk_i = 0;
    top->eval();
    top->clk_i = 1;
    top->eval();
  }
  static uint32_t word(uint64_t address, uint64_t version) {
    return uint32_t((address >> 2) * 2654435761u + version * 40503u);
  }
  bool stall() { return stall_percent && random() % 100 < stall_percent; }
  void drive() {
    if (taken) top->tl_d_valid_i = 0;
    taken = false;
    top->tl_a_ready_i = !stall();
    if (!top->tl_d_valid_i && !beats.empty() && beats.front().due <= cycle && !stall()) {
      const Beat& beat = beats.front();
      uint32_t data[BeatBytes / 4];
      for (unsigned i = 0; i < BeatBytes / 4; ++i)
        data[i] = word(beat.address + beat.index * BeatBytes + i * 4, beat.version);
      top->tl_d_valid_i = 1;
      set(top->tl_d_i, tl_d_i::opcode_, 1);
      set(top->tl_d_i, tl_d_i::size_, LineLog);
      set(top->tl_d_i, tl_d_i::source_, 0);
      set(top->tl_d_i, tl_d_i::denied_, beat.denied);
      set(top->tl_d_i, tl_d_i::corrupt_, beat.corrupt);
      set_bytes(top->tl_d_i, tl_d_i::data_, reinterpret_cast<uint8_t*>(data));
    }
    top->clk_i = 0;
    top->eval();
  }
  void sample() {
    if (top->tl_a_valid_o && top->tl_a_ready_i) {
      uint64_t address = get(top->tl_a_o, tl_a_o::address_);
      if (get(top->tl_a_o, tl_a_o::opcode_) != 4 || get(top->tl_a_o, tl_a_o::size_) != LineLog ||
          get(top->tl_a_o, tl_a_o::mask_) != mask(BeatBytes) || address % LineBytes)
        throw std::runtime_error("Get is malformed");
      if (!beats.empty()) throw std::runtime_error("two refills at once");
      ++gets;
      unsigned delay = random_latency ? unsigned(random() % (2 * latency)) : latency;
      bool denied = address >= BadBase && address % (2 * LineBytes) == 0;
      for (unsigned i = 0; i < Beats; ++i)
        beats.push_back({unsigned(cycle + delay + i), i, address, version, denied,
                         denied || (address >= BadBase && i == bad_beat(address))});
    }
    if (top->tl_d_valid_i && top->tl_d_ready_o) {
      taken = true;
      beats.pop_front();
    }
    accesses += get(top->events_o, events_o::access_);
    misses += get(top->events_o, events_o::miss_);
    refills += get(top->events_o, events_o::refill_);
    bus_errors += top->bus_error_o;
    top->clk_i = 1;
    top->eval();
    ++cycle;
  }
};

int stress(int argc, char** argv, uint64_t seed, unsigned long operations) {
  Bench bench(argc, argv, seed);
  auto& random = bench.random;
  auto& top = *bench.top;
  bench.random_latency = true;
  unsigned long fetched = 0, errors = 0, flushes = 0, jumps = 0, busy_flushes = 0;
  std::deque<std::pair<uint64_t, uint64_t>> owed;  // address, version at acceptance
  uint64_t pc = Base;
  bool offered = false, flush = false;
  unsigned footprint = 4;
  while (fetched < operations) {
    if (fetched % 512 == 0) {
      bench.stall_percent = random() % 3 * 20;
      footprint = random() % 2 ? 4 : 1000;
    }
    if (!offered && !flush && random() % 400 == 0) {
      flush = true;
      ++bench.version;
      busy_flushes += !owed.empty();
      ++flushes;
    }
    if (!offered && random() % 8) {
      if (random() % 12 == 0) {
        // Few sets and many tags; sometimes a line that fails.
        pc = Base + random() % footprint * 0x400 + random() % 0x80 * 4;
        if (random() % 40 == 0) pc = BadBase + random() % 64 * 4;
        ++jumps;
      }
      set(top.fetch_i, fetch_i::address_, pc);
      offered = true;
    }
    set(top.fetch_i, fetch_i::valid_, offered);
    set(top.fetch_i, fetch_i::flush_, flush);
    bench.drive();
    if (get(top.fetch_o, fetch_o::valid_)) {
      if (owed.empty()) throw std::runtime_error("an answer that nobody waits for");
      auto [address, version] = owed.front();
      owed.pop_front();
      uint32_t got = uint32_t(get(top.fetch_o, fetch_o::instruction_));
      if (get(top.fetch_o, fetch_o::error_)) {
        if (address < BadBase) throw std::runtime_error("error on a good line");
        ++errors;
      } else {
        if (address >= BadBase &&
            (address / LineBytes % 2 == 0 || bad_beat(address) == address % LineBytes / BeatBytes))
          throw std::runtime_error("no error on a bad beat");
        bool fits = false;  // a fetch that a flush overtook may be old or new
        for (uint64_t v = version; v <= bench.version; ++v) fits |= got == Bench::word(address, v);
        if (!fits) throw std::runtime_error("wrong or stale instruction");
      }
      ++fetched;
    }
    if (flush && get(top.fetch_o, fetch_o::flush_done_)) {
      if (!owed.empty()) throw std::runtime_error("flush is done while a fetch is owed");
      flush = false;
    }
    if (offered && top.fetch_ready_o) {
      owed.push_back({pc, bench.version});
      offered = false;
      pc += 4;
    }
    if (owed.size() > 1) throw std::runtime_error("two fetches owed");
    bench.sample();
    if (bench.cycle > 100 * operations) throw std::runtime_error("no progress");
  }
  printf("seed %" PRIu64 " fetched %lu cycles %lu\n", seed, fetched, bench.cycle);
  const std::pair<const char*, unsigned long> events[] = {
      {"access", bench.accesses},      {"miss", bench.misses},
      {"refill", bench.refills},       {"flush", flushes},
      {"busy_flush", busy_flushes},    {"error", errors},
      {"bus_error", bench.bus_errors}, {"jump", jumps}};
  bool good = bench.misses == bench.gets;
  for (auto [name, amount] : events) {
    printf("event %s %lu\n", name, amount);
    good &= amount != 0;
  }
  return good ? 0 : 1;
}

// Cycles from the first acceptance to the last answer.
unsigned long fetch(Bench& bench, const std::vector<uint64_t>& list) {
  size_t next = 0, answered = 0;
  unsigned long first = 0, last = 0;
  while (answered < list.size()) {
    if (bench.cycle > 5000) throw std::runtime_error("a directed test does not end");
    if (next < list.size()) set(bench.top->fetch_i, fetch_i::address_, list[next]);
    set(bench.top->fetch_i, fetch_i::valid_, next < list.size());
    bench.drive();
    if (get(bench.top->fetch_o, fetch_o::valid_)) {
      ++answered;
      last = bench.cycle;
    }
    if (get(bench.top->fetch_i, fetch_i::valid_) && bench.top->fetch_ready_o) {
      if (next++ == 0) first = bench.cycle;
    }
    bench.sample();
  }
  set(bench.top->fetch_i, fetch_i::valid_, 0);
  for (int i = 0; i < 20; ++i) {
    bench.drive();
    bench.sample();
  }
  return last - first;
}

int cycles(int argc, char** argv) {
  Bench bench(argc, argv, 1);
  std::vector<uint64_t> line;
  for (unsigned i = 0; i < 16; ++i) line.push_back(Base + 4 * i);
  printf("miss_first_beat %lu\n", fetch(bench, {Base + 0x1000}));
  printf("miss_second_beat %lu\n", fetch(bench, {Base + 0x2020}));
  printf("line_straight_miss %lu\n", fetch(bench, line));
  printf("line_straight_buffer %lu\n", fetch(bench, line));
  fetch(bench, {Base + 0x3000});
  printf("line_straight_hit %lu\n", fetch(bench, line));
  printf("hit %lu\n", fetch(bench, {Base + 8}));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  uint64_t seed = 1;
  unsigned long operations = 100000;
  std::string mode = "stress";
  for (int i = 1; i + 1 < argc; ++i) {
    std::string word = argv[i];
    if (word == "--seed") seed = std::stoull(argv[i + 1]);
    if (word == "--operations") operations = std::stoul(argv[i + 1]);
    if (word == "--mode") mode = argv[i + 1];
  }
  try {
    return mode == "stress" ? stress(argc, argv, seed, operations) : cycles(argc, argv);
  } catch (const std::exception& error) {
    printf("seed %" PRIu64 ": %s\n", seed, error.what());
    return 1;
  }
}
