// SPDX-License-Identifier: Apache-2.0

/// What the proofs of translation and tracker assume of those before them, asserted in simulation.
///
/// Passive.
module fy_copy_engine_checks (
  input logic        clk_i,
  input logic        rst_ni,
  /// Transfer or Resume begins
  input logic        start_i,
  input logic        piece_valid_i,
  /// To the trackers
  input logic        request_valid_i,
  input logic [12:0] bytes_i
);
  starts_between_pieces: assert property (@(posedge clk_i) disable iff (!rst_ni)
      !start_i || !piece_valid_i);
  request_has_bytes: assert property (@(posedge clk_i) disable iff (!rst_ni)
      !request_valid_i || bytes_i != '0);
endmodule
