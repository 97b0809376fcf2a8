// SPDX-License-Identifier: Apache-2.0
// Bench of fy_data_cache. `--mode stress`: random accesses against a sequential memory while a
// manager grants, probes, delays and stalls. `--mode cycles`: exact cycle counts, printed.
#include "data_cache_bench.h"

namespace {

// ---- stress --------------------------------------------------------------------------------

void stress(uint64_t operations, uint64_t slots, uint64_t tags, uint64_t window) {
  Knobs knobs{true, 6, 8, 10, false, true};
  Bench bench(knobs);
  auto& manager = bench.manager;
  auto& core = bench.core;
  std::vector<uint64_t> lines;
  const uint64_t sets[] = {0, 1, 37, 63};
  for (uint64_t tag = 0; tag < tags; ++tag)
    for (uint64_t set : sets) lines.push_back(0x80000000 + tag * 64 * LineBytes + set * LineBytes);
  manager.only_probe(lines);
  std::map<uint64_t, Line> expected;
  for (uint64_t line : lines) expected[line] = manager.line(line).data;
  std::array<uint8_t, 256> device{};
  struct Want {
    uint64_t value, line;
    bool foreign;
  };
  std::map<unsigned, Want> wanted;
  unsigned long cacheable = 0, decided = 0, late = 0, foreign_newer = 0, conditional_done = 0;
  unsigned long late_errors = 0, bad_late = 0, bad_atomics = 0;

  auto judge = [&](const Access& access, const Want& want, uint64_t value) {
    if (access.address >= BadBase) return;
    if (want.foreign) {
      if (value < want.value || value > manager.line(want.line).foreign)
        fail("load of a word written by others is stale or from the future", access.address);
      foreign_newer += value != want.value;
    } else if (value != want.value) {
      fail("load of " + std::to_string(1u << access.size) + " bytes gives " + hex(value) +
               ", expected " + hex(want.value),
           access.address);
    }
  };
  core.decided = [&](const Access& access, Status status, uint64_t value) {
    if (status == Replay) return;
    ++decided;
    cacheable += !access.device;
    if (access.store && bench.top.data_quiet_o) fail("quiet beside a store", access.address);
    if (access.address >= BadBase) {
      if (!access.atomic) return;
      // Its refill fails, or it is an SC: ends at once, with nothing.
      if (status == Pending || value != (access.atomic == StoreConditional))
        fail("an atomic that failed gives a value", access.address);
      ++bad_atomics;
      return;
    }
    uint64_t line = access.address & ~uint64_t(LineBytes - 1);
    uint8_t* bytes = access.device ? device.data() + (access.address & 0xff)
                                   : expected[line].data() + access.address % LineBytes;
    if (access.store) {
      memcpy(bytes, &access.data, 1u << access.size);
      return;
    }
    Want want{0, line, !access.device && access.address % LineBytes >= LastWord};
    memcpy(&want.value, bytes, 1u << access.size);
    if (access.atomic) {
      if (status == Pending) fail("an atomic is late", access.address);
      const uint64_t stored = amo(access.atomic, want.value, access.data, access.size);
      const bool conditional = access.atomic == StoreConditional;
      if (conditional ? value == 0 : access.atomic != LoadReserved)
        memcpy(bytes, &stored, 1u << access.size);
      if (conditional) {
        conditional_done += value == 0;
        if (value > 1) fail("SC gives neither 0 nor 1", access.address);
        return;
      }
    }
    want.value = extend(want.value, access.size, access.is_unsigned);
    if (want.foreign) want.value = manager.line(line).foreign;
    if (status == Done)
      judge(access, want, value);
    else
      wanted[access.number] = want;
  };
  core.late = [&](const Access& access, uint64_t value) {
    ++late;
    // A value may come from a store that waits for the same refill; else it has to fail.
    if (core.late_error && access.address < BadBase)
      fail("a late error of nothing", access.address);
    late_errors += core.late_error;
    bad_late += access.address >= BadBase;
    judge(access, wanted[access.number], value);
    wanted.erase(access.number);
  };
  unsigned busy = 90;
  core.bubble = [&] { return !percent(busy); };

  unsigned long made = 0, phase_end = 0;
  unsigned hot = 1, store_percent = 40;
  uint64_t last = lines[0];
  Access atomic;
  unsigned long before = 0;
  uint64_t moved = cycle;
  while (decided < operations) {
    if (decided != before) before = decided, moved = cycle;
    check(cycle < moved + 20000, "nothing is decided any more");
    if (made >= phase_end) {
      phase_end = made + 200 + below(400);
      hot = 1 + below(unsigned(lines.size()));
      store_percent = 20 + below(50);
      busy = below(3) ? 95 : 30;
      knobs.stall_percent = below(3) ? 5 : 40;
      knobs.probe_percent = below(4) ? 4 : 25;
      knobs.slow_e = one_in(4);
      manager.knobs(knobs);
    }
    while (core.program.size() < 8) {
      Access access;
      access.store = percent(store_percent);
      access.size = one_in(2) ? 3 : below(4);
      access.is_unsigned = one_in(2);
      access.data = random64();
      access.kill = percent(4);
      if (percent(50)) last = lines[below(hot)];
      access.address = last + (pick(LineBytes) & ~uint64_t((1u << access.size) - 1));
      if (access.address % LineBytes >= LastWord) {
        access.store = false;
        access.size = 3;
        access.address &= ~uint64_t(7);
      }
      if (access.size >= 2 && access.address % LineBytes < LastWord && one_in(8)) {
        // SC behind LR half of the time, to the same place.
        const bool pair = atomic.atomic == LoadReserved && one_in(2);
        if (pair) access = atomic;
        access.store = access.is_unsigned = false;
        access.atomic = pair ? StoreConditional : LoadReserved + below(11);
        atomic = access;
      }
      unsigned kind = access.atomic ? below(100) * 9 : below(200);
      if (kind == 0) access.address = BadBase + (access.address & 0x1fff);
      if (kind > 0 && kind < 8) {
        access.device = true;
        access.address = DeviceBase + (access.address & 0xff);
      }
      if (kind == 8) {
        access.device = true;
        access.address = BadBase + 0x100000 + (access.address & 0xff);
      }
      // The line that a guard has taken over, if there is one.
      if (window && made % 16 == 0 && !access.atomic && !access.device &&
          access.address % LineBytes < LastWord)
        access.address = window + access.address % LineBytes;
      core.program.push_back(access);
      ++made;
    }
    bench.step();
  }
  core.program.clear();
  knobs.probe_percent = 0;
  manager.knobs(knobs);
  check(bench.run(20000), "the cache does not become quiet");
  for (auto& [address, entry] : manager.lines()) manager.probe(address, 2);
  check(bench.run(200000), "the last probes are not answered");
  for (uint64_t line : lines) {
    if (manager.line(line).held != Held::None) fail("line is still held", line);
    if (memcmp(manager.line(line).data.data(), expected[line].data(), LastWord) != 0)
      fail("memory differs at the end", line);
  }
  check(manager.device == device, "device bytes differ at the end");
  bench.events["bus_error"] = bench.bus_errors;
  bench.events["late"] = late;
  bench.events["late_newer_than_decision"] = foreign_newer;
  bench.events["late_error"] = late_errors;
  bench.events["atomic_failed"] = bad_atomics;
  bench.events["killed"] = core.kills;
  bench.events["conditional_done"] = conditional_done;
  bench.events["grant_without_data"] = manager.grants_without_data;
  bench.events["probe_crossed_release"] = manager.crossings;
  printf("operations %lu longest_replay %u\n", decided, core.longest_replay);
  // What the cache counted must be what was seen at its ports.
  auto equal = [&](const char* what, unsigned long counted, unsigned long seen) {
    check(counted, seen, what);
  };
  auto& events = bench.events;
  equal("accesses", events["load"] + events["store"] + events["atomic"], cacheable);
  if (late_errors < bad_late * 9 / 10) equal("late_error", late_errors, bad_late);
  equal("uncached", events["uncached"], decided - cacheable);
  equal("replay", events["replay"], core.replays);
  equal("misses", events["load_miss"] + events["store_miss"], manager.acquires);
  equal("writeback", events["writeback"], manager.releases_with_data);
  equal("probe", events["probe"], manager.probes_taken);
  equal("probe_dirty", events["probe_dirty"], manager.probe_answers_with_data);
  // Two errors in one cycle are one pulse.
  if (bench.bus_errors > manager.errors ||
      bench.bus_errors + 5 + manager.errors / 50 < manager.errors)
    equal("bus_error", bench.bus_errors, manager.errors);
  for (const char* name : {"secondary", "hit_under_miss"})
    if (events[name] > cacheable) equal(name, events[name], cacheable);
  for (const char* name : {"probe_pending", "release_probe", "probe_dirty"})
    if (events[name] > events["probe"] / 2) equal(name, events[name], events["probe"]);
  if (events["two_misses"] > cycle / 2) equal("two_misses", events["two_misses"], 0);
  // One slot cannot hold two misses.
  if (slots == 1 && events["two_misses"] == 0) events.erase("two_misses");
  for (auto& [name, amount] : bench.events) {
    printf("event %s %lu\n", name.c_str(), amount);
    met(amount, name);
  }
}

// ---- exact cycles --------------------------------------------------------------------------

struct Timed : Bench {
  std::map<unsigned, unsigned long> presented, answered;
  std::map<unsigned, Status> status;
  unsigned next = 1;
  Timed() : Bench(Knobs{}) {
    core.decided = [this](const Access& access, Status what, uint64_t) {
      status[access.number] = what;
      presented[access.number] = cycle - 1;
      if (what == Done) answered[access.number] = cycle;
    };
    core.late = [this](const Access& access, uint64_t) { answered[access.number] = cycle; };
  }
  Access load(uint64_t address, int needs = -1) {
    Access access;
    access.address = address;
    access.needs = needs;
    access.number = next++;
    return access;
  }
  Access store(uint64_t address, int needs = -1) {
    Access access = load(address, needs);
    access.store = true;
    access.data = address;
    return access;
  }
  void play(std::vector<Access> list) {
    for (auto& access : list) core.program.push_back(access);
    check(run(20000), "a directed test does not end");
    for (int i = 0; i < 20; ++i) step();
  }
  // From the cycle of the request to the cycle of its value.
  unsigned long latency(unsigned number) { return answered.at(number) - presented.at(number); }
  void loop_body(uint64_t source, uint64_t target) {
    int first = int(next);
    for (unsigned i = 0; i < 8; ++i) core.program.push_back(load(source + 8 * i));
    for (unsigned i = 0; i < 8; ++i) core.program.push_back(store(target + 8 * i, first + int(i)));
    Access alu;
    alu.alu = true;
    for (unsigned i = 0; i < 3; ++i) core.program.push_back(alu);
  }
  unsigned long loop(uint64_t source, uint64_t target, unsigned bytes) {
    const uint64_t start = cycle;
    for (unsigned i = 0; i < bytes; i += 64) loop_body(source + i, target + i);
    while (!core.empty()) {
      check(cycle < start + 100000, "the loop does not end");
      step();
    }
    unsigned long taken = cycle - start;
    play({});
    return taken;
  }
};

void cycles() {
  Timed bench;
  const uint64_t base = 0x80000000;
  auto show = [](const char* name, unsigned long value) { printf("%s %lu\n", name, value); };

  Access miss = bench.load(base + 32);
  bench.play({miss});
  show("miss_latency_worst_beat", bench.latency(miss.number));
  Access first = bench.load(base + 0x40);
  bench.play({first});
  show("miss_latency_first_beat", bench.latency(first.number));

  Access hit = bench.load(base);
  bench.play({hit});
  show("hit_latency", bench.latency(hit.number));
  std::vector<Access> list;
  for (unsigned i = 0; i < 16; ++i) list.push_back(bench.load(base + 8 * (i % 8)));
  bench.play(list);
  show("sixteen_hits", bench.answered[list[15].number] - bench.presented[list[0].number]);

  list.clear();
  for (unsigned i = 0; i < 16; ++i) {
    list.push_back(bench.store(base + 8 * (i % 8)));
    list.push_back(bench.load(base + 8 * (i % 8)));
  }
  bench.play(list);
  show("sixteen_store_load_pairs",
       bench.answered[list[31].number] - bench.presented[list[0].number]);

  Access use = bench.load(base);
  Access user = bench.store(base + 8, int(use.number));
  bench.play({use, user});
  show("hit_load_use_stall", bench.presented[user.number] - bench.presented[use.number] - 1);
  for (unsigned offset : {0u, 32u}) {
    Access far = bench.load(base + 0x2000 + 0x40 * offset + offset);
    Access behind = bench.store(base + 8, int(far.number));
    bench.play({far, behind});
    show(offset ? "miss_load_use_stall_worst_beat" : "miss_load_use_stall_first_beat",
         bench.presented[behind.number] - bench.presented[far.number] - 1);
  }

  // Eight loads of one missing line, directly behind each other.
  list.clear();
  for (unsigned i = 0; i < 8; ++i) list.push_back(bench.load(base + 0x1000 + 8 * i));
  bench.play(list);
  show("line_of_loads", bench.answered[list[7].number] - bench.presented[list[0].number]);
  // Loop of 8 loads, 8 stores, 3 others; per iteration, second pass resident, then from "L2".
  const uint64_t source = base + 0x100000, target = base + 0x200800;
  show("loop_4096_first_pass", bench.loop(source, target, 4096));
  show("loop_4096_second_pass", bench.loop(source, target, 4096));
  show("loop_4096_replays", bench.core.replays);
  unsigned long replays = bench.core.replays;
  show("loop_65536_from_l2", bench.loop(base + 0x400000, base + 0x500800, 65536));
  show("loop_65536_replays", bench.core.replays - replays);
}

}  // namespace

int main(int argc, char** argv) {
  const Options options("data_cache", argc, argv, 200000);
  if (options.text("--mode", "stress") == "cycles") {
    cycles();
  } else {
    // Lines of one set that are used; the line that a guard has taken over.
    stress(options.count, options.number("--miss-slots", 2), options.number("--tags", 7),
           options.number("--window", 0));
  }
  return passed();
}
