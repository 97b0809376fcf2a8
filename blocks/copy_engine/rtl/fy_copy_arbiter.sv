// SPDX-License-Identifier: Apache-2.0

/// Shares one channel A between reader and writer.
///
/// Reads first: they are bounded by the buffer, and data asked for early keeps both sides busy.
/// With `put_first_i` a Put goes before a Get. What the bus has seen (`a_passed_i`) holds while it
/// is stalled, and a Put until its last beat; a message held back before may give way to the other
/// kind. Combinational.
module fy_copy_arbiter
  import fy_tl_pkg::*;
#(
  /// Bytes of a TileLink beat
  parameter int unsigned BeatBytes = 32
) (
  input  logic                                         clk_i,
  input  logic                                         rst_ni,

  input  fy_tl#(.BeatBytes(BeatBytes))::a_t get_i,
  input  logic                                         get_valid_i,
  output logic                                         get_ready_o,

  input  fy_tl#(.BeatBytes(BeatBytes))::a_t put_i,
  input  logic                                         put_valid_i,
  input  logic                                         put_last_i,
  output logic                                         put_ready_o,

  output fy_tl#(.BeatBytes(BeatBytes))::a_t a_o,
  output logic                                         a_valid_o,
  input  logic                                         a_ready_i,
  /// The bus sees this message
  input  logic                                         a_passed_i,
  /// A Put comes before a Get
  input  logic                                         put_first_i
);
  logic held_q, put_q, put;

  assign put         = held_q ? put_q : (put_first_i && put_valid_i) || !get_valid_i;
  assign a_o         = put ? put_i : get_i;
  assign a_valid_o   = put ? put_valid_i : get_valid_i;
  assign get_ready_o = !put && a_ready_i;
  assign put_ready_o = put && a_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= 1'b0;
      put_q  <= 1'b0;
    end else if (a_valid_o) begin
      held_q <= a_passed_i && (!a_ready_i || (put && !put_last_i));
      put_q  <= put;
    end
  end
endmodule
