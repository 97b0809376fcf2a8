// SPDX-License-Identifier: Apache-2.0

/// Condition of a conditional branch. Combinational.
module fy_branch_condition #(
  /// Register width
  parameter int unsigned Xlen = 64
) (
  input  logic [2:0]      funct3_i,
  input  logic [Xlen-1:0] rs1_i,
  input  logic [Xlen-1:0] rs2_i,
  output logic            taken_o
);
  logic condition;

  always_comb begin
    unique case (funct3_i[2:1])
      2'b00:   condition = rs1_i == rs2_i;
      2'b10:   condition = $signed(rs1_i) < $signed(rs2_i);
      default: condition = rs1_i < rs2_i;
    endcase
  end

  assign taken_o = condition != funct3_i[0];
endmodule
