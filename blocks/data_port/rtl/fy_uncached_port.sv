// SPDX-License-Identifier: Apache-2.0

/// Uncached accesses of a data port, one at a time and in order: Get, PutFullData of 1 to 8 bytes.
///
/// Takes a request when `ready_o`; the request is on A one cycle later. A load's value is offered
/// the cycle after its answer; a denied or corrupt load is zero and, like a denied store, reported.
module fy_uncached_port
  import fy_data_port_pkg::*;
  import fy_tl_pkg::*;
  import fy_core_pkg::*;
#(
  parameter int unsigned Source    = 3,
  parameter int unsigned BeatBytes = 32
) (
  input  logic                                         clk_i,
  input  logic                                         rst_ni,

  input  data_access_t                                 request_i,
  input  logic                                         request_valid_i,
  output logic                                         ready_o,

  output fy_tl#(.BeatBytes(BeatBytes))::request_t      tl_o,
  input  logic                                         tl_ready_i,

  /// A beat of D, and whether it answers the access
  input  fy_tl#(.BeatBytes(BeatBytes))::d_t            tl_d_i,
  input  logic                                         answer_i,

  output data_late_t                                   late_o,
  output logic                                         late_valid_o,
  input  logic                                         late_ready_i,

  output logic                                         error_o,
  output logic [fy_tl_pkg::DefaultAddressBits-1:0]     address_o
);
  localparam int unsigned Lanes    = BeatBytes / 8;
  localparam int unsigned LaneBits = Lanes > 1 ? $clog2(Lanes) : 1;

  typedef enum logic [1:0] {Idle, Send, Wait, Deliver} state_e;

  state_e        state_q;
  data_access_t  request_q;
  logic [63:0]   word_q;
  logic          store, failed, failed_q;

  // The 8-byte lane of the beat.
  logic [Lanes-1:0][63:0] answer;
  logic [Lanes-1:0][7:0]  mask;
  logic [LaneBits-1:0]    lane;

  assign ready_o      = state_q == Idle;
  assign store        = request_q.operation == DataStore;
  assign failed       = tl_d_i.denied || (tl_d_i.corrupt && !store);
  assign error_o      = answer_i && failed;
  assign address_o    = request_q.address[fy_tl_pkg::DefaultAddressBits-1:0];
  assign answer       = tl_d_i.data;
  assign lane         = Lanes > 1 ? LaneBits'(address_o[5:3]) : '0;
  assign late_valid_o = state_q == Deliver;

  always_comb begin
    mask       = '0;
    mask[lane] = byte_mask(request_q.size, address_o[2:0]);
  end

  always_comb begin
    tl_o           = '0;
    tl_o.a_valid   = state_q == Send;
    tl_o.a.opcode  = store ? fy_tl_pkg::PutFullData : fy_tl_pkg::Get;
    tl_o.a.size    = fy_tl_pkg::SizeBits'(request_q.size);
    tl_o.a.source  = fy_tl_pkg::DefaultSourceBits'(Source);
    tl_o.a.address = address_o;
    tl_o.a.mask    = mask;
    tl_o.a.data    = {Lanes{place(request_q.data, address_o[2:0])}};
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
        Send:    if (tl_ready_i) state_q <= !answer_i ? Wait : store ? Idle : Deliver;
        Wait:    if (answer_i) state_q <= store ? Idle : Deliver;
        default: if (late_ready_i) state_q <= Idle;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (request_valid_i && ready_o) request_q <= request_i;
    if (answer_i) begin
      failed_q <= failed;
      word_q   <= failed ? '0 : answer[lane];
    end
  end

  if (BeatBytes < 8 || BeatBytes > 64) begin : gen_beat
    $error("fy_uncached_port: BeatBytes is %0d; it must be 8 to 64", BeatBytes);
  end
endmodule
