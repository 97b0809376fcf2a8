// SPDX-License-Identifier: Apache-2.0

/// Test top: real data caches and one uncached agent behind the crossbar, the L2 bank and the
/// memory, a monitor on every client.
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
  localparam int unsigned Clients   = Harts + 1
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  input  logic [9:0]                      latency_i,
  input  logic [4:0]                      transactor_limit_i,
  /// Client links held this cycle: ready and valid low towards the crossbar, channels A to E
  input  logic [Clients-1:0][4:0]         hold_i,

  input  data_request_t [Harts-1:0]       data_i,
  input  logic [Harts-1:0]                data_valid_i,
  output logic [Harts-1:0]                data_ready_o,
  output data_response_t [Harts-1:0]      data_response_o,
  output data_late_t [Harts-1:0]          data_late_o,
  output logic [Harts-1:0]                data_late_valid_o,
  output logic [Harts-1:0]                data_quiet_o,

  input  fy_tl#(BeatBytes)::a_t                  host_a_i,
  input  logic                            host_a_valid_i,
  output logic                            host_a_ready_o,
  output fy_tl#(BeatBytes)::d_t                  host_d_o,
  output logic                            host_d_valid_o,
  input  logic                            host_d_ready_i,

  output logic [Clients-1:0]              violation_o,
  output fy_tl_monitor_pkg::rule_e        rule_o,
  output logic                            bus_error_o,
  output data_cache_events_t [Harts-1:0]  l1_events_o,
  /// An Acquire leaves that upgrades a line held in Branch
  output logic [Harts-1:0]                upgrade_o,
  output l2_events_t                      l2_events_o
);
  fy_tl#(BeatBytes)::a_t [Clients-1:0] a;
  fy_tl#(BeatBytes)::b_t [Clients-1:0] b;
  fy_tl#(BeatBytes)::c_t [Clients-1:0] c;
  fy_tl#(BeatBytes)::d_t [Clients-1:0] d;
  fy_tl#(BeatBytes)::e_t [Clients-1:0] e;
  // _x: towards the crossbar, without what is held
  logic [Clients-1:0] a_valid, a_ready, b_valid, b_ready, c_valid, c_ready, d_valid, d_ready;
  logic [Clients-1:0] e_valid, e_ready, a_valid_x, a_ready_x, b_valid_x, b_ready_x;
  logic [Clients-1:0] c_valid_x, c_ready_x, d_valid_x, d_ready_x, e_valid_x, e_ready_x;
  logic [Clients-1:0] violation;
  logic [Harts-1:0]   l1_error;
  fy_tl_monitor_pkg::rule_e [Clients-1:0] rules;

  // A beat that was offered and not taken is not hidden again.
  logic [Clients-1:0][4:0] hold, stalled_q;

  always_comb begin
    for (int unsigned i = 0; i < Clients; i++) begin
      hold[i]      = hold_i[i] & ~stalled_q[i];
      a_valid_x[i] = a_valid[i] && !hold[i][0];
      a_ready[i]   = a_ready_x[i] && !hold[i][0];
      b_valid[i]   = b_valid_x[i] && !hold[i][1];
      b_ready_x[i] = b_ready[i] && !hold[i][1];
      c_valid_x[i] = c_valid[i] && !hold[i][2];
      c_ready[i]   = c_ready_x[i] && !hold[i][2];
      d_valid[i]   = d_valid_x[i] && !hold[i][3];
      d_ready_x[i] = d_ready[i] && !hold[i][3];
      e_valid_x[i] = e_valid[i] && !hold[i][4];
      e_ready[i]   = e_ready_x[i] && !hold[i][4];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stalled_q <= '0;
    else begin
      for (int unsigned i = 0; i < Clients; i++) begin
        stalled_q[i] <= {e_valid_x[i] && !e_ready_x[i], d_valid[i] && !d_ready[i],
                         c_valid_x[i] && !c_ready_x[i], b_valid[i] && !b_ready[i],
                         a_valid_x[i] && !a_ready_x[i]};
      end
    end
  end

  for (genvar i = 0; i < int'(Harts); i++) begin : gen_hart
    logic [39:0] unused_address;
    fy_data_cache #(.BeatBytes(BeatBytes), .Sets(Sets), .Ways(Ways)) i_cache (
      .clk_i, .rst_ni,
      .data_i(data_i[i]), .data_valid_i(data_valid_i[i]), .data_ready_o(data_ready_o[i]),
      .data_kill_i(1'b0), .data_response_o(data_response_o[i]), .data_late_o(data_late_o[i]),
      .data_late_valid_o(data_late_valid_o[i]), .data_quiet_o(data_quiet_o[i]),
      .tl_a_o(a[i]), .tl_a_valid_o(a_valid[i]), .tl_a_ready_i(a_ready[i]),
      .tl_b_i(b[i]), .tl_b_valid_i(b_valid[i]), .tl_b_ready_o(b_ready[i]),
      .tl_c_o(c[i]), .tl_c_valid_o(c_valid[i]), .tl_c_ready_i(c_ready[i]),
      .tl_d_i(d[i]), .tl_d_valid_i(d_valid[i]), .tl_d_ready_o(d_ready[i]),
      .tl_e_o(e[i]), .tl_e_valid_o(e_valid[i]), .tl_e_ready_i(e_ready[i]),
      .bus_error_o(l1_error[i]), .bus_error_address_o(unused_address), .events_o(l1_events_o[i])
    );
    assign upgrade_o[i] = a_valid[i] && a_ready[i] && a[i].opcode == AcquireBlock &&
        a[i].param == GrowBtoT;
  end

  assign a[Harts]       = host_a_i;
  assign a_valid[Harts] = host_a_valid_i;
  assign host_a_ready_o = a_ready[Harts];
  assign b_ready[Harts] = 1'b1;
  assign c[Harts]       = '0;
  assign c_valid[Harts] = 1'b0;
  assign host_d_o       = d[Harts];
  assign host_d_valid_o = d_valid[Harts];
  assign d_ready[Harts] = host_d_ready_i;
  assign e[Harts]       = '0;
  assign e_valid[Harts] = 1'b0;

  for (genvar i = 0; i < int'(Clients); i++) begin : gen_monitor
    fy_tl_monitor #(
      .BeatBytes(BeatBytes),
      .Kind(i < int'(Harts) ? fy_tl_monitor_pkg::Cached : fy_tl_monitor_pkg::Heavyweight),
      .Sources(i < int'(Harts) ? 4 : 16), .Fatal(1'b0)
    ) i_monitor (
      .clk_i, .rst_ni,
      .tl_a_i(a[i]), .tl_b_i(b[i]), .tl_c_i(c[i]), .tl_d_i(d[i]), .tl_e_i(e[i]),
      .valid_i({e_valid_x[i], d_valid[i], c_valid_x[i], b_valid[i], a_valid_x[i]}),
      .ready_i({e_ready_x[i], d_ready[i], c_ready_x[i], b_ready[i], a_ready_x[i]}),
      .violation_o(violation[i]), .rule_o(rules[i])
    );
  end

  fy_tl#(BeatBytes)::a_t m_a;
  fy_tl#(BeatBytes)::b_t m_b;
  fy_tl#(BeatBytes)::c_t m_c;
  fy_tl#(BeatBytes)::d_t m_d;
  fy_tl#(BeatBytes)::e_t m_e;
  logic m_a_valid, m_a_ready, m_b_valid, m_b_ready, m_c_valid, m_c_ready, m_d_valid, m_d_ready;
  logic m_e_valid, m_e_ready;

  fy_tl_crossbar #(
    .BeatBytes(BeatBytes), .Clients(Clients), .Managers(1),
    .Regions('{0: '{base: 64'h8000_0000, mask: 64'hffff_ffff_f000_0000}}),
    .ClientSources({16'd16, {Harts{16'd4}}})
  ) i_crossbar (
    .clk_i, .rst_ni,
    .client_a_i(a), .client_a_valid_i(a_valid_x), .client_a_ready_o(a_ready_x),
    .client_b_o(b), .client_b_valid_o(b_valid_x), .client_b_ready_i(b_ready_x),
    .client_c_i(c), .client_c_valid_i(c_valid_x), .client_c_ready_o(c_ready_x),
    .client_d_o(d), .client_d_valid_o(d_valid_x), .client_d_ready_i(d_ready_x),
    .client_e_i(e), .client_e_valid_i(e_valid_x), .client_e_ready_o(e_ready_x),
    .manager_a_o(m_a), .manager_a_valid_o(m_a_valid), .manager_a_ready_i(m_a_ready),
    .manager_b_i(m_b), .manager_b_valid_i(m_b_valid), .manager_b_ready_o(m_b_ready),
    .manager_c_o(m_c), .manager_c_valid_o(m_c_valid), .manager_c_ready_i(m_c_ready),
    .manager_d_i(m_d), .manager_d_valid_i(m_d_valid), .manager_d_ready_o(m_d_ready),
    .manager_e_o(m_e), .manager_e_valid_o(m_e_valid), .manager_e_ready_i(m_e_ready)
  );

  fy_axi#(BeatBytes)::ax_t aw, ar;
  fy_axi#(BeatBytes)::w_t  w;
  fy_axi#(BeatBytes)::b_t  response;
  fy_axi#(BeatBytes)::r_t  r;
  logic aw_valid, aw_ready, ar_valid, ar_ready, w_valid, w_ready, r_valid, r_ready;
  logic response_valid, response_ready, l2_error;
  logic [39:0] unused_l2_address;

  fy_l2_bank #(
    .BeatBytes(BeatBytes), .Sets(BankSets), .Ways(BankWays), .Clients(Clients),
    .CachingClients(Harts)
  ) i_bank (
    .clk_i, .rst_ni, .transactor_limit_i,
    .tl_a_i(m_a), .tl_a_valid_i(m_a_valid), .tl_a_ready_o(m_a_ready),
    .tl_b_o(m_b), .tl_b_valid_o(m_b_valid), .tl_b_ready_i(m_b_ready),
    .tl_c_i(m_c), .tl_c_valid_i(m_c_valid), .tl_c_ready_o(m_c_ready),
    .tl_d_o(m_d), .tl_d_valid_o(m_d_valid), .tl_d_ready_i(m_d_ready),
    .tl_e_i(m_e), .tl_e_valid_i(m_e_valid), .tl_e_ready_o(m_e_ready),
    .axi_aw_o(aw), .axi_aw_valid_o(aw_valid), .axi_aw_ready_i(aw_ready),
    .axi_w_o(w), .axi_w_valid_o(w_valid), .axi_w_ready_i(w_ready),
    .axi_b_i(response), .axi_b_valid_i(response_valid), .axi_b_ready_o(response_ready),
    .axi_ar_o(ar), .axi_ar_valid_o(ar_valid), .axi_ar_ready_i(ar_ready),
    .axi_r_i(r), .axi_r_valid_i(r_valid), .axi_r_ready_o(r_ready),
    .bus_error_o(l2_error), .bus_error_address_o(unused_l2_address), .events_o(l2_events_o)
  );

  logic         read, write;
  logic [39-$clog2(BeatBytes):0] read_index, write_index;
  logic [BeatBytes*8-1:0]        read_data, write_data;
  logic [BeatBytes-1:0]          strobe;

  fy_memory_fixed #(.DataBytes(BeatBytes)) i_memory (
    .clk_i, .rst_ni, .latency_i,
    .axi_aw_i(aw), .axi_aw_valid_i(aw_valid), .axi_aw_ready_o(aw_ready),
    .axi_w_i(w), .axi_w_valid_i(w_valid), .axi_w_ready_o(w_ready),
    .axi_b_o(response), .axi_b_valid_o(response_valid), .axi_b_ready_i(response_ready),
    .axi_ar_i(ar), .axi_ar_valid_i(ar_valid), .axi_ar_ready_o(ar_ready),
    .axi_r_o(r), .axi_r_valid_o(r_valid), .axi_r_ready_i(r_ready),
    .contents_read_o(read), .contents_read_index_o(read_index), .contents_read_data_i(read_data),
    .contents_write_o(write), .contents_write_index_o(write_index),
    .contents_write_data_o(write_data), .contents_write_strobe_o(strobe)
  );

  // The lines of the test lie close together.
  localparam int unsigned Words = 4096 / BeatBytes;
  logic [BeatBytes-1:0][7:0] contents [Words];

  initial for (int unsigned i = 0; i < Words; i++) contents[i] = '0;

  always_ff @(posedge clk_i) begin
    if (read) read_data <= contents[$clog2(Words)'(read_index)];
    if (write) begin
      for (int unsigned i = 0; i < BeatBytes; i++) begin
        if (strobe[i]) contents[$clog2(Words)'(write_index)][i] <= write_data[i*8+:8];
      end
    end
  end

  assign violation_o = violation;
  always_comb begin
    rule_o = rules[0];
    for (int unsigned i = 0; i < Clients; i++) if (violation[i]) rule_o = rules[i];
  end
  assign bus_error_o = |l1_error || l2_error;
endmodule
