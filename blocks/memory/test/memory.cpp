// SPDX-License-Identifier: Apache-2.0
// fy_memory_fixed and its contents: exact cycles of reads and writes, errors, and random traffic
// against a copy of the memory. `--beat-cycles N` tells the parameter of the build.
#include "Vfy_memory_top.h"
#include "axi_client.h"
#include "sim/endpoints/memory_contents.h"

namespace {

constexpr uint64_t kBytes = 0x100000;

class Test {
 public:
  Vfy_memory_top top;
  AxiClient<Vfy_memory_top> axi{top};
  unsigned stall = 0;

  Test() {
    fy_memory_clear();
    top.latency_i = 1;
    axi.drive(0);
    reset(top, 2);
  }
  void run() {
    for (int guard = 0; !axi.idle(); guard++) {
      check(guard <= 200000, "no end");
      step();
    }
    for (int i = 0; i < 8; i++) step();  // the next one finds it idle
  }
  void step() {
    axi.drive(stall);
    top.eval();
    axi.sample([](const Burst&, unsigned) {});
    edge(top);
  }
};

void cycles(Test& t, unsigned beat_cycles) {
  for (const int latency : {1, 2, 16, 60, 1023}) {
    t.top.latency_i = static_cast<uint16_t>(latency);
    const std::string at = " at latency " + std::to_string(latency);
    t.axi.clear();
    t.axi.read(kBase + 64, 2, 0);
    t.axi.write(kBase + 128, 2, 5);
    t.run();
    const Burst read = t.axi.done_reads[0], write = t.axi.done_writes[0];
    exactly("AR to first R" + at, read.first - read.start, latency);
    exactly("first to last R" + at, read.last - read.first, beat_cycles);
    exactly("last W to B" + at, write.first - write.start, latency);
    // 32 lines each way at once: the stream has no gap, and reads and writes do not meet.
    t.axi.clear();
    for (unsigned i = 0; i < 32; i++) {
      t.axi.read(kBase + 64 * i, 2, i);
      t.axi.write(kBase + 4096 + 64 * i, 2, i);
    }
    t.run();
    exactly("32 lines, first AR to last R" + at,
            t.axi.done_reads[31].last - t.axi.done_reads[0].start, latency + 63 * beat_cycles);
    exactly("32 lines, first to last B" + at,
            t.axi.done_writes[31].first - t.axi.done_writes[0].first, 62 * beat_cycles);
  }
}

void errors(Test& t) {
  t.top.latency_i = 3;
  t.axi.clear();
  for (const uint64_t address : {kBase - 64, kBase + kBytes, kBase + kBytes - 64, kBase, kBase})
    t.axi.read(address, 2, 0);
  t.axi.ar.queue[3].burst = 2;
  t.axi.ar.queue[4].size = 4;
  t.axi.write(kBase + kBytes, 2, 1);
  t.axi.write(kBase, 1, 1);
  t.axi.write(kBase, 1, 1);
  t.axi.aw.queue[1].burst = 0;
  t.run();
  const unsigned reads[] = {3, 3, 0, 2, 2}, writes[] = {3, 2, 0};
  for (unsigned i = 0; i < 5; i++)
    exactly("resp of read " + std::to_string(i), t.axi.done_reads[i].resp, reads[i]);
  for (unsigned i = 0; i < 3; i++)
    exactly("resp of write " + std::to_string(i), t.axi.done_writes[i].resp, writes[i]);
  uint8_t beyond[kBeat] = {};
  fy_memory_peek(kBase + kBytes, beyond, kBeat);
  for (const uint8_t byte : beyond) check(byte == 0, "a refused write changed the memory");
}

// Near a page edge of the contents.
uint64_t some_address() { return kBase + (65536 - 512 + 32 * pick(32)) + 65536 * pick(8); }

// Batches of writes, then of reads, over page edges of the contents, with stalls and strobes.
void volume(Test& t, uint64_t batches) {
  FlatMemory copy(kBase, kBytes);
  fy_memory_peek(kBase, copy.bytes.data(), kBytes);
  t.stall = 30;
  while (batches-- != 0) {
    t.top.latency_i = static_cast<uint16_t>(1 + below(30));
    t.axi.clear();
    for (int i = 0; i < 40; i++) {
      const uint32_t strobe = one_in(2) ? 0xffffffffu : static_cast<uint32_t>(random64());
      const Burst& b = t.axi.write(some_address(), 1 + below(8), below(64), strobe);
      for (unsigned beat = 0; beat < b.beats; beat++)
        copy.store(b.address + beat * kBeat, b.data.data() + beat * kBeat, kBeat, strobe);
    }
    t.run();
    for (int i = 0; i < 40; i++) t.axi.read(some_address(), 1 + below(8), below(64));
    t.run();
    for (const Burst& b : t.axi.done_reads)
      check(copy.same(b.address, b.data.data(), b.data.size()), "wrong data of a read");
  }
  uint8_t poked[100], peeked[100];
  randomize(poked);
  fy_memory_poke(kBase + 65536 - 50, poked, sizeof poked);
  fy_memory_peek(kBase + 65536 - 50, peeked, sizeof peeked);
  check(std::memcmp(poked, peeked, sizeof poked) == 0, "peek does not show what poke wrote");
}

}  // namespace

int main(int argc, char** argv) {
  const Options options("memory", argc, argv, 50);
  Test test;
  cycles(test, static_cast<unsigned>(options.number("--beat-cycles", 1)));
  errors(test);
  volume(test, options.count);
  return passed();
}
