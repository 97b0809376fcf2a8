// SPDX-License-Identifier: Apache-2.0
// Drives the AXI port of fy_memory_ddr_top: bursts of a line, their cycles, a copy of the memory.
#pragma once

#include "Vfy_memory_ddr_top.h"
#include "axi_client.h"
#include "ddr_rules.h"
#include "sim/endpoints/memory_contents.h"

constexpr uint64_t kBytes = 0x1000000, kLine = 64, kRow = 8192;
inline uint64_t channels = 1, interleave = 64;

class Test {
 public:
  Vfy_memory_ddr_top top;
  AxiClient<Vfy_memory_ddr_top> axi{top};
  const Part& part;
  Rules rules;
  unsigned stall = 0;
  FlatMemory copy{kBase, kBytes};

  explicit Test(unsigned number) : part(kParts[number]), rules(part) {
    fy_memory_clear();
    axi.in_order = false;
    top.model_i = number + 1;
    top.latency_i = 16;
    restart();
  }

  /// Reset; refreshes are counted from its end.
  void restart() {
    axi.drive(0);
    reset(top, 2);
    cycle = 0;
    rules = Rules(part);
  }

  // The line behind `bytes` of this channel.
  static uint64_t line(uint64_t bytes) {
    return kBase + bytes / interleave * interleave * channels + bytes % interleave;
  }
  // Some line of this row of this bank: the banks of a row number are exchanged by its low bits.
  uint64_t place(unsigned bank, uint64_t row, unsigned column = 0) const {
    const uint64_t banks = part.banks;
    return line((row * banks + (bank ^ row % banks)) * kRow + column * kLine);
  }
  void read(uint64_t address, unsigned id) { axi.read(address, 2, id); }
  void write(uint64_t address, unsigned id) { axi.write(address, 2, id); }
  void run() {
    for (int guard = 0; !axi.idle(); guard++) {
      check(guard <= 1000000, "no end");
      step();
    }
  }
  void wait(uint64_t cycles) {
    while (cycles-- != 0) step();
  }
  const Burst& read_done(unsigned id) const {
    for (const Burst& b : axi.done_reads) {
      if (b.id == id) return b;
    }
    fail("a read did not end");
  }
  uint64_t latency(unsigned id) const { return read_done(id).first - read_done(id).start; }

  void step() {
    axi.drive(stall);
    top.eval();
    rules.command(top.command_o, top.bank_o, top.row_o, cycle);
    const size_t reads = axi.done_reads.size(), writes = axi.done_writes.size();
    axi.sample([this](const Burst& b, unsigned beat) {
      copy.store(b.address + beat * kBeat, b.data.data() + beat * kBeat, kBeat);
    });
    // No line is written while it is read.
    if (axi.done_reads.size() > reads) {
      const Burst& b = axi.done_reads.back();
      check(b.resp, 0, "resp of R");
      check(copy.same(b.address, b.data.data(), kLine), "data of R");
    }
    if (axi.done_writes.size() > writes) check(axi.done_writes.back().resp, 0, "resp of B");
    edge(top);
  }
};
