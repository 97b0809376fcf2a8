// SPDX-License-Identifier: Apache-2.0

/// A valid/ready stream between two blocks: wires, no cycle, no gate.
///
/// The place where everything that watches a stream is bound or looks in: a `[[link]]` of kind
/// `stream` with the channel `data`. The build `inspect` takes this module from sim/ instead, where
/// it can hold the channel.
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
  logic data_valid, data_ready, unused;

  assign data_o  = data_i;
  assign valid_o = valid_i;
  assign ready_o = ready_i;

  assign data_valid = valid_i;
  assign data_ready = ready_i;

  assign unused = ^{clk_i, rst_ni, data_valid, data_ready};
endmodule
