// SPDX-License-Identifier: Apache-2.0

/// Register slice of a valid/ready stream: cuts every combinational path in both directions.
///
/// Latency 1 cycle, throughput one item a cycle, holds two items.
module fy_stream_slice #(
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
  fy_fifo #(
    .data_t(data_t),
    .Depth (2)
  ) i_fifo (
    .clk_i,
    .rst_ni,
    .data_i,
    .valid_i,
    .ready_o,
    .data_o,
    .valid_o,
    .ready_i
  );
endmodule
