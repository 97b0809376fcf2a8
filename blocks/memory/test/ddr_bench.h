// SPDX-License-Identifier: Apache-2.0
// Drives the AXI port of fy_memory_ddr_top: bursts of a line, their cycles, a copy of the memory.
#pragma once

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <string>
#include <vector>

#include "Vfy_memory_ddr_top.h"
#include "ddr_rules.h"
#include "fy_layout.h"
#include "sim/endpoints/memory_contents.h"
#include "verilated.h"

namespace lay = fy_layout;

constexpr uint64_t kBase = 0x80000000ull, kBytes = 0x1000000, kLine = 64, kRow = 8192;
inline uint64_t channels = 1, interleave = 64;

[[noreturn]] inline void fail(const std::string& what) {
  std::printf("FAIL %s\n", what.c_str());
  std::fflush(stdout);
  std::_Exit(1);
}

inline void exactly(const std::string& what, uint64_t got, uint64_t want) {
  std::printf("%s %" PRIu64 "\n", what.c_str(), got);
  if (got != want) fail(what + " should be " + std::to_string(want));
}

struct Burst {
  uint64_t address = 0, start = 0, first = 0;
  unsigned id = 0, beat = 0;
  std::vector<uint8_t> data;
};

class Test {
 public:
  Vfy_memory_ddr_top top;
  const Part& part;
  Rules rules;
  uint64_t cycle = 0, random_state;
  unsigned stall = 0;
  std::deque<Burst> ar, aw, w, reads, writes;
  std::vector<Burst> done_reads, done_writes;  // in the order of their end
  std::vector<uint8_t> copy = std::vector<uint8_t>(kBytes, 0);

  Test(int number, uint64_t seed)
      : part(kParts[number]), rules(part), random_state(seed * 77 + 12345) {
    fy_memory_clear();
    top.model_i = number + 1;
    top.latency_i = 16;
    reset();
  }

  void reset() {
    top.clk_i = top.rst_ni = 0;
    top.axi_aw_valid_i = top.axi_w_valid_i = top.axi_ar_valid_i = 0;
    top.axi_b_ready_i = top.axi_r_ready_i = 1;
    for (int i = 0; i < 4; i++) {
      top.eval();
      top.clk_i = !top.clk_i;
    }
    top.rst_ni = 1;
    cycle = 0;
    rules = Rules(part);
  }

  uint32_t random(uint32_t n) {
    random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<uint32_t>((random_state >> 33) % n);
  }
  bool stalls() { return stall != 0 && random(100) < stall; }

  // The line behind `bytes` of this channel.
  static uint64_t line(uint64_t bytes) {
    return kBase + bytes / interleave * interleave * channels + bytes % interleave;
  }
  // Some line of this row of this bank: the banks of a row number are exchanged by its low bits.
  uint64_t place(unsigned bank, uint64_t row, unsigned column = 0) const {
    const uint64_t banks = part.banks;
    return line((row * banks + (bank ^ row % banks)) * kRow + column * kLine);
  }
  void read(uint64_t address, unsigned id) { ar.push_back({address, 0, 0, id, 0, {}}); }
  void write(uint64_t address, unsigned id) {
    Burst b{address, 0, 0, id, 0, std::vector<uint8_t>(kLine)};
    for (auto& byte : b.data) byte = static_cast<uint8_t>(random(256));
    aw.push_back(b);
    w.push_back(b);
  }
  bool idle() const {
    return ar.empty() && aw.empty() && w.empty() && reads.empty() && writes.empty();
  }
  void run() {
    for (int guard = 0; !idle(); guard++) {
      if (guard > 1000000) fail("no end");
      step();
    }
  }
  void wait(uint64_t cycles) {
    while (cycles-- != 0) step();
  }
  void clear() { done_reads.clear(), done_writes.clear(); }
  const Burst& read_done(unsigned id) const {
    for (const Burst& b : done_reads) {
      if (b.id == id) return b;
    }
    fail("a read did not end");
  }
  uint64_t latency(unsigned id) const { return read_done(id).first - read_done(id).start; }

  template <typename Port>
  void address(Port& port, const Burst& b) {
    namespace X = lay::axi_ar_i;  // AW has the same layout
    lay::set(port, X::id_, b.id);
    lay::set(port, X::addr_, b.address);
    lay::set(port, X::len_, 1);
    lay::set(port, X::size_, 5);
    lay::set(port, X::burst_, 1);
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
      namespace W = lay::axi_w_i;
      const Burst& b = w.front();
      lay::set_bytes(top.axi_w_i, W::data_, b.data.data() + b.beat * 32);
      lay::set(top.axi_w_i, W::strb_, 0xffffffffu);
      lay::set(top.axi_w_i, W::last_, b.beat == 1);
      top.axi_w_valid_i = 1;
    }
    top.axi_r_ready_i = !stalls();
    top.axi_b_ready_i = !stalls();
    top.eval();
    rules.command(top.command_o, top.bank_o, top.row_o, cycle);
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
    if (w_taken && ++w.front().beat == 2) {
      Burst& b = w.front();
      std::memcpy(copy.data() + (b.address - kBase), b.data.data(), kLine);
      b.start = cycle;
      writes.push_back(b);
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

  // The oldest of an id, wherever it stands: answers of different ids come in any order.
  static std::deque<Burst>::iterator oldest(std::deque<Burst>& of, unsigned id, const char* what) {
    for (auto it = of.begin(); it != of.end(); ++it) {
      if (it->id == id) return it;
    }
    fail(what);
  }

  void read_beat() {
    namespace R = lay::axi_r_o;
    const auto it = oldest(reads, lay::get(top.axi_r_o, R::id_), "R without AR");
    if (it->first == 0) it->first = cycle;
    if (!top.axi_r_ready_i) return;
    if (lay::get(top.axi_r_o, R::resp_) != 0) fail("resp of R");
    uint8_t data[32];
    lay::get_bytes(top.axi_r_o, R::data_, data);
    if (std::memcmp(data, copy.data() + (it->address - kBase) + it->beat * 32, 32) != 0)
      fail("data of R");
    const bool last = ++it->beat == 2;
    if (static_cast<bool>(lay::get(top.axi_r_o, R::last_)) != last) fail("last of R");
    if (!last) return;
    done_reads.push_back(*it);
    reads.erase(it);
  }

  void write_done() {
    namespace B = lay::axi_b_o;
    const auto it = oldest(writes, lay::get(top.axi_b_o, B::id_), "B before the last W");
    if (it->first == 0) it->first = cycle;
    if (!top.axi_b_ready_i) return;
    if (lay::get(top.axi_b_o, B::resp_) != 0) fail("resp of B");
    done_writes.push_back(*it);
    writes.erase(it);
  }
};
