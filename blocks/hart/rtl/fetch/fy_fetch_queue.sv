// SPDX-License-Identifier: Apache-2.0

/// Two fetched instructions between the instruction port and decode; can be emptied.
///
/// An arrival passes through combinationally when the queue is empty. The writer keeps room: it
/// asks for no more than `count_o` and what is on its way allow.
module fy_fetch_queue
  import fy_pipeline_pkg::*;
(
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       clear_i,

  input  fetched_t   fetched_i,
  input  logic       fetched_valid_i,

  output fetched_t   fetched_o,
  output logic       fetched_valid_o,
  input  logic       fetched_ready_i,

  output logic [1:0] count_o
);
  fetched_t   first_q, second_q;
  logic [1:0] count_q;
  logic       push, pop;

  assign fetched_o       = count_q == 2'd0 ? fetched_i : first_q;
  assign fetched_valid_o = count_q != 2'd0 || fetched_valid_i;
  assign pop             = fetched_ready_i && count_q != 2'd0;
  assign push            = fetched_valid_i && !(fetched_ready_i && count_q == 2'd0);
  assign count_o         = count_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= '0;
    else if (clear_i) count_q <= '0;
    else count_q <= count_q + 2'(push) - 2'(pop);
  end

  always_ff @(posedge clk_i) begin
    if (pop) first_q <= second_q;
    if (push) begin
      if (count_q == 2'd0 || (count_q == 2'd1 && pop)) first_q <= fetched_i;
      else second_q <= fetched_i;
    end
  end
endmodule
