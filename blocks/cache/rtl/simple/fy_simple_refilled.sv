// SPDX-License-Identifier: Apache-2.0

/// Keeps a line that was just fetched in its place until it has served an access.
///
/// From the end of a refill to the first access that is served by its line, at most HoldCycles,
/// `hold_o` forbids another refill, so that each of two lines of one place serves an access.
/// `failed_o`, once: the access being decided asks for the line whose refill failed.
module fy_simple_refilled
  import fy_l1_pkg::*;
#(
  parameter int unsigned LineBytes = 16
) (
  input  logic     clk_i,
  input  logic     rst_ni,

  input  logic     refilled_i,
  input  logic     bad_i,
  input  address_t refilled_address_i,

  /// The access being decided is one of the cache; it is served, and not killed
  input  address_t address_i,
  input  logic     cached_i,
  input  logic     served_i,

  output logic     hold_o,
  output logic     failed_o
);
  localparam int unsigned Offset     = $clog2(LineBytes);
  localparam int unsigned HoldCycles = 31;

  logic [$clog2(HoldCycles+1)-1:0] left_q;
  logic                            bad_q, same;
  logic [AddressBits-1:Offset]     line_q;

  assign same     = cached_i && address_i[AddressBits-1:Offset] == line_q;
  assign hold_o   = left_q != '0;
  assign failed_o = hold_o && bad_q && same;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) left_q <= '0;
    else if (refilled_i) left_q <= '1;
    else if (served_i && same) left_q <= '0;
    else if (hold_o) left_q <= left_q - 1'b1;
  end
  always_ff @(posedge clk_i) begin
    if (refilled_i) begin
      bad_q  <= bad_i;
      line_q <= refilled_address_i[AddressBits-1:Offset];
    end
  end
endmodule
