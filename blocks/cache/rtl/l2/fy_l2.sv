// SPDX-License-Identifier: Apache-2.0

/// The shared L2: its banks, and a memory channel for every `banks_per_channel` of them.
///
/// Bank b works with addresses without its bank bits (fy_l2_interleave) and belongs to channel b
/// modulo `channels`; banks of a channel share its port (fy_axi_mux). Adds no cycle. Bus errors
/// of several banks in one cycle: the lowest bank's address is kept. Contract: fy_l2_bank.
module fy_l2
  import fy_axi_pkg::*;
  import fy_cache_pkg::*;
  import fy_tl_pkg::*;
#(
  /// Bytes of a beat, both sides
  parameter int unsigned BeatBytes = 32,
  /// Bytes of a line
  parameter int unsigned LineBytes = 64,
  /// Banks, channels, size of all banks together, clients
  parameter l2_sizes_t   Sizes     = DefaultL2Sizes,
  localparam int unsigned Banks    = Sizes.channels * Sizes.banks_per_channel,
  localparam int unsigned Channels = Sizes.channels
) (
  input  logic clk_i,
  input  logic rst_ni,
  /// Strap of each bank: transactors in use; 0 means all
  input  logic [4:0] transactor_limit_i,

  input  fy_tl#(.BeatBytes(BeatBytes))::a_t [Banks-1:0] tl_a_i,
  input  logic [Banks-1:0] tl_a_valid_i,
  output logic [Banks-1:0] tl_a_ready_o,
  output fy_tl#(.BeatBytes(BeatBytes))::b_t [Banks-1:0] tl_b_o,
  output logic [Banks-1:0] tl_b_valid_o,
  input  logic [Banks-1:0] tl_b_ready_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::c_t [Banks-1:0] tl_c_i,
  input  logic [Banks-1:0] tl_c_valid_i,
  output logic [Banks-1:0] tl_c_ready_o,
  output fy_tl#(.BeatBytes(BeatBytes))::d_t [Banks-1:0] tl_d_o,
  output logic [Banks-1:0] tl_d_valid_o,
  input  logic [Banks-1:0] tl_d_ready_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::e_t [Banks-1:0] tl_e_i,
  input  logic [Banks-1:0] tl_e_valid_i,
  output logic [Banks-1:0] tl_e_ready_o,

  output fy_axi#(.DataBytes(BeatBytes))::ax_t [Channels-1:0] axi_aw_o,
  output logic [Channels-1:0] axi_aw_valid_o,
  input  logic [Channels-1:0] axi_aw_ready_i,
  output fy_axi#(.DataBytes(BeatBytes))::w_t [Channels-1:0] axi_w_o,
  output logic [Channels-1:0] axi_w_valid_o,
  input  logic [Channels-1:0] axi_w_ready_i,
  input  fy_axi#(.DataBytes(BeatBytes))::b_t [Channels-1:0] axi_b_i,
  input  logic [Channels-1:0] axi_b_valid_i,
  output logic [Channels-1:0] axi_b_ready_o,
  output fy_axi#(.DataBytes(BeatBytes))::ax_t [Channels-1:0] axi_ar_o,
  output logic [Channels-1:0] axi_ar_valid_o,
  input  logic [Channels-1:0] axi_ar_ready_i,
  input  fy_axi#(.DataBytes(BeatBytes))::r_t [Channels-1:0] axi_r_i,
  input  logic [Channels-1:0] axi_r_valid_i,
  output logic [Channels-1:0] axi_r_ready_o,

  output logic        bus_error_o,
  output logic [39:0] bus_error_address_o,
  output l2_totals_t  events_o
);
  localparam int unsigned PerChannel = Sizes.banks_per_channel;

  // Links between banks and channels; those of a channel stand together.
  fy_axi#(.DataBytes(BeatBytes))::ax_t [Channels-1:0][PerChannel-1:0] aw, ar;
  fy_axi#(.DataBytes(BeatBytes))::w_t [Channels-1:0][PerChannel-1:0]  w;
  fy_axi#(.DataBytes(BeatBytes))::b_t [Channels-1:0][PerChannel-1:0]  b;
  fy_axi#(.DataBytes(BeatBytes))::r_t [Channels-1:0][PerChannel-1:0]  r;
  logic [Channels-1:0][PerChannel-1:0] aw_valid, aw_ready, w_valid, w_ready, b_valid, b_ready;
  logic [Channels-1:0][PerChannel-1:0] ar_valid, ar_ready, r_valid, r_ready;
  logic [Banks-1:0]       bank_error;
  logic [Banks-1:0][39:0] bank_error_address;
  l2_events_t [Banks-1:0] bank_events;

  for (genvar n = 0; n < int'(Banks); n++) begin : gen_bank
    localparam int unsigned Channel = n % Channels;
    localparam int unsigned Place   = n / Channels;

    fy_tl#(.BeatBytes(BeatBytes))::a_t   tl_a;
    fy_tl#(.BeatBytes(BeatBytes))::b_t   tl_b;
    fy_tl#(.BeatBytes(BeatBytes))::c_t   tl_c;
    fy_axi#(.DataBytes(BeatBytes))::ax_t bank_aw, bank_ar;
    logic [39:0]                         error_address;

    fy_l2_interleave #(
      .BeatBytes(BeatBytes), .Banks(Banks), .Interleave(Sizes.interleave), .Bank(n)
    ) i_interleave (
      .bus_a_i(tl_a_i[n]), .bank_a_o(tl_a), .bus_c_i(tl_c_i[n]), .bank_c_o(tl_c),
      .bank_b_i(tl_b), .bus_b_o(tl_b_o[n]),
      .bank_aw_i(bank_aw), .axi_aw_o(aw[Channel][Place]),
      .bank_ar_i(bank_ar), .axi_ar_o(ar[Channel][Place]),
      .bank_error_address_i(error_address), .error_address_o(bank_error_address[n])
    );

    fy_l2_bank #(
      .BeatBytes(BeatBytes), .LineBytes(LineBytes), .Sets(Sizes.sets / Banks),
      .Ways(Sizes.ways), .Transactors(Sizes.transactors),
      .Clients(Sizes.clients), .CachingClients(Sizes.caching_clients),
      .EngineClients(Sizes.engine_clients)
    ) i_bank (
      .clk_i, .rst_ni, .transactor_limit_i,
      .tl_a_i(tl_a), .tl_a_valid_i(tl_a_valid_i[n]), .tl_a_ready_o(tl_a_ready_o[n]),
      .tl_b_o(tl_b), .tl_b_valid_o(tl_b_valid_o[n]), .tl_b_ready_i(tl_b_ready_i[n]),
      .tl_c_i(tl_c), .tl_c_valid_i(tl_c_valid_i[n]), .tl_c_ready_o(tl_c_ready_o[n]),
      .tl_d_o(tl_d_o[n]), .tl_d_valid_o(tl_d_valid_o[n]), .tl_d_ready_i(tl_d_ready_i[n]),
      .tl_e_i(tl_e_i[n]), .tl_e_valid_i(tl_e_valid_i[n]), .tl_e_ready_o(tl_e_ready_o[n]),
      .axi_aw_o(bank_aw), .axi_aw_valid_o(aw_valid[Channel][Place]),
      .axi_aw_ready_i(aw_ready[Channel][Place]),
      .axi_w_o(w[Channel][Place]), .axi_w_valid_o(w_valid[Channel][Place]),
      .axi_w_ready_i(w_ready[Channel][Place]),
      .axi_b_i(b[Channel][Place]), .axi_b_valid_i(b_valid[Channel][Place]),
      .axi_b_ready_o(b_ready[Channel][Place]),
      .axi_ar_o(bank_ar), .axi_ar_valid_o(ar_valid[Channel][Place]),
      .axi_ar_ready_i(ar_ready[Channel][Place]),
      .axi_r_i(r[Channel][Place]), .axi_r_valid_i(r_valid[Channel][Place]),
      .axi_r_ready_o(r_ready[Channel][Place]),
      .bus_error_o(bank_error[n]), .bus_error_address_o(error_address),
      .events_o(bank_events[n])
    );
  end

  for (genvar c = 0; c < int'(Channels); c++) begin : gen_channel
    fy_axi_mux #(.DataBytes(BeatBytes), .Clients(PerChannel)) i_mux (
      .clk_i, .rst_ni,
      .client_aw_i(aw[c]), .client_aw_valid_i(aw_valid[c]), .client_aw_ready_o(aw_ready[c]),
      .client_w_i(w[c]), .client_w_valid_i(w_valid[c]), .client_w_ready_o(w_ready[c]),
      .client_b_o(b[c]), .client_b_valid_o(b_valid[c]), .client_b_ready_i(b_ready[c]),
      .client_ar_i(ar[c]), .client_ar_valid_i(ar_valid[c]), .client_ar_ready_o(ar_ready[c]),
      .client_r_o(r[c]), .client_r_valid_o(r_valid[c]), .client_r_ready_i(r_ready[c]),
      .axi_aw_o(axi_aw_o[c]), .axi_aw_valid_o(axi_aw_valid_o[c]),
      .axi_aw_ready_i(axi_aw_ready_i[c]),
      .axi_w_o(axi_w_o[c]), .axi_w_valid_o(axi_w_valid_o[c]),
      .axi_w_ready_i(axi_w_ready_i[c]),
      .axi_b_i(axi_b_i[c]), .axi_b_valid_i(axi_b_valid_i[c]),
      .axi_b_ready_o(axi_b_ready_o[c]),
      .axi_ar_o(axi_ar_o[c]), .axi_ar_valid_o(axi_ar_valid_o[c]),
      .axi_ar_ready_i(axi_ar_ready_i[c]),
      .axi_r_i(axi_r_i[c]), .axi_r_valid_i(axi_r_valid_i[c]),
      .axi_r_ready_o(axi_r_ready_o[c])
    );
  end

  assign bus_error_o = |bank_error;
  always_comb begin
    events_o            = '0;
    bus_error_address_o = '0;
    for (int n = int'(Banks) - 1; n >= 0; n--) begin
      events_o = add_events(events_o, bank_events[n]);
      if (bank_error[n]) bus_error_address_o = bank_error_address[n];
    end
  end

  if (!(Channels inside {1, 2, 4})) begin : gen_channels
    $error("fy_l2: channels is %0d; it must be 1, 2 or 4", Channels);
  end
  if (!(PerChannel inside {1, 2})) begin : gen_banks
    $error("fy_l2: banks_per_channel is %0d; it must be 1 or 2", PerChannel);
  end
endmodule
