// SPDX-License-Identifier: Apache-2.0
// fy_memory_fixed and its contents: exact cycles of reads and writes, errors, and random traffic
// against a copy of the memory. `--beat-cycles N` tells the parameter of the build.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <string>
#include <vector>

#include "Vfy_memory_top.h"
#include "fy_layout.h"
#include "sim/endpoints/memory_contents.h"
#include "verilated.h"

namespace lay = fy_layout;

namespace {

constexpr uint64_t kBase = 0x80000000ull, kBytes = 0x100000;

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
  uint64_t address = 0;
  int id = 0, beats = 2, burst = 1, size = 5;
  std::vector<uint8_t> data;
  uint32_t strobe = 0xffffffffu;
  uint64_t start = 0, first = 0, last = 0;  // cycles: AR or last W; first and last R, or B
  int beat = 0, resp = 0;
  bool errors_differ = false;
};

class Test {
 public:
  Vfy_memory_top top;
  uint64_t cycle = 0, random_state;
  int stall = 0;
  std::deque<Burst> ar, aw, w;      // to send
  std::deque<Burst> reads, writes;  // under way, in order
  std::vector<Burst> done_reads, done_writes;

  explicit Test(uint64_t seed) : random_state(seed * 77 + 12345) {
    fy_memory_clear();
    top.clk_i = top.rst_ni = 0;
    top.latency_i = 1;
    top.axi_aw_valid_i = top.axi_w_valid_i = top.axi_ar_valid_i = 0;
    top.axi_b_ready_i = top.axi_r_ready_i = 0;
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
  bool stalls() { return stall && random(100) < static_cast<uint32_t>(stall); }

  void read(uint64_t address, int beats = 2, int id = 0) {
    Burst b;
    b.address = address;
    b.beats = beats;
    b.id = id;
    ar.push_back(b);
  }
  void write(uint64_t address, int beats, int id, uint32_t strobe) {
    Burst b;
    b.address = address;
    b.beats = beats;
    b.id = id;
    b.strobe = strobe;
    b.data.resize(static_cast<size_t>(beats) * 32);
    for (auto& byte : b.data) byte = static_cast<uint8_t>(random(256));
    aw.push_back(b);
    w.push_back(b);
  }
  void run() {
    for (int guard = 0; !(ar.empty() && aw.empty() && w.empty() && reads.empty() && writes.empty());
         guard++) {
      if (guard > 200000) fail("no end");
      step();
    }
    for (int i = 0; i < 8; i++) step();  // the next one finds it idle
  }

  template <typename Port>
  void address(Port& port, const Burst& b) {
    namespace X = lay::axi_ar_i;  // AW has the same layout
    lay::set(port, X::id_, b.id);
    lay::set(port, X::addr_, b.address);
    lay::set(port, X::len_, b.beats - 1);
    lay::set(port, X::size_, b.size);
    lay::set(port, X::burst_, b.burst);
  }

  void step() {
    if (!top.axi_ar_valid_i && !ar.empty() && !stalls()) {
      address(top.axi_ar_i, ar.front());
      top.axi_ar_valid_i = 1;
    }
    if (!top.axi_aw_valid_i && !aw.empty() && !stalls()) {
      address(top.axi_aw_i, aw.front());
      top.axi_aw_valid_i = 1;
    }
    if (!top.axi_w_valid_i && !w.empty() && !stalls()) {
      const Burst& b = w.front();
      lay::set_bytes(top.axi_w_i, lay::axi_w_i::data_, b.data.data() + b.beat * 32);
      lay::set(top.axi_w_i, lay::axi_w_i::strb_, b.strobe);
      lay::set(top.axi_w_i, lay::axi_w_i::last_, b.beat == b.beats - 1);
      top.axi_w_valid_i = 1;
    }
    top.axi_r_ready_i = !stalls();
    top.axi_b_ready_i = !stalls();
    top.eval();
    const bool ar_taken = top.axi_ar_valid_i && top.axi_ar_ready_o;
    const bool aw_taken = top.axi_aw_valid_i && top.axi_aw_ready_o;
    const bool w_taken = top.axi_w_valid_i && top.axi_w_ready_o;
    if (top.axi_r_valid_o) read_beat();
    if (top.axi_b_valid_o) write_done();
    if (ar_taken) {
      reads.push_back(ar.front());
      reads.back().start = cycle;
      ar.pop_front();
    }
    if (w_taken && ++w.front().beat == w.front().beats) {
      writes.push_back(w.front());
      writes.back().start = cycle;
      w.pop_front();
    }
    if (aw_taken) aw.pop_front();
    top.clk_i = 1;
    top.eval();
    top.clk_i = 0;
    if (ar_taken) top.axi_ar_valid_i = 0;
    if (aw_taken) top.axi_aw_valid_i = 0;
    if (w_taken) top.axi_w_valid_i = 0;
    cycle++;
  }

  void read_beat() {
    namespace R = lay::axi_r_o;
    if (reads.empty()) fail("R without AR");
    Burst& b = reads.front();
    if (!b.first) b.first = cycle;
    if (!top.axi_r_ready_i) return;
    if (static_cast<int>(lay::get(top.axi_r_o, R::id_)) != b.id) fail("id of R");
    const int resp = static_cast<int>(lay::get(top.axi_r_o, R::resp_));
    if (resp) b.resp = resp;
    uint8_t data[32];
    lay::get_bytes(top.axi_r_o, R::data_, data);
    b.data.insert(b.data.end(), data, data + 32);
    const bool last = ++b.beat == b.beats;
    if (static_cast<bool>(lay::get(top.axi_r_o, R::last_)) != last) fail("last of R");
    if (!last) return;
    b.last = cycle;
    done_reads.push_back(b);
    reads.pop_front();
  }

  void write_done() {
    namespace B = lay::axi_b_o;
    if (writes.empty()) fail("B before the last W");
    Burst& b = writes.front();
    if (!b.first) b.first = cycle;
    if (!top.axi_b_ready_i) return;
    if (static_cast<int>(lay::get(top.axi_b_o, B::id_)) != b.id) fail("id of B");
    b.resp = static_cast<int>(lay::get(top.axi_b_o, B::resp_));
    done_writes.push_back(b);
    writes.pop_front();
  }

  void clear() {
    done_reads.clear();
    done_writes.clear();
  }
};

void cycles(Test& t, int beat_cycles) {
  for (const int latency : {1, 2, 16, 60, 1023}) {
    t.top.latency_i = static_cast<uint16_t>(latency);
    const std::string at = " at latency " + std::to_string(latency);
    t.clear();
    t.read(kBase + 64);
    t.write(kBase + 128, 2, 5, 0xffffffffu);
    t.run();
    exactly("AR to first R" + at, t.done_reads[0].first - t.done_reads[0].start, latency);
    exactly("first to last R" + at, t.done_reads[0].last - t.done_reads[0].first, beat_cycles);
    exactly("last W to B" + at, t.done_writes[0].first - t.done_writes[0].start, latency);
    // 32 lines each way at once: the stream has no gap, and reads and writes do not meet.
    t.clear();
    for (int i = 0; i < 32; i++) {
      t.read(kBase + 64 * i, 2, i);
      t.write(kBase + 4096 + 64 * i, 2, i, 0xffffffffu);
    }
    t.run();
    exactly("32 lines, first AR to last R" + at, t.done_reads[31].last - t.done_reads[0].start,
            latency + 63 * beat_cycles);
    exactly("32 lines, first to last B" + at, t.done_writes[31].first - t.done_writes[0].first,
            62 * beat_cycles);
  }
}

void errors(Test& t) {
  t.top.latency_i = 3;
  t.clear();
  t.read(kBase - 64);
  t.read(kBase + kBytes);
  t.read(kBase + kBytes - 64);
  t.read(kBase);
  t.ar.back().burst = 2;
  t.read(kBase);
  t.ar.back().size = 4;
  t.write(kBase + kBytes, 2, 1, 0xffffffffu);
  t.write(kBase, 1, 1, 0xffffffffu);
  t.aw.back().burst = 0;
  t.write(kBase, 1, 1, 0xffffffffu);
  t.run();
  const int reads[] = {3, 3, 0, 2, 2}, writes[] = {3, 2, 0};
  for (int i = 0; i < 5; i++)
    exactly("resp of read " + std::to_string(i), t.done_reads[i].resp, reads[i]);
  for (int i = 0; i < 3; i++)
    exactly("resp of write " + std::to_string(i), t.done_writes[i].resp, writes[i]);
  uint8_t beyond[32] = {};
  fy_memory_peek(kBase + kBytes, beyond, 32);
  for (const uint8_t byte : beyond) {
    if (byte) fail("a refused write changed the memory");
  }
}

// Batches of writes, then of reads, over page edges of the contents, with stalls and strobes.
void volume(Test& t, int batches) {
  std::vector<uint8_t> copy(kBytes);
  fy_memory_peek(kBase, copy.data(), kBytes);
  t.stall = 30;
  for (int batch = 0; batch < batches; batch++) {
    t.top.latency_i = static_cast<uint16_t>(1 + t.random(30));
    t.clear();
    for (int i = 0; i < 40; i++) {
      const int beats = 1 + static_cast<int>(t.random(8));
      const uint64_t offset = (65536 - 512 + 32 * t.random(32)) + 65536 * t.random(8);
      const uint32_t strobe = t.random(2) ? 0xffffffffu : t.random(0xffffffffu);
      t.write(kBase + offset, beats, static_cast<int>(t.random(64)), strobe);
      const Burst& b = t.w.back();
      for (int k = 0; k < beats * 32; k++) {
        if ((strobe >> (k % 32)) & 1) copy[offset + k] = b.data[k];
      }
    }
    t.run();
    for (int i = 0; i < 40; i++) {
      t.read(kBase + (65536 - 512 + 32 * t.random(32)) + 65536 * t.random(8),
             1 + static_cast<int>(t.random(8)), static_cast<int>(t.random(64)));
    }
    t.run();
    for (const Burst& b : t.done_reads) {
      if (std::memcmp(b.data.data(), copy.data() + (b.address - kBase), b.data.size()) != 0) {
        fail("wrong data at offset " + std::to_string(b.address - kBase));
      }
    }
  }
  uint8_t poked[100], peeked[100];
  for (auto& byte : poked) byte = static_cast<uint8_t>(t.random(256));
  fy_memory_poke(kBase + 65536 - 50, poked, sizeof poked);
  fy_memory_peek(kBase + 65536 - 50, peeked, sizeof peeked);
  if (std::memcmp(poked, peeked, sizeof poked) != 0) fail("peek does not show what poke wrote");
}

}  // namespace

int main(int argc, char** argv) {
  Verilated::commandArgs(argc, argv);
  uint64_t seed = 1;
  int beat_cycles = 1, batches = 50;
  for (int i = 1; i + 1 < argc; i++) {
    const std::string name = argv[i];
    if (name == "--seed") seed = std::strtoull(argv[i + 1], nullptr, 0);
    if (name == "--beat-cycles") beat_cycles = std::atoi(argv[i + 1]);
    if (name == "--batches") batches = std::atoi(argv[i + 1]);
  }
  Test test(seed);
  cycles(test, beat_cycles);
  errors(test);
  volume(test, batches);
  std::printf("seed %" PRIu64 " passed\n", seed);
  return 0;
}
