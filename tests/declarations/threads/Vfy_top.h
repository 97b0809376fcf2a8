// SPDX-License-Identifier: Apache-2.0
// In the place of a verilated system: the ports of fy_top and nothing behind them. A bench writes
// the outputs.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "verilated.h"

#define VM_TRACE_FST 0

class Vfy_top {
 public:
  explicit Vfy_top(VerilatedContext*) {}
  void eval() {}
  void final() {}

  uint8_t clk_i, rst_ni;
  std::array<uint64_t, 1> strap_i;
  uint8_t host_a_valid_i, host_a_opcode_i, host_a_param_i, host_a_size_i, host_a_source_i;
  uint64_t host_a_address_i, host_a_mask_i;
  std::array<uint64_t, 1> host_a_data_i, host_d_data_o;
  uint8_t host_a_ready_o, host_d_valid_o, host_d_opcode_o, host_d_size_o, host_d_source_o;
  uint8_t host_d_denied_o, host_d_corrupt_o, host_d_ready_i;
  std::array<uint64_t, 3> port_i, port_o;
  uint8_t retire_valid_o, retire_count_o, tohost_valid_o, asleep_o;
  uint64_t retire_pc_o, tohost_address_i, tohost_data_o;
  uint8_t exit_valid_o;
  uint32_t exit_code_o;
  std::array<uint64_t, 1> link_valid_o, link_ready_o, probe_o, span_begin_o, span_end_o;
  std::array<uint64_t, 8> message_o;
  std::array<uint64_t, 1024> hart_value_o, debug_probe_o;
};
