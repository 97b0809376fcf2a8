// SPDX-License-Identifier: Apache-2.0

/// Joins several streams of messages into one, fair by message.
///
/// Combinational both ways, a beat each cycle. A message keeps the output from its first
/// transferred beat to its last, also over pauses of its sender; a stalled beat keeps it too.
module fy_tl_arbiter #(
  /// Payload of a beat
  parameter type         data_t = logic [7:0],
  /// Streams that are joined
  parameter int unsigned Inputs = 2
) (
  input  logic              clk_i,
  input  logic              rst_ni,

  input  data_t [Inputs-1:0] data_i,
  input  logic  [Inputs-1:0] valid_i,
  /// High only for the input that is served
  output logic  [Inputs-1:0] ready_o,
  /// The beat offered by each input is the last of its message
  input  logic  [Inputs-1:0] last_i,

  output data_t             data_o,
  output logic              valid_o,
  input  logic              ready_i
);
  if (Inputs == 1) begin : gen_wire
    assign data_o  = data_i[0];
    assign valid_o = valid_i[0];
    assign ready_o = valid_i[0] && ready_i;

    logic unused;
    assign unused = ^{clk_i, rst_ni, last_i};
  end else begin : gen_arbiter
    logic [Inputs-1:0] request, grant, held_q;
    logic              locked_q, fire, last;
    logic [$clog2(Inputs)-1:0] unused_index;

    assign request = locked_q ? valid_i & held_q : valid_i;
    assign fire    = valid_o && ready_i;
    assign last    = |(grant & last_i);
    assign ready_o = ready_i ? grant : '0;

    fy_round_robin #(
      .Inputs(Inputs)
    ) i_round_robin (
      .clk_i,
      .rst_ni,
      .request_i(request),
      .advance_i(fire && last),
      .grant_o  (grant),
      .index_o  (unused_index),
      .any_o    (valid_o)
    );

    always_comb begin
      data_o = data_i[0];
      for (int unsigned i = 1; i < Inputs; i++) begin
        if (grant[i]) data_o = data_i[i];
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) locked_q <= 1'b0;
      else if (fire) locked_q <= !last;
    end

    always_ff @(posedge clk_i) begin
      if (fire) held_q <= grant;
    end
  end

  if (Inputs < 1) begin : gen_inputs
    $error("fy_tl_arbiter: Inputs is %0d; it must be at least 1", Inputs);
  end
endmodule
