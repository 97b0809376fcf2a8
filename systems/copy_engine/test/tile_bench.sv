// SPDX-License-Identifier: Apache-2.0

/// Test top: one tile with a small configuration, every size another number. The data port has the
/// names that the TileLink manager of the caches' tests drives.
module tile_bench
  import fy_copy_engine_config_pkg::*;
  import fy_copy_engine_system_pkg::*;
  import fy_peripherals_pkg::*;
  import fy_tl_pkg::*;
  import fy_core_pkg::*;
#(
  localparam int unsigned BeatBytes = DefaultConfig.beat_bytes
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  logic [63:0] hart_id_i,
  input  logic [63:0] time_i,
  input  interrupts_t interrupts_i,

  output fy_tl#(.BeatBytes(BeatBytes))::forward_t  tl_o,
  input  fy_tl_pkg::forward_ready_t                tl_ready_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::backward_t tl_i,
  output fy_tl_pkg::backward_ready_t               tl_ready_o,

  output fy_tl#(.BeatBytes(BeatBytes))::request_t  fetch_o,
  input  logic                                     fetch_ready_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::response_t fetch_i,
  output logic                                     fetch_ready_o,

  output coprocessor_request_t  coprocessor_o,
  input  logic                  coprocessor_ready_i,
  input  coprocessor_response_t coprocessor_i,

  input  fy_mmu_pkg::walk_request_t      walk_i,
  output logic                           walk_ready_o,
  output fy_mmu_pkg::walk_response_t     walk_o,
  output fy_mmu_pkg::translation_fence_t translation_fence_o,
  input  logic                           translation_fence_done_i,
  output fy_mmu_pkg::walker_events_t     walker_events_o,

  output retirement_t  retirement_o,
  output core_events_t core_events_o,
  output fy_cache_pkg::instruction_cache_events_t instruction_events_o,
  output fy_cache_pkg::data_cache_events_t        data_events_o,
  output bus_error_t   instruction_error_o,
  output bus_error_t   data_error_o
);
  function automatic config_t sizes();
    sizes                  = DefaultConfig;
    sizes.instruction_sets = 16;
    sizes.instruction_ways = 2;
    sizes.data_sets        = 8;
    sizes.data_ways        = 4;
    sizes.miss_slots       = 3;
    sizes.memory_bytes     = 32'h2000_0000;
  endfunction

  fy_copy_engine_tile #(.Config(sizes())) i_tile (
    .clk_i, .rst_ni, .hart_id_i, .time_i, .interrupts_i,
    .data_o(tl_o), .data_ready_i(tl_ready_i), .data_i(tl_i), .data_ready_o(tl_ready_o),
    .fetch_o, .fetch_ready_i, .fetch_i, .fetch_ready_o, .coprocessor_o, .coprocessor_ready_i,
    .coprocessor_i, .walk_i, .walk_ready_o, .walk_o, .translation_fence_o,
    .translation_fence_done_i, .walker_events_o, .core_events_o,
    .instruction_events_o, .data_events_o, .instruction_error_o, .data_error_o);
  // Read by its name, as the boundary does: there is no port for it.
  assign retirement_o = i_tile.i_hart.i_retirement.retirement;
endmodule
