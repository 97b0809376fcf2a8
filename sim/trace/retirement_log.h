// SPDX-License-Identifier: Apache-2.0

// Writes the retirement trace of a core as lines of text (src/freightyard/lockstep/record.py),
// holding back what follows a load until its late value has come.
#pragma once
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <deque>

namespace fy {

// The fields of fy_core_pkg::retirement_t.
struct Retirement {
  bool trap, is_interrupt;
  unsigned cause;
  uint64_t tval, pc;
  uint32_t instruction;
  bool rd_write, rd_late;
  unsigned rd;
  uint64_t rd_data;
  bool store;
  unsigned store_size;
  uint64_t store_address, store_data;
  unsigned privilege;
  bool arrived;  // the late value is in rd_data
};

class RetirementLog {
 public:
  explicit RetirementLog(std::FILE* out) : out_(out) {}

  void retire(Retirement r) {
    r.arrived = !(r.rd_write && r.rd_late);
    records_.push_back(r);
    count_++;
    drain();
  }

  // False when no load waits for this register.
  bool late(unsigned rd, uint64_t data) {
    for (Retirement& r : records_) {
      if (r.arrived || r.rd != rd) continue;
      r.arrived = true;
      r.rd_data = data;
      drain();
      return true;
    }
    return false;
  }

  // Everything known, in order, also behind a value that never came.
  void abandon() {
    for (const Retirement& r : records_) write(r);
    records_.clear();
    std::fflush(out_);
  }

  bool empty() const { return records_.empty(); }
  uint64_t count() const { return count_; }

 private:
  void drain() {
    while (!records_.empty() && records_.front().arrived) {
      write(records_.front());
      records_.pop_front();
    }
  }

  void write(const Retirement& r) {
    const char* mode = r.privilege == 3 ? "" : r.privilege == 1 ? " s" : " u";
    if (r.trap) {
      std::fprintf(out_, "!%" PRIx64 " %s%x %" PRIx64 "%s\n", r.pc, r.is_interrupt ? "i" : "",
                   r.cause, r.tval, mode);
    } else if (r.store && r.rd_write && r.rd) {
      const uint64_t mask = r.store_size == 3 ? ~0ULL : (1ULL << (8 << r.store_size)) - 1;
      std::fprintf(out_, "%" PRIx64 " %08x m%u %" PRIx64 " %" PRIx64 " x%u=%" PRIx64 "%s\n", r.pc,
                   r.instruction, r.store_size, r.store_address, r.store_data & mask, r.rd,
                   r.rd_data, mode);
    } else if (r.store) {
      const uint64_t mask = r.store_size == 3 ? ~0ULL : (1ULL << (8 << r.store_size)) - 1;
      std::fprintf(out_, "%" PRIx64 " %08x m%u %" PRIx64 " %" PRIx64 "%s\n", r.pc, r.instruction,
                   r.store_size, r.store_address, r.store_data & mask, mode);
    } else if (r.rd_write && r.rd) {
      std::fprintf(out_, "%" PRIx64 " %08x x%u%c%" PRIx64 "%s\n", r.pc, r.instruction, r.rd,
                   r.rd_late ? '~' : '=', r.rd_data, mode);
    } else {
      std::fprintf(out_, "%" PRIx64 " %08x%s\n", r.pc, r.instruction, mode);
    }
  }

  std::FILE* out_;
  std::deque<Retirement> records_;
  uint64_t count_ = 0;
};

}  // namespace fy
