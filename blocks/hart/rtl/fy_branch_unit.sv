// SPDX-License-Identifier: Apache-2.0

/// Decides branches and jumps: where the program goes on, and what the predictor shall learn.
///
/// Combinational. `next_o` is right for every instruction without a trap.
module fy_branch_unit
  import fy_pipeline_pkg::*;
#(
  /// Register width
  parameter int unsigned Xlen = 64
) (
  input  decoded_t        decoded_i,
  input  logic [2:0]      funct3_i,
  input  logic [4:0]      link_source_i,  // rs1 field, for the return stack
  input  logic [Xlen-1:0] pc_i,
  input  logic [Xlen-1:0] rs1_i,
  input  logic [Xlen-1:0] rs2_i,
  /// rs1 plus immediate
  input  logic [Xlen-1:0] sum_i,

  output logic            is_flow_o,
  output flow_e           flow_o,
  output logic            taken_o,
  output logic [Xlen-1:0] target_o,
  output logic [Xlen-1:0] sequential_o,
  output logic [Xlen-1:0] next_o,
  output logic            misaligned_o
);
  logic condition, jump, links, returns;

  fy_branch_condition #(
    .Xlen(Xlen)
  ) i_condition (
    .funct3_i,
    .rs1_i,
    .rs2_i,
    .taken_o(condition)
  );

  assign jump      = decoded_i.unit == UnitJump || decoded_i.unit == UnitJumpRegister;
  assign is_flow_o = jump || decoded_i.unit == UnitBranch;
  assign taken_o   = jump || (decoded_i.unit == UnitBranch && condition);

  // x1 and x5 are the link registers of the calling convention.
  assign links   = decoded_i.rd_write && (decoded_i.rd == 5'd1 || decoded_i.rd == 5'd5);
  assign returns = decoded_i.unit == UnitJumpRegister &&
                   (link_source_i == 5'd1 || link_source_i == 5'd5);

  always_comb begin
    if (!jump) flow_o = FlowBranch;
    else if (links) flow_o = FlowCall;
    else if (returns) flow_o = FlowReturn;
    else flow_o = FlowJump;
  end

  assign sequential_o = pc_i + Xlen'(4);
  assign target_o     = decoded_i.unit == UnitJumpRegister
                            ? {sum_i[Xlen-1:1], 1'b0}
                            : pc_i + Xlen'($signed(decoded_i.immediate));
  assign next_o       = taken_o ? target_o : sequential_o;
  assign misaligned_o = taken_o && target_o[1];

  logic unused_fields;
  assign unused_fields = ^{decoded_i, sum_i[0]};
endmodule
