// SPDX-License-Identifier: Apache-2.0

/// Finds the last beat of each message of one TileLink channel.
///
/// Combinational answer for the beat that is offered now; the count moves with `fire_i`.
module fy_tl_beats #(
  /// Bytes of a beat, a power of two
  parameter int unsigned BeatBytes = 32
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  logic [fy_tl_pkg::SizeBits-1:0] size_i,
  /// The message carries data: more than one beat is possible
  input  logic has_data_i,
  /// The beat is transferred in this cycle
  input  logic fire_i,

  output logic last_o
);
  localparam int unsigned BeatLog = $clog2(BeatBytes);
  localparam int unsigned CountBits = 16 - BeatLog;

  // Beats after the current one once it is transferred; zero between messages.
  logic [CountBits-1:0] left_q, left, beats;
  logic                 first;

  always_comb begin
    beats = CountBits'((16'd1 << size_i) >> BeatLog);
    if (!first) left = left_q - 1'b1;
    else if (!has_data_i || beats == '0) left = '0;
    else left = beats - 1'b1;
  end

  assign first  = left_q == '0;
  assign last_o = left == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) left_q <= '0;
    else if (fire_i) left_q <= left;
  end

  if (BeatBytes < 2 || BeatBytes > 64 || 2 ** BeatLog != BeatBytes) begin : gen_bytes
    $error("fy_tl_beats: BeatBytes is %0d; it must be a power of two from 2 to 64", BeatBytes);
  end
endmodule
