// SPDX-License-Identifier: Apache-2.0

/// The stream link of the build `inspect`: fy_stream_link of blocks/common that can be held.
///
/// As fy_tl_link of this folder; the one channel, `data`, is bit 0.
module fy_stream_link #(
  /// Payload
  parameter type data_t = logic [7:0]
) (
  input  logic  clk_i,
  input  logic  rst_ni,

  input  data_t data_i,
  input  logic  valid_i,
  output logic  ready_o,

  output data_t data_o,
  output logic  valid_o,
  input  logic  ready_i
);
  import "DPI-C" function int fy_link_open(input string path);
  import "DPI-C" function int fy_link_held(input int link);

  logic data_valid, data_ready, held_q, unused;
  int   link;

  initial begin
    link   = fy_link_open($sformatf("%m"));
    held_q = 1'b0;
  end
  always_ff @(posedge clk_i) held_q <= 1'(fy_link_held(link));

  assign data_o  = data_i;
  assign valid_o = valid_i && !held_q;
  assign ready_o = data_ready;

  assign data_valid = valid_i;
  assign data_ready = ready_i && !held_q;

  assign unused = ^{rst_ni, data_valid};
endmodule
