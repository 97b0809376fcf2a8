// SPDX-License-Identifier: Apache-2.0

/// Joins a TL-UH client to an AXI4 port.
///
/// Get, PutFullData and PutPartialData of 1 byte to LineBytes become one burst each; up to
/// Outstanding of them are under way, each with an AXI id of its own. Answers leave as they come,
/// the beats of one message together: R beats of different ids may come interleaved.
/// Messages that are under way at the same time are not ordered among each other, as TileLink
/// allows; a client that needs an order waits for the answer.
/// Intent is acknowledged, atomics and larger messages are denied, without AXI. An error of the
/// first R beat or of B denies the message; a later R beat with an error is corrupt. A corrupt beat
/// of a Put writes nothing, and the Put is denied.
/// Latency: A to AR, AW and W 1 cycle, R and B to D 1 cycle. Throughput: a beat a cycle each way.
/// No combinational path through the module but from `tl_i` to `tl_ready_o`; R and B are always
/// taken, into a buffer of Outstanding times LineBytes.
module fy_tl_to_axi import fy_tl_pkg::*; import fy_axi_pkg::fy_axi; #(
  /// Bytes of a beat of both sides
  parameter int unsigned BeatBytes   = 32,
  /// Bytes of the largest message
  parameter int unsigned LineBytes   = 64,
  /// Messages under way, 1 to 64
  parameter int unsigned Outstanding = 4
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  fy_tl#(.BeatBytes(BeatBytes))::request_t  tl_i,
  output logic                                     tl_ready_o,
  output fy_tl#(.BeatBytes(BeatBytes))::response_t tl_o,
  input  logic                                     tl_ready_i,

  output fy_axi#(BeatBytes)::forward_t             axi_o,
  input  fy_axi_pkg::forward_ready_t               axi_ready_i,
  input  fy_axi#(BeatBytes)::backward_t            axi_i,
  output fy_axi_pkg::backward_ready_t              axi_ready_o
);
  localparam int unsigned SlotBits = Outstanding > 1 ? $clog2(Outstanding) : 1;
  localparam int unsigned BeatLog  = $clog2(BeatBytes);
  localparam int unsigned LineLog  = $clog2(LineBytes);

  typedef fy_axi#(BeatBytes)::ax_t ax_t;
  typedef fy_axi#(BeatBytes)::w_t  w_t;

  // ---- requests: A to AR, AW and W, each behind a register slice ------------------------------
  logic                later_q, last, fire, fits, reads, writes, refused, open, free;
  logic                ar_ready, aw_ready, w_ready;
  logic [SlotBits-1:0] slot, slot_q, free_slot;
  ax_t                 ax;
  w_t                  w;

  assign fits       = tl_i.a.size <= SizeBits'(LineLog);
  assign reads      = fits && tl_i.a.opcode == Get;
  assign writes     = fits && tl_i.a.opcode inside {PutFullData, PutPartialData};
  assign tl_ready_o = (later_q || free) && (!reads || ar_ready) &&
      (!writes || (w_ready && (later_q || aw_ready)));
  assign fire       = tl_i.a_valid && tl_ready_o;

  // The first beat of a message takes a slot, later beats name it. The AXI id is the slot. What
  // AXI never sees takes a slot too: it is denied, or is an Intent to acknowledge.
  assign open    = fire && !later_q;
  assign slot    = later_q ? slot_q : free_slot;
  assign refused = !reads && !writes;

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
    if (open) slot_q <= free_slot;
  end

  always_comb begin
    ax       = '0;
    ax.id    = fy_axi_pkg::DefaultIdBits'(slot);
    ax.addr  = tl_i.a.address;
    ax.len   = 8'(last_beat(tl_i.a.size, BeatBytes));
    ax.size  = tl_i.a.size < SizeBits'(BeatLog) ? 3'(tl_i.a.size) : 3'(BeatLog);
    ax.burst = fy_axi_pkg::BurstIncr;
    ax.cache = 4'b0011;
  end
  assign w = '{data: tl_i.a.data, strb: tl_i.a.corrupt ? '0 : tl_i.a.mask, last: last};

  fy_stream_slice #(.data_t(ax_t)) i_ar (
    .clk_i, .rst_ni, .data_i(ax), .valid_i(open && reads), .ready_o(ar_ready),
    .data_o(axi_o.ar), .valid_o(axi_o.ar_valid), .ready_i(axi_ready_i.ar)
  );
  fy_stream_slice #(.data_t(ax_t)) i_aw (
    .clk_i, .rst_ni, .data_i(ax), .valid_i(open && writes), .ready_o(aw_ready),
    .data_o(axi_o.aw), .valid_o(axi_o.aw_valid), .ready_i(axi_ready_i.aw)
  );
  fy_stream_slice #(.data_t(w_t)) i_w (
    .clk_i, .rst_ni, .data_i(w), .valid_i(fire && writes), .ready_o(w_ready),
    .data_o(axi_o.w), .valid_o(axi_o.w_valid), .ready_i(axi_ready_i.w)
  );

  // ---- answers: R and B to D ------------------------------------------------------------------
  fy_tl_axi_answers #(
    .BeatBytes(BeatBytes), .LineBytes(LineBytes), .Outstanding(Outstanding)
  ) i_answers (
    .clk_i, .rst_ni,
    .free_o     (free),
    .free_slot_o(free_slot),
    .open_i     (open),
    .slot_i     (slot),
    .answer_i   ('{opcode: answer_opcode(tl_i.a.opcode), size: tl_i.a.size,
                   source: tl_i.a.source}),
    .refused_i  (refused),
    .spoiled_i  (fire && writes && tl_i.a.corrupt),
    .ended_i    (fire && last && refused),
    .axi_i,
    .tl_o, .tl_ready_i
  );

  assign axi_ready_o = '1;

  if (BeatBytes < 2 || BeatBytes > 64 || 2 ** $clog2(BeatBytes) != BeatBytes) begin : gen_beat
    $error("fy_tl_to_axi: BeatBytes is %0d; it must be a power of two from 2 to 64", BeatBytes);
  end
  if (LineBytes < BeatBytes || LineBytes > 4096 || LineBytes > 256 * BeatBytes ||
      2 ** $clog2(LineBytes) != LineBytes) begin : gen_line
    $error("fy_tl_to_axi: LineBytes is %0d; it must be a power of two from one beat (%0d) to %0d",
           LineBytes, BeatBytes, 256 * BeatBytes < 4096 ? 256 * BeatBytes : 4096);
  end
  if (Outstanding < 1 || Outstanding > 2 ** fy_axi_pkg::DefaultIdBits) begin : gen_outstanding
    $error("fy_tl_to_axi: Outstanding is %0d; it must be 1 to %0d",
           Outstanding, 2 ** fy_axi_pkg::DefaultIdBits);
  end
endmodule
