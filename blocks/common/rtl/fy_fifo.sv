// SPDX-License-Identifier: Apache-2.0

/// First-in first-out queue between two valid/ready streams.
///
/// Latency 1 cycle, or 0 when empty with FallThrough. Throughput one item a cycle for Depth >= 2.
/// `ready_o` depends on the fill alone, `valid_o` also on `valid_i` with FallThrough.
module fy_fifo #(
  /// Payload
  parameter type         data_t      = logic [7:0],
  /// Items held, at least 1
  parameter int unsigned Depth       = 2,
  /// Pass an item in the cycle it arrives when the queue is empty
  parameter bit          FallThrough = 1'b0
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
  localparam int unsigned IndexBits = Depth > 1 ? $clog2(Depth) : 1;

  data_t [Depth-1:0]    items_q;
  logic [IndexBits-1:0] read_q, write_q;
  logic [IndexBits:0]   count_q;
  logic                 push, pop, bypass, empty;

  assign empty   = count_q == '0;
  assign ready_o = count_q != (IndexBits + 1)'(Depth);
  assign valid_o = !empty || (FallThrough && valid_i);
  assign data_o  = (FallThrough && empty) ? data_i : items_q[read_q];
  assign bypass  = FallThrough && empty && ready_i;
  assign push    = valid_i && ready_o && !bypass;
  assign pop     = ready_i && !empty;

  function automatic logic [IndexBits-1:0] next(logic [IndexBits-1:0] index);
    return index == IndexBits'(Depth - 1) ? '0 : index + 1'b1;
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      read_q  <= '0;
      write_q <= '0;
      count_q <= '0;
    end else begin
      if (push) write_q <= next(write_q);
      if (pop) read_q <= next(read_q);
      count_q <= count_q + (IndexBits + 1)'(push) - (IndexBits + 1)'(pop);
    end
  end

  always_ff @(posedge clk_i) begin
    if (push) items_q[write_q] <= data_i;
  end

  if (Depth < 1) begin : gen_depth
    $error("fy_fifo: Depth is %0d; it must be at least 1", Depth);
  end
endmodule
