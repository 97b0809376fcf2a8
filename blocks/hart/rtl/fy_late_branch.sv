// SPDX-License-Identifier: Apache-2.0

/// A branch whose operand left a load or multiplication one cycle too late for execute.
///
/// It passes execute undecided and is decided here, in the memory stage, one cycle later than
/// others. A wrong prediction costs what it would have cost had the branch waited in decode, a
/// right one costs nothing. On `redirect_o` the instruction in execute must not act.
module fy_late_branch
  import fy_pipeline_pkg::*;
#(
  /// Register width
  parameter int unsigned Xlen = 64
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  /// Leaves execute undecided; `outcome_i` lacks `taken` and `mispredicted`
  input  logic            enter_i,
  input  outcome_t        outcome_i,
  input  logic [2:0]      funct3_i,
  input  logic [Xlen-1:0] rs1_i,
  input  logic [Xlen-1:0] rs2_i,
  input  logic [Xlen-1:0] predicted_i,

  output outcome_t        outcome_o,
  output logic            outcome_valid_o,
  output logic            redirect_o,
  output logic [Xlen-1:0] redirect_address_o
);
  logic            valid_q, taken, mispredicted;
  logic            target_right_q, sequential_right_q;
  logic [2:0]      funct3_q;
  logic [Xlen-1:0] rs1_q, rs2_q, sequential;
  outcome_t        outcome_q;

  assign sequential = Xlen'(outcome_i.pc) + Xlen'(4);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= enter_i;
  end

  always_ff @(posedge clk_i) begin
    if (enter_i) begin
      outcome_q          <= outcome_i;
      funct3_q           <= funct3_i;
      rs1_q              <= rs1_i;
      rs2_q              <= rs2_i;
      target_right_q     <= predicted_i == Xlen'(outcome_i.target);
      sequential_right_q <= predicted_i == sequential;
    end
  end

  fy_branch_condition #(
    .Xlen(Xlen)
  ) i_condition (
    .funct3_i(funct3_q),
    .rs1_i   (rs1_q),
    .rs2_i   (rs2_q),
    .taken_o (taken)
  );

  assign mispredicted       = !(taken ? target_right_q : sequential_right_q);
  assign redirect_o         = valid_q && mispredicted;
  assign redirect_address_o = taken ? Xlen'(outcome_q.target)
                                    : Xlen'(outcome_q.pc) + Xlen'(4);
  assign outcome_valid_o    = valid_q;

  always_comb begin
    outcome_o              = outcome_q;
    outcome_o.taken        = taken;
    outcome_o.mispredicted = mispredicted;
  end
endmodule
