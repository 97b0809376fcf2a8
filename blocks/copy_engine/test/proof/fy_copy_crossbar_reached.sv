// SPDX-License-Identifier: Apache-2.0

/// Shows that the proof of the crossbar reaches its hard case: this claim must fail. In the trace
/// that refutes it each of two Puts waits for data that the bank which the other holds owes, a
/// tracker had to wait for its turn, and all came to an end.
module fy_copy_crossbar_reached #(
  parameter int unsigned Trackers = 2
) (
  input logic                clk_i,
  input logic                rst_ni,
  /// A Put holds its bank and waits for data that the bank of the next tracker's Put owes
  input logic [Trackers-1:0] crossed_i,
  /// A beat waits for its turn
  input logic                waits_i,
  /// Nothing is under way
  input logic                ended_i
);
  logic both_q, turn_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      both_q <= 1'b0;
      turn_q <= 1'b0;
    end else begin
      both_q <= both_q || &crossed_i;
      turn_q <= turn_q || waits_i;
    end
  end
  always_ff @(posedge clk_i) begin
    if (rst_ni) reached: assert (!(both_q && turn_q && ended_i));
  end
endmodule
