// SPDX-License-Identifier: Apache-2.0
// fy_cache_simple in sixteen sizes and policies: random accesses against a flat memory, with
// stalls, refusals, flushes and resets; then exact cycles.
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>

#include "../l1/l1_core.h"
#include "Vfy_cache_simple_top.h"
#include "fy_layout.h"
#include "simple_manager.h"
#include "verilated.h"

using namespace l1;
using Top = Vfy_cache_simple_top;
namespace lay = fy_layout;

namespace {

struct Bench {
  VerilatedContext context;
  std::unique_ptr<Top> top;
  std::mt19937_64 random;
  std::unique_ptr<simple::Manager<Top>> manager;
  std::unique_ptr<Core<Top>> core;
  std::map<std::string, unsigned long> events;
  std::set<unsigned long> errors;
  unsigned long cycle = 0;
  unsigned line, ways;
  bool write_back, write_allocate, replay;

  Bench(int argc, char** argv, uint64_t seed, unsigned select) : random(seed * 16 + select) {
    context.commandArgs(argc, argv);
    top = std::make_unique<Top>(&context);
    manager = std::make_unique<simple::Manager<Top>>(*top, random);
    top->select_i = select;
    for (auto* m : {&manager->memory, &manager->device})
      for (auto& byte : *m) byte = uint8_t(random());
    reset();
    line = top->line_bytes_o;
    ways = top->ways_o;
    write_back = lay::get(top->policy_o, lay::policy_o::write_back_);
    write_allocate = lay::get(top->policy_o, lay::policy_o::write_allocate_);
    replay = lay::get(top->policy_o, lay::policy_o::replay_);
  }
  std::string name() const {
    return std::to_string(line) + " bytes, " + std::to_string(ways) + " ways" +
           (write_back ? ", back" : ", through") + (write_allocate ? ", allocate" : "") +
           (replay ? ", replay" : "");
  }
  /// All that is under way is forgotten; what was dirty is lost.
  void reset() {
    core = std::make_unique<Core<Top>>(*top);
    manager->reset();
    errors.clear();
    lay::set(top->data_i, lay::data_i::valid_, 0);
    lay::set(top->data_i, lay::data_i::kill_, 0);
    lay::set(top->tl_i, lay::tl_i::d_valid_, 0);
    top->flush_i = top->flush_keep_i = top->tl_ready_i = 0;
    // The falling edge counts: everything is in reset before the first clock.
    top->clk_i = 0;
    top->rst_ni = 1;
    top->eval();
    top->rst_ni = 0;
    top->eval();
    for (int i = 0; i < 4; ++i) {
      top->clk_i = i % 2;
      top->eval();
    }
    top->rst_ni = 1;
  }
  void step() {
    core->drive();
    manager->drive(cycle);
    top->clk_i = 0;
    top->eval();
    auto add = [&](const char* event, lay::Field field) {
      events[event] += lay::get(top->events_o, field);
    };
    namespace E = lay::events_o;
    add("load", E::load_), add("store", E::store_), add("miss", E::miss_);
    add("refill", E::refill_), add("writeback", E::writeback_), add("through", E::through_);
    add("replay", E::replay_), add("uncached", E::uncached_);
    if (top->bus_error_o) errors.insert(cycle);
    core->sample();
    manager->sample();
    top->clk_i = 1;
    top->eval();
    ++cycle;
  }
  void settle() {
    for (unsigned guard = 0; !(core->empty() && manager->idle() && top->data_quiet_o); guard++) {
      if (guard > 200000) throw std::runtime_error("no end");
      step();
    }
    // What the cache still keeps to itself, the write buffer's last answer among it.
    for (unsigned i = 0; i < 4; i++) step();
  }
  void flush(bool keep) {
    top->flush_i = 1;
    top->flush_keep_i = keep;
    for (unsigned guard = 0;; guard++) {
      if (guard > 20000) throw std::runtime_error("a flush does not end");
      top->eval();
      const bool done = top->flush_done_o;
      step();
      if (done) break;
    }
    top->flush_i = 0;
  }
};

uint64_t extend(uint64_t value, unsigned size, bool is_unsigned) {
  const unsigned shift = 64 - (8u << size);
  return is_unsigned ? value << shift >> shift : uint64_t(int64_t(value << shift) >> shift);
}

/// The flat memory, and what each access should give.
struct Model {
  Bench& bench;
  std::vector<uint8_t> memory, device;
  std::map<unsigned, uint64_t> expected;
  std::map<std::string, unsigned> seen;

  explicit Model(Bench& b) : bench(b) {}
  void start() {
    memory = bench.manager->memory;
    device = bench.manager->device;
    expected.clear();
    bench.core->decided = [this](const Access& a, Status s, uint64_t v) { decided(a, s, v); };
    bench.core->late = [this](const Access& a, uint64_t v) { late(a, v); };
    bench.core->bubble = [this] { return bench.random() % 8 == 0; };
  }
  [[noreturn]] void fail(const std::string& what, const Access& a) {
    char text[200];
    std::snprintf(text, sizeof text, "%s at %" PRIx64 " (%s, cycle %lu, access %u)", what.c_str(),
                  a.address, bench.name().c_str(), bench.cycle, a.number);
    throw std::runtime_error(text);
  }
  uint8_t* place(const Access& a) {
    return a.device ? device.data() + a.address % simple::DeviceBytes
                    : memory.data() + a.address % simple::Bytes;
  }
  void decided(const Access& a, Status status, uint64_t value) {
    if (status == Replay) {
      if (!bench.replay && !a.atomic) fail("replay of a cache that keeps", a);
      return;
    }
    const bool bad = a.address >= simple::BadBase;
    uint64_t old = 0;
    if (!bad) memcpy(&old, place(a), 1u << a.size);
    old = extend(old, a.size, a.is_unsigned);
    if (status == Pending) {
      if (a.store || a.atomic) fail("Pending store", a);
      expected[a.number] = bad ? ~0ull : old;
      return;
    }
    if (bad) {
      if (!a.store && !a.atomic) fail("a load that cannot be was done", a);
      if (a.atomic && value != (a.atomic == StoreConditional)) fail("value of a failed atomic", a);
      return;
    }
    uint64_t data = a.data;
    if (a.atomic == StoreConditional) {
      seen[value ? "conditional failed" : "conditional done"]++;
      if (value > 1) fail("result of SC", a);
      if (value == 0 && a.address / bench.line != reserved) fail("SC without a reservation", a);
      reserved = ~0ull;
      if (value) return;
    } else if (a.atomic) {
      if (value != old) fail("old value", a);
      if (a.atomic == LoadReserved) {
        reserved = a.address / bench.line;
        return;
      }
      data = amo(a.atomic, old, a.data, a.size);
      seen["amo"]++;
    } else if (!a.store) {
      if (value != old) fail("value", a);
      return;
    }
    if (!a.device && a.address / bench.line == reserved) reserved = ~0ull;
    memcpy(place(a), &data, 1u << a.size);
  }
  void late(const Access& a, uint64_t value) {
    const uint64_t want = expected.at(a.number);
    expected.erase(a.number);
    const bool bad = a.address >= simple::BadBase;
    if (bench.core->late_error != bad) fail("error of a late value", a);
    if (!bad && value != want) fail("late value", a);
    seen[bad ? "late error" : "late"]++;
  }
  uint64_t reserved = ~0ull;
};

Access random_access(Bench& bench) {
  auto& random = bench.random;
  Access a;
  a.size = unsigned(random() % (bench.line < 8 ? 3 : 4));
  a.store = random() % 2;
  a.is_unsigned = random() % 2;
  a.data = random();
  a.kill = random() % 16 == 0;
  const unsigned kind = unsigned(random() % 32);
  if (kind == 0) {
    a.device = true;
    a.address = simple::Device + random() % simple::DeviceBytes;
  } else if (kind == 1) {
    a.address = simple::BadBase + random() % 256;
  } else {
    // Half of them in few lines, so that sets overflow and lines come back.
    const uint64_t span = random() % 2 ? bench.line * 8 : simple::Bytes;
    a.address = simple::Base + random() % span;
  }
  if (!a.device && random() % 12 == 0) {
    a.size = bench.line < 8 ? 2 : 2 + a.size % 2;
    a.store = a.is_unsigned = false;
    a.atomic = 2 + unsigned(random() % 11);
    if (random() % 2) a.atomic = random() % 2 ? LoadReserved : StoreConditional;
  }
  a.address &= ~uint64_t((1u << a.size) - 1);
  return a;
}

void same_memory(Bench& bench, const Model& model, const char* when) {
  if (bench.manager->memory != model.memory || bench.manager->device != model.device)
    throw std::runtime_error(std::string("memory ") + when + ", " + bench.name());
}

void stress(Bench& bench, unsigned long operations) {
  Model model(bench);
  model.start();
  for (unsigned turn = 0; turn < 6; turn++) {
    bench.manager->knobs = {turn % 3 * 30, 1 + turn * 4, true};
    for (unsigned long i = 0; i < operations / 6; i++) {
      bench.core->program.push_back(random_access(bench));
      Access conditional = bench.core->program.back();
      if (conditional.atomic != LoadReserved) continue;
      conditional.atomic = StoreConditional;
      bench.core->program.push_back(conditional);
    }
    // A flush in the middle of everything, then to the end.
    for (unsigned n = 0; n < 50 + bench.random() % 100; n++) bench.step();
    bench.flush(turn % 2);
    bench.settle();
    bench.flush(turn % 2 == 0);
    same_memory(bench, model, "after a flush");
    if (turn % 2) {
      // Nothing is in the cache: others may write.
      bench.flush(false);
      for (unsigned n = 0; n < 64; n++) {
        const size_t at = bench.random() % simple::Bytes;
        bench.manager->memory[at] = model.memory[at] = uint8_t(bench.random());
      }
    }
    if (bench.errors != bench.manager->failures)
      throw std::runtime_error("bus errors differ, " + bench.name());
    if (turn == 3) {
      for (unsigned i = 0; i < 200; i++) bench.core->program.push_back(random_access(bench));
      for (unsigned n = 0; n < 30 + bench.random() % 100; n++) bench.step();
      bench.reset();
      model.start();
      model.reserved = ~0ull;
      bench.events["reset"]++;
    }
  }
  for (const char* event : {"load", "store", "miss", "refill", "replay", "uncached", "reset"})
    if (!bench.events[event]) throw std::runtime_error(std::string("never: ") + event);
  if (!bench.events["writeback"] == bench.write_back) throw std::runtime_error("write-backs");
  if (!bench.events["through"] == (!bench.write_back || !bench.write_allocate))
    throw std::runtime_error("stores that go on");
  for (const char* what : {"late", "late error", "amo", "conditional done", "conditional failed"})
    if (!model.seen[what]) throw std::runtime_error(std::string("never seen: ") + what);
  std::printf("%s: %lu cycles, %lu replays\n", bench.name().c_str(), bench.cycle,
              bench.core->replays);
}

/// Cycles from the offer of an access to its value, alone.
unsigned long latency(Bench& bench, uint64_t address, bool store = false) {
  Access a;
  a.size = 2;
  a.address = address;
  a.store = store;
  unsigned long end = 0;
  bench.core->decided = [&](const Access&, Status s, uint64_t) {
    if (s == Done) end = bench.cycle;
  };
  bench.core->late = [&](const Access&, uint64_t) { end = bench.cycle; };
  bench.core->program.push_back(a);
  const unsigned long from = bench.cycle;
  while (!end) bench.step();
  bench.settle();
  return end - from;
}

void cycles(Bench& bench) {
  bench.manager->knobs = {0, 5, false};
  const uint64_t base = simple::Base, set = 4 * bench.line;  // bytes of all sets
  std::printf("miss %lu\n", latency(bench, base));
  std::printf("hit %lu\n", latency(bench, base));
  std::printf("store_hit %lu\n", latency(bench, base, true));
  std::printf("store_miss %lu\n", latency(bench, base + 0x400 + bench.line, true));
  // All ways of the set are dirty, if the policy lets them, when the next line wants one.
  for (unsigned way = 0; way < bench.ways; way++) {
    latency(bench, base + way * set);
    latency(bench, base + way * set, true);
  }
  std::printf("miss_over_dirty %lu\n", latency(bench, base + 0x400));
  unsigned long first = 0, last = 0;
  bench.core->decided = [&](const Access&, Status s, uint64_t) {
    if (!first) first = bench.cycle;
    if (s == Done) last = bench.cycle;
  };
  for (unsigned i = 0; i < 16; i++) {
    Access a;
    a.size = 2;
    a.address = base + 0x400;
    a.store = bench.write_back && i % 2;
    bench.core->program.push_back(a);
  }
  bench.settle();
  std::printf("sixteen_hits %lu\n", last - first + 1);
  const unsigned long from = bench.cycle;
  bench.flush(false);
  std::printf("flush %lu\n", bench.cycle - from);
}

}  // namespace

int main(int argc, char** argv) {
  uint64_t seed = 1;
  unsigned long operations = 3000;
  int only = -1;
  bool exact = false;
  for (int i = 1; i + 1 < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--seed") seed = std::strtoull(argv[i + 1], nullptr, 0);
    if (word == "--operations") operations = std::strtoul(argv[i + 1], nullptr, 0);
    if (word == "--only") only = std::atoi(argv[i + 1]);
    if (word == "--cycles") exact = true, only = std::atoi(argv[i + 1]);
  }
  try {
    for (int select = 0; select < 16; select++) {
      if (only >= 0 && select != only) continue;
      Bench bench(argc, argv, seed, unsigned(select));
      if (exact)
        cycles(bench);
      else
        stress(bench, operations);
    }
  } catch (const std::exception& e) {
    std::printf("FAIL %s (seed %" PRIu64 ")\n", e.what(), seed);
    return 1;
  }
  return 0;
}
