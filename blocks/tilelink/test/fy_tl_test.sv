// SPDX-License-Identifier: Apache-2.0

/// The shared test top of the TileLink block: three clients, four managers, monitors.
///
/// Managers: RAM of latency 1, RAM of latency 4, 8-byte RAM behind the width adapter, and one
/// whose five channels are ports. Client 0 passes a tap, answers to client 1 wait in queues.
/// `violation_o` names the first broken rule of each client.
module fy_tl_test import fy_tl_pkg::*; import fy_tl_monitor_pkg::*; #(
  localparam int unsigned Clients  = 3,
  localparam int unsigned Managers = 4
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  fy_tl#(.BeatBytes(32))::a_t [Clients-1:0] client_a_i,
  input  logic [Clients-1:0] client_a_valid_i,
  output logic [Clients-1:0] client_a_ready_o,
  output fy_tl#(.BeatBytes(32))::b_t [Clients-1:0] client_b_o,
  output logic [Clients-1:0] client_b_valid_o,
  input  logic [Clients-1:0] client_b_ready_i,
  input  fy_tl#(.BeatBytes(32))::c_t [Clients-1:0] client_c_i,
  input  logic [Clients-1:0] client_c_valid_i,
  output logic [Clients-1:0] client_c_ready_o,
  output fy_tl#(.BeatBytes(32))::d_t [Clients-1:0] client_d_o,
  output logic [Clients-1:0] client_d_valid_o,
  input  logic [Clients-1:0] client_d_ready_i,
  input  fy_tl#(.BeatBytes(32))::e_t [Clients-1:0] client_e_i,
  input  logic [Clients-1:0] client_e_valid_i,
  output logic [Clients-1:0] client_e_ready_o,

  output fy_tl#(.BeatBytes(32))::a_t outer_a_o,
  output logic outer_a_valid_o,
  input  logic outer_a_ready_i,
  input  fy_tl#(.BeatBytes(32))::b_t outer_b_i,
  input  logic outer_b_valid_i,
  output logic outer_b_ready_o,
  output fy_tl#(.BeatBytes(32))::c_t outer_c_o,
  output logic outer_c_valid_o,
  input  logic outer_c_ready_i,
  input  fy_tl#(.BeatBytes(32))::d_t outer_d_i,
  input  logic outer_d_valid_i,
  output logic outer_d_ready_o,
  output fy_tl#(.BeatBytes(32))::e_t outer_e_o,
  output logic outer_e_valid_o,
  input  logic outer_e_ready_i,

  input  logic [4:0] hold_i,
  output logic [4:0] tap_valid_o,
  output logic [4:0] tap_ready_o,
  output rule_e [Clients-1:0] violation_o
);
  typedef fy_tl#(.BeatBytes(32))::a_t a_t;
  typedef fy_tl#(.BeatBytes(32))::b_t b_t;
  typedef fy_tl#(.BeatBytes(32))::c_t c_t;
  typedef fy_tl#(.BeatBytes(32))::d_t d_t;
  typedef fy_tl#(.BeatBytes(32))::e_t e_t;

  localparam region_t [Managers-1:0] Regions = '{
    0: '{base: 64'h8000_0000, mask: ~64'hffff},
    1: '{base: 64'h8001_0000, mask: ~64'hffff},
    2: '{base: 64'h1000_0000, mask: ~64'hffff},
    3: '{base: 64'h9000_0000, mask: ~64'hffff}
  };

  a_t [Clients-1:0] a;
  b_t [Clients-1:0] b;
  c_t [Clients-1:0] c;
  d_t [Clients-1:0] d;
  e_t [Clients-1:0] e;
  logic [Clients-1:0] a_valid, a_ready, b_valid, b_ready, c_valid, c_ready, d_valid, d_ready;
  logic [Clients-1:0] e_valid, e_ready;
  a_t [Managers-1:0] ma;
  b_t [Managers-1:0] mb;
  c_t [Managers-1:0] mc;
  d_t [Managers-1:0] md;
  e_t [Managers-1:0] me;
  logic [Managers-1:0] ma_valid, ma_ready, mb_valid, mb_ready, mc_valid, mc_ready;
  logic [Managers-1:0] md_valid, md_ready, me_valid, me_ready;

  for (genvar i = 0; i < int'(Clients); i++) begin : gen_client
    logic [4:0] valid, ready;
    logic       unused_violation;
    rule_e      rule;

    fy_tl_tap #(.BeatBytes(32), .Watched(1'b0)) i_tap (
      .clk_i, .rst_ni,
      .client_a_i(client_a_i[i]), .client_a_valid_i(client_a_valid_i[i]),
      .client_a_ready_o(client_a_ready_o[i]),
      .client_b_o(client_b_o[i]), .client_b_valid_o(client_b_valid_o[i]),
      .client_b_ready_i(client_b_ready_i[i]),
      .client_c_i(client_c_i[i]), .client_c_valid_i(client_c_valid_i[i]),
      .client_c_ready_o(client_c_ready_o[i]),
      .client_d_o(client_d_o[i]), .client_d_valid_o(client_d_valid_o[i]),
      .client_d_ready_i(client_d_ready_i[i]),
      .client_e_i(client_e_i[i]), .client_e_valid_i(client_e_valid_i[i]),
      .client_e_ready_o(client_e_ready_o[i]),
      .manager_a_o(a[i]), .manager_a_valid_o(a_valid[i]), .manager_a_ready_i(a_ready[i]),
      .manager_b_i(b[i]), .manager_b_valid_i(b_valid[i]), .manager_b_ready_o(b_ready[i]),
      .manager_c_o(c[i]), .manager_c_valid_o(c_valid[i]), .manager_c_ready_i(c_ready[i]),
      .manager_d_i(d[i]), .manager_d_valid_i(d_valid[i]), .manager_d_ready_o(d_ready[i]),
      .manager_e_o(e[i]), .manager_e_valid_o(e_valid[i]), .manager_e_ready_i(e_ready[i]),
      .hold_i(i == 0 ? hold_i : 5'd0), .valid_o(valid), .ready_o(ready)
    );
    if (i == 0) begin : gen_seen
      assign tap_valid_o = valid;
      assign tap_ready_o = ready;
    end

    fy_tl_monitor #(.BeatBytes(32), .Kind(Cached), .Sources(16), .Fatal(1'b0)) i_monitor (
      .clk_i, .rst_ni, .tl_a_i(client_a_i[i]), .tl_b_i(b[i]), .tl_c_i(client_c_i[i]),
      .tl_d_i(d[i]), .tl_e_i(client_e_i[i]), .valid_i(valid), .ready_i(ready),
      .violation_o(unused_violation), .rule_o(rule)
    );
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) violation_o[i] <= RuleNone;
      else if (violation_o[i] == RuleNone) violation_o[i] <= rule;
    end
  end

  fy_tl_crossbar #(
    .BeatBytes(32), .Clients(Clients), .Managers(Managers), .Regions(Regions),
    .ClientSources({Clients{16'd16}}), .QueuedClients(3'b010)
  ) i_crossbar (
    .clk_i, .rst_ni,
    .client_a_i(a), .client_a_valid_i(a_valid), .client_a_ready_o(a_ready),
    .client_b_o(b), .client_b_valid_o(b_valid), .client_b_ready_i(b_ready),
    .client_c_i(c), .client_c_valid_i(c_valid), .client_c_ready_o(c_ready),
    .client_d_o(d), .client_d_valid_o(d_valid), .client_d_ready_i(d_ready),
    .client_e_i(e), .client_e_valid_i(e_valid), .client_e_ready_o(e_ready),
    .manager_a_o(ma), .manager_a_valid_o(ma_valid), .manager_a_ready_i(ma_ready),
    .manager_b_i(mb), .manager_b_valid_i(mb_valid), .manager_b_ready_o(mb_ready),
    .manager_c_o(mc), .manager_c_valid_o(mc_valid), .manager_c_ready_i(mc_ready),
    .manager_d_i(md), .manager_d_valid_i(md_valid), .manager_d_ready_o(md_ready),
    .manager_e_o(me), .manager_e_valid_o(me_valid), .manager_e_ready_i(me_ready)
  );

  fy_tl_ram #(.BeatBytes(32), .Words(2048), .Latency(1)) i_near (
    .clk_i, .rst_ni, .tl_a_i(ma[0]), .tl_a_valid_i(ma_valid[0]), .tl_a_ready_o(ma_ready[0]),
    .tl_d_o(md[0]), .tl_d_valid_o(md_valid[0]), .tl_d_ready_i(md_ready[0])
  );
  fy_tl_ram #(.BeatBytes(32), .Words(2048), .Latency(4)) i_far (
    .clk_i, .rst_ni, .tl_a_i(ma[1]), .tl_a_valid_i(ma_valid[1]), .tl_a_ready_o(ma_ready[1]),
    .tl_d_o(md[1]), .tl_d_valid_o(md_valid[1]), .tl_d_ready_i(md_ready[1])
  );

  fy_tl#(.BeatBytes(8))::a_t narrow_a;
  fy_tl#(.BeatBytes(8))::d_t narrow_d;
  logic narrow_a_valid, narrow_a_ready, narrow_d_valid, narrow_d_ready;
  fy_tl_width_adapter i_adapter (
    .clk_i, .rst_ni, .client_a_i(ma[2]), .client_a_valid_i(ma_valid[2]),
    .client_a_ready_o(ma_ready[2]), .client_d_o(md[2]), .client_d_valid_o(md_valid[2]),
    .client_d_ready_i(md_ready[2]), .manager_a_o(narrow_a), .manager_a_valid_o(narrow_a_valid),
    .manager_a_ready_i(narrow_a_ready), .manager_d_i(narrow_d),
    .manager_d_valid_i(narrow_d_valid), .manager_d_ready_o(narrow_d_ready)
  );
  fy_tl_ram #(.BeatBytes(8), .Words(8192), .Latency(1)) i_narrow (
    .clk_i, .rst_ni, .tl_a_i(narrow_a), .tl_a_valid_i(narrow_a_valid),
    .tl_a_ready_o(narrow_a_ready), .tl_d_o(narrow_d), .tl_d_valid_o(narrow_d_valid),
    .tl_d_ready_i(narrow_d_ready)
  );

  for (genvar i = 0; i < 3; i++) begin : gen_uncached
    assign mb[i]       = '0;
    assign mb_valid[i] = 1'b0;
    assign mc_ready[i] = 1'b1;
    assign me_ready[i] = 1'b1;
  end

  assign outer_a_o       = ma[3];
  assign outer_a_valid_o = ma_valid[3];
  assign ma_ready[3]     = outer_a_ready_i;
  assign mb[3]           = outer_b_i;
  assign mb_valid[3]     = outer_b_valid_i;
  assign outer_b_ready_o = mb_ready[3];
  assign outer_c_o       = mc[3];
  assign outer_c_valid_o = mc_valid[3];
  assign mc_ready[3]     = outer_c_ready_i;
  assign md[3]           = outer_d_i;
  assign md_valid[3]     = outer_d_valid_i;
  assign outer_d_ready_o = md_ready[3];
  assign outer_e_o       = me[3];
  assign outer_e_valid_o = me_valid[3];
  assign me_ready[3]     = outer_e_ready_i;
endmodule
