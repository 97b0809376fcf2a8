// SPDX-License-Identifier: Apache-2.0

/// The shared L2: its banks, and a memory channel for every `banks_per_channel` of them.
///
/// Bank b works with addresses without its bank bits (fy_cache_pkg) and belongs to channel b
/// modulo `channels`; banks of a channel share its port (fy_axi_mux). Adds no cycle. Bus errors
/// of several banks in one cycle: the lowest bank's address is kept. Hooks (`Hooked`): one client a
/// bank, whose addresses are those of the bus and lie in that bank; a place is {set, way} of the
/// bank. Contract: fy_l2_bank.
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
  /// Clients of the hooks are connected
  parameter bit          Hooked    = 1'b0,
  localparam int unsigned Banks    = Sizes.channels * Sizes.banks_per_channel,
  localparam int unsigned Channels = Sizes.channels
) (
  input  logic clk_i,
  input  logic rst_ni,
  /// Strap of each bank: transactors in use; 0 means all
  input  logic [4:0] transactor_limit_i,

  input  fy_tl#(.BeatBytes(BeatBytes))::forward_t [Banks-1:0] tl_i,
  output fy_tl_pkg::forward_ready_t [Banks-1:0] tl_ready_o,
  output fy_tl#(.BeatBytes(BeatBytes))::backward_t [Banks-1:0] tl_o,
  input  fy_tl_pkg::backward_ready_t [Banks-1:0] tl_ready_i,

  output fy_axi#(.DataBytes(BeatBytes))::forward_t [Channels-1:0] axi_o,
  input  fy_axi_pkg::forward_ready_t [Channels-1:0] axi_ready_i,
  input  fy_axi#(.DataBytes(BeatBytes))::backward_t [Channels-1:0] axi_i,
  output fy_axi_pkg::backward_ready_t [Channels-1:0] axi_ready_o,

  input  fy_l2_hook_pkg::hook_t   [Banks-1:0] hook_i,
  output fy_l2_hook_pkg::notice_t [Banks-1:0] notice_o,
  output logic [Banks-1:0]                    materialise_ready_o,

  output logic        bus_error_o,
  output logic [39:0] bus_error_address_o,
  output l2_totals_t  events_o
);
  localparam int unsigned PerChannel = Sizes.banks_per_channel;
  localparam int unsigned Low        = $clog2(Sizes.interleave);
  localparam int unsigned BankBits   = $clog2(Banks);

  // Links between banks and channels; those of a channel stand together.
  fy_axi#(.DataBytes(BeatBytes))::forward_t  [Channels-1:0][PerChannel-1:0] axi;
  fy_axi#(.DataBytes(BeatBytes))::backward_t [Channels-1:0][PerChannel-1:0] axi_answer;
  fy_axi_pkg::forward_ready_t  [Channels-1:0][PerChannel-1:0] axi_ready;
  fy_axi_pkg::backward_ready_t [Channels-1:0][PerChannel-1:0] axi_answer_ready;
  logic [Banks-1:0]       bank_error;
  logic [Banks-1:0][39:0] bank_error_address;
  l2_events_t [Banks-1:0] bank_events;

  for (genvar n = 0; n < int'(Banks); n++) begin : gen_bank
    localparam int unsigned Channel = n % Channels;
    localparam int unsigned Place   = n / Channels;

    fy_tl#(.BeatBytes(BeatBytes))::forward_t      bank;
    fy_tl#(.BeatBytes(BeatBytes))::backward_t     bank_answer;
    fy_axi#(.DataBytes(BeatBytes))::forward_t     bank_axi;
    logic [39:0]                                  error_address;
    fy_l2_hook_pkg::hook_t                        hook;
    fy_l2_hook_pkg::notice_t                      notice;

    always_comb begin
      bank           = tl_i[n];
      bank.a.address = bank_address(tl_i[n].a.address, Low, BankBits);
      bank.c.address = bank_address(tl_i[n].c.address, Low, BankBits);
    end
    always_comb begin
      tl_o[n]           = bank_answer;
      tl_o[n].b.address = bus_address(bank_answer.b.address, Low, BankBits, n);
    end
    always_comb begin
      axi[Channel][Place]         = bank_axi;
      axi[Channel][Place].aw.addr = bus_address(bank_axi.aw.addr, Low, BankBits, n);
      axi[Channel][Place].ar.addr = bus_address(bank_axi.ar.addr, Low, BankBits, n);
    end
    always_comb begin
      hook                     = hook_i[n];
      hook.materialise.address = bank_address(hook_i[n].materialise.address, Low, BankBits);
    end
    always_comb begin
      notice_o[n]                        = notice;
      notice_o[n].lookup.request.address =
          bus_address(notice.lookup.request.address, Low, BankBits, n);
      notice_o[n].fill.address           = bus_address(notice.fill.address, Low, BankBits, n);
      notice_o[n].leave.address          = bus_address(notice.leave.address, Low, BankBits, n);
    end
    assign bank_error_address[n] = bus_address(error_address, Low, BankBits, n);

    fy_l2_bank #(
      .BeatBytes(BeatBytes), .LineBytes(LineBytes), .Sets(Sizes.sets / Banks),
      .Ways(Sizes.ways), .Transactors(Sizes.transactors),
      .Clients(Sizes.clients), .CachingClients(Sizes.caching_clients),
      .CountedClients(Sizes.counted_clients), .Hooked(Hooked)
    ) i_bank (
      .clk_i, .rst_ni, .transactor_limit_i,
      .tl_i(bank), .tl_ready_o(tl_ready_o[n]), .tl_o(bank_answer), .tl_ready_i(tl_ready_i[n]),
      .axi_o(bank_axi), .axi_ready_i(axi_ready[Channel][Place]),
      .axi_i(axi_answer[Channel][Place]), .axi_ready_o(axi_answer_ready[Channel][Place]),
      .hook_i(hook), .notice_o(notice), .materialise_ready_o(materialise_ready_o[n]),
      .bus_error_o(bank_error[n]), .bus_error_address_o(error_address),
      .events_o(bank_events[n])
    );

    // A bank orders the requests for its own lines alone, so its client writes to no other bank.
    if (Hooked) begin : gen_hooked
      assert property (@(posedge clk_i) disable iff (!rst_ni) !hook_i[n].materialise.valid ||
          bus_address(hook.materialise.address, Low, BankBits, n) ==
              hook_i[n].materialise.address);
    end
  end

  for (genvar c = 0; c < int'(Channels); c++) begin : gen_channel
    fy_axi_mux #(.DataBytes(BeatBytes), .Clients(PerChannel)) i_mux (
      .clk_i, .rst_ni,
      .client_i(axi[c]), .client_ready_o(axi_ready[c]),
      .client_o(axi_answer[c]), .client_ready_i(axi_answer_ready[c]),
      .axi_o(axi_o[c]), .axi_ready_i(axi_ready_i[c]),
      .axi_i(axi_i[c]), .axi_ready_o(axi_ready_o[c])
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
  if (Sizes.interleave < 64 || 2 ** Low != Sizes.interleave) begin : gen_interleave
    $error("fy_l2: interleave is %0d; it must be a power of two from 64 on", Sizes.interleave);
  end
endmodule
