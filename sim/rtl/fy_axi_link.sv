// SPDX-License-Identifier: Apache-2.0

/// The AXI link of the build `inspect`: fy_axi_link of blocks/memory that can hold channels.
///
/// As fy_tl_link of this folder; AW in bit 0, W, B, AR, R in bit 4.
module fy_axi_link import fy_axi_pkg::*; #(
  /// Bytes of a beat
  parameter int unsigned DataBytes = 32
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  fy_axi#(.DataBytes(DataBytes))::forward_t client_i,
  output forward_ready_t client_ready_o,
  output fy_axi#(.DataBytes(DataBytes))::backward_t client_o,
  input  backward_ready_t client_ready_i,

  output fy_axi#(.DataBytes(DataBytes))::forward_t manager_o,
  input  forward_ready_t manager_ready_i,
  input  fy_axi#(.DataBytes(DataBytes))::backward_t manager_i,
  output backward_ready_t manager_ready_o
);
  import "DPI-C" function int fy_link_open(input string path);
  import "DPI-C" function int fy_link_held(input int link);

  logic aw_valid, w_valid, b_valid, ar_valid, r_valid;
  logic aw_ready, w_ready, b_ready, ar_ready, r_ready;
  logic unused;
  int   link;
  logic [4:0] held_q;

  initial begin
    link   = fy_link_open($sformatf("%m"));
    held_q = '0;
  end
  always_ff @(posedge clk_i) held_q <= 5'(fy_link_held(link));

  always_comb begin
    manager_o          = client_i;
    manager_o.aw_valid = client_i.aw_valid && !held_q[0];
    manager_o.w_valid  = client_i.w_valid && !held_q[1];
    manager_o.ar_valid = client_i.ar_valid && !held_q[3];
  end
  always_comb begin
    client_o         = manager_i;
    client_o.b_valid = manager_i.b_valid && !held_q[2];
    client_o.r_valid = manager_i.r_valid && !held_q[4];
  end
  assign client_ready_o  = '{aw: aw_ready, w: w_ready, ar: ar_ready};
  assign manager_ready_o = '{b: b_ready, r: r_ready};

  assign aw_valid = client_i.aw_valid;
  assign w_valid  = client_i.w_valid;
  assign b_valid  = manager_i.b_valid;
  assign ar_valid = client_i.ar_valid;
  assign r_valid  = manager_i.r_valid;
  assign aw_ready = manager_ready_i.aw && !held_q[0];
  assign w_ready  = manager_ready_i.w && !held_q[1];
  assign b_ready  = client_ready_i.b && !held_q[2];
  assign ar_ready = manager_ready_i.ar && !held_q[3];
  assign r_ready  = client_ready_i.r && !held_q[4];

  assign unused = ^{rst_ni, aw_valid, w_valid, b_valid, ar_valid, r_valid};
endmodule
