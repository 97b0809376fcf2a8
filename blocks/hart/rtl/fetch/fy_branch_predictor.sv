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
  parameter int unsigned Targets = 64,
  /// Bits of the index of the direction counters
  parameter int unsigned DirectionBits = 10
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
  logic                   hit, taken, is_branch, is_call, is_return;
  flow_e                  flow;
  logic [Xlen-1:0]        target, top, sequential;
  logic [HistoryBits-1:0] history;
  logic [1:0]             pointer;
  logic                   resolve_branch, repair, call, returns;

  assign sequential   = pc_i + Xlen'(4);
  assign is_branch    = hit && flow == FlowBranch;
  assign is_call      = hit && flow == FlowCall;
  assign is_return    = hit && flow == FlowReturn;
  assign prediction_o = '{history: history, stack_pointer: pointer};

  always_comb begin
    if (is_return) next_o = top;
    else if (hit && (!is_branch || taken)) next_o = target;
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
    .IndexBits  (DirectionBits),
    .HistoryBits(HistoryBits)
  ) i_direction (
    .clk_i,
    .rst_ni,
    .pc_i             (pc_i[2+:DirectionBits]),
    .history_o        (history),
    .taken_o          (taken),
    .advance_i        (advance_i && is_branch),
    .resolve_i        (resolve_branch),
    .resolve_pc_i     (outcome_i.pc[2+:DirectionBits]),
    .resolve_history_i(outcome_i.prediction.history),
    .resolve_taken_i  (outcome_i.taken),
    .repair_i         (repair)
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
