// SPDX-License-Identifier: Apache-2.0
// fy_memory_ddr: cycles of row hit, miss, conflict, bank overlap, turnaround and refresh; then
// random traffic in which every command is held against the data sheet and every byte against a
// copy; then the other model behind the same port (fy_memory_models). `--channels N --interleave N`
// tell the parameters of the build.
#include "ddr_bench.h"

namespace {

void row_cases(Test& t) {
  const Part& p = t.part;
  const uint64_t cl = Part::up(p.cl), rcd = Part::up(p.rcd), rp = Part::up(p.rp);
  const std::string of = std::string(" of ") + p.name;
  const auto one = [&t](uint64_t address) {
    t.axi.clear();
    t.read(address, 1);
    t.run();
    t.wait(100);
    return t.latency(1);
  };
  exactly("closed row" + of, one(t.place(2, 5)), 1 + rcd + cl + p.burst());
  exactly("row hit" + of, one(t.place(2, 5, 77)), 1 + cl + p.burst());
  exactly("row conflict" + of, one(t.place(2, 6)), 1 + rp + rcd + cl + p.burst());
  exactly("the other row again" + of, one(t.place(2, 5)), 1 + rp + rcd + cl + p.burst());
  exactly("last line of a row" + of, one(t.place(2, 5, 127)), 1 + cl + p.burst());

  // Two rows of one bank at once: the first precharge waits for tRAS.
  t.axi.clear();
  t.read(t.place(3, 1), 1);
  t.read(t.place(3, 2), 2);
  t.run();
  exactly("conflict at once" + of, t.latency(2) - t.latency(1) + 1, Part::up(p.ras) + rp);
  t.wait(100);
  // Two banks at once: only tRRD between them.
  t.axi.clear();
  t.read(t.place(4, 1), 1);
  t.read(t.place(5, 1), 2);
  t.run();
  exactly("bank overlap" + of, t.latency(2) - t.latency(1) + 1, Part::up(p.rrd));
  t.wait(100);
  // A younger hit overtakes an older conflict, but not one of its own id.
  for (const unsigned id : {3u, 2u}) {
    t.axi.clear();
    t.read(t.place(4, 1), 1);
    t.read(t.place(4, 2), 2);
    t.read(t.place(4, 1, 9), id);
    t.run();
    const uint64_t second = t.place(4, id == 3 ? 1 : 2, id == 3 ? 9 : 0);
    exactly("hit and conflict" + of, t.axi.done_reads[1].address, second);
    if (id == 3) exactly("overtaking hit" + of, t.latency(3), 2 * p.burst() - 1 + cl);
    t.wait(100);
  }
}

void stream_cases(Test& t) {
  const Part& p = t.part;
  const uint64_t cl = Part::up(p.cl), cwl = Part::up(p.cwl);
  const std::string of = std::string(" of ") + p.name;
  t.read(t.place(1, 9), 0);
  t.run();
  t.wait(100);
  // A stream of hits: the data bus sets the pace.
  t.axi.clear();
  for (unsigned i = 0; i < 24; i++) t.read(t.place(1, 9, i), i);
  t.run();
  exactly("24 hits" + of, t.read_done(23).first - t.read_done(0).first, 23 * p.burst());
  t.wait(100);
  // One write to the open row; then a read behind a write, and a write behind a read.
  t.axi.clear();
  t.write(t.place(1, 9, 40), 7);
  t.run();
  exactly("write to an open row" + of, t.axi.done_writes[0].first - t.axi.done_writes[0].start,
          2 + cwl + p.burst());
  t.wait(100);
  t.axi.clear();
  t.write(t.place(1, 9, 41), 7);
  while (t.rules.count[kWrite] < 2) t.step();
  const uint64_t written = cycle - 1;
  t.read(t.place(1, 9, 42), 8);
  t.run();
  exactly("write command to read data" + of, t.read_done(8).first - written,
          cwl + p.burst() + Part::up(p.wtr) + cl + p.burst());
  t.wait(100);
  t.axi.clear();
  const uint64_t before = t.rules.count[kRead];
  t.write(t.place(1, 9, 43), 7);
  t.step();
  t.read(t.place(1, 9, 44), 8);  // is there a cycle before the write
  t.run();
  exactly("reads" + of, t.rules.count[kRead] - before, 1);
  exactly("write behind a read" + of, t.axi.done_writes[0].first - t.read_done(8).start,
          1 + p.turn() + cwl + p.burst());
  t.wait(100);
}

// A read in the cycle in which the refresh comes due waits for all of it.
void refresh_case(Test& t) {
  const Part& p = t.part;
  const std::string of = std::string(" of ") + p.name;
  t.restart();
  while (t.rules.count[kRefresh] == 0) t.step();
  exactly("first refresh" + of, cycle - 1, Part::up(p.refi));
  while (cycle < 2 * Part::up(p.refi) - 1) t.step();
  t.axi.clear();
  t.read(t.place(0, 3), 1);
  t.run();
  exactly("closed row behind a refresh" + of, t.latency(1),
          1 + Part::up(p.rfc) + Part::up(p.rcd) + Part::up(p.cl) + p.burst());
  t.wait(100);
  exactly("refreshes" + of, t.rules.count[kRefresh], 2);
  // With an open row the precharge comes first.
  while (cycle < 3 * Part::up(p.refi) - 1) t.step();
  t.axi.clear();
  t.read(t.place(0, 3), 1);
  t.run();
  exactly("open row behind a refresh" + of, t.latency(1),
          1 + Part::up(p.rp) + Part::up(p.rfc) + Part::up(p.rcd) + Part::up(p.cl) + p.burst());
}

void random_traffic(Test& t, uint64_t bursts) {
  t.restart();
  std::vector<uint64_t> recent;
  for (const unsigned stall : {0u, 30u}) {
    t.stall = stall;
    for (uint64_t n = 0; n < bursts; n++) {
      // Near the last ones, or anywhere; never a line that a write is on its way to.
      uint64_t address = Test::line(pick(kBytes / channels / kLine) * kLine);
      if (!recent.empty() && pick(4)) {
        const uint64_t near = recent[pick(recent.size())] + pick(8) * kLine * channels;
        if (interleave == kLine && near < kBase + kBytes) address = near;
      }
      recent.push_back(address);
      if (recent.size() > 6) recent.erase(recent.begin());
      if (t.axi.touches(address)) t.run();
      if (pick(3)) {
        t.read(address, pick(64));
      } else {
        t.write(address, pick(64));
      }
      if (pick(40) == 0) t.run();
      if (t.axi.ar.size() + t.axi.aw.size() > 60) t.wait(100);
    }
    t.run();
  }
  t.stall = 0;
  for (const int command : {kActivate, kPrecharge, kRead, kWrite, kRefresh}) {
    std::printf("command %d: %" PRIu64 "\n", command, t.rules.count[command]);
    check(t.rules.count[command] >= 3, "a command was hardly given");
  }
  // Late by what is under way at most: a row to be closed.
  if (t.rules.longest_refresh > 7800 + 100) fail("a refresh came late");
}

// No access waits for ever behind a stream of hits: reads behind reads, a write behind reads.
void patience(Test& t) {
  t.restart();
  t.axi.clear();
  t.read(t.place(0, 1), 0);
  t.run();
  t.read(t.place(0, 2), 1);  // conflict
  t.write(t.place(0, 1, 5), 2);
  for (unsigned i = 0; i < 600; i++) {
    t.read(t.place(0, 1, 6 + i % 100), 3 + i % 50);
  }
  t.run();
  size_t position = 0;
  while (t.axi.done_reads[position].address != t.place(0, 2)) position++;
  std::printf("a conflict is passed by %zu hits\n", position - 1);
  if (position > 16) fail("a conflict waits too long");
  const uint64_t waited = t.axi.done_writes[0].first - t.axi.done_writes[0].start;
  std::printf("a write waits %" PRIu64 " cycles\n", waited);
  if (waited > 400) fail("a write waits too long");
}

// The strap chooses: cycles of the fixed model without a command to the DRAM, and back; one memory.
void models(Test& t) {
  const Part& p = t.part;
  const auto one = [&t](uint64_t address) {
    t.axi.clear();
    t.read(address, 1);
    t.run();
    t.wait(100);
    return t.latency(1);
  };
  t.restart();
  t.write(t.place(2, 7), 3);
  t.run();
  t.wait(100);
  const uint64_t reads = t.rules.count[kRead], writes = t.rules.count[kWrite];
  t.top.model_i = 0;
  for (const unsigned latency : {1u, 16u, 300u}) {
    t.top.latency_i = latency;
    exactly("fixed, latency " + std::to_string(latency), one(t.place(2, 7)), latency);
  }
  t.write(t.place(2, 8), 4);
  t.run();
  exactly("commands meanwhile", t.rules.count[kRead] + t.rules.count[kWrite], reads + writes);
  t.top.model_i = static_cast<unsigned>(&p - kParts) + 1;
  exactly("row conflict again", one(t.place(2, 8)),
          1 + Part::up(p.rp) + Part::up(p.rcd) + Part::up(p.cl) + p.burst());
}

}  // namespace

int main(int argc, char** argv) {
  const Options options("memory_ddr", argc, argv, 6000);
  channels = options.number("--channels", channels);
  interleave = options.number("--interleave", interleave);
  for (unsigned number = 0; number < 2; number++) {
    Test test(number);
    row_cases(test);
    stream_cases(test);
    refresh_case(test);
    patience(test);
    random_traffic(test, options.count);
    models(test);
  }
  return passed();
}
