// SPDX-License-Identifier: Apache-2.0

/// Adds a number to every byte of two streams.
///
/// Latency 1 cycle, throughput one beat a cycle and lane. `passed_o` counts the beats of both.
module fy_increment
  import fy_increment_pkg::*;
(
  input  logic clk_i,
  input  logic rst_ni,

  input  logic [7:0]  amount_i,
  output logic [31:0] passed_o,

  input  beat_t [Lanes-1:0] bytes_i,
  input  logic  [Lanes-1:0] bytes_valid_i,
  output logic  [Lanes-1:0] bytes_ready_o,

  output beat_t [Lanes-1:0] sums_o,
  output logic  [Lanes-1:0] sums_valid_o,
  input  logic  [Lanes-1:0] sums_ready_i
);
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    beat_t changed, slice;
    logic  slice_valid, slice_ready;

    always_comb begin
      changed = bytes_i[l];
      for (int b = 0; b < 8; b++) changed.data[b] = bytes_i[l].data[b] + amount_i;
    end

    fy_stream_slice #(.data_t(beat_t)) i_slice (
      .clk_i, .rst_ni,
      .data_i(changed), .valid_i(bytes_valid_i[l]), .ready_o(bytes_ready_o[l]),
      .data_o(slice), .valid_o(slice_valid), .ready_i(slice_ready)
    );

    fy_stream_link #(.data_t(beat_t)) i_link (
      .clk_i, .rst_ni,
      .data_i(slice), .valid_i(slice_valid), .ready_o(slice_ready),
      .data_o(sums_o[l]), .valid_o(sums_valid_o[l]), .ready_i(sums_ready_i[l])
    );
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) passed_o <= '0;
    else passed_o <= passed_o + 32'($countones(sums_valid_o & sums_ready_i));
  end
endmodule
