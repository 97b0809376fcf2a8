// SPDX-License-Identifier: Apache-2.0
// fy_axi_mux before a memory: exact cycles, fairness, and random bursts of every client in its own
// part of the memory, with stalls on all channels, against a copy. `--clients N` tells the build.
#include "Vfy_axi_mux_top.h"
#include "axi_client.h"
#include "sim/endpoints/memory_contents.h"
#include "sim/system/link_stalls.h"

namespace {

constexpr uint64_t kPart = 0x4000;

class Test {
 public:
  Vfy_axi_mux_top top;
  const unsigned clients;
  std::vector<AxiClient<Vfy_axi_mux_top>> of;
  std::vector<FlatMemory> copies;
  std::vector<uint64_t> reads, writes;  // that ended
  unsigned stall = 0;
  std::vector<unsigned> ar_order, aw_order;

  explicit Test(unsigned number) : clients(number), reads(number), writes(number) {
    fy_memory_clear();
    top.latency_i = 1;
    for (unsigned i = 0; i < clients; i++) {
      of.emplace_back(top, i);
      of[i].apart = true;  // the copy would not know which came first
      of[i].drive(0);
      copies.emplace_back(kBase + i * kPart, kPart);
    }
    reset(top, 2);
  }

  uint64_t place(unsigned client, unsigned beats) {
    return kBase + client * kPart + pick(kPart / kBeat - beats) * kBeat;
  }
  unsigned some_id() const {
    unsigned power = 1;
    while (power < clients) power *= 2;
    return below(64 / power);
  }
  void read(unsigned client, unsigned beats) {
    of[client].read(place(client, beats), beats, some_id());
  }
  void write(unsigned client, unsigned beats) {
    const uint32_t strobe = one_in(3) ? static_cast<uint32_t>(random64()) | 1 : 0xffffffffu;
    of[client].write(place(client, beats), beats, some_id(), strobe);
  }
  bool idle() const {
    return std::all_of(of.begin(), of.end(), [](const auto& client) { return client.idle(); });
  }
  void run() {
    for (int guard = 0; !idle(); guard++) {
      check(guard <= 400000, "no end");
      step();
    }
  }

  void step() {
    for (auto& client : of) client.drive(stall);
    top.eval();
    unsigned ar = 0, aw = 0, w = 0;
    for (unsigned i = 0; i < clients; i++) {
      auto& client = of[i];
      client.sample([&](const Burst& b, unsigned beat) {
        copies[i].store(b.address + beat * kBeat, b.data.data() + beat * kBeat, kBeat, b.strobe);
      });
      ar += client.ar_taken, aw += client.aw_taken, w += client.w_taken;
      if (client.ar_taken) ar_order.push_back(i);
      if (client.aw_taken) aw_order.push_back(i);
      judge(i);
    }
    check(ar <= 1 && aw <= 1 && w <= 1, "two clients in one cycle");
    const unsigned passed = top.memory_valid_o & top.memory_ready_o;
    check(aw == (passed & 1) && w == (passed >> 1 & 1) && ar == (passed >> 3 & 1),
          "a handshake at one side only");
    edge(top);
  }

 private:
  // What ended in this cycle.
  void judge(unsigned i) {
    auto& client = of[i];
    for (; reads[i] < client.done_reads.size(); reads[i]++) {
      const Burst& b = client.done_reads[reads[i]];
      check(b.resp, 0, "resp of R");
      check(copies[i].same(b.address, b.data.data(), b.data.size()), "data of R");
    }
    for (; writes[i] < client.done_writes.size(); writes[i]++)
      check(client.done_writes[writes[i]].resp, 0, "resp of B");
  }
};

void cycles(Test& t) {
  for (const int latency : {1, 2, 16}) {
    t.top.latency_i = static_cast<uint16_t>(latency);
    for (unsigned i = 0; i < t.clients; i++) {
      t.read(i, 2);
      t.write(i, 2);
      t.run();
      const std::string who = " of client " + std::to_string(i);
      const Burst &read = t.of[i].done_reads.back(), &write = t.of[i].done_writes.back();
      exactly("AR to first R" + who, read.first - read.start, latency);
      exactly("last W to B" + who, write.first - write.start, latency);
    }
  }
}

// All ask in every cycle: each gets its turn, and a beat passes in each cycle.
void fairness(Test& t) {
  t.top.latency_i = 1;
  t.ar_order.clear();
  t.aw_order.clear();
  constexpr unsigned kEach = 16;
  for (unsigned i = 0; i < t.clients; i++) {
    for (unsigned n = 0; n < kEach; n++) t.read(i, 1);
  }
  const uint64_t from = cycle;
  t.run();
  exactly("cycles of single-beat reads", cycle - from, kEach * t.clients + 1);
  for (size_t n = t.clients; n < t.ar_order.size(); n++) {
    if (t.ar_order[n] != t.ar_order[n - t.clients]) fail("AR is not fair");
  }
  const uint64_t start = cycle;
  for (unsigned i = 0; i < t.clients; i++) {
    for (unsigned n = 0; n < kEach; n++) t.write(i, 2);
  }
  t.run();
  exactly("cycles of two-beat writes", cycle - start, 2 * kEach * t.clients + 1);
  for (size_t n = t.clients; n < t.aw_order.size(); n++) {
    if (t.aw_order[n] != t.aw_order[n - t.clients]) fail("AW is not fair");
  }
}

void random_traffic(Test& t, uint64_t bursts) {
  for (const unsigned stall : {0u, 20u, 60u}) {
    t.stall = stall;
    t.top.latency_i = static_cast<uint16_t>(1 + pick(20));
    for (uint64_t n = 0; n < bursts; n++) {
      const unsigned client = below(t.clients), beats = 1 + below(4);
      if (one_in(2)) {
        t.read(client, beats);
      } else {
        t.write(client, beats);
      }
    }
    t.run();
  }
  std::vector<uint8_t> bytes(kPart);
  for (unsigned i = 0; i < t.clients; i++) {
    fy_memory_peek(kBase + i * kPart, bytes.data(), kPart);
    check(t.copies[i].same(kBase + i * kPart, bytes.data(), kPart), "contents of a client's part");
    check(t.reads[i] != 0 && t.writes[i] != 0, "a client did nothing");
  }
}

// A held channel of the link before the memory stands still and shows its sender waiting.
void held(Test& t) {
  t.stall = 0;
  for (unsigned channel = 0; channel < 5; channel++) {
    if (!fy::hold_link("i_link", 1u << channel)) fail("the link is not there");
    t.step();
    if (channel < 3) {
      t.write(0, 2);
    } else {
      t.read(0, 2);
    }
    for (int n = 0; n < 60; n++) t.step();
    if (!(t.top.memory_valid_o >> channel & 1) || (t.top.memory_ready_o >> channel & 1))
      fail("channel " + std::to_string(channel) + " is not held");
    fy::hold_link("i_link", 0);
    t.run();
  }
}

}  // namespace

int main(int argc, char** argv) {
  const Options options("axi_mux", argc, argv, 4000);
  Test test(static_cast<unsigned>(options.number("--clients", 4)));
  cycles(test);
  fairness(test);
  random_traffic(test, options.count);
  if (options.number("--links", 0)) held(test);  // the build has links that can hold a channel
  return passed();
}
