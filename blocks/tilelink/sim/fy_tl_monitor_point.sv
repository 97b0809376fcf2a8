// SPDX-License-Identifier: Apache-2.0

/// A monitor without outputs: what is bound to a link.
module fy_tl_monitor_point import fy_tl_pkg::*; #(
  parameter int unsigned BeatBytes = 32,
  parameter bit          Coherent  = 1'b0,
  parameter int unsigned Sources   = 64,
  parameter bit          Watched   = 1'b1
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  fy_tl#(.BeatBytes(BeatBytes))::a_t tl_a_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::b_t tl_b_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::c_t tl_c_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::d_t tl_d_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::e_t tl_e_i,
  input  logic [4:0] valid_i,
  input  logic [4:0] ready_i
);
  if (Watched) begin : gen_monitor
    localparam fy_tl_monitor_pkg::kind_e Kind =
        Coherent ? fy_tl_monitor_pkg::Cached : fy_tl_monitor_pkg::Heavyweight;
    fy_tl_monitor_pkg::rule_e unused_rule;
    logic                     unused_violation;

    fy_tl_monitor #(
      .BeatBytes(BeatBytes),
      .Kind     (Kind),
      .Sources  (Sources),
      .Name     ("link")
    ) i_monitor (
      .clk_i,
      .rst_ni,
      .tl_a_i,
      .tl_b_i,
      .tl_c_i,
      .tl_d_i,
      .tl_e_i,
      .valid_i,
      .ready_i,
      .violation_o(unused_violation),
      .rule_o     (unused_rule)
    );
  end else begin : gen_none
    logic unused;
    assign unused = ^{clk_i, rst_ni, tl_a_i, tl_b_i, tl_c_i, tl_d_i, tl_e_i, valid_i, ready_i,
                      Coherent, Sources};
  end
endmodule
