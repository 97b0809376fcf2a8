// SPDX-License-Identifier: Apache-2.0

/// An AXI4 link between two blocks, or at the edge of a chip: wires, no cycle, no gate.
///
/// As fy_tl_link: what watches a link is bound here or looks in, and the build `inspect` takes
/// this module from sim/. `aw_valid` to `r_ready` are what the sender of each channel sees.
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
  logic aw_valid, w_valid, b_valid, ar_valid, r_valid;
  logic aw_ready, w_ready, b_ready, ar_ready, r_ready;
  logic unused;

  assign manager_o       = client_i;
  assign client_o        = manager_i;
  assign client_ready_o  = manager_ready_i;
  assign manager_ready_o = client_ready_i;

  assign aw_valid = client_i.aw_valid;
  assign w_valid  = client_i.w_valid;
  assign b_valid  = manager_i.b_valid;
  assign ar_valid = client_i.ar_valid;
  assign r_valid  = manager_i.r_valid;
  assign aw_ready = manager_ready_i.aw;
  assign w_ready  = manager_ready_i.w;
  assign b_ready  = client_ready_i.b;
  assign ar_ready = manager_ready_i.ar;
  assign r_ready  = client_ready_i.r;

  assign unused = ^{clk_i, rst_ni, aw_valid, w_valid, b_valid, ar_valid, r_valid, aw_ready, w_ready,
                    b_ready, ar_ready, r_ready};
endmodule
