// SPDX-License-Identifier: Apache-2.0

/// Channel A of the data cache: Acquires of the miss slots and the uncached accesses, in turn.
///
/// Adds no cycle to an Acquire. Late values of uncached loads pass before those of `late_load_i`.
module fy_data_cache_requests
  import fy_core_pkg::*;
  import fy_l1_pkg::*;
  import fy_tl_pkg::*;
#(
  parameter int unsigned LineBytes = 64,
  parameter int unsigned BeatBytes = 32,
  parameter int unsigned Source    = 3
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,

  input  acquire_t                          acquire_i,
  input  logic                              acquire_valid_i,
  output logic                              acquire_ready_o,

  input  data_access_t                      uncached_i,
  input  logic                              uncached_valid_i,
  output logic                              uncached_ready_o,

  output fy_tl#(.BeatBytes(BeatBytes))::request_t tl_o,
  input  logic                                    tl_ready_i,

  /// A beat of D, and whether it answers the uncached access
  input  fy_tl#(.BeatBytes(BeatBytes))::d_t       tl_d_i,
  input  logic                                    answer_i,

  input  data_late_t                        late_load_i,
  input  logic                              late_load_valid_i,
  output logic                              late_load_ready_o,

  output data_late_t                        late_o,
  output logic                              late_valid_o,

  output logic                              error_o,
  output address_t                          error_address_o
);
  localparam int unsigned Offset = $clog2(LineBytes);

  typedef fy_tl#(.BeatBytes(BeatBytes))::request_t request_t;

  request_t   uncached;
  logic       offered, late_valid, unused_index;
  logic [1:0] grant;
  data_late_t late;

  fy_uncached_port #(
    .Source(Source), .BeatBytes(BeatBytes)
  ) i_uncached (
    .clk_i,
    .rst_ni,
    .request_i      (uncached_i),
    .request_valid_i(uncached_valid_i),
    .ready_o        (uncached_ready_o),
    .tl_o           (uncached),
    .tl_ready_i     (grant[1] && tl_ready_i),
    .tl_d_i,
    .answer_i,
    .late_o         (late),
    .late_valid_o   (late_valid),
    .late_ready_i   (1'b1),
    .error_o,
    .address_o      (error_address_o)
  );

  fy_round_robin #(
    .Inputs(2)
  ) i_choice (
    .clk_i,
    .rst_ni,
    .request_i({uncached.a_valid, acquire_valid_i}),
    .advance_i(tl_ready_i),
    .grant_o  (grant),
    .index_o  (unused_index),
    .any_o    (offered)
  );

  assign acquire_ready_o = grant[0] && tl_ready_i;

  always_comb begin
    tl_o.a_valid = offered;
    tl_o.a       = uncached.a;
    if (grant[0]) begin
      tl_o.a          = '0;
      tl_o.a.opcode   = AcquireBlock;
      tl_o.a.param    = acquire_i.miss.grow;
      tl_o.a.size     = SizeBits'(Offset);
      tl_o.a.source   = DefaultSourceBits'(acquire_i.index);
      tl_o.a.address  = {acquire_i.miss.address[AddressBits-1:Offset], Offset'(0)};
      tl_o.a.allocate = 1'b1;
      tl_o.a.mask     = '1;
    end
  end

  assign late_load_ready_o = !late_valid;
  assign late_valid_o      = late_valid || late_load_valid_i;
  assign late_o            = late_valid ? late : late_load_i;
endmodule
