// SPDX-License-Identifier: Apache-2.0

/// Materialise hook of an L2 bank: one line at a time from the array through a write-back slot to
/// an address that the request names.
///
/// The array is read in the cycle of `take_o`, when channel C does not use it and a slot is free;
/// `done_o` comes the cycle after memory's B. From `take_o` to B the slot holds the address:
/// requests for that line wait on A.
module fy_l2_materialise
  import fy_l2_pkg::*;
(
  input  logic     clk_i,
  input  logic     rst_ni,

  input  logic     valid_i,
  /// Does not depend on `valid_i`
  output logic     ready_o,

  input  logic     array_busy_i,
  input  logic     slot_ready_i,
  input  number_t  slot_i,
  /// The array is read for this line now, and the slot taken
  output logic     take_o,

  input  written_t written_i,
  input  logic     written_valid_i,
  output logic     done_o,
  output logic     error_o
);
  logic    busy_q, written;
  number_t slot_q;

  assign ready_o = !busy_q && !array_busy_i && slot_ready_i;
  assign take_o  = valid_i && ready_o;
  assign written = busy_q && written_valid_i && written_i.slot == slot_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      done_o <= 1'b0;
    end else begin
      busy_q <= take_o || (busy_q && !written);
      done_o <= written;
    end
  end
  always_ff @(posedge clk_i) begin
    if (take_o) slot_q <= slot_i;
    error_o <= written_i.error;
  end
endmodule
