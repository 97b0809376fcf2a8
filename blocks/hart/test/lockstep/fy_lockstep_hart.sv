// SPDX-License-Identifier: Apache-2.0

/// The core with its page-table walker on one data port, for the lockstep.
///
/// Wires only, as in fy_copy_engine_tile without the caches: the bench stands behind the ports.
module fy_lockstep_hart
  import fy_core_pkg::*;
  import fy_mmu_pkg::*;
#(
  /// Register width, 32 or 64
  parameter int unsigned Xlen = 64
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic [63:0]           time_i,
  input  interrupts_t           interrupts_i,

  output fetch_request_t        fetch_o,
  output logic                  fetch_valid_o,
  input  logic                  fetch_ready_i,
  input  fetch_response_t       fetch_response_i,
  input  logic                  fetch_response_valid_i,
  output logic                  fetch_flush_o,
  input  logic                  fetch_flush_done_i,

  output data_request_t         data_o,
  output logic                  data_valid_o,
  input  logic                  data_ready_i,
  output logic                  data_kill_o,
  input  data_response_t        data_response_i,
  input  data_late_t            data_late_i,
  input  logic                  data_late_valid_i,
  input  logic                  data_quiet_i,

  output coprocessor_request_t  coprocessor_o,
  output logic                  coprocessor_valid_o,
  input  logic                  coprocessor_ready_i,
  input  coprocessor_response_t coprocessor_response_i,
  input  logic                  coprocessor_busy_i,

  output logic                  translation_fence_valid_o,
  input  logic                  translation_fence_done_i,

  output retirement_t           retirement_o,
  output core_events_t          events_o,
  output walker_events_t        walker_events_o
);
  walk_request_t [1:0] walk;
  walk_response_t      walk_response;
  translation_fence_t  fence;
  data_request_t       core_data, walker_data;
  logic [1:0]          walk_valid, walk_ready, walk_response_valid;
  logic                core_valid, core_ready, core_kill, core_late_valid;
  logic                walker_valid, walker_ready, walker_late_valid;

  fy_hart #(
    .Xlen(Xlen)
  ) i_hart (
    .clk_i, .rst_ni, .hart_id_i('0), .time_i, .interrupts_i,
    .fetch_o, .fetch_valid_o, .fetch_ready_i, .fetch_response_i, .fetch_response_valid_i,
    .fetch_flush_o, .fetch_flush_done_i,
    .data_o(core_data), .data_valid_o(core_valid), .data_ready_i(core_ready),
    .data_kill_o(core_kill), .data_response_i, .data_late_i,
    .data_late_valid_i(core_late_valid), .data_quiet_i,
    .coprocessor_o, .coprocessor_valid_o, .coprocessor_ready_i, .coprocessor_response_i,
    .coprocessor_busy_i,
    .walk_o(walk), .walk_valid_o(walk_valid), .walk_ready_i(walk_ready),
    .walk_response_i(walk_response), .walk_response_valid_i(walk_response_valid),
    .translation_fence_o(fence), .translation_fence_valid_o, .translation_fence_done_i,
    .debug_request_i(1'b0), .retirement_o, .events_o
  );

  fy_walker #(
    .Ports(2)
  ) i_walker (
    .clk_i, .rst_ni,
    .walk_i(walk), .walk_valid_i(walk_valid), .walk_ready_o(walk_ready),
    .walk_response_o(walk_response), .walk_response_valid_o(walk_response_valid),
    .fence_i(fence), .fence_valid_i(translation_fence_valid_o),
    .data_o(walker_data), .data_valid_o(walker_valid), .data_ready_i(walker_ready),
    .data_response_i, .data_late_i, .data_late_valid_i(walker_late_valid),
    .events_o(walker_events_o)
  );

  fy_data_port_mux i_port (
    .clk_i, .rst_ni,
    .core_i(core_data), .core_valid_i(core_valid), .core_ready_o(core_ready),
    .core_kill_i(core_kill), .core_late_valid_o(core_late_valid),
    .walker_i(walker_data), .walker_valid_i(walker_valid), .walker_ready_o(walker_ready),
    .walker_late_valid_o(walker_late_valid),
    .data_o, .data_valid_o, .data_ready_i, .data_kill_o, .data_late_i, .data_late_valid_i
  );
endmodule
