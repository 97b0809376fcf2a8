// SPDX-License-Identifier: Apache-2.0

/// Test top: an L2 bank with a client of its hooks, behind the ports of the bank alone.
///
/// The bench compares each line that the client has written, at its address with bit 38 set, with
/// the flat memory.
module fy_hooked_l2
  import fy_axi_pkg::*;
  import fy_cache_pkg::*;
  import fy_tl_pkg::*;
  import fy_l2_hook_pkg::*;
#(
  parameter int unsigned BeatBytes      = 32,
  parameter int unsigned LineBytes      = 64,
  parameter int unsigned Sets           = 8,
  parameter int unsigned Ways           = 2,
  parameter int unsigned Clients        = 4,
  parameter int unsigned CachingClients = 3
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic [4:0]                    transactor_limit_i,

  input  fy_tl#(BeatBytes)::forward_t   tl_i,
  output fy_tl_pkg::forward_ready_t     tl_ready_o,
  output fy_tl#(BeatBytes)::backward_t  tl_o,
  input  fy_tl_pkg::backward_ready_t    tl_ready_i,

  output fy_axi#(BeatBytes)::forward_t  axi_o,
  input  fy_axi_pkg::forward_ready_t    axi_ready_i,
  input  fy_axi#(BeatBytes)::backward_t axi_i,
  output fy_axi_pkg::backward_ready_t   axi_ready_o,

  output logic                          bus_error_o,
  output logic [39:0]                   bus_error_address_o,
  output l2_events_t                    events_o
);
  hook_t   hook;
  notice_t notice;
  logic    ready;

  fy_l2_bank #(
    .BeatBytes(BeatBytes), .LineBytes(LineBytes), .Sets(Sets), .Ways(Ways), .Clients(Clients),
    .CachingClients(CachingClients), .Hooked(1'b1)
  ) i_bank (
    .clk_i, .rst_ni, .transactor_limit_i,
    .tl_i, .tl_ready_o, .tl_o, .tl_ready_i,
    .axi_o, .axi_ready_i, .axi_i, .axi_ready_o,
    .hook_i(hook), .notice_o(notice), .materialise_ready_o(ready),
    .bus_error_o, .bus_error_address_o, .events_o
  );

  fy_l2_hook_client #(
    .LineBytes(LineBytes), .Sets(Sets), .Ways(Ways), .Copies(40'(1) << 38)
  ) i_client (
    .clk_i, .rst_ni,
    .asked_i(tl_i.a_valid && tl_ready_o.a), .source_i(tl_i.a.source), .address_i(tl_i.a.address),
    .events_i(events_o),
    .notice_i(notice), .materialise_ready_i(ready), .hook_o(hook)
  );

  logic refused_q;   // memory refused the write that it answered last

  always_ff @(posedge clk_i) refused_q <= axi_i.b.resp != RespOkay;
  assert property (@(posedge clk_i) disable iff (!rst_ni)
      !notice.done || notice.error == refused_q);
endmodule
