// SPDX-License-Identifier: Apache-2.0
// What fy_top shows of one hart, or thread of one, in a cycle, found by name in its words (HART in
// src/freightyard/system/watched.py).
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/trace/pipeline.h"
#include "sim/trace/retirement_log.h"

namespace fy {

// One value of the words of a hart.
class HartValue {
 public:
  // Throws Error when the design shows no such value.
  explicit HartValue(const char* name);
  uint64_t operator()(const uint64_t* words) const { return words[place_]; }

 private:
  size_t place_;
};

class HartValues {
 public:
  HartSignals signals(const uint64_t* words) const;
  // The retirement record; `valid` and `late_valid` say whether there is one.
  Retirement retirement(const uint64_t* words) const;

  HartValue valid{"valid"}, late_valid{"late_valid"}, late_rd{"late_rd"}, late_data{"late_data"};

 private:
  HartValue fetch_fire_{"fetch_fire"}, fetch_offset_{"fetch_offset"};
  HartValue decode_valid_{"decode_valid"}, decode_ready_{"decode_ready"};
  HartValue decode_pc_{"decode_pc"}, decode_instruction_{"decode_instruction"};
  HartValue execute_advance_{"execute_advance"}, execute_kill_{"execute_kill"};
  HartValue redirect_{"redirect"};
  HartValue trap_{"trap"}, is_interrupt_{"is_interrupt"}, cause_{"cause"}, tval_{"tval"};
  HartValue privilege_{"privilege"}, pc_{"pc"}, instruction_{"instruction"};
  HartValue rd_write_{"rd_write"}, rd_late_{"rd_late"}, rd_{"rd"}, rd_data_{"rd_data"};
  HartValue store_{"store"}, store_size_{"store_size"};
  HartValue store_address_{"store_address"}, store_data_{"store_data"};
};

}  // namespace fy
