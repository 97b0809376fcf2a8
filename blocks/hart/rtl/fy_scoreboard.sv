// SPDX-License-Identifier: Apache-2.0

/// One bit a register: a load result is on its way and comes late.
///
/// A register set in one cycle reads pending from the next. `pending_o` is combinational and
/// already clear in the cycle in which the result arrives. x0 is never pending.
module fy_scoreboard (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        set_i,
  input  logic [4:0]  set_index_i,
  input  logic        clear_i,
  input  logic [4:0]  clear_index_i,

  output logic [31:0] pending_o,
  output logic        any_o
);
  logic [31:0] pending_q, set, clear;

  assign set       = {31'h0, set_i} << set_index_i;
  assign clear     = {31'h0, clear_i} << clear_index_i;
  assign pending_o = pending_q & ~clear;
  assign any_o     = |pending_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) pending_q <= '0;
    else pending_q <= (pending_o | set) & ~32'h1;
  end
endmodule
