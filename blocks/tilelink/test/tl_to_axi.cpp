// SPDX-License-Identifier: Apache-2.0
// fy_tl_to_axi between a client and an AXI memory of C++: exact cycles, then random messages of all
// sizes with stalls on every channel, answers out of order, R beats of different ids interleaved,
// and failing addresses, against a copy of the memory. `--outstanding N` tells the build.
#include "tl_to_axi.h"

using namespace bridge;

namespace {

void cycles(Test& t) {
  t.stall = t.spread = 0;
  const unsigned line = beats_of(6);
  for (const unsigned latency : {1u, 5u}) {
    t.latency = latency;
    for (const unsigned opcode : {unsigned(Get), unsigned(PutFullData), unsigned(Intent)}) {
      for (const unsigned size : {0u, 6u}) {
        t.finished.clear();
        t.todo.push(t.message(opcode, size, kBase));
        t.run();
        const Message& m = t.finished.front();
        const unsigned more = size == 6 && opcode != Intent ? line - 1 : 0;
        exactly("opcode " + std::to_string(opcode) + " of " + std::to_string(1u << size) +
                    " bytes, memory " + std::to_string(latency),
                m.end - m.start, opcode == Intent ? 1 : latency + 2 + more);
      }
    }
  }
  // One after the other without a gap, as many as may be outstanding.
  t.latency = 1;
  for (const unsigned opcode : {unsigned(Get), unsigned(PutFullData)}) {
    const uint64_t from = cycle;
    constexpr unsigned kMessages = 64;
    for (unsigned i = 0; i < kMessages; i++)
      t.todo.push(t.message(opcode, 6, kBase + i % 32 * kLine));
    t.run();
    const unsigned round = line + 4;  // from the first beat until its slot can be taken again
    const unsigned groups = (kMessages + t.outstanding - 1) / t.outstanding;
    const unsigned want = t.outstanding * line >= round - 1 ? kMessages * line + 3 + (line == 0)
                                                            : (groups - 1) * round + line + 3;
    std::printf("%u lines of opcode %u: %" PRIu64 " cycles\n", kMessages, opcode, cycle - from);
    if (t.outstanding * line >= round - 1) exactly("without a gap", cycle - from, want);
  }
}

void random_traffic(Test& t, uint64_t messages) {
  for (const unsigned stall : {0u, 20u, 70u}) {
    t.stall = stall;
    for (const unsigned spread : {0u, 40u}) {
      t.spread = spread;
      t.latency = 1 + unsigned(pick(10));
      for (uint64_t n = 0; n < messages; n++) {
        static const unsigned kinds[] = {Get,
                                         Get,
                                         Get,
                                         Get,
                                         PutFullData,
                                         PutFullData,
                                         PutFullData,
                                         PutPartialData,
                                         PutPartialData,
                                         Intent,
                                         LogicalData};
        const unsigned opcode = kinds[pick(11)];
        unsigned size = unsigned(pick(7));
        if (pick(40) == 0) size = 7;  // larger than a line
        const unsigned p = pick(4) ? unsigned(pick(2)) : unsigned(pick(kPages));
        const uint64_t span = pick(2) ? 256 : kPage;
        const uint64_t address = kBase + p * kPage + (pick(span) & ~((1ull << size) - 1));
        Message m = t.message(opcode, size, address);
        if (opcode <= PutPartialData && pick(20) == 0) m.corrupt = int(pick(m.beats));
        t.todo.push(m);
      }
      if (stall == 20 && spread) {
        some_cycles(100, 300, [&] { t.step(); });
        t.restart();  // in the middle of everything
        t.seen["reset"]++;
      }
      t.run();
      check(t.memory == t.copy, "contents of the memory");
    }
  }
  check(t.most >= t.outstanding, "never as many under way as there may be");
  for (const char* what : {"denied", "corrupt", "good", "overtaken", "interleaved", "reset"}) {
    const bool one = t.outstanding == 1 || beats_of(6) == 1;
    if (!t.seen[what] &&
        !(one && (!std::strcmp(what, "overtaken") || !std::strcmp(what, "interleaved") ||
                  !std::strcmp(what, "corrupt"))))
      fail(std::string("never seen: ") + what);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const Options options("tl_to_axi", argc, argv, 3000);
  Test test(static_cast<unsigned>(options.number("--outstanding", 4)));
  cycles(test);
  random_traffic(test, options.count);
  return passed();
}
