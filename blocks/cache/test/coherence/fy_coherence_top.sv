// SPDX-License-Identifier: Apache-2.0

/// Test top: real data caches and one uncached agent behind the crossbar, the L2 banks and the
/// memory that they share, a monitor on every client.
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
  output l2_events_t [Banks-1:0]          l2_events_o
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

  fy_tl#(BeatBytes)::a_t [Banks-1:0] m_a;
  fy_tl#(BeatBytes)::b_t [Banks-1:0] m_b;
  fy_tl#(BeatBytes)::c_t [Banks-1:0] m_c;
  fy_tl#(BeatBytes)::d_t [Banks-1:0] m_d;
  fy_tl#(BeatBytes)::e_t [Banks-1:0] m_e;
  logic [Banks-1:0] m_a_valid, m_a_ready, m_b_valid, m_b_ready, m_c_valid, m_c_ready;
  logic [Banks-1:0] m_d_valid, m_d_ready, m_e_valid, m_e_ready;

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

  // Banks, without their bank bits, and the port that they share.
  fy_axi#(BeatBytes)::ax_t [Banks-1:0] bank_aw, bank_ar;
  fy_axi#(BeatBytes)::w_t  [Banks-1:0] bank_w;
  fy_axi#(BeatBytes)::b_t  [Banks-1:0] bank_response;
  fy_axi#(BeatBytes)::r_t  [Banks-1:0] bank_r;
  logic [Banks-1:0] bank_aw_valid, bank_aw_ready, bank_ar_valid, bank_ar_ready;
  logic [Banks-1:0] bank_w_valid, bank_w_ready, bank_r_valid, bank_r_ready;
  logic [Banks-1:0] bank_response_valid, bank_response_ready, l2_error;

  for (genvar n = 0; n < int'(Banks); n++) begin : gen_bank
    fy_tl#(BeatBytes)::a_t   bank_a;
    fy_tl#(BeatBytes)::b_t   bank_b;
    fy_tl#(BeatBytes)::c_t   bank_c;
    fy_axi#(BeatBytes)::ax_t own_aw, own_ar;
    logic [39:0]             error_address, unused_l2_address;

    fy_l2_interleave #(
      .BeatBytes(BeatBytes), .Banks(Banks), .Interleave(Interleave), .Bank(n)
    ) i_interleave (
      .bus_a_i(m_a[n]), .bank_a_o(bank_a), .bus_c_i(m_c[n]), .bank_c_o(bank_c),
      .bank_b_i(bank_b), .bus_b_o(m_b[n]), .bank_aw_i(own_aw), .axi_aw_o(bank_aw[n]),
      .bank_ar_i(own_ar), .axi_ar_o(bank_ar[n]), .bank_error_address_i(error_address),
      .error_address_o(unused_l2_address)
    );

    fy_l2_bank #(
      .BeatBytes(BeatBytes), .Sets(BankSets), .Ways(BankWays), .Clients(Clients),
      .CachingClients(Harts)
    ) i_bank (
      .clk_i, .rst_ni, .transactor_limit_i,
      .tl_a_i(bank_a), .tl_a_valid_i(m_a_valid[n]), .tl_a_ready_o(m_a_ready[n]),
      .tl_b_o(bank_b), .tl_b_valid_o(m_b_valid[n]), .tl_b_ready_i(m_b_ready[n]),
      .tl_c_i(bank_c), .tl_c_valid_i(m_c_valid[n]), .tl_c_ready_o(m_c_ready[n]),
      .tl_d_o(m_d[n]), .tl_d_valid_o(m_d_valid[n]), .tl_d_ready_i(m_d_ready[n]),
      .tl_e_i(m_e[n]), .tl_e_valid_i(m_e_valid[n]), .tl_e_ready_o(m_e_ready[n]),
      .axi_aw_o(own_aw), .axi_aw_valid_o(bank_aw_valid[n]), .axi_aw_ready_i(bank_aw_ready[n]),
      .axi_w_o(bank_w[n]), .axi_w_valid_o(bank_w_valid[n]), .axi_w_ready_i(bank_w_ready[n]),
      .axi_b_i(bank_response[n]), .axi_b_valid_i(bank_response_valid[n]),
      .axi_b_ready_o(bank_response_ready[n]),
      .axi_ar_o(own_ar), .axi_ar_valid_o(bank_ar_valid[n]), .axi_ar_ready_i(bank_ar_ready[n]),
      .axi_r_i(bank_r[n]), .axi_r_valid_i(bank_r_valid[n]), .axi_r_ready_o(bank_r_ready[n]),
      .bus_error_o(l2_error[n]), .bus_error_address_o(error_address),
      .events_o(l2_events_o[n])
    );
  end

  fy_axi#(BeatBytes)::ax_t aw, ar;
  fy_axi#(BeatBytes)::w_t  w;
  fy_axi#(BeatBytes)::b_t  response;
  fy_axi#(BeatBytes)::r_t  r;
  logic aw_valid, aw_ready, ar_valid, ar_ready, w_valid, w_ready, r_valid, r_ready;
  logic response_valid, response_ready;

  fy_axi_mux #(.DataBytes(BeatBytes), .Clients(Banks)) i_mux (
    .clk_i, .rst_ni,
    .client_aw_i(bank_aw), .client_aw_valid_i(bank_aw_valid), .client_aw_ready_o(bank_aw_ready),
    .client_w_i(bank_w), .client_w_valid_i(bank_w_valid), .client_w_ready_o(bank_w_ready),
    .client_b_o(bank_response), .client_b_valid_o(bank_response_valid),
    .client_b_ready_i(bank_response_ready),
    .client_ar_i(bank_ar), .client_ar_valid_i(bank_ar_valid), .client_ar_ready_o(bank_ar_ready),
    .client_r_o(bank_r), .client_r_valid_o(bank_r_valid), .client_r_ready_i(bank_r_ready),
    .axi_aw_o(aw), .axi_aw_valid_o(aw_valid), .axi_aw_ready_i(aw_ready),
    .axi_w_o(w), .axi_w_valid_o(w_valid), .axi_w_ready_i(w_ready),
    .axi_b_i(response), .axi_b_valid_i(response_valid), .axi_b_ready_o(response_ready),
    .axi_ar_o(ar), .axi_ar_valid_o(ar_valid), .axi_ar_ready_i(ar_ready),
    .axi_r_i(r), .axi_r_valid_i(r_valid), .axi_r_ready_o(r_ready)
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
  assign bus_error_o = |l1_error || |l2_error;
endmodule
