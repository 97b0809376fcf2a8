// SPDX-License-Identifier: Apache-2.0
// L2 stress, exact cycles, races and counters on the verilated bank, by `--mode
// stress|cycles|hints|race|counts`. Prints counts, exit code 0 when everything agreed and no event
// was missing.
#include "l2_copies.h"
#include "l2_counts.h"
#include "l2_cycles.h"
#include "l2_hints.h"
#include "l2_race.h"

namespace {

l2::Agents* agents = nullptr;

bool read_error(uint64_t address) { return agents->read_fails(agents->line_of(address)); }
bool write_error(uint64_t address) { return agents->write_fails(agents->line_of(address)); }

// Every event of the bank that a stress must reach.
void require_events(const l2::Bench& bench) {
  for (size_t i = 0; i < bench.fields.size(); i++) {
    std::printf("event %s %llu\n", bench.fields[i].first,
                static_cast<unsigned long long>(bench.events[i]));
  }
  for (size_t i = 0; i < bench.fields.size(); i++) {
    met(bench.events[i], bench.fields[i].first);
  }
}

// The bank's counters against what its ports told; see l2_tally.h for the three that ports cannot
// tell to the last one.
void require_tally(const l2::Bench& bench) {
  const l2::Tally& t = bench.tally;
  auto within = [&](const char* name, uint64_t low, uint64_t slack) {
    const uint64_t found = bench.event(name);
    std::printf("tally %s %llu %llu..%llu\n", name, static_cast<unsigned long long>(found),
                static_cast<unsigned long long>(low), static_cast<unsigned long long>(low + slack));
    if (found < low || found > low + slack) fail(std::string("counter of ") + name);
  };
  auto exactly = [&](const char* name, uint64_t count) { within(name, count, 0); };
  exactly("get", t.get);
  exactly("put", t.put);
  exactly("acquire", t.acquire);
  exactly("refill", t.refill);
  exactly("writeback", t.writeback - bench.event("put_passed"));
  exactly("probe", t.probe);
  exactly("probe_data", t.probe_data);
  exactly("release_clean", t.release_clean);
  exactly("release_dirty", t.release_dirty);
  exactly("back_invalidate", t.back_invalidate);
  const uint64_t silent = bench.event("put_no_fetch");
  const uint64_t passed = bench.event("put_passed");
  within("put_no_fetch", 0, t.whole_put);
  within("put_passed", 0, t.hinted_put);
  exactly("get_passed", t.get_passed);
  exactly("access_allocate", t.allocated + silent);
  exactly("miss", t.fetched + silent + passed);
  exactly("hit", t.hit + t.silent_put - silent - passed);
  within("release_crossing", t.crossing, t.unclear);
  within("back_invalidate_dirty", t.back_invalidate_dirty, t.unclear_dirty);
  within("set_conflict", 0, t.waits - bench.event("transactors_full"));
}

void change_weather(l2::Bench& bench, l2::Agents& user) {
  const int levels[] = {0, 0, 10, 40, 80};
  l2::Pauses& s = bench.pauses;
  for (int* one : {&s.a, &s.b, &s.c, &s.d, &s.e, &s.ar, &s.aw, &s.w}) *one = levels[below(5)];
  s.latency = 1 + static_cast<int>(below(30));
  s.spread = static_cast<int>(below(40));
  const int limits[] = {0, 0, 8, 5, 3, 2, 1};
  bench.top.transactor_limit_i = static_cast<uint8_t>(limits[below(7)]);
  user.activity = 10 + static_cast<int>(below(80));
  const int hints[] = {0, 20, 50, 100};
  user.allocating = hints[below(4)];
}

void stress(uint64_t operations, const l2::Geometry& geometry, bool hooked) {
  l2::Bench bench;
  l2::CopyAgents user(bench, geometry);
  bench.tally.sets = static_cast<uint64_t>(geometry.sets);
  agents = &user;
  bench.read_error = read_error;
  bench.write_error = write_error;
  while (user.operations < operations) {
    if (cycle % 4096 == 0) change_weather(bench, user);
    user.act();
    bench.step(user);
  }
  user.stopping = true;
  while (!user.idle()) {
    user.act();
    bench.step(user);
  }
  bench.pauses = {};
  user.flush_all();
  for (int i = 0; i < 500; i++) bench.step(user);  // until the last write-back has left
  std::printf(
      "operations %llu completed %llu denied %llu bus_errors %llu spurious "
      "%llu crossing %llu\n",
      static_cast<unsigned long long>(user.operations),
      static_cast<unsigned long long>(user.completed), static_cast<unsigned long long>(user.denied),
      static_cast<unsigned long long>(bench.bus_errors),
      static_cast<unsigned long long>(user.spurious),
      static_cast<unsigned long long>(user.crossings_seen));
  require_events(bench);
  require_tally(bench);
  if (!user.denied || !bench.bus_errors || !user.crossings_seen) {
    fail("errors or crossings never seen");
  }
  std::printf("copies %llu refused %llu\n", static_cast<unsigned long long>(user.copies),
              static_cast<unsigned long long>(user.refused));
  if (hooked != (user.copies && user.refused)) fail("copies of the hooks' client");
}

}  // namespace

int main(int argc, char** argv) {
  const Options options("l2_stress", argc, argv);
  const std::string mode = options.text("--mode", "stress");
  const bool hooked = options.number("--hooked", 0);
  l2::Geometry geometry;
  const auto read = [&](const char* name, int& value) {
    value = static_cast<int>(options.number(name, static_cast<uint64_t>(value)));
  };
  read("--lines", geometry.lines);
  read("--sets", geometry.sets);
  read("--used-sets", geometry.used_sets);
  if (mode == "cycles") l2::cycles();
  if (mode == "hints") l2::hints();
  if (mode == "race") l2::race();
  if (mode == "counts") l2::counts(options.count, geometry.sets);
  if (mode == "stress") stress(options.count, geometry, hooked);
  return passed();
}
