// SPDX-License-Identifier: Apache-2.0
// fy_instruction_cache_simple: random fetches against a flat memory that others change between
// flushes, with stalls and refusals; then the cycles of a hit and of a miss.
#include "Vfy_instruction_cache_simple.h"
#include "blocks/common/test/bench.h"
#include "fy_layout.h"
#include "simple_manager.h"

namespace lay = fy_layout;
using Top = Vfy_instruction_cache_simple;

namespace {

struct Bench {
  Top top;
  simple::Manager<Top> manager{top};
  InOrder<uint64_t> owed;
  unsigned long fetched = 0, refused = 0, misses = 0;
  uint64_t address = simple::Base;
  bool valid = false;
  unsigned waits = 0;  // cycles since the last answer

  Bench() {
    randomize(manager.memory);
    lay::set(top.fetch_i, lay::fetch_i::valid_, 0);
    lay::set(top.fetch_i, lay::fetch_i::flush_, 0);
    lay::set(top.tl_i, lay::tl_i::d_valid_, 0);
    top.tl_ready_i = 0;
    reset(top, 2);
  }
  void step(bool offer) {
    if (!valid && offer) {
      valid = true;
      lay::set(top.fetch_i, lay::fetch_i::address_, address);
    }
    lay::set(top.fetch_i, lay::fetch_i::valid_, valid);
    manager.drive();
    top.eval();
    const bool answered = lay::get(top.fetch_o, lay::fetch_o::valid_);
    if (answered) {
      const uint64_t at = owed.oldest("an answer that no fetch waits for");
      owed.done();
      uint32_t want;
      memcpy(&want, manager.memory.data() + at % simple::Bytes, 4);
      const bool bad = at >= simple::BadBase;
      check(lay::get(top.fetch_o, lay::fetch_o::error_), bad, "error");
      if (!bad) check(lay::get(top.fetch_o, lay::fetch_o::instruction_), want, "instruction");
      fetched++;
      refused += bad;
    }
    waits = owed.empty() || answered ? 0 : waits + 1;
    check(waits <= 5000, "a fetch has no answer");
    misses += lay::get(top.events_o, lay::events_o::miss_);
    manager.sample();
    if (valid && top.fetch_ready_o) {
      owed.owe(address);
      valid = false;
      check(owed.size() <= 1, "two fetches are owed");
    }
    edge(top);
  }
  void flush() {
    lay::set(top.fetch_i, lay::fetch_i::flush_, 1);
    for (unsigned guard = 0;; guard++) {
      check(guard <= 5000, "a flush does not end");
      top.eval();
      const bool done = lay::get(top.fetch_o, lay::fetch_o::flush_done_);
      step(false);
      if (done) break;
    }
    lay::set(top.fetch_i, lay::fetch_i::flush_, 0);
  }
  uint64_t alone(uint64_t at) {
    address = at;
    const uint64_t from = cycle, before = fetched;
    step(true);
    while (fetched == before) step(false);
    return cycle - 1 - from;
  }
};

void stress(Bench& bench, uint64_t operations) {
  for (unsigned turn = 0; turn < 6; turn++) {
    bench.manager.knobs = {turn % 3 * 30, 1 + turn * 3, true};
    for (uint64_t n = 0; n < operations / 6; n++) {
      if (!bench.valid) {
        const bool jump = one_in(8);
        bench.address = bench.address + 4;
        if (bench.address >= simple::BadBase || bench.address >= simple::Base + simple::Bytes ||
            jump)
          bench.address = simple::Base + pick(simple::Bytes) / 4 * 4;
        if (one_in(50)) bench.address = simple::BadBase + pick(256) / 4 * 4;
      }
      bench.step(!one_in(4));
      if (one_in(300)) {
        while (bench.valid || !bench.owed.empty()) bench.step(false);
        bench.flush();
        for (unsigned i = 0; i < 64; i++)
          bench.manager.memory[pick(simple::Bytes)] = uint8_t(random64());
      }
    }
    while (bench.valid || !bench.owed.empty()) bench.step(false);
  }
  met(bench.refused, "a refusal");
  met(bench.misses, "a miss");
  check(bench.misses < bench.fetched, "never met: a hit");
  std::printf("%lu fetches, %lu misses\n", bench.fetched, bench.misses);
}

}  // namespace

int main(int argc, char** argv) {
  const Options options("instruction_cache_simple", argc, argv, 60000);
  Bench bench;
  bench.manager.knobs = {0, 5, false};
  exactly("miss", bench.alone(simple::Base), 12);
  exactly("hit", bench.alone(simple::Base + 4), 1);
  const uint64_t from = cycle, before = bench.fetched;
  while (bench.fetched < before + 16) bench.step(true);
  exactly("sixteen hits", cycle - from, 17);
  while (bench.valid || !bench.owed.empty()) bench.step(false);
  stress(bench, options.count);
  return passed();
}
