// SPDX-License-Identifier: Apache-2.0

/// Tree pseudo-LRU: names the way to replace, never a reserved one while another exists.
///
/// Combinational answer for `set_i`; `touch_i` makes `touch_way_i` of `touch_set_i` the newest.
/// An empty way comes first. `none_o`: every way is reserved.
module fy_l1_replacement
  import fy_l1_pkg::*;
#(
  parameter  int unsigned Sets    = 64,
  parameter  int unsigned Ways    = 4,
  localparam int unsigned SetBits = $clog2(Sets)
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  input  logic [SetBits-1:0] set_i,
  input  logic [Ways-1:0]    occupied_i,
  input  logic [Ways-1:0]    reserved_i,
  output way_t               way_o,
  output logic               none_o,

  input  logic               touch_i,
  input  logic [SetBits-1:0] touch_set_i,
  input  way_t               touch_way_i
);
  assign none_o = &reserved_i;

  if (Ways == 1) begin : gen_one
    assign way_o = '0;

    logic unused;
    assign unused = ^{clk_i, rst_ni, set_i, occupied_i, touch_i, touch_set_i, touch_way_i};
  end else begin : gen_tree
    localparam int unsigned Levels = $clog2(Ways);

    // Node n has children 2n and 2n+1; node 1 is the root. A bit points to the older half.
    logic [Ways-1:0]   tree_q [Sets];
    logic [Ways-1:0]   tree, touched;
    logic [Levels-1:0] oldest;

    assign tree   = tree_q[set_i];

    always_comb begin
      automatic logic [Levels:0] node = (Levels + 1)'(1);
      oldest = '0;
      for (int unsigned level = 0; level < Levels; level++) begin
        oldest[Levels-1-level] = tree[node[Levels-1:0]];
        node = {node[Levels-1:0], tree[node[Levels-1:0]]};
      end
    end

    always_comb begin
      way_o = way_t'(oldest);
      if (reserved_i[oldest]) begin
        for (int unsigned way = 0; way < Ways; way++) if (!reserved_i[way]) way_o = way_t'(way);
      end
      for (int unsigned way = 0; way < Ways; way++) begin
        if (!occupied_i[way] && !reserved_i[way]) way_o = way_t'(way);
      end
    end

    always_comb begin
      automatic logic [Levels:0] node = (Levels + 1)'(1);
      touched = tree_q[touch_set_i];
      for (int unsigned level = 0; level < Levels; level++) begin
        touched[node[Levels-1:0]] = !touch_way_i[Levels-1-level];
        node = {node[Levels-1:0], touch_way_i[Levels-1-level]};
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        for (int unsigned set = 0; set < Sets; set++) tree_q[set] <= '0;
      end else if (touch_i) begin
        tree_q[touch_set_i] <= touched;
      end
    end
  end
endmodule
