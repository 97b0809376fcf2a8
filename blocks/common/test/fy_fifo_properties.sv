// SPDX-License-Identifier: Apache-2.0

/// Proof top of fy_fifo: one marked item, chosen by the solver, leaves once, in its place.
///
/// The environment is free. `Broken` lets it push into a full queue without looking at ready, so
/// that items are lost and the assertion of order must fail: the twin that shows it can fail.
module fy_fifo_properties #(
  parameter int unsigned Depth       = 3,
  parameter bit          FallThrough = 1'b0,
  parameter bit          Broken      = 1'b0
) (
  input logic       clk_i,
  input logic       rst_ni,
  input logic [7:0] data_i,
  input logic       valid_i,
  input logic       ready_i
);
  logic [7:0] data_o;
  logic       ready_o, valid_o, violation;
  logic       started_q;
  // Items ahead of the marked one, once it is inside.
  logic [3:0] ahead_q, ahead;
  logic       inside_q, mark, push, pop;

  fy_fifo #(
    .Depth      (Depth),
    .FallThrough(FallThrough)
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

  fy_stream_checker #(
    .Fatal(1'b0)
  ) i_checker (
    .clk_i,
    .rst_ni,
    .data_i     (data_o),
    .valid_i    (valid_o),
    .ready_i,
    .violation_o(violation)
  );

  assign push = valid_i && (ready_o || Broken);
  assign pop  = valid_o && ready_i;
  assign mark = push && !inside_q && data_i == 8'hA5;

  // Fill as the environment counts it.
  logic [3:0] fill_q;
  assign ahead = fill_q - 4'(pop);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      fill_q    <= '0;
      inside_q  <= 1'b0;
      started_q <= 1'b0;
    end else begin
      started_q <= 1'b1;
      fill_q    <= fill_q + 4'(push) - 4'(pop);
      if (mark && !(pop && fill_q == '0)) inside_q <= 1'b1;
      else if (inside_q && pop && ahead_q == '0) inside_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (mark) ahead_q <= ahead;
    else if (pop && inside_q) ahead_q <= ahead_q - 4'd1;
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni && started_q) begin
      assert (!violation);
      assert (Broken || ready_o == (fill_q < 4'(Depth)));
      assert (!(inside_q && pop && ahead_q == '0) || data_o == 8'hA5);
      cover (fill_q == 4'(Depth) && valid_i);
      cover (inside_q && pop && ahead_q == '0 && fill_q == 4'(Depth));
    end
  end

  // The run begins in reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) begin
    first_q <= 1'b0;
    reset: assume (rst_ni == !first_q);
  end
endmodule
