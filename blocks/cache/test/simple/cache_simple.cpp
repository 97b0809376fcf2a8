// SPDX-License-Identifier: Apache-2.0
// fy_cache_simple in sixteen sizes and policies: random accesses against a flat memory, with
// stalls, refusals, flushes and resets; then exact cycles.
#include <map>
#include <memory>
#include <string>

#include "Vfy_cache_simple_top.h"
#include "blocks/data_port/test/data_port_core.h"
#include "fy_layout.h"
#include "simple_manager.h"

using namespace data_port;
using Top = Vfy_cache_simple_top;
namespace lay = fy_layout;

namespace {

struct Bench {
  Top top;
  simple::Manager<Top> manager{top};
  std::unique_ptr<Core<Top>> core;
  std::map<std::string, unsigned long> events;
  std::map<uint64_t, uint64_t> errors;  // address by cycle
  unsigned line, ways;
  bool write_back, write_allocate, replay;

  explicit Bench(unsigned select) {
    top.select_i = select;
    randomize(manager.memory);
    randomize(manager.device);
    restart();
    line = top.line_bytes_o;
    ways = top.ways_o;
    write_back = lay::get(top.policy_o, lay::policy_o::write_back_);
    write_allocate = lay::get(top.policy_o, lay::policy_o::write_allocate_);
    replay = lay::get(top.policy_o, lay::policy_o::replay_);
  }
  std::string name() const {
    return std::to_string(line) + " bytes, " + std::to_string(ways) + " ways" +
           (write_back ? ", back" : ", through") + (write_allocate ? ", allocate" : "") +
           (replay ? ", replay" : "");
  }
  /// All that is under way is forgotten; what was dirty is lost.
  void restart() {
    core = std::make_unique<Core<Top>>(top);
    manager.reset();
    errors.clear();
    lay::set(top.data_i, lay::data_i::valid_, 0);
    lay::set(top.data_i, lay::data_i::kill_, 0);
    lay::set(top.tl_i, lay::tl_i::d_valid_, 0);
    top.flush_i = top.flush_keep_i = top.tl_ready_i = 0;
    reset(top, 2);
  }
  void step() {
    core->drive();
    manager.drive();
    top.eval();
    auto add = [&](const char* event, lay::Field field) {
      events[event] += lay::get(top.events_o, field);
    };
    namespace E = lay::events_o;
    add("load", E::load_), add("store", E::store_), add("miss", E::miss_);
    add("refill", E::refill_), add("writeback", E::writeback_), add("through", E::through_);
    add("replay", E::replay_), add("uncached", E::uncached_);
    if (top.bus_error_o) errors[cycle] = top.bus_error_address_o;
    core->sample();
    manager.sample();
    edge(top);
  }
  void settle() {
    for (unsigned guard = 0; !(core->empty() && manager.idle() && top.data_quiet_o); guard++) {
      check(guard <= 200000, "no end");
      step();
    }
    // What the cache still keeps to itself, the write buffer's last answer among it.
    for (unsigned i = 0; i < 4; i++) step();
  }
  void flush(bool keep) {
    events["flush"]++;
    top.flush_i = 1;
    top.flush_keep_i = keep;
    for (unsigned guard = 0;; guard++) {
      check(guard <= 20000, "a flush does not end");
      top.eval();
      const bool done = top.flush_done_o;
      step();
      if (done) break;
    }
    events["flush ended"]++;
    top.flush_i = 0;
  }
};

/// The flat memory, and what each access should give.
struct Model {
  Bench& bench;
  std::vector<uint8_t> memory, device;
  std::map<unsigned, uint64_t> expected;
  std::map<std::string, unsigned> seen;
  std::map<std::string, unsigned long> counted, before;  // accesses; events that are not theirs

  explicit Model(Bench& b) : bench(b) {}
  void start() {
    memory = bench.manager.memory;
    device = bench.manager.device;
    expected.clear();
    counted.clear();
    before = bench.events;
    bench.core->decided = [this](const Access& a, Status s, uint64_t v) { decided(a, s, v); };
    bench.core->late = [this](const Access& a, uint64_t v) { late(a, v); };
    bench.core->bubble = [this] { return one_in(8); };
  }
  [[noreturn]] void fail(const std::string& what, const Access& a) {
    ::fail(what + " at " + hex(a.address) + " (" + bench.name() + ", access " +
           std::to_string(a.number) + ")");
  }
  uint8_t* place(const Access& a) {
    return a.device ? device.data() + a.address % simple::DeviceBytes
                    : memory.data() + a.address % simple::Bytes;
  }
  /// With everything served, each access and each line that came was counted once.
  void same_events() {
    const auto count = [&](const char* event) { return bench.events[event] - before[event]; };
    bool same = count("load") == counted["load"] && count("store") == counted["store"];
    same &= count("miss") == count("refill");
    if (bench.replay) same &= count("replay") == counted["replay"];
    if (!same) ::fail("events differ from the accesses, " + bench.name());
  }
  void decided(const Access& a, Status status, uint64_t value) {
    counted[status == Replay ? "replay" : a.store || a.atomic ? "store" : "load"]++;
    if (status == Replay) {
      if (!bench.replay && !a.atomic) fail("replay of a cache that keeps", a);
      return;
    }
    const bool bad = a.address >= simple::BadBase;
    if ((a.store || a.atomic) && bench.top.data_quiet_o) fail("quiet beside a store", a);
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
      // Nothing came between: the cache must have kept it.
      const bool kept = reserved == a.address / bench.line && thread(a) == holder;
      if (value == 1 && kept && lines_moved() == moved) fail("SC refused with a reservation", a);
      reserved = ~0ull;
      if (value) return;
    } else if (a.atomic) {
      if (value != old) fail("old value", a);
      if (a.atomic == LoadReserved) {
        reserved = a.address / bench.line;
        holder = thread(a);
        moved = lines_moved();
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
  static unsigned thread(const Access& a) { return a.number >> lay::data_i::access_id_tag_.width; }
  /// A reservation may end with each of them; of a flush anywhere from its request to its end.
  uint64_t lines_moved() {
    return bench.events["miss"] + bench.events["flush"] + bench.events["flush ended"];
  }
  uint64_t reserved = ~0ull, moved = 0;
  unsigned holder = 0;
};

Access random_access(Bench& bench) {
  Access a;
  a.size = below(bench.line < 8 ? 3 : 4);
  a.store = one_in(2);
  a.is_unsigned = one_in(2);
  a.data = random64();
  a.kill = one_in(16);
  const unsigned kind = below(32);
  if (kind == 0) {
    a.device = true;
    a.address = simple::Device + pick(simple::DeviceBytes);
  } else if (kind == 1) {
    a.device = one_in(4);
    a.address = simple::BadBase + pick(256);
  } else {
    // Half of them in few lines, so that sets overflow and lines come back.
    const uint64_t span = one_in(2) ? bench.line * 8 : simple::Bytes;
    a.address = simple::Base + pick(span);
  }
  if (!a.device && one_in(12)) {
    a.size = bench.line < 8 ? 2 : 2 + a.size % 2;
    a.store = a.is_unsigned = false;
    a.atomic = 2 + below(11);
    if (one_in(2)) a.atomic = one_in(2) ? LoadReserved : StoreConditional;
  }
  a.address &= ~uint64_t((1u << a.size) - 1);
  return a;
}

void same_memory(Bench& bench, const Model& model, const char* when) {
  if (bench.manager.memory != model.memory || bench.manager.device != model.device)
    fail(std::string("memory ") + when + ", " + bench.name());
}

/// Each failure is reported in its cycle, with its line; of two in one cycle either.
void same_errors(Bench& bench) {
  bool same = bench.errors.size() == bench.manager.failures.size();
  for (const auto& [when, addresses] : bench.manager.failures) {
    bool found = false;
    for (uint64_t address : addresses)
      found |= bench.errors.count(when) && bench.errors[when] / bench.line == address / bench.line;
    same &= found;
  }
  if (!same) fail("bus errors differ, " + bench.name());
}

void stress(Bench& bench, uint64_t operations) {
  Model model(bench);
  model.start();
  for (unsigned turn = 0; turn < 6; turn++) {
    bench.manager.knobs = {turn % 3 * 30, 1 + turn * 4, true};
    for (uint64_t i = 0; i < operations / 6; i++) {
      bench.core->program.push_back(random_access(bench));
      Access conditional = bench.core->program.back();
      if (conditional.atomic != LoadReserved) continue;
      if (one_in(4)) {  // a store between them ends the reservation
        bench.core->program.push_back(conditional);
        bench.core->program.back().atomic = 0;
        bench.core->program.back().store = true;
      }
      conditional.atomic = StoreConditional;
      // Now and then to the line beside the one that is reserved.
      if (one_in(4) && conditional.address < simple::BadBase) conditional.address ^= bench.line;
      bench.core->program.push_back(conditional);
      // A second one finds no reservation.
      if (one_in(4)) bench.core->program.push_back(conditional);
    }
    // A flush in the middle of everything, then to the end.
    some_cycles(50, 150, [&] { bench.step(); });
    bench.flush(turn % 2);
    same_memory(bench, model, "after a flush in the middle");
    bench.settle();
    model.same_events();
    bench.flush(turn % 2 == 0);
    same_memory(bench, model, "after a flush");
    if (turn % 2) {
      // Nothing is in the cache: others may write.
      bench.flush(false);
      for (unsigned n = 0; n < 64; n++) {
        const size_t at = pick(simple::Bytes);
        bench.manager.memory[at] = model.memory[at] = uint8_t(random64());
      }
    }
    same_errors(bench);
    if (turn == 3) {
      for (unsigned i = 0; i < 200; i++) bench.core->program.push_back(random_access(bench));
      some_cycles(30, 130, [&] { bench.step(); });
      bench.restart();
      model.start();
      model.reserved = ~0ull;
      bench.events["reset"]++;
    }
  }
  for (const char* event : {"load", "store", "miss", "refill", "replay", "uncached", "reset"})
    met(bench.events[event], event);
  check(!bench.events["writeback"] != bench.write_back, "write-backs");
  check(!bench.events["through"] != (!bench.write_back || !bench.write_allocate),
        "stores that go on");
  for (const char* what : {"late", "late error", "amo", "conditional done", "conditional failed"})
    met(model.seen[what], what);
  std::printf("%s: %lu replays\n", bench.name().c_str(), bench.core->replays);
}

/// Cycles from the offer of an access to its value, alone.
uint64_t latency(Bench& bench, uint64_t address, bool store = false) {
  Access a;
  a.size = 2;
  a.address = address;
  a.store = store;
  uint64_t end = 0;
  bench.core->decided = [&](const Access&, Status s, uint64_t) {
    if (s == Done) end = cycle;
  };
  bench.core->late = [&](const Access&, uint64_t) { end = cycle; };
  bench.core->program.push_back(a);
  const uint64_t from = cycle;
  while (!end) {
    check(cycle < from + 20000, "no answer");
    bench.step();
  }
  bench.settle();
  return end - from;
}

void cycles(Bench& bench) {
  const auto show = [](const char* name, uint64_t count) {
    std::printf("%s %" PRIu64 "\n", name, count);
  };
  bench.manager.knobs = {0, 5, false};
  const uint64_t base = simple::Base, set = 4 * bench.line;  // bytes of all sets
  show("miss", latency(bench, base));
  show("hit", latency(bench, base));
  show("store_hit", latency(bench, base, true));
  show("store_miss", latency(bench, base + 0x400 + bench.line, true));
  // All ways of the set are dirty, if the policy lets them, when the next line wants one.
  for (unsigned way = 0; way < bench.ways; way++) {
    latency(bench, base + way * set);
    latency(bench, base + way * set, true);
  }
  show("miss_over_dirty", latency(bench, base + 0x400));
  uint64_t first = 0, last = 0;
  bench.core->decided = [&](const Access&, Status s, uint64_t) {
    if (!first) first = cycle;
    if (s == Done) last = cycle;
  };
  for (unsigned i = 0; i < 16; i++) {
    Access a;
    a.size = 2;
    a.address = base + 0x400;
    a.store = bench.write_back && i % 2;
    bench.core->program.push_back(a);
  }
  bench.settle();
  show("sixteen_hits", last - first + 1);
  const uint64_t from = cycle;
  bench.flush(false);
  show("flush", cycle - from);
}

}  // namespace

int main(int argc, char** argv) {
  const Options options("cache_simple", argc, argv, 3000);
  const bool exact = options.has("--cycles");
  const uint64_t only = exact ? options.number("--cycles", 0) : options.number("--only", 16);
  for (unsigned select = 0; select < 16; select++) {
    if (only < 16 && select != only) continue;
    Bench bench(select);
    if (exact) {
      cycles(bench);
    } else {
      stress(bench, options.count);
    }
  }
  return passed();
}
