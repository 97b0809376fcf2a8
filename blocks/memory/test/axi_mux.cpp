// SPDX-License-Identifier: Apache-2.0
// fy_axi_mux before a memory: exact cycles, fairness, and random bursts of every client in its own
// part of the memory, with stalls on all channels, against a copy. `--clients N` tells the build.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <string>
#include <vector>

#include "Vfy_axi_mux_top.h"
#include "fy_layout.h"
#include "sim/endpoints/memory_contents.h"
#include "sim/system/link_stalls.h"
#include "verilated.h"

namespace lay = fy_layout;

namespace {

constexpr uint64_t kBase = 0x80000000ull, kPart = 0x4000;
constexpr unsigned kBeat = 32;
int clients = 4;

[[noreturn]] void fail(const std::string& what) {
  std::printf("FAIL %s\n", what.c_str());
  std::fflush(stdout);
  std::_Exit(1);
}

void exactly(const std::string& what, uint64_t got, uint64_t want) {
  std::printf("%s %" PRIu64 "\n", what.c_str(), got);
  if (got != want) fail(what + " should be " + std::to_string(want));
}

struct Burst {
  uint64_t address = 0, start = 0, first = 0;
  unsigned id = 0, beats = 1, beat = 0;
  uint32_t strobe = 0xffffffffu;
  std::vector<uint8_t> data;
};

struct Client {
  std::deque<Burst> ar, aw, w, reads, writes;
  std::vector<uint8_t> copy = std::vector<uint8_t>(kPart, 0);
  unsigned finished_reads = 0, finished_writes = 0;
  uint64_t last_latency = 0, last_write = 0;
};

class Test {
 public:
  Vfy_axi_mux_top top;
  std::vector<Client> of;
  uint64_t cycle = 0, random_state;
  unsigned stall = 0;
  std::vector<unsigned> ar_order, aw_order;

  explicit Test(uint64_t seed) : of(clients), random_state(seed * 91 + 7) {
    fy_memory_clear();
    top.clk_i = top.rst_ni = 0;
    top.latency_i = 1;
    top.client_aw_valid_i = top.client_w_valid_i = top.client_ar_valid_i = 0;
    top.client_b_ready_i = top.client_r_ready_i = 0;
    for (int i = 0; i < 4; i++) {
      top.eval();
      top.clk_i = !top.clk_i;
    }
    top.rst_ni = 1;
  }

  uint32_t random(uint32_t n) {
    random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<uint32_t>((random_state >> 33) % n);
  }
  bool stalls() { return stall != 0 && random(100) < stall; }

  Burst burst(unsigned client, unsigned beats) {
    Burst b;
    b.beats = beats;
    b.address = kBase + client * kPart + random(kPart / kBeat - beats) * kBeat;
    b.id = random(64 / power(clients));
    return b;
  }
  static unsigned power(unsigned n) {
    unsigned p = 1;
    while (p < n) p *= 2;
    return p;
  }
  void read(unsigned client, unsigned beats) { of[client].ar.push_back(burst(client, beats)); }
  void write(unsigned client, unsigned beats) {
    Burst b = burst(client, beats);
    b.strobe = random(3) ? 0xffffffffu : random(1u << 31) * 2 + 1;
    b.data.resize(beats * kBeat);
    for (auto& byte : b.data) byte = static_cast<uint8_t>(random(256));
    of[client].aw.push_back(b);
    of[client].w.push_back(b);
  }
  bool idle() const {
    for (const Client& c : of) {
      if (!(c.ar.empty() && c.aw.empty() && c.w.empty() && c.reads.empty() && c.writes.empty()))
        return false;
    }
    return true;
  }
  void run() {
    for (int guard = 0; !idle(); guard++) {
      if (guard > 400000) fail("no end");
      step();
    }
  }

  template <typename Port>
  void address(Port& port, unsigned client, const Burst& b) {
    namespace X = lay::client_ar_i;  // AW has the same layout
    lay::set(port, lay::at(X::id_, client, X::width), b.id);
    lay::set(port, lay::at(X::addr_, client, X::width), b.address);
    lay::set(port, lay::at(X::len_, client, X::width), b.beats - 1);
    lay::set(port, lay::at(X::size_, client, X::width), 5);
    lay::set(port, lay::at(X::burst_, client, X::width), 1);
  }

  // A read and a write of one client must not meet: the copy would not know which came first.
  static bool meets(const std::deque<Burst>& others, const Burst& b) {
    for (const Burst& o : others) {
      if (b.address < o.address + o.beats * kBeat && o.address < b.address + b.beats * kBeat)
        return true;
    }
    return false;
  }

  void offer(unsigned i) {
    Client& c = of[i];
    const unsigned bit = 1u << i;
    if (!(top.client_ar_valid_i & bit) && !c.ar.empty() && !stalls() &&
        !meets(c.writes, c.ar.front()) && !meets(c.w, c.ar.front())) {
      address(top.client_ar_i, i, c.ar.front());
      top.client_ar_valid_i |= bit;
    }
    if (!(top.client_aw_valid_i & bit) && !c.aw.empty() && !stalls()) {
      address(top.client_aw_i, i, c.aw.front());
      top.client_aw_valid_i |= bit;
    }
    // W may come before its AW; only a read under way of the same bytes holds it back.
    if (!(top.client_w_valid_i & bit) && !c.w.empty() && !stalls() &&
        !meets(c.reads, c.w.front()) &&
        !((top.client_ar_valid_i & bit) && meets({c.ar.front()}, c.w.front()))) {
      namespace W = lay::client_w_i;
      const Burst& b = c.w.front();
      lay::set_bytes(top.client_w_i, lay::at(W::data_, i, W::width),
                     b.data.data() + b.beat * kBeat);
      lay::set(top.client_w_i, lay::at(W::strb_, i, W::width), b.strobe);
      lay::set(top.client_w_i, lay::at(W::last_, i, W::width), b.beat + 1 == b.beats);
      top.client_w_valid_i |= bit;
    }
  }

  void take(unsigned i) {
    Client& c = of[i];
    const unsigned bit = 1u << i;
    if (top.client_r_valid_o & top.client_r_ready_i & bit) {
      namespace R = lay::client_r_o;
      if (c.reads.empty()) fail("R without AR");
      Burst& b = c.reads.front();
      if (b.beat == 0) b.first = cycle;
      if (lay::get(top.client_r_o, lay::at(R::id_, i, R::width)) != b.id) fail("id of R");
      if (lay::get(top.client_r_o, lay::at(R::resp_, i, R::width)) != 0) fail("resp of R");
      uint8_t data[kBeat];
      lay::get_bytes(top.client_r_o, lay::at(R::data_, i, R::width), data);
      const uint64_t place = b.address - kBase - i * kPart + b.beat * kBeat;
      if (std::memcmp(data, c.copy.data() + place, kBeat) != 0) fail("data of R");
      const bool last = ++b.beat == b.beats;
      if (lay::get(top.client_r_o, lay::at(R::last_, i, R::width)) != last) fail("last of R");
      if (last) {
        c.last_latency = b.first - b.start;
        c.finished_reads++;
        c.reads.pop_front();
      }
    }
    if (top.client_b_valid_o & top.client_b_ready_i & bit) {
      namespace B = lay::client_b_o;
      if (c.writes.empty()) fail("B without its last W");
      const Burst& b = c.writes.front();
      if (lay::get(top.client_b_o, lay::at(B::id_, i, B::width)) != b.id) fail("id of B");
      c.last_write = cycle - b.start;
      c.finished_writes++;
      c.writes.pop_front();
    }
  }

  void store(Client& c, unsigned i, const Burst& b) {
    const uint64_t place = b.address - kBase - i * kPart + b.beat * kBeat;
    for (unsigned byte = 0; byte < kBeat; byte++) {
      if ((b.strobe >> byte) & 1u) c.copy[place + byte] = b.data[b.beat * kBeat + byte];
    }
  }

  void step() {
    top.client_r_ready_i = top.client_b_ready_i = 0;
    for (int i = 0; i < clients; i++) {
      offer(i);
      if (!stalls()) top.client_r_ready_i |= 1u << i;
      if (!stalls()) top.client_b_ready_i |= 1u << i;
    }
    top.eval();
    const unsigned ar = top.client_ar_valid_i & top.client_ar_ready_o,
                   aw = top.client_aw_valid_i & top.client_aw_ready_o,
                   w = top.client_w_valid_i & top.client_w_ready_o;
    if ((ar & (ar - 1)) || (aw & (aw - 1)) || (w & (w - 1))) fail("two clients in one cycle");
    const unsigned passed = top.memory_valid_o & top.memory_ready_o;
    if ((aw != 0) != (passed & 1) || (w != 0) != (passed >> 1 & 1) ||
        (ar != 0) != (passed >> 3 & 1))
      fail("a handshake at one side only");
    for (int i = 0; i < clients; i++) take(i);
    for (int i = 0; i < clients; i++) {
      Client& c = of[i];
      if (ar >> i & 1) {
        ar_order.push_back(i);
        c.reads.push_back(c.ar.front());
        c.reads.back().start = cycle;
        c.ar.pop_front();
      }
      if (w >> i & 1) {
        Burst& b = c.w.front();
        store(c, i, b);
        if (++b.beat == b.beats) {
          c.writes.push_back(b);
          c.writes.back().start = cycle;
          c.w.pop_front();
        }
      }
      if (aw >> i & 1) {
        aw_order.push_back(i);
        c.aw.pop_front();
      }
    }
    top.clk_i = 1;
    top.eval();
    top.clk_i = 0;
    top.client_ar_valid_i &= ~ar;
    top.client_aw_valid_i &= ~aw;
    top.client_w_valid_i &= ~w;
    cycle++;
  }
};

void cycles(Test& t) {
  for (const int latency : {1, 2, 16}) {
    t.top.latency_i = static_cast<uint16_t>(latency);
    for (int i = 0; i < clients; i++) {
      t.read(i, 2);
      t.write(i, 2);
      t.run();
      const std::string who = " of client " + std::to_string(i);
      exactly("AR to first R" + who, t.of[i].last_latency, latency);
      exactly("last W to B" + who, t.of[i].last_write, latency);
    }
  }
}

// All ask in every cycle: each gets its turn, and a beat passes in each cycle.
void fairness(Test& t) {
  t.top.latency_i = 1;
  t.ar_order.clear();
  t.aw_order.clear();
  constexpr unsigned kEach = 16;
  for (int i = 0; i < clients; i++) {
    for (unsigned n = 0; n < kEach; n++) t.read(i, 1);
  }
  const uint64_t from = t.cycle;
  t.run();
  exactly("cycles of single-beat reads", t.cycle - from, kEach * clients + 1);
  for (size_t n = clients; n < t.ar_order.size(); n++) {
    if (t.ar_order[n] != t.ar_order[n - clients]) fail("AR is not fair");
  }
  const uint64_t start = t.cycle;
  for (int i = 0; i < clients; i++) {
    for (unsigned n = 0; n < kEach; n++) t.write(i, 2);
  }
  t.run();
  exactly("cycles of two-beat writes", t.cycle - start, 2 * kEach * clients + 1);
  for (size_t n = clients; n < t.aw_order.size(); n++) {
    if (t.aw_order[n] != t.aw_order[n - clients]) fail("AW is not fair");
  }
}

void random_traffic(Test& t, unsigned bursts) {
  for (const unsigned stall : {0u, 20u, 60u}) {
    t.stall = stall;
    t.top.latency_i = static_cast<uint16_t>(1 + t.random(20));
    for (unsigned n = 0; n < bursts; n++) {
      const unsigned client = t.random(clients), beats = 1 + t.random(4);
      if (t.random(2)) {
        t.read(client, beats);
      } else {
        t.write(client, beats);
      }
    }
    t.run();
  }
  std::vector<uint8_t> bytes(kPart);
  for (int i = 0; i < clients; i++) {
    fy_memory_peek(kBase + i * kPart, bytes.data(), kPart);
    if (bytes != t.of[i].copy) fail("contents of client " + std::to_string(i));
    if (t.of[i].finished_reads == 0 || t.of[i].finished_writes == 0) fail("a client did nothing");
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

int main(int count, char** arguments) {
  uint64_t seed = 1;
  unsigned bursts = 4000;
  bool links = false;  // the build has links that can hold a channel
  for (int i = 1; i + 1 < count; i++) {
    if (!std::strcmp(arguments[i], "--seed")) seed = std::strtoull(arguments[i + 1], nullptr, 0);
    if (!std::strcmp(arguments[i], "--links")) links = std::atoi(arguments[i + 1]) != 0;
    if (!std::strcmp(arguments[i], "--clients")) clients = std::atoi(arguments[i + 1]);
  }
  Verilated::commandArgs(count, arguments);
  Test test(seed);
  cycles(test);
  fairness(test);
  random_traffic(test, bursts);
  if (links) held(test);
  std::printf("passed, seed %" PRIu64 ", %" PRIu64 " cycles\n", seed, test.cycle);
  return 0;
}
