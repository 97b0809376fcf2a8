// SPDX-License-Identifier: Apache-2.0

/// Stores of fy_cache_simple that go on to memory: up to Entries under way, one a source.
///
/// A store pushed in t is on channel A in t+1. Not ready while a store to the same word of 8 bytes
/// is under way, so that they stay in order whatever the answers do.
module fy_simple_writes
  import fy_l1_pkg::address_t;
  import fy_l1_pkg::AddressBits;
  import fy_simple_cache_pkg::*;
  import fy_tl_pkg::*;
#(
  parameter int unsigned BeatBytes = 32,
  parameter int unsigned Entries   = 4
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  address_t    address_i,
  input  logic [1:0]  size_i,
  /// At their place in the word
  input  logic [7:0]  mask_i,
  input  logic [63:0] data_i,
  input  logic        valid_i,
  output logic        ready_o,
  output logic        empty_o,

  output fy_tl#(.BeatBytes(BeatBytes))::request_t tl_o,
  input  logic                                    tl_ready_i,
  /// A beat of D, and whether it answers a store
  input  fy_tl#(.BeatBytes(BeatBytes))::d_t       tl_d_i,
  input  logic                                    answer_i,
  output logic                                    error_o,
  output address_t                                error_address_o
);
  localparam int unsigned IndexBits = Entries > 1 ? $clog2(Entries) : 1;
  localparam int unsigned Lanes     = BeatBytes / 8;
  localparam int unsigned LaneBits  = Lanes > 1 ? $clog2(Lanes) : 1;

  typedef struct packed {
    logic [IndexBits-1:0] index;
    logic [1:0]           size;
    logic [7:0]           mask;
    logic [63:0]          data;
    address_t             address;
  } write_t;

  logic     [Entries-1:0] busy_q;
  address_t [Entries-1:0] addresses_q;
  logic [IndexBits-1:0]   free, answered;
  logic                   met, offered_valid, unused_ready;
  write_t                 pushed, offered;
  logic [Lanes-1:0][7:0]  mask;
  logic [LaneBits-1:0]    lane;

  always_comb begin
    free = '0;
    met  = 1'b0;
    for (int unsigned i = 0; i < Entries; i++) begin
      if (!busy_q[Entries-1-i]) free = IndexBits'(Entries - 1 - i);
      met |= busy_q[i] && addresses_q[i][AddressBits-1:3] == address_i[AddressBits-1:3];
    end
  end

  assign ready_o         = !(&busy_q) && !met;
  assign empty_o         = busy_q == '0;
  assign pushed          = '{index: free, size: size_i, mask: mask_i, data: data_i,
                             address: address_i};
  assign answered        = IndexBits'(tl_d_i.source - DefaultSourceBits'(SourceWrites));
  assign error_o         = answer_i && tl_d_i.denied;
  assign error_address_o = addresses_q[answered];

  fy_fifo #(.data_t(write_t), .Depth(Entries)) i_unsent (
    .clk_i, .rst_ni,
    .data_i(pushed), .valid_i, .ready_o(unused_ready),
    .data_o(offered), .valid_o(offered_valid), .ready_i(tl_ready_i)
  );

  assign lane = Lanes > 1 ? offered.address[3+:LaneBits] : '0;
  always_comb begin
    mask       = '0;
    mask[lane] = offered.mask;
  end

  always_comb begin
    tl_o           = '0;
    tl_o.a_valid   = offered_valid;
    tl_o.a.opcode  = PutFullData;
    tl_o.a.size    = SizeBits'(offered.size);
    tl_o.a.source  = DefaultSourceBits'(SourceWrites) + DefaultSourceBits'(offered.index);
    tl_o.a.address = offered.address;
    tl_o.a.mask    = mask;
    tl_o.a.data    = {Lanes{offered.data}};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) busy_q <= '0;
    else begin
      if (answer_i) busy_q[answered] <= 1'b0;
      if (valid_i) busy_q[free] <= 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (valid_i) addresses_q[free] <= address_i;
  end
endmodule
