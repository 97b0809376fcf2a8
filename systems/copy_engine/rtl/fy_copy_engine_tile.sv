// SPDX-License-Identifier: Apache-2.0

/// One hart with its L1 instruction and data cache and its page-table walker.
///
/// Wires only: the contracts are those of fy_hart, the caches, fy_walker and fy_data_port_mux.
/// A coprocessor has a port of the walker and follows the hart's translation fence.
module fy_copy_engine_tile
  import fy_copy_engine_config_pkg::*;
  import fy_peripherals_pkg::bus_error_t;
  import fy_copy_engine_system_pkg::*;
  import fy_copy_engine_map_pkg::*;
  import fy_tl_pkg::*;
  import fy_core_pkg::*;
  import fy_mmu_pkg::*;
#(
  /// Sizes of the system
  parameter config_t Config = DefaultConfig,
  localparam int unsigned BeatBytes = Config.beat_bytes
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  logic [63:0] hart_id_i,
  input  logic [63:0] time_i,
  input  interrupts_t interrupts_i,

  output fy_tl#(.BeatBytes(BeatBytes))::forward_t data_o,
  input  fy_tl_pkg::forward_ready_t data_ready_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::backward_t data_i,
  output fy_tl_pkg::backward_ready_t data_ready_o,

  output fy_tl#(.BeatBytes(BeatBytes))::request_t fetch_o,
  input  logic fetch_ready_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::response_t fetch_i,
  output logic fetch_ready_o,

  output coprocessor_request_t  coprocessor_o,
  output logic                  coprocessor_valid_o,
  input  logic                  coprocessor_ready_i,
  input  coprocessor_response_t coprocessor_response_i,
  input  logic                  coprocessor_busy_i,

  /// Walks for a coprocessor, and the fence it has to follow
  input  walk_request_t      engine_walk_i,
  input  logic               engine_walk_valid_i,
  output logic               engine_walk_ready_o,
  output walk_response_t     engine_walk_response_o,
  output logic               engine_walk_response_valid_o,
  output translation_fence_t translation_fence_o,
  output logic               translation_fence_valid_o,
  input  logic               translation_fence_done_i,

  output core_events_t core_events_o,
  output fy_cache_pkg::instruction_cache_events_t instruction_events_o,
  output fy_cache_pkg::data_cache_events_t        data_events_o,
  output walker_events_t                          walker_events_o,
  output bus_error_t   instruction_error_o,
  output bus_error_t   data_error_o
);
  fetch_request_t  fetch;
  fetch_response_t fetch_response;
  data_request_t   data;
  retirement_t     retirement;
  data_response_t  data_response;
  data_late_t      data_late;
  data_request_t   core_data, walker_data;
  walk_request_t [1:0] core_walk;
  logic [1:0] core_walk_valid, core_walk_ready, core_walk_response_valid;
  logic core_data_valid, core_data_ready, core_data_kill, core_late_valid;
  logic walker_data_valid, walker_data_ready, walker_late_valid;
  logic fetch_valid, fetch_ready, fetch_response_valid, fetch_flush, fetch_flush_done;
  logic data_valid, data_ready, data_kill, data_late_valid, data_quiet;

  fy_hart #(
    .Xlen(Config.xlen), .ResetVector(ResetVector), .Attributes(attributes(Config))
  ) i_hart (
    .clk_i, .rst_ni, .hart_id_i, .time_i, .interrupts_i,
    .fetch_o(fetch), .fetch_valid_o(fetch_valid), .fetch_ready_i(fetch_ready),
    .fetch_response_i(fetch_response), .fetch_response_valid_i(fetch_response_valid),
    .fetch_flush_o(fetch_flush), .fetch_flush_done_i(fetch_flush_done),
    .data_o(core_data), .data_valid_o(core_data_valid), .data_ready_i(core_data_ready),
    .data_kill_o(core_data_kill), .data_response_i(data_response),
    .data_late_i(data_late), .data_late_valid_i(core_late_valid), .data_quiet_i(data_quiet),
    .coprocessor_o, .coprocessor_valid_o, .coprocessor_ready_i, .coprocessor_response_i,
    .coprocessor_busy_i,
    .walk_o(core_walk), .walk_valid_o(core_walk_valid), .walk_ready_i(core_walk_ready),
    .walk_response_i(engine_walk_response_o), .walk_response_valid_i(core_walk_response_valid),
    .translation_fence_o, .translation_fence_valid_o, .translation_fence_done_i,
    .debug_request_i(1'b0), .retirement_o(retirement), .events_o(core_events_o)
  );

  fy_walker #(
    .Ports(3), .Attributes(attributes(Config))
  ) i_walker (
    .clk_i, .rst_ni,
    .walk_i({engine_walk_i, core_walk}), .walk_valid_i({engine_walk_valid_i, core_walk_valid}),
    .walk_ready_o({engine_walk_ready_o, core_walk_ready}),
    .walk_response_o(engine_walk_response_o),
    .walk_response_valid_o({engine_walk_response_valid_o, core_walk_response_valid}),
    .fence_i(translation_fence_o), .fence_valid_i(translation_fence_valid_o),
    .data_o(walker_data), .data_valid_o(walker_data_valid), .data_ready_i(walker_data_ready),
    .data_response_i(data_response), .data_late_i(data_late),
    .data_late_valid_i(walker_late_valid), .events_o(walker_events_o)
  );

  fy_data_port_mux i_port (
    .clk_i, .rst_ni,
    .core_i(core_data), .core_valid_i(core_data_valid), .core_ready_o(core_data_ready),
    .core_kill_i(core_data_kill), .core_late_valid_o(core_late_valid),
    .walker_i(walker_data), .walker_valid_i(walker_data_valid),
    .walker_ready_o(walker_data_ready), .walker_late_valid_o(walker_late_valid),
    .data_o(data), .data_valid_o(data_valid), .data_ready_i(data_ready),
    .data_kill_o(data_kill), .data_late_i(data_late), .data_late_valid_i(data_late_valid)
  );

  fy_instruction_cache #(
    .BeatBytes(BeatBytes), .LineBytes(LineBytes), .Sets(Config.instruction_sets),
    .Ways(Config.instruction_ways)
  ) i_instruction_cache (
    .clk_i, .rst_ni,
    .fetch_i(fetch), .fetch_valid_i(fetch_valid), .fetch_ready_o(fetch_ready),
    .fetch_response_o(fetch_response), .fetch_response_valid_o(fetch_response_valid),
    .fetch_flush_i(fetch_flush), .fetch_flush_done_o(fetch_flush_done),
    .tl_o(fetch_o), .tl_ready_i(fetch_ready_i), .tl_i(fetch_i), .tl_ready_o(fetch_ready_o),
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
    .tl_o(data_o), .tl_ready_i(data_ready_i), .tl_i(data_i), .tl_ready_o(data_ready_o),
    .bus_error_o(data_error_o.valid), .bus_error_address_o(data_error_o.address),
    .events_o(data_events_o)
  );
endmodule
