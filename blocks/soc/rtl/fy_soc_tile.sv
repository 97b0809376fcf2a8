// SPDX-License-Identifier: Apache-2.0

/// One hart with its L1 instruction and data cache.
///
/// Wires only: the contracts are those of fy_hart, fy_instruction_cache and fy_data_cache.
module fy_soc_tile import fy_soc_pkg::*; import fy_tl_pkg::*; import fy_core_pkg::*; #(
  /// Sizes of the system
  parameter config_t Config = DefaultConfig
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  logic [63:0] hart_id_i,
  input  logic [63:0] time_i,
  input  interrupts_t interrupts_i,

  output fy_tl#(.BeatBytes(BeatBytes))::a_t data_a_o,
  output logic data_a_valid_o,
  input  logic data_a_ready_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::b_t data_b_i,
  input  logic data_b_valid_i,
  output logic data_b_ready_o,
  output fy_tl#(.BeatBytes(BeatBytes))::c_t data_c_o,
  output logic data_c_valid_o,
  input  logic data_c_ready_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::d_t data_d_i,
  input  logic data_d_valid_i,
  output logic data_d_ready_o,
  output fy_tl#(.BeatBytes(BeatBytes))::e_t data_e_o,
  output logic data_e_valid_o,
  input  logic data_e_ready_i,

  output fy_tl#(.BeatBytes(BeatBytes))::a_t fetch_a_o,
  output logic fetch_a_valid_o,
  input  logic fetch_a_ready_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::d_t fetch_d_i,
  input  logic fetch_d_valid_i,
  output logic fetch_d_ready_o,

  output coprocessor_request_t  coprocessor_o,
  output logic                  coprocessor_valid_o,
  input  logic                  coprocessor_ready_i,
  input  coprocessor_response_t coprocessor_response_i,
  input  logic                  coprocessor_busy_i,

  output retirement_t  retirement_o,
  output core_events_t core_events_o,
  output fy_cache_pkg::instruction_cache_events_t instruction_events_o,
  output fy_cache_pkg::data_cache_events_t        data_events_o,
  output bus_error_t   instruction_error_o,
  output bus_error_t   data_error_o
);
  fetch_request_t  fetch;
  fetch_response_t fetch_response;
  data_request_t   data;
  data_response_t  data_response;
  data_late_t      data_late;
  fy_mmu_pkg::walk_request_t [1:0] walk;
  fy_mmu_pkg::translation_fence_t  translation_fence;
  logic [1:0] walk_valid;
  logic translation_fence_valid;
  logic fetch_valid, fetch_ready, fetch_response_valid, fetch_flush, fetch_flush_done;
  logic data_valid, data_ready, data_kill, data_late_valid, data_quiet;

  fy_hart #(
    .Xlen(Config.xlen), .ResetVector(MemoryBase), .Attributes(attributes(Config.memory_bytes))
  ) i_hart (
    .clk_i, .rst_ni, .hart_id_i, .time_i, .interrupts_i,
    .fetch_o(fetch), .fetch_valid_o(fetch_valid), .fetch_ready_i(fetch_ready),
    .fetch_response_i(fetch_response), .fetch_response_valid_i(fetch_response_valid),
    .fetch_flush_o(fetch_flush), .fetch_flush_done_i(fetch_flush_done),
    .data_o(data), .data_valid_o(data_valid), .data_ready_i(data_ready),
    .data_kill_o(data_kill), .data_response_i(data_response),
    .data_late_i(data_late), .data_late_valid_i(data_late_valid), .data_quiet_i(data_quiet),
    .coprocessor_o, .coprocessor_valid_o, .coprocessor_ready_i, .coprocessor_response_i,
    .coprocessor_busy_i,
    .walk_o(walk), .walk_valid_o(walk_valid), .walk_ready_i(2'b00), .walk_response_i('0),
    .walk_response_valid_i(2'b00),
    .translation_fence_o(translation_fence), .translation_fence_valid_o(translation_fence_valid),
    .translation_fence_done_i(1'b1),
    .debug_request_i(1'b0), .retirement_o, .events_o(core_events_o)
  );

  // No walker yet: a translated access waits for ever.
  logic unused_walk;
  assign unused_walk = ^{walk, walk_valid, translation_fence, translation_fence_valid};

  fy_instruction_cache #(
    .BeatBytes(BeatBytes), .LineBytes(LineBytes), .Sets(Config.instruction_sets),
    .Ways(Config.instruction_ways)
  ) i_instruction_cache (
    .clk_i, .rst_ni,
    .fetch_i(fetch), .fetch_valid_i(fetch_valid), .fetch_ready_o(fetch_ready),
    .fetch_response_o(fetch_response), .fetch_response_valid_o(fetch_response_valid),
    .fetch_flush_i(fetch_flush), .fetch_flush_done_o(fetch_flush_done),
    .tl_a_o(fetch_a_o), .tl_a_valid_o(fetch_a_valid_o), .tl_a_ready_i(fetch_a_ready_i),
    .tl_d_i(fetch_d_i), .tl_d_valid_i(fetch_d_valid_i), .tl_d_ready_o(fetch_d_ready_o),
    .bus_error_o(instruction_error_o.valid), .bus_error_address_o(instruction_error_o.address),
    .events_o(instruction_events_o)
  );

  fy_data_cache #(
    .BeatBytes(BeatBytes), .LineBytes(LineBytes), .Sets(Config.data_sets),
    .Ways(Config.data_ways), .MissSlots(Config.miss_slots)
  ) i_data_cache (
    .clk_i, .rst_ni,
    .data_i(data), .data_valid_i(data_valid), .data_ready_o(data_ready), .data_kill_i(data_kill),
    .data_response_o(data_response), .data_late_o(data_late),
    .data_late_valid_o(data_late_valid), .data_quiet_o(data_quiet),
    .tl_a_o(data_a_o), .tl_a_valid_o(data_a_valid_o), .tl_a_ready_i(data_a_ready_i),
    .tl_b_i(data_b_i), .tl_b_valid_i(data_b_valid_i), .tl_b_ready_o(data_b_ready_o),
    .tl_c_o(data_c_o), .tl_c_valid_o(data_c_valid_o), .tl_c_ready_i(data_c_ready_i),
    .tl_d_i(data_d_i), .tl_d_valid_i(data_d_valid_i), .tl_d_ready_o(data_d_ready_o),
    .tl_e_o(data_e_o), .tl_e_valid_o(data_e_valid_o), .tl_e_ready_i(data_e_ready_i),
    .bus_error_o(data_error_o.valid), .bus_error_address_o(data_error_o.address),
    .events_o(data_events_o)
  );
endmodule
