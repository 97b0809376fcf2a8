// SPDX-License-Identifier: Apache-2.0

/// Predicts the address after each fetch: target buffer, direction counters, return stack.
///
/// Combinational from `pc_i` to `next_o`; learns from outcomes with effect from the next cycle.
/// Any prediction may be wrong, also for an instruction that is no branch: execute compares.
module fy_branch_predictor
  import fy_pipeline_pkg::*;
#(
  /// Register width
  parameter int unsigned Xlen    = 64,
  /// Entries of the target buffer
  parameter int unsigned Targets = 64
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  input  logic [Xlen-1:0] pc_i,
  /// The fetch of `pc_i` is on its way, and not cancelled
  input  logic            advance_i,
  output logic [Xlen-1:0] next_o,
  output prediction_t     prediction_o,

  input  outcome_t        outcome_i,
  input  logic            outcome_valid_i
);
  localparam int unsigned IndexBits = $bits(prediction_o.direction_index);

  logic                 hit, taken, is_call, is_return;
  flow_e                flow;
  logic [Xlen-1:0]      target, top, sequential;
  logic [IndexBits-1:0] direction_index;
  logic [1:0]           pointer;
  logic                 resolve_branch, repair, call, returns;

  assign sequential   = pc_i + Xlen'(4);
  assign is_call      = hit && flow == FlowCall;
  assign is_return    = hit && flow == FlowReturn;
  assign prediction_o = '{hit: hit, direction_index: direction_index, stack_pointer: pointer};

  always_comb begin
    if (is_return) next_o = top;
    else if (hit && (flow != FlowBranch || taken)) next_o = target;
    else next_o = sequential;
  end

  assign repair         = outcome_valid_i && outcome_i.mispredicted;
  assign call           = outcome_i.is_flow && outcome_i.flow == FlowCall;
  assign returns        = outcome_i.is_flow && outcome_i.flow == FlowReturn;
  assign resolve_branch = outcome_valid_i && outcome_i.is_flow && outcome_i.flow == FlowBranch;

  // A hit on what is no branch is dropped; a branch stays, its counter learns.
  fy_branch_target_buffer #(
    .Xlen   (Xlen),
    .Entries(Targets)
  ) i_targets (
    .clk_i,
    .rst_ni,
    .pc_i,
    .hit_o         (hit),
    .flow_o        (flow),
    .target_o      (target),
    .write_i       (repair && (outcome_i.taken || !outcome_i.is_flow)),
    .write_valid_i (outcome_i.is_flow),
    .write_pc_i    (Xlen'(outcome_i.pc)),
    .write_flow_i  (outcome_i.flow),
    .write_target_i(Xlen'(outcome_i.target))
  );

  fy_direction_predictor #(
    .IndexBits(IndexBits)
  ) i_direction (
    .clk_i,
    .rst_ni,
    .pc_i           (pc_i[2+:IndexBits]),
    .index_o        (direction_index),
    .taken_o        (taken),
    .resolve_i      (resolve_branch),
    .resolve_index_i(outcome_i.prediction.direction_index),
    .resolve_taken_i(outcome_i.taken)
  );

  fy_return_stack #(
    .Xlen   (Xlen),
    .Entries(4)
  ) i_returns (
    .clk_i,
    .rst_ni,
    .top_o           (top),
    .pointer_o       (pointer),
    .push_i          (advance_i && is_call),
    .pop_i           (advance_i && is_return),
    .address_i       (sequential),
    .repair_i        (repair),
    .repair_pointer_i(outcome_i.prediction.stack_pointer),
    .repair_push_i   (call),
    .repair_pop_i    (returns),
    .repair_address_i(Xlen'(outcome_i.pc) + Xlen'(4))
  );

  logic unused_outcome;
  assign unused_outcome = ^{outcome_i};
endmodule
