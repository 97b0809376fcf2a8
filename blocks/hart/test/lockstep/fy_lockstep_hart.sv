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
  input  logic                  fetch_ready_i,
  input  fetch_response_t       fetch_i,

  output data_request_t         data_o,
  input  logic                  data_ready_i,
  input  data_response_t        data_i,

  output coprocessor_request_t  coprocessor_o,
  input  logic                  coprocessor_ready_i,
  input  coprocessor_response_t coprocessor_i,

  output translation_fence_t    translation_fence_o,
  input  logic                  translation_fence_done_i,

  output retirement_t           retirement_o,
  output core_events_t          events_o,
  output walker_events_t        walker_events_o
);
  walk_request_t [1:0]  walk;
  walk_response_t [1:0] walk_response;
  data_request_t        core, walker;
  data_response_t       core_response, walker_response;
  logic [1:0]           walk_ready;
  logic                 core_ready, walker_ready;
  logic [2:0][63:0]     address;
  attributes_t [2:0]    attributes;

  fy_hart #(
    .Xlen(Xlen)
  ) i_hart (
    .clk_i, .rst_ni, .hart_id_i('0), .time_i, .interrupts_i,
    .fetch_o, .fetch_ready_i, .fetch_i,
    .data_o(core), .data_ready_i(core_ready), .data_i(core_response),
    .coprocessor_o, .coprocessor_ready_i, .coprocessor_i,
    .walk_o(walk), .walk_ready_i(walk_ready), .walk_i(walk_response),
    .attribute_address_o(address[1:0]), .attributes_i(attributes[1:0]),
    .translation_fence_o, .translation_fence_done_i, .debug_request_i(1'b0), .events_o
  );

  fy_walker #(
    .Ports(2)
  ) i_walker (
    .clk_i, .rst_ni,
    .walk_i(walk), .walk_ready_o(walk_ready), .walk_o(walk_response),
    .fence_i(translation_fence_o),
    .attribute_address_o(address[2]), .attributes_i(attributes[2]),
    .data_o(walker), .data_ready_i(walker_ready), .data_i(walker_response),
    .events_o(walker_events_o)
  );

  fy_data_port_mux i_port (
    .clk_i, .rst_ni,
    .core_i(core), .core_ready_o(core_ready), .core_o(core_response),
    .walker_i(walker), .walker_ready_o(walker_ready), .walker_o(walker_response),
    .data_o, .data_ready_i, .data_i
  );

  for (genvar i = 0; i < 3; i++) begin : gen_attributes
    fy_address_attributes #(.Attributes(fy_bench_map_pkg::Attributes)) i_attributes (
      .address_i(address[i]), .attributes_o(attributes[i])
    );
  end

  assign retirement_o = i_hart.i_retirement.retirement;
endmodule
