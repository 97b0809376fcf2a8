// SPDX-License-Identifier: Apache-2.0

/// The TileLink link of the build `inspect`: fy_tl_link of blocks/tilelink that can hold channels.
///
/// The host names the channels by `fy_link_held`, read at each clock edge for the cycle after it:
/// A in bit 0 to E in bit 4. A channel that is held stands still: its sender sees ready low, its
/// receiver valid low.
module fy_tl_link import fy_tl_pkg::*; #(
  /// Bytes of a beat
  parameter int unsigned BeatBytes = 32,
  /// The client caches and uses B, C and E
  parameter bit          Coherent  = 1'b0,
  /// Sources the client may use; for the monitor that simulation binds to each link
  parameter int unsigned Sources   = 64,
  /// Simulation binds a monitor; not for links that carry the messages of several clients
  parameter bit          Watched   = 1'b1
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  fy_tl#(.BeatBytes(BeatBytes))::forward_t client_i,
  output forward_ready_t client_ready_o,
  output fy_tl#(.BeatBytes(BeatBytes))::backward_t client_o,
  input  backward_ready_t client_ready_i,

  output fy_tl#(.BeatBytes(BeatBytes))::forward_t manager_o,
  input  forward_ready_t manager_ready_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::backward_t manager_i,
  output backward_ready_t manager_ready_o
);
  import "DPI-C" function int fy_link_open(input string path);
  import "DPI-C" function int fy_link_held(input int link);

  logic a_valid, b_valid, c_valid, d_valid, e_valid;
  logic a_ready, b_ready, c_ready, d_ready, e_ready;
  logic unused;
  int   link;
  logic [4:0] held_q;

  initial begin
    link   = fy_link_open($sformatf("%m"));
    held_q = '0;
  end
  always_ff @(posedge clk_i) held_q <= 5'(fy_link_held(link));

  always_comb begin
    manager_o         = client_i;
    manager_o.a_valid = client_i.a_valid && !held_q[0];
    manager_o.c_valid = client_i.c_valid && !held_q[2];
    manager_o.e_valid = client_i.e_valid && !held_q[4];
  end
  always_comb begin
    client_o         = manager_i;
    client_o.b_valid = manager_i.b_valid && !held_q[1];
    client_o.d_valid = manager_i.d_valid && !held_q[3];
  end
  assign client_ready_o  = '{a: a_ready, c: c_ready, e: e_ready};
  assign manager_ready_o = '{b: b_ready, d: d_ready};

  assign a_valid = client_i.a_valid;
  assign b_valid = manager_i.b_valid;
  assign c_valid = client_i.c_valid;
  assign d_valid = manager_i.d_valid;
  assign e_valid = client_i.e_valid;
  assign a_ready = manager_ready_i.a && !held_q[0];
  assign b_ready = client_ready_i.b && !held_q[1];
  assign c_ready = manager_ready_i.c && !held_q[2];
  assign d_ready = client_ready_i.d && !held_q[3];
  assign e_ready = manager_ready_i.e && !held_q[4];

  assign unused = ^{rst_ni, Coherent, Sources, Watched, a_valid, b_valid, c_valid, d_valid,
                    e_valid};
endmodule
