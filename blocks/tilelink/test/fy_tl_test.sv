// SPDX-License-Identifier: Apache-2.0

/// The shared test top of the TileLink block: three clients, four managers, monitors.
///
/// Managers: RAM of latency 1, RAM of latency 4, 8-byte RAM behind the width adapter, and one
/// whose five channels are ports. Each client passes a link stage; answers to client 1 wait in
/// queues.
/// `violation_o` names the first broken rule of each client.
module fy_tl_test import fy_tl_pkg::*; import fy_tl_monitor_pkg::*; #(
  localparam int unsigned Clients  = 3,
  localparam int unsigned Managers = 4
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  fy_tl#(.BeatBytes(32))::forward_t [Clients-1:0]  client_i,
  output forward_ready_t [Clients-1:0]                    client_ready_o,
  output fy_tl#(.BeatBytes(32))::backward_t [Clients-1:0] client_o,
  input  backward_ready_t [Clients-1:0]                   client_ready_i,

  output fy_tl#(.BeatBytes(32))::forward_t  outer_o,
  input  forward_ready_t                    outer_ready_i,
  input  fy_tl#(.BeatBytes(32))::backward_t outer_i,
  output backward_ready_t                   outer_ready_o,

  /// Channels A to E of the link of client 0, as their senders see them
  output logic [4:0] link_valid_o,
  output logic [4:0] link_ready_o,
  output rule_e [Clients-1:0] violation_o
);
  localparam region_t [Managers-1:0] Regions = '{
    0: '{base: 64'h8000_0000, mask: ~64'hffff},
    1: '{base: 64'h8001_0000, mask: ~64'hffff},
    2: '{base: 64'h1000_0000, mask: ~64'hffff},
    3: '{base: 64'h9000_0000, mask: ~64'hffff}
  };

  fy_tl#(.BeatBytes(32))::forward_t  [Clients-1:0] client;
  fy_tl#(.BeatBytes(32))::backward_t [Clients-1:0] answer;
  forward_ready_t  [Clients-1:0] client_ready;
  backward_ready_t [Clients-1:0] answer_ready;
  fy_tl#(.BeatBytes(32))::forward_t  [Managers-1:0] manager;
  fy_tl#(.BeatBytes(32))::backward_t [Managers-1:0] manager_answer;
  forward_ready_t  [Managers-1:0] manager_ready;
  backward_ready_t [Managers-1:0] manager_answer_ready;

  for (genvar i = 0; i < int'(Clients); i++) begin : gen_client
    logic [4:0] valid, ready;
    logic       unused_violation;
    rule_e      rule;

    fy_tl_link #(.BeatBytes(32), .Watched(1'b0)) i_link (
      .clk_i, .rst_ni,
      .client_i(client_i[i]), .client_ready_o(client_ready_o[i]),
      .client_o(client_o[i]), .client_ready_i(client_ready_i[i]),
      .manager_o(client[i]), .manager_ready_i(client_ready[i]),
      .manager_i(answer[i]), .manager_ready_o(answer_ready[i])
    );
    assign valid = {i_link.e_valid, i_link.d_valid, i_link.c_valid, i_link.b_valid,
                    i_link.a_valid};
    assign ready = {i_link.e_ready, i_link.d_ready, i_link.c_ready, i_link.b_ready,
                    i_link.a_ready};
    if (i == 0) begin : gen_seen
      assign link_valid_o = valid;
      assign link_ready_o = ready;
    end

    fy_tl_monitor #(.BeatBytes(32), .Kind(Cached), .Sources(16), .Fatal(1'b0)) i_monitor (
      .clk_i, .rst_ni, .tl_a_i(client_i[i].a), .tl_b_i(answer[i].b), .tl_c_i(client_i[i].c),
      .tl_d_i(answer[i].d), .tl_e_i(client_i[i].e), .valid_i(valid), .ready_i(ready),
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
    .client_i(client), .client_ready_o(client_ready),
    .client_o(answer), .client_ready_i(answer_ready),
    .manager_o(manager), .manager_ready_i(manager_ready),
    .manager_i(manager_answer), .manager_ready_o(manager_answer_ready)
  );

  // The managers without B, C and E: two RAMs, and a narrow one behind the adapter.
  fy_tl#(.BeatBytes(32))::request_t  [2:0] request;
  fy_tl#(.BeatBytes(32))::response_t [2:0] response;
  logic [2:0] request_ready, response_ready;

  for (genvar i = 0; i < 3; i++) begin : gen_uncached
    assign request[i]        = '{a_valid: manager[i].a_valid, a: manager[i].a};
    assign manager_ready[i]  = '{a: request_ready[i], c: 1'b1, e: 1'b1};
    assign manager_answer[i] = '{d_valid: response[i].d_valid, d: response[i].d,
                                 b_valid: 1'b0, b: '0};
    assign response_ready[i] = manager_answer_ready[i].d;
  end

  fy_tl_ram #(.BeatBytes(32), .Words(2048), .Latency(1)) i_near (
    .clk_i, .rst_ni, .tl_i(request[0]), .tl_ready_o(request_ready[0]),
    .tl_o(response[0]), .tl_ready_i(response_ready[0])
  );
  fy_tl_ram #(.BeatBytes(32), .Words(2048), .Latency(4)) i_far (
    .clk_i, .rst_ni, .tl_i(request[1]), .tl_ready_o(request_ready[1]),
    .tl_o(response[1]), .tl_ready_i(response_ready[1])
  );

  fy_tl#(.BeatBytes(8))::request_t  narrow;
  fy_tl#(.BeatBytes(8))::response_t narrow_response;
  logic narrow_ready, narrow_response_ready;
  fy_tl_width_adapter i_adapter (
    .clk_i, .rst_ni, .client_i(request[2]), .client_ready_o(request_ready[2]),
    .client_o(response[2]), .client_ready_i(response_ready[2]),
    .manager_o(narrow), .manager_ready_i(narrow_ready),
    .manager_i(narrow_response), .manager_ready_o(narrow_response_ready)
  );
  fy_tl_ram #(.BeatBytes(8), .Words(8192), .Latency(1)) i_narrow (
    .clk_i, .rst_ni, .tl_i(narrow), .tl_ready_o(narrow_ready),
    .tl_o(narrow_response), .tl_ready_i(narrow_response_ready)
  );

  assign outer_o           = manager[3];
  assign manager_ready[3]  = outer_ready_i;
  assign manager_answer[3] = outer_i;
  assign outer_ready_o     = manager_answer_ready[3];
endmodule
