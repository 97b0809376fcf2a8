// SPDX-License-Identifier: Apache-2.0

/// Test top: fetch stage, and the tables of the branch predictor on their own.
module hart_fetch import fy_core_pkg::*;
import fy_mmu_pkg::*;
import fy_pipeline_pkg::*;
(input logic clk_i, input logic rst_ni,

 output fetch_request_t fetch_o, input logic fetch_ready_i, input fetch_response_t response_i,
 output fetched_t fetched_o, output logic fetched_valid_o, input logic fetched_ready_i,
 input logic redirect_i, input logic [63:0] address_i, input outcome_t outcome_i,
 input logic outcome_valid_i, input logic hold_i, output logic idle_o, input logic flush_i,
 input context_t context_i, input translation_fence_t fence_i, output walk_request_t walk_o,
 input logic walk_ready_i, input walk_response_t walk_i, output tlb_events_t events_o,

 // Direction predictor (32 counters, history of 3) and target buffer (4 entries)
 input logic [63:0] pc_i, input logic [63:0] write_pc_i, input logic [2:0] write_history_i,
 input logic [3:0] control_i,  // advance, resolve or write, taken or valid, repair
 input logic [1:0] flow_i, output logic [2:0] history_o, output logic taken_o, output logic hit_o,
 output logic [1:0] flow_o, output logic [63:0] target_o);
flow_e flow;
logic [63:0] address;
attributes_t attributes;

assign flow_o = flow;

fy_fetch i_fetch(.clk_i, .rst_ni, .fetch_o, .fetch_ready_i, .fetch_i(response_i), .fetched_o,
                 .fetched_valid_o, .fetched_ready_i, .redirect_i, .redirect_address_i(address_i),
                 .outcome_i, .outcome_valid_i, .hold_i, .idle_o, .flush_i, .context_i,
                 .attribute_address_o(address), .attributes_i(attributes), .fence_i, .walk_o,
                 .walk_ready_i, .walk_i, .events_o);
  fy_address_attributes #(.Attributes(fy_bench_map_pkg::Attributes)) i_attributes (
    .address_i(address), .attributes_o(attributes));
fy_direction_predictor #(.IndexBits(5), .HistoryBits(3))
    i_direction(.clk_i, .rst_ni, .pc_i(pc_i [6:2]), .history_o, .taken_o, .advance_i(control_i[0]),
                .resolve_i(control_i[1]), .resolve_pc_i(write_pc_i [6:2]),
                .resolve_history_i(write_history_i), .resolve_taken_i(control_i[2]),
                .repair_i(control_i[3]));
  fy_branch_target_buffer #(.Entries(4)) i_targets (
    .clk_i, .rst_ni, .pc_i, .hit_o, .flow_o(flow), .target_o, .write_i(control_i[1]),
    .write_valid_i(control_i[2]), .write_pc_i, .write_flow_i(flow_e'(flow_i)),
    .write_target_i(address_i));
endmodule
