// SPDX-License-Identifier: Apache-2.0

/// Test top: real data caches and one uncached agent behind the crossbar, the L2 and its memory, a
/// monitor on every client; with `Hooked` a client of the hooks at each bank.
/// Written, not generated: it joins the modules of a system, and holds links back.
module fy_coherence_top
  import fy_axi_pkg::*;
  import fy_cache_pkg::*;
  import fy_core_pkg::*;
  import fy_tl_pkg::*;
#(
  parameter int unsigned Harts      = 3,
  parameter int unsigned Sets       = 4,
  parameter int unsigned Ways       = 2,
  parameter int unsigned BankSets   = 8,
  parameter int unsigned BankWays   = 2,
  parameter int unsigned BeatBytes  = 32,
  parameter int unsigned Banks      = 1,
  parameter bit          Hooked     = 1'b0,
  localparam int unsigned Clients   = Harts + 1
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  input  logic [9:0]                      latency_i,
  input  logic [4:0]                      transactor_limit_i,
  /// Client links held this cycle: ready and valid low towards the crossbar, channels A to E
  input  logic [Clients-1:0][4:0]         hold_i,

  input  data_access_t [Harts-1:0]        data_i,
  input  logic [Harts-1:0]                data_valid_i,
  output logic [Harts-1:0]                data_ready_o,
  output data_response_t [Harts-1:0]      data_o,

  input  fy_tl#(BeatBytes)::request_t     host_i,
  output logic                            host_ready_o,
  output fy_tl#(BeatBytes)::response_t    host_o,
  input  logic                            host_ready_i,

  output logic [Clients-1:0]              violation_o,
  output fy_tl_monitor_pkg::rule_e        rule_o,
  output logic                            bus_error_o,
  output data_cache_events_t [Harts-1:0]  l1_events_o,
  /// An Acquire leaves that upgrades a line held in Branch
  output logic [Harts-1:0]                upgrade_o,
  output l2_events_t [Banks-1:0]          l2_events_o,
  /// A client of the hooks has had a line written elsewhere
  output logic [Banks-1:0]                copied_o
);
  // Clients, and the crossbar towards them without what is held.
  fy_tl#(BeatBytes)::forward_t  [Clients-1:0] client, inner;
  fy_tl#(BeatBytes)::backward_t [Clients-1:0] answer, inner_answer;
  fy_tl_pkg::forward_ready_t    [Clients-1:0] ready, inner_ready;
  fy_tl_pkg::backward_ready_t   [Clients-1:0] answer_ready, inner_answer_ready;
  logic [Clients-1:0] violation;
  logic [Harts-1:0]   l1_error;
  fy_tl_monitor_pkg::rule_e [Clients-1:0] rules;

  // A beat that was offered and not taken is not hidden again.
  logic [Clients-1:0][4:0] hold, stalled_q;

  for (genvar i = 0; i < int'(Clients); i++) begin : gen_hold
    assign hold[i] = hold_i[i] & ~stalled_q[i];
    always_comb begin
      inner[i]         = client[i];
      inner[i].a_valid = client[i].a_valid && !hold[i][0];
      inner[i].c_valid = client[i].c_valid && !hold[i][2];
      inner[i].e_valid = client[i].e_valid && !hold[i][4];
    end
    always_comb begin
      answer[i]         = inner_answer[i];
      answer[i].b_valid = inner_answer[i].b_valid && !hold[i][1];
      answer[i].d_valid = inner_answer[i].d_valid && !hold[i][3];
    end
    assign ready[i] = '{a: inner_ready[i].a && !hold[i][0], c: inner_ready[i].c && !hold[i][2],
                        e: inner_ready[i].e && !hold[i][4]};
    assign inner_answer_ready[i] = '{b: answer_ready[i].b && !hold[i][1],
                                     d: answer_ready[i].d && !hold[i][3]};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stalled_q <= '0;
    else begin
      for (int unsigned i = 0; i < Clients; i++) begin
        stalled_q[i] <= {inner[i].e_valid && !inner_ready[i].e,
                         answer[i].d_valid && !answer_ready[i].d,
                         inner[i].c_valid && !inner_ready[i].c,
                         answer[i].b_valid && !answer_ready[i].b,
                         inner[i].a_valid && !inner_ready[i].a};
      end
    end
  end

  for (genvar i = 0; i < int'(Harts); i++) begin : gen_hart
    logic [39:0]                unused_address;
    fy_guard_pkg::guard_query_t unused_query;
    logic                       unused_go;
    fy_data_cache #(.BeatBytes(BeatBytes), .Sets(Sets), .Ways(Ways)) i_cache (
      .clk_i, .rst_ni,
      .data_i('{valid: data_valid_i[i], kill: 1'b0, access: data_i[i]}),
      .data_ready_o(data_ready_o[i]), .data_o(data_o[i]),
      .tl_o(client[i]), .tl_ready_i(ready[i]), .tl_i(answer[i]), .tl_ready_o(answer_ready[i]),
      .guard_o(unused_query), .guard_go_o(unused_go), .guard_i('0),
      .bus_error_o(l1_error[i]), .bus_error_address_o(unused_address), .events_o(l1_events_o[i])
    );
    assign upgrade_o[i] = client[i].a_valid && ready[i].a && client[i].a.opcode == AcquireBlock &&
        client[i].a.param == GrowBtoT;
  end

  assign client[Harts]       = '{a_valid: host_i.a_valid, a: host_i.a,
                                 c_valid: 1'b0, c: '0, e_valid: 1'b0, e: '0};
  assign host_ready_o        = ready[Harts].a;
  assign host_o              = '{d_valid: answer[Harts].d_valid, d: answer[Harts].d};
  assign answer_ready[Harts] = '{b: 1'b1, d: host_ready_i};

  for (genvar i = 0; i < int'(Clients); i++) begin : gen_monitor
    fy_tl_monitor #(
      .BeatBytes(BeatBytes),
      .Kind(i < int'(Harts) ? fy_tl_monitor_pkg::Cached : fy_tl_monitor_pkg::Heavyweight),
      .Sources(i < int'(Harts) ? 4 : 16), .Fatal(1'b0)
    ) i_monitor (
      .clk_i, .rst_ni,
      .tl_a_i(client[i].a), .tl_b_i(inner_answer[i].b), .tl_c_i(client[i].c),
      .tl_d_i(inner_answer[i].d), .tl_e_i(client[i].e),
      .valid_i({inner[i].e_valid, answer[i].d_valid, inner[i].c_valid, answer[i].b_valid,
                inner[i].a_valid}),
      .ready_i({inner_ready[i].e, answer_ready[i].d, inner_ready[i].c, answer_ready[i].b,
                inner_ready[i].a}),
      .violation_o(violation[i]), .rule_o(rules[i])
    );
  end

  fy_tl#(BeatBytes)::forward_t  [Banks-1:0] manager;
  fy_tl#(BeatBytes)::backward_t [Banks-1:0] manager_answer;
  fy_tl_pkg::forward_ready_t    [Banks-1:0] manager_ready;
  fy_tl_pkg::backward_ready_t   [Banks-1:0] manager_answer_ready;

  localparam int unsigned Interleave = 64;

  function automatic region_t [Banks-1:0] regions();
    region_t [Banks-1:0] all;
    for (int unsigned n = 0; n < Banks; n++) begin
      all[n] = '{base: 64'h8000_0000 | 64'(n * Interleave),
                 mask: 64'hffff_ffff_f000_0000 | 64'((Banks - 1) * Interleave)};
    end
    return all;
  endfunction

  fy_tl_crossbar #(
    .BeatBytes(BeatBytes), .Clients(Clients), .Managers(Banks), .Regions(regions()),
    .ClientSources({16'd16, {Harts{16'd4}}})
  ) i_crossbar (
    .clk_i, .rst_ni,
    .client_i(inner), .client_ready_o(inner_ready),
    .client_o(inner_answer), .client_ready_i(inner_answer_ready),
    .manager_o(manager), .manager_ready_i(manager_ready),
    .manager_i(manager_answer), .manager_ready_o(manager_answer_ready)
  );

  localparam l2_sizes_t Sizes = '{
    channels: 1, banks_per_channel: Banks, interleave: Interleave, sets: Banks * BankSets,
    ways: BankWays, transactors: 8, clients: Clients, caching_clients: Harts, counted_clients: '1
  };

  fy_axi#(BeatBytes)::forward_t  axi;
  fy_axi#(BeatBytes)::backward_t axi_answer;
  fy_axi_pkg::forward_ready_t    axi_ready;
  fy_axi_pkg::backward_ready_t   axi_answer_ready;
  l2_totals_t                    unused_totals;
  logic [39:0]                   unused_l2_address;
  logic                          l2_error;

  fy_l2_hook_pkg::hook_t   [Banks-1:0] hook;
  fy_l2_hook_pkg::notice_t [Banks-1:0] notice;
  logic [Banks-1:0]                    materialise_ready, copy;
  logic [Banks-1:0][39:0]              copy_address;

  fy_l2 #(.BeatBytes(BeatBytes), .Sizes(Sizes), .Hooked(Hooked)) i_l2 (
    .clk_i, .rst_ni, .transactor_limit_i,
    .tl_i(manager), .tl_ready_o(manager_ready),
    .tl_o(manager_answer), .tl_ready_i(manager_answer_ready),
    .axi_o(axi), .axi_ready_i(axi_ready), .axi_i(axi_answer), .axi_ready_o(axi_answer_ready),
    .hook_i(hook), .notice_o(notice), .materialise_ready_o(materialise_ready),
    .bus_error_o(l2_error), .bus_error_address_o(unused_l2_address), .events_o(unused_totals)
  );
  assign l2_events_o = i_l2.bank_events;

  localparam int unsigned CopyBit = 27;   // of the addresses where clients of the hooks write

  for (genvar n = 0; n < int'(Banks); n++) begin : gen_hook_client
    if (Hooked) begin : gen_hooked
      fy_l2_hook_client #(
        .Sets(BankSets), .Ways(BankWays), .Low($clog2(Interleave)), .BankBits($clog2(Banks)),
        .Bank(n), .Copies(40'(1) << CopyBit)
      ) i_client (
        .clk_i, .rst_ni,
        .asked_i(manager[n].a_valid && manager_ready[n].a), .source_i(manager[n].a.source),
        .address_i(manager[n].a.address), .events_i(l2_events_o[n]),
        .notice_i(notice[n]), .materialise_ready_i(materialise_ready[n]), .hook_o(hook[n])
      );
    end else begin : gen_none
      assign hook[n] = '0;
    end
    assign copy[n]         = hook[n].materialise.valid && materialise_ready[n];
    assign copy_address[n] = hook[n].materialise.address;
    assign copied_o[n]     = notice[n].done;
  end

  fy_coherence_memory #(.BeatBytes(BeatBytes), .Banks(Banks), .CopyBit(CopyBit)) i_memory (
    .clk_i, .rst_ni, .latency_i,
    .axi_i(axi), .axi_ready_o(axi_ready), .axi_o(axi_answer), .axi_ready_i(axi_answer_ready),
    .copy_i(copy), .copy_address_i(copy_address), .copied_i(copied_o)
  );

  assign violation_o = violation;
  always_comb begin
    rule_o = rules[0];
    for (int unsigned i = 0; i < Clients; i++) if (violation[i]) rule_o = rules[i];
  end
  assign bus_error_o = |l1_error || l2_error;
endmodule
