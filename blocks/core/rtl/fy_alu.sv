// SPDX-License-Identifier: Apache-2.0

/// Integer arithmetic, logic and shifts of one instruction.
///
/// Combinational. `sum_o` is the plain sum of both operands whatever the operation, for addresses.
module fy_alu
  import fy_pipeline_pkg::*;
#(
  /// Register width, 32 or 64
  parameter int unsigned Xlen = 64
) (
  input  alu_operation_e  operation_i,
  /// Use the lower 32 bits and sign-extend the result
  input  logic            word_i,
  input  logic [Xlen-1:0] a_i,
  input  logic [Xlen-1:0] b_i,

  output logic [Xlen-1:0] sum_o,
  output logic [Xlen-1:0] result_o
);
  localparam int unsigned ShiftBits = $clog2(Xlen);

  logic [ShiftBits-1:0] amount;
  logic [Xlen-1:0]      shifted_in, difference, full;
  logic                 less, less_unsigned;

  assign sum_o         = a_i + b_i;
  assign difference    = a_i - b_i;
  assign less_unsigned = a_i < b_i;
  assign less          = $signed(a_i) < $signed(b_i);

  if (Xlen == 64) begin : gen_wide
    logic arithmetic;
    assign arithmetic = operation_i == AluShiftRightArithmetic;
    // A word shifted right takes in its own sign or zero, a word's amount has five bits.
    assign amount     = {b_i[5] && !word_i, b_i[4:0]};
    assign shifted_in = word_i ? {{32{arithmetic && a_i[31]}}, a_i[31:0]} : a_i;
    assign result_o   = word_i ? {{32{full[31]}}, full[31:0]} : full;
  end else begin : gen_narrow
    logic unused_word;
    assign unused_word = word_i;
    assign amount      = b_i[ShiftBits-1:0];
    assign shifted_in  = a_i;
    assign result_o    = full;
  end

  always_comb begin
    unique case (operation_i)
      AluSubtract:             full = difference;
      AluShiftLeft:            full = a_i << amount;
      AluLess:                 full = Xlen'(less);
      AluLessUnsigned:         full = Xlen'(less_unsigned);
      AluXor:                  full = a_i ^ b_i;
      AluShiftRight:           full = shifted_in >> amount;
      AluShiftRightArithmetic: full = $unsigned($signed(shifted_in) >>> amount);
      AluOr:                   full = a_i | b_i;
      AluAnd:                  full = a_i & b_i;
      default:                 full = sum_o;
    endcase
  end
endmodule
