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
  input  logic                  coprocessor_ready_i,
  input  coprocessor_response_t coprocessor_i,

  /// Walks for a coprocessor, and the fence it has to follow
  input  walk_request_t      walk_i,
  output logic               walk_ready_o,
  output walk_response_t     walk_o,
  output translation_fence_t translation_fence_o,
  input  logic               translation_fence_done_i,

  output core_events_t core_events_o,
  output fy_cache_pkg::instruction_cache_events_t instruction_events_o,
  output fy_cache_pkg::data_cache_events_t        data_events_o,
  output walker_events_t                          walker_events_o,
  output bus_error_t   instruction_error_o,
  output bus_error_t   data_error_o
);
  // Translated addresses, and what lies there: of fetch, data, and the walker.
  logic [2:0][63:0]  address;
  attributes_t [2:0] attribute;

  fetch_request_t       fetch;
  fetch_response_t      fetch_response;
  data_request_t        core, walker, data;
  data_response_t       core_response, walker_response, data_response;
  walk_request_t [1:0]  walk;
  walk_response_t [1:0] walk_response;
  logic                 fetch_ready, core_ready, walker_ready, data_ready;
  logic [1:0]           walk_ready;

  fy_guard_pkg::guard_query_t unused_query;
  logic                       unused_go;

  fy_hart #(.Xlen(Config.xlen), .ResetVector(ResetVector)) i_hart (
    .clk_i, .rst_ni, .hart_id_i, .time_i, .interrupts_i,
    .fetch_o(fetch), .fetch_ready_i(fetch_ready), .fetch_i(fetch_response),
    .data_o(core), .data_ready_i(core_ready), .data_i(core_response),
    .coprocessor_o, .coprocessor_ready_i, .coprocessor_i,
    .walk_o(walk), .walk_ready_i(walk_ready), .walk_i(walk_response),
    .attribute_address_o(address[1:0]), .attributes_i(attribute[1:0]),
    .translation_fence_o, .translation_fence_done_i,
    .debug_request_i(1'b0), .events_o(core_events_o)
  );

  fy_walker #(.Ports(3)) i_walker (
    .clk_i, .rst_ni,
    .walk_i({walk_i, walk}), .walk_ready_o({walk_ready_o, walk_ready}),
    .walk_o({walk_o, walk_response}), .fence_i(translation_fence_o),
    .attribute_address_o(address[2]), .attributes_i(attribute[2]),
    .data_o(walker), .data_ready_i(walker_ready), .data_i(walker_response),
    .events_o(walker_events_o)
  );

  for (genvar i = 0; i < 3; i++) begin : gen_attributes
    fy_address_attributes #(.Attributes(attributes(Config))) i_attributes (
      .address_i(address[i]), .attributes_o(attribute[i])
    );
  end

  fy_data_port_mux i_port (
    .clk_i, .rst_ni,
    .core_i(core), .core_ready_o(core_ready), .core_o(core_response),
    .walker_i(walker), .walker_ready_o(walker_ready), .walker_o(walker_response),
    .data_o(data), .data_ready_i(data_ready), .data_i(data_response)
  );

  fy_instruction_cache #(
    .BeatBytes(BeatBytes), .LineBytes(Config.line_bytes), .Sets(Config.instruction_sets),
    .Ways(Config.instruction_ways)
  ) i_instruction_cache (
    .clk_i, .rst_ni,
    .fetch_i(fetch), .fetch_ready_o(fetch_ready), .fetch_o(fetch_response),
    .tl_o(fetch_o), .tl_ready_i(fetch_ready_i), .tl_i(fetch_i), .tl_ready_o(fetch_ready_o),
    .bus_error_o(instruction_error_o.valid), .bus_error_address_o(instruction_error_o.address),
    .events_o(instruction_events_o)
  );

  fy_data_cache #(
    .BeatBytes(BeatBytes), .LineBytes(Config.line_bytes), .Sets(Config.data_sets),
    .Ways(Config.data_ways), .MissSlots(Config.miss_slots)
  ) i_data_cache (
    .clk_i, .rst_ni,
    .data_i(data), .data_ready_o(data_ready), .data_o(data_response),
    .tl_o(data_o), .tl_ready_i(data_ready_i), .tl_i(data_i), .tl_ready_o(data_ready_o),
    .guard_o(unused_query), .guard_go_o(unused_go), .guard_i('0),
    .bus_error_o(data_error_o.valid), .bus_error_address_o(data_error_o.address),
    .events_o(data_events_o)
  );
endmodule
