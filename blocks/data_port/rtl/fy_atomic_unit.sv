// SPDX-License-Identifier: Apache-2.0

/// What an SC or an AMO stores, from the old value and the operand. Combinational.
///
/// Both are right-justified; of 4 bytes the upper half is not looked at, and that of the result
/// means nothing. Of every operation that does not compute, SC and swap among them, the operand.
module fy_atomic_unit import fy_core_pkg::*; (
  input  data_operation_e operation_i,
  input  logic [1:0]      size_i,      // log2 bytes: 2 or 3
  input  logic [63:0]     old_i,
  input  logic [63:0]     operand_i,
  output logic [63:0]     store_o
);
  logic signed [64:0] old_signed, operand_signed;
  logic [63:0]        old_word, operand;
  logic               less, is_unsigned;

  // 32-bit values are compared as such: both ends extended the same way.
  assign is_unsigned = operation_i inside {DataMinUnsigned, DataMaxUnsigned};

  always_comb begin
    old_word = old_i;
    operand  = operand_i;
    if (size_i == 2'd2) begin
      old_word = {{32{old_i[31] && !is_unsigned}}, old_i[31:0]};
      operand  = {{32{operand_i[31] && !is_unsigned}}, operand_i[31:0]};
    end
    old_signed     = {old_word[63] && !is_unsigned, old_word};
    operand_signed = {operand[63] && !is_unsigned, operand};
    less           = old_signed < operand_signed;
  end

  always_comb begin
    unique case (operation_i)
      DataAdd:                  store_o = old_i + operand_i;
      DataXor:                  store_o = old_i ^ operand_i;
      DataAnd:                  store_o = old_i & operand_i;
      DataOr:                   store_o = old_i | operand_i;
      DataMin, DataMinUnsigned: store_o = less ? old_i : operand_i;
      DataMax, DataMaxUnsigned: store_o = less ? operand_i : old_i;
      default:                  store_o = operand_i;
    endcase
  end
endmodule
