// SPDX-License-Identifier: Apache-2.0

/// Looks at a TileLink link and can stop single channels: the place of watchdogs and monitors.
///
/// Combinational, no cycle. With `hold_i[k]` the channel k (A to E, A is bit 0) stands still: its
/// sender sees ready low, its receiver valid low. Change it only while the channel is idle or in
/// a test that wants the receiver to see a withdrawn beat.
module fy_tl_tap import fy_tl_pkg::*; #(
  /// Bytes of a beat
  parameter int unsigned BeatBytes = 32,
  /// The client caches and uses B, C and E
  parameter bit          Coherent  = 1'b0,
  /// Sources the client may use; for the monitor that simulation binds to each tap
  parameter int unsigned Sources   = 64,
  /// Simulation binds a monitor; not for links that carry the messages of several clients
  parameter bit          Watched   = 1'b1
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  fy_tl#(.BeatBytes(BeatBytes))::a_t client_a_i,
  input  logic client_a_valid_i,
  output logic client_a_ready_o,
  output fy_tl#(.BeatBytes(BeatBytes))::b_t client_b_o,
  output logic client_b_valid_o,
  input  logic client_b_ready_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::c_t client_c_i,
  input  logic client_c_valid_i,
  output logic client_c_ready_o,
  output fy_tl#(.BeatBytes(BeatBytes))::d_t client_d_o,
  output logic client_d_valid_o,
  input  logic client_d_ready_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::e_t client_e_i,
  input  logic client_e_valid_i,
  output logic client_e_ready_o,

  output fy_tl#(.BeatBytes(BeatBytes))::a_t manager_a_o,
  output logic manager_a_valid_o,
  input  logic manager_a_ready_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::b_t manager_b_i,
  input  logic manager_b_valid_i,
  output logic manager_b_ready_o,
  output fy_tl#(.BeatBytes(BeatBytes))::c_t manager_c_o,
  output logic manager_c_valid_o,
  input  logic manager_c_ready_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::d_t manager_d_i,
  input  logic manager_d_valid_i,
  output logic manager_d_ready_o,
  output fy_tl#(.BeatBytes(BeatBytes))::e_t manager_e_o,
  output logic manager_e_valid_o,
  input  logic manager_e_ready_i,

  input  logic [4:0] hold_i,
  /// Valid and ready of each channel as its sender sees them
  output logic [4:0] valid_o,
  output logic [4:0] ready_o
);
  assign manager_a_o = client_a_i;
  assign client_b_o  = manager_b_i;
  assign manager_c_o = client_c_i;
  assign client_d_o  = manager_d_i;
  assign manager_e_o = client_e_i;

  assign manager_a_valid_o = client_a_valid_i && !hold_i[0];
  assign client_b_valid_o  = manager_b_valid_i && !hold_i[1];
  assign manager_c_valid_o = client_c_valid_i && !hold_i[2];
  assign client_d_valid_o  = manager_d_valid_i && !hold_i[3];
  assign manager_e_valid_o = client_e_valid_i && !hold_i[4];

  assign client_a_ready_o  = manager_a_ready_i && !hold_i[0];
  assign manager_b_ready_o = client_b_ready_i && !hold_i[1];
  assign client_c_ready_o  = manager_c_ready_i && !hold_i[2];
  assign manager_d_ready_o = client_d_ready_i && !hold_i[3];
  assign client_e_ready_o  = manager_e_ready_i && !hold_i[4];

  assign valid_o = {client_e_valid_i, manager_d_valid_i, client_c_valid_i, manager_b_valid_i,
                    client_a_valid_i};
  assign ready_o = {client_e_ready_o, manager_d_ready_o, client_c_ready_o, manager_b_ready_o,
                    client_a_ready_o};

  logic unused;
  assign unused = ^{clk_i, rst_ni, Coherent, Sources, Watched};
endmodule
