// SPDX-License-Identifier: Apache-2.0

/// Multiplies two registers in two pipeline stages.
///
/// Operands are taken with `valid_i`, the result stands from the next cycle until the next
/// `valid_i`. Throughput one a cycle. Four half-width products are registered and then added.
module fy_multiplier #(
  /// Register width, 32 or 64
  parameter int unsigned Xlen = 64
) (
  input  logic            clk_i,

  /// 0 MUL, 1 MULH, 2 MULHSU, 3 MULHU
  input  logic [1:0]      function_i,
  input  logic            word_i,
  input  logic [Xlen-1:0] a_i,
  input  logic [Xlen-1:0] b_i,
  input  logic            valid_i,

  output logic [Xlen-1:0] result_o
);
  localparam int unsigned Half = Xlen / 2;

  logic [Xlen-1:0]          low_q;
  logic signed [Xlen+1:0]   cross_ab_q, cross_ba_q, high_q;
  logic signed [Half:0]     a_high, b_high, a_low, b_low;
  logic                     upper_q, word_q;
  logic signed [2*Xlen+1:0] product;

  assign a_low  = $signed({1'b0, a_i[Half-1:0]});
  assign b_low  = $signed({1'b0, b_i[Half-1:0]});
  assign a_high = $signed({function_i != 2'd3 && a_i[Xlen-1], a_i[Xlen-1:Half]});
  assign b_high = $signed({!function_i[1] && b_i[Xlen-1], b_i[Xlen-1:Half]});

  always_ff @(posedge clk_i) begin
    if (valid_i) begin
      low_q      <= Xlen'(a_i[Half-1:0]) * Xlen'(b_i[Half-1:0]);
      cross_ab_q <= (Xlen + 2)'(a_high * b_low);
      cross_ba_q <= (Xlen + 2)'(a_low * b_high);
      high_q     <= (Xlen + 2)'(a_high * b_high);
      upper_q    <= function_i != 2'd0;
      word_q     <= word_i;
    end
  end

  assign product = ((2 * Xlen + 2)'(high_q) <<< Xlen) +
                   (((2 * Xlen + 2)'(cross_ab_q) + (2 * Xlen + 2)'(cross_ba_q)) <<< Half) +
                   $signed((2 * Xlen + 2)'(low_q));

  if (Xlen == 64) begin : gen_wide
    assign result_o = word_q ? {{32{product[31]}}, product[31:0]}
                             : upper_q ? product[2*Xlen-1:Xlen] : product[Xlen-1:0];
  end else begin : gen_narrow
    logic unused_word;
    assign unused_word = word_q;
    assign result_o    = upper_q ? product[2*Xlen-1:Xlen] : product[Xlen-1:0];
  end

  logic unused_top;
  assign unused_top = ^product[2*Xlen+1:2*Xlen];
endmodule
