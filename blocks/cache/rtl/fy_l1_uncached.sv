// SPDX-License-Identifier: Apache-2.0

/// Uncached accesses, one at a time and in order: Get, PutFullData of 1, 2, 4 or 8 bytes.
///
/// Takes a request when `ready_o`; the request is on A one cycle later. A load's value is offered
/// the cycle after its answer; a denied or corrupt load is zero and, like a denied store, reported.
module fy_l1_uncached
  import fy_l1_pkg::*;
  import fy_tl_pkg::*;
  import fy_core_pkg::*;
#(
  parameter int unsigned Source    = 3,
  parameter int unsigned BeatBytes = 32
) (
  input  logic                                         clk_i,
  input  logic                                         rst_ni,

  input  data_request_t                                request_i,
  input  logic                                         request_valid_i,
  output logic                                         ready_o,

  output fy_tl#(.BeatBytes(BeatBytes))::a_t tl_a_o,
  output logic                                         tl_a_valid_o,
  input  logic                                         tl_a_ready_i,

  input  fy_tl#(.BeatBytes(BeatBytes))::d_t tl_d_i,
  input  logic                                         answer_i,

  output data_late_t                                   late_o,
  output logic                                         late_valid_o,
  input  logic                                         late_ready_i,

  output logic                                         error_o,
  output address_t                                     address_o
);
  localparam int unsigned BeatLow = $clog2(BeatBytes);

  typedef enum logic [1:0] {Idle, Send, Wait, Deliver} state_e;

  state_e        state_q;
  data_request_t request_q;
  logic [63:0]   word_q;
  logic          store, failed, failed_q;
  word_write_t   bytes;

  assign ready_o      = state_q == Idle;
  assign store        = request_q.operation == DataStore;
  assign failed       = tl_d_i.denied || (tl_d_i.corrupt && !store);
  assign error_o      = answer_i && failed;
  assign address_o    = request_q.address[AddressBits-1:0];
  assign bytes        = store_bytes(address_o, request_q.size, request_q.data, '0);
  assign tl_a_valid_o = state_q == Send;
  assign late_valid_o = state_q == Deliver;

  always_comb begin
    tl_a_o         = '0;
    tl_a_o.opcode  = store ? fy_tl_pkg::PutFullData : fy_tl_pkg::Get;
    tl_a_o.size    = fy_tl_pkg::SizeBits'(request_q.size);
    tl_a_o.source  = fy_tl_pkg::DefaultSourceBits'(Source);
    tl_a_o.address = address_o;
    tl_a_o.mask    = BeatBytes'(bytes.mask) << {address_o[BeatLow-1:3], 3'b000};
    tl_a_o.data    = {BeatBytes / 8{bytes.data}};
  end

  always_comb begin
    late_o.id    = request_q.id;
    late_o.error = failed_q;
    late_o.data  = extend(word_q, request_q.address[2:0], request_q.size, request_q.is_unsigned);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Idle;
    end else begin
      unique case (state_q)
        Idle:    if (request_valid_i) state_q <= Send;
        Send:    if (tl_a_ready_i) state_q <= !answer_i ? Wait : store ? Idle : Deliver;
        Wait:    if (answer_i) state_q <= store ? Idle : Deliver;
        default: if (late_ready_i) state_q <= Idle;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (request_valid_i && ready_o) request_q <= request_i;
    if (answer_i) begin
      failed_q <= failed;
      word_q   <= failed ? '0 : 64'(tl_d_i.data >> {address_o[BeatLow-1:3], 6'd0});
    end
  end

  if (BeatBytes < 16) begin : gen_beat
    $error("fy_l1_uncached: BeatBytes is %0d; it must be at least 16", BeatBytes);
  end
endmodule
