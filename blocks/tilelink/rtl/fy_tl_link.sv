// SPDX-License-Identifier: Apache-2.0

/// A TileLink link between two blocks: wires, no cycle, no gate.
///
/// The place where everything that watches a link is bound or looks in: monitors, watchdogs,
/// traces. `a_valid` to `e_ready` are what the sender of each channel sees. The build `inspect`
/// takes this module from sim/ instead, where it can hold single channels.
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
  logic a_valid, b_valid, c_valid, d_valid, e_valid;
  logic a_ready, b_ready, c_ready, d_ready, e_ready;
  logic unused;

  assign manager_o       = client_i;
  assign client_o        = manager_i;
  assign client_ready_o  = manager_ready_i;
  assign manager_ready_o = client_ready_i;

  assign a_valid = client_i.a_valid;
  assign b_valid = manager_i.b_valid;
  assign c_valid = client_i.c_valid;
  assign d_valid = manager_i.d_valid;
  assign e_valid = client_i.e_valid;
  assign a_ready = manager_ready_i.a;
  assign b_ready = client_ready_i.b;
  assign c_ready = manager_ready_i.c;
  assign d_ready = client_ready_i.d;
  assign e_ready = manager_ready_i.e;

  assign unused = ^{clk_i, rst_ni, Coherent, Sources, Watched, a_valid, b_valid, c_valid, d_valid,
                    e_valid, a_ready, b_ready, c_ready, d_ready, e_ready};
endmodule
