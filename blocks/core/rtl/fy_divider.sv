// SPDX-License-Identifier: Apache-2.0

/// Divides two registers, one quotient bit a cycle, only as many as the quotient has.
///
/// Operands stand with `valid_i` until `done_o`, which is high for one cycle with the result;
/// taking `valid_i` away earlier abandons the division. `done_o` comes 3 + Q cycles after the
/// first `valid_i`, Q the width difference of the magnitudes plus one, 0 when the quotient is 0.
module fy_divider #(
  /// Register width, 32 or 64
  parameter int unsigned Xlen = 64
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  /// 0 DIV, 1 DIVU, 2 REM, 3 REMU
  input  logic [1:0]      function_i,
  input  logic            word_i,
  input  logic [Xlen-1:0] a_i,
  input  logic [Xlen-1:0] b_i,
  input  logic            valid_i,

  output logic [Xlen-1:0] result_o,
  output logic            done_o
);
  localparam int unsigned CountBits = $clog2(Xlen) + 1;

  typedef enum logic [1:0] {
    Idle,
    Align,   // shift the divisor below the leading bit of the dividend
    Step,
    Finish   // apply the signs
  } state_e;

  state_e               state_q;
  logic                 is_signed, negate_quotient_q, negate_remainder_q, zero_q;
  logic [Xlen-1:0]      a, b, remainder_q, divisor_q, quotient_q, value, extended;
  logic [CountBits-1:0] count_q;

  assign is_signed = !function_i[0];

  function automatic logic [CountBits-1:0] leading_zeros(logic [Xlen-1:0] x);
    leading_zeros = CountBits'(Xlen);
    for (int unsigned i = 0; i < Xlen; i++) begin
      if (x[i]) leading_zeros = CountBits'(Xlen - 1 - i);
    end
  endfunction

  if (Xlen == 64) begin : gen_wide
    assign a = word_i ? {{32{is_signed && a_i[31]}}, a_i[31:0]} : a_i;
    assign b = word_i ? {{32{is_signed && b_i[31]}}, b_i[31:0]} : b_i;
    assign extended = word_i ? {{32{value[31]}}, value[31:0]} : value;
  end else begin : gen_narrow
    logic unused_word;
    assign unused_word = word_i;
    assign a           = a_i;
    assign b           = b_i;
    assign extended    = value;
  end

  always_comb begin
    if (function_i[1]) value = negate_remainder_q ? -remainder_q : remainder_q;
    else if (zero_q) value = '1;
    else value = negate_quotient_q ? -quotient_q : quotient_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Idle;
      done_o  <= 1'b0;
    end else begin
      done_o <= 1'b0;
      unique case (state_q)
        Idle:  if (valid_i && !done_o) state_q <= Align;
        Align: state_q <= (zero_q || divisor_q > remainder_q) ? Finish : Step;
        Step:  if (count_q == '0) state_q <= Finish;
        default: begin
          state_q <= Idle;
          done_o  <= 1'b1;
        end
      endcase
      if (!valid_i) begin
        state_q <= Idle;
        done_o  <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    unique case (state_q)
      Idle: if (valid_i) begin
        remainder_q        <= (is_signed && a[Xlen-1]) ? -a : a;
        divisor_q          <= (is_signed && b[Xlen-1]) ? -b : b;
        quotient_q         <= '0;
        negate_remainder_q <= is_signed && a[Xlen-1];
        negate_quotient_q  <= is_signed && (a[Xlen-1] != b[Xlen-1]);
        zero_q             <= b == '0;
      end
      Align: begin
        count_q   <= leading_zeros(divisor_q) - leading_zeros(remainder_q);
        divisor_q <= divisor_q << (leading_zeros(divisor_q) - leading_zeros(remainder_q));
      end
      Step: begin
        if (remainder_q >= divisor_q) remainder_q <= remainder_q - divisor_q;
        quotient_q <= {quotient_q[Xlen-2:0], remainder_q >= divisor_q};
        divisor_q  <= divisor_q >> 1;
        count_q    <= count_q - 1'b1;
      end
      default: result_o <= extended;
    endcase
  end
endmodule
