// SPDX-License-Identifier: Apache-2.0
// fy_instruction_cache_simple: random fetches against a flat memory that others change between
// flushes, with stalls and refusals; then the cycles of a hit and of a miss.
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <deque>
#include <random>
#include <stdexcept>
#include <string>

#include "Vfy_instruction_cache_simple.h"
#include "fy_layout.h"
#include "simple_manager.h"
#include "verilated.h"

namespace lay = fy_layout;
using Top = Vfy_instruction_cache_simple;

namespace {

struct Bench {
  Top top;
  std::mt19937_64 random;
  simple::Manager<Top> manager;
  std::deque<uint64_t> owed;
  unsigned long cycle = 0, hits = 0, fetched = 0, refused = 0, misses = 0;
  uint64_t address = simple::Base;
  bool valid = false;

  explicit Bench(uint64_t seed) : random(seed), manager(top, random) {
    for (auto& byte : manager.memory) byte = uint8_t(random());
    lay::set(top.fetch_i, lay::fetch_i::valid_, 0);
    lay::set(top.fetch_i, lay::fetch_i::flush_, 0);
    lay::set(top.tl_i, lay::tl_i::d_valid_, 0);
    top.tl_ready_i = top.clk_i = 0;
    for (const int level : {1, 0}) {
      top.rst_ni = level;
      top.eval();
    }
    for (int i = 0; i < 4; i++) {
      top.clk_i = i % 2;
      top.eval();
    }
    top.rst_ni = 1;
  }
  void step(bool offer) {
    if (!valid && offer) {
      valid = true;
      lay::set(top.fetch_i, lay::fetch_i::address_, address);
    }
    lay::set(top.fetch_i, lay::fetch_i::valid_, valid);
    manager.drive(cycle);
    top.clk_i = 0;
    top.eval();
    if (lay::get(top.fetch_o, lay::fetch_o::valid_)) {
      if (owed.empty()) throw std::runtime_error("an answer nobody waits for");
      const uint64_t at = owed.front();
      owed.pop_front();
      uint32_t want;
      memcpy(&want, manager.memory.data() + at % simple::Bytes, 4);
      const bool bad = at >= simple::BadBase;
      if (lay::get(top.fetch_o, lay::fetch_o::error_) != bad) throw std::runtime_error("error");
      if (!bad && lay::get(top.fetch_o, lay::fetch_o::instruction_) != want)
        throw std::runtime_error("instruction");
      fetched++;
      refused += bad;
    }
    misses += lay::get(top.events_o, lay::events_o::miss_);
    manager.sample();
    if (valid && top.fetch_ready_o) {
      owed.push_back(address);
      valid = false;
      if (owed.size() > 1) throw std::runtime_error("two fetches are owed");
    }
    top.clk_i = 1;
    top.eval();
    cycle++;
  }
  void flush() {
    lay::set(top.fetch_i, lay::fetch_i::flush_, 1);
    for (unsigned guard = 0;; guard++) {
      if (guard > 5000) throw std::runtime_error("a flush does not end");
      top.eval();
      const bool done = lay::get(top.fetch_o, lay::fetch_o::flush_done_);
      step(false);
      if (done) break;
    }
    lay::set(top.fetch_i, lay::fetch_i::flush_, 0);
  }
  unsigned long alone(uint64_t at) {
    address = at;
    const unsigned long from = cycle, before = fetched;
    step(true);
    while (fetched == before) step(false);
    return cycle - 1 - from;
  }
};

void stress(Bench& bench, unsigned long operations) {
  auto& random = bench.random;
  for (unsigned turn = 0; turn < 6; turn++) {
    bench.manager.knobs = {turn % 3 * 30, 1 + turn * 3, true};
    for (unsigned long n = 0; n < operations / 6; n++) {
      if (!bench.valid) {
        const bool jump = random() % 8 == 0;
        bench.address = bench.address + 4;
        if (bench.address >= simple::BadBase || bench.address >= simple::Base + simple::Bytes ||
            jump)
          bench.address = simple::Base + random() % simple::Bytes / 4 * 4;
        if (random() % 50 == 0) bench.address = simple::BadBase + random() % 256 / 4 * 4;
      }
      bench.step(random() % 4 != 0);
      if (random() % 300 == 0) {
        while (bench.valid || !bench.owed.empty()) bench.step(false);
        bench.flush();
        for (unsigned i = 0; i < 64; i++)
          bench.manager.memory[random() % simple::Bytes] = uint8_t(random());
      }
    }
    while (bench.valid || !bench.owed.empty()) bench.step(false);
  }
  if (!bench.refused || !bench.misses || bench.misses >= bench.fetched)
    throw std::runtime_error("no refusal, no miss or no hit");
  std::printf("%lu fetches, %lu misses, %lu cycles\n", bench.fetched, bench.misses, bench.cycle);
}

void exactly(const char* what, unsigned long got, unsigned long want) {
  std::printf("%s %lu\n", what, got);
  if (got != want)
    throw std::runtime_error(std::string(what) + " should be " + std::to_string(want));
}

}  // namespace

int main(int argc, char** argv) {
  uint64_t seed = 1;
  for (int i = 1; i + 1 < argc; ++i)
    if (!std::strcmp(argv[i], "--seed")) seed = std::strtoull(argv[i + 1], nullptr, 0);
  Verilated::commandArgs(argc, argv);
  try {
    Bench bench(seed);
    bench.manager.knobs = {0, 5, false};
    exactly("miss", bench.alone(simple::Base), 12);
    exactly("hit", bench.alone(simple::Base + 4), 1);
    const unsigned long from = bench.cycle, before = bench.fetched;
    while (bench.fetched < before + 16) bench.step(true);
    exactly("sixteen hits", bench.cycle - from, 17);
    while (bench.valid || !bench.owed.empty()) bench.step(false);
    stress(bench, 60000);
  } catch (const std::exception& e) {
    std::printf("FAIL %s (seed %" PRIu64 ")\n", e.what(), seed);
    return 1;
  }
  return 0;
}
