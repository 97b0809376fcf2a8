// SPDX-License-Identifier: Apache-2.0

/// Requests of fy_tl_to_axi: channel A to AR, AW and W, each behind a register slice.
///
/// The first beat of a message takes a slot (`open_o`, `slot_o`, what its answer will say), later
/// beats name it. The AXI id is the slot. A message that AXI never sees takes a slot too, and is
/// `refused_o`: to be denied, or an Intent to acknowledge.
module fy_tl_axi_requests import fy_tl_pkg::*; import fy_axi_pkg::fy_axi; #(
  parameter int unsigned BeatBytes   = 32,
  parameter int unsigned LineBytes   = 64,
  parameter int unsigned Outstanding = 4,
  localparam int unsigned SlotBits = Outstanding > 1 ? $clog2(Outstanding) : 1
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  fy_tl#(.BeatBytes(BeatBytes))::request_t tl_i,
  output logic                                    tl_ready_o,

  output fy_axi#(BeatBytes)::forward_t axi_o,
  input  fy_axi_pkg::forward_ready_t               axi_ready_i,

  input  logic                free_i,
  input  logic [SlotBits-1:0] free_slot_i,

  output logic                open_o,
  output logic [SlotBits-1:0] slot_o,
  output fy_tl#(.BeatBytes(BeatBytes))::header_t answer_o,
  /// Nothing is sent to AXI
  output logic                refused_o,
  /// A beat of the Put in this slot is corrupt
  output logic                spoiled_o,
  /// Last beat of a refused message
  output logic                ended_o
);
  typedef fy_axi#(BeatBytes)::ax_t ax_t;
  typedef fy_axi#(BeatBytes)::w_t  w_t;

  localparam int unsigned BeatLog = $clog2(BeatBytes);
  localparam int unsigned LineLog = $clog2(LineBytes);

  logic                later_q, last, fire, fits, reads, writes;
  logic                ar_ready, aw_ready, w_ready;
  logic [SlotBits-1:0] slot_q;
  ax_t                 ax;
  w_t                  w;

  assign fits       = tl_i.a.size <= SizeBits'(LineLog);
  assign reads      = fits && tl_i.a.opcode == Get;
  assign writes     = fits && tl_i.a.opcode inside {PutFullData, PutPartialData};
  assign tl_ready_o = (later_q || free_i) && (!reads || ar_ready) &&
      (!writes || (w_ready && (later_q || aw_ready)));
  assign fire       = tl_i.a_valid && tl_ready_o;

  assign open_o    = fire && !later_q;
  assign slot_o    = later_q ? slot_q : free_slot_i;
  assign answer_o  = '{opcode: answer_opcode(tl_i.a.opcode), size: tl_i.a.size,
                       source: tl_i.a.source};
  assign refused_o = !reads && !writes;
  assign ended_o   = fire && last && refused_o;
  assign spoiled_o = fire && writes && tl_i.a.corrupt;

  fy_tl_beats #(.BeatBytes(BeatBytes)) i_beats (
    .clk_i, .rst_ni,
    .size_i    (tl_i.a.size),
    .has_data_i(a_has_data(tl_i.a.opcode)),
    .fire_i    (fire),
    .last_o    (last)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) later_q <= 1'b0;
    else if (fire) later_q <= !last;
  end

  always_ff @(posedge clk_i) begin
    if (open_o) slot_q <= free_slot_i;
  end

  always_comb begin
    ax       = '0;
    ax.id    = fy_axi_pkg::DefaultIdBits'(slot_o);
    ax.addr  = tl_i.a.address;
    ax.len   = 8'(last_beat(tl_i.a.size, BeatBytes));
    ax.size  = tl_i.a.size < SizeBits'(BeatLog) ? 3'(tl_i.a.size) : 3'(BeatLog);
    ax.burst = fy_axi_pkg::BurstIncr;
    ax.cache = 4'b0011;
  end
  assign w = '{data: tl_i.a.data, strb: tl_i.a.corrupt ? '0 : tl_i.a.mask, last: last};

  fy_stream_slice #(.data_t(ax_t)) i_ar (
    .clk_i, .rst_ni, .data_i(ax), .valid_i(open_o && reads), .ready_o(ar_ready),
    .data_o(axi_o.ar), .valid_o(axi_o.ar_valid), .ready_i(axi_ready_i.ar)
  );
  fy_stream_slice #(.data_t(ax_t)) i_aw (
    .clk_i, .rst_ni, .data_i(ax), .valid_i(open_o && writes), .ready_o(aw_ready),
    .data_o(axi_o.aw), .valid_o(axi_o.aw_valid), .ready_i(axi_ready_i.aw)
  );
  fy_stream_slice #(.data_t(w_t)) i_w (
    .clk_i, .rst_ni, .data_i(w), .valid_i(fire && writes), .ready_o(w_ready),
    .data_o(axi_o.w), .valid_o(axi_o.w_valid), .ready_i(axi_ready_i.w)
  );
endmodule
