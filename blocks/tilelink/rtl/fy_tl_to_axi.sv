// SPDX-License-Identifier: Apache-2.0

/// Joins a TL-UH client to an AXI4 port.
///
/// Get, PutFullData and PutPartialData of 1 byte to LineBytes become one burst each; up to
/// Outstanding of them are under way, each with an AXI id of its own. Answers leave as they come,
/// the beats of one message together: R beats of different ids may come interleaved.
/// Messages that are under way at the same time are not ordered among each other, as TileLink
/// allows; who needs an order waits for the answer.
/// Intent is acknowledged, atomics and larger messages are denied, without AXI. An error of the
/// first R beat or of B denies the message; a later R beat with an error is corrupt. A corrupt beat
/// of a Put writes nothing, and the Put is denied.
/// Latency: A to AR, AW and W 1 cycle, R and B to D 1 cycle. Throughput: a beat a cycle each way.
/// No combinational path through the module but from `tl_i` to `tl_ready_o`; R and B are always
/// taken, into a buffer of Outstanding times LineBytes.
module fy_tl_to_axi import fy_tl_pkg::fy_tl; import fy_axi_pkg::fy_axi; #(
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
  output logic                                                tl_ready_o,
  output fy_tl#(.BeatBytes(BeatBytes))::response_t tl_o,
  input  logic                                                tl_ready_i,

  output fy_axi#(BeatBytes)::forward_t  axi_o,
  input  fy_axi_pkg::forward_ready_t                axi_ready_i,
  input  fy_axi#(BeatBytes)::backward_t axi_i,
  output fy_axi_pkg::backward_ready_t               axi_ready_o
);
  localparam int unsigned SlotBits = Outstanding > 1 ? $clog2(Outstanding) : 1;

  fy_tl#(.BeatBytes(BeatBytes))::header_t answer;
  logic                                              free, open, refused, spoiled, ended;
  logic [SlotBits-1:0]                               free_slot, slot;

  fy_tl_axi_requests #(
    .BeatBytes(BeatBytes), .LineBytes(LineBytes), .Outstanding(Outstanding)
  ) i_requests (
    .clk_i, .rst_ni,
    .tl_i, .tl_ready_o,
    .axi_o, .axi_ready_i,
    .free_i     (free),
    .free_slot_i(free_slot),
    .open_o     (open),
    .slot_o     (slot),
    .answer_o   (answer),
    .refused_o  (refused),
    .spoiled_o  (spoiled),
    .ended_o    (ended)
  );

  fy_tl_axi_answers #(
    .BeatBytes(BeatBytes), .LineBytes(LineBytes), .Outstanding(Outstanding)
  ) i_answers (
    .clk_i, .rst_ni,
    .free_o     (free),
    .free_slot_o(free_slot),
    .open_i     (open),
    .slot_i     (slot),
    .answer_i   (answer),
    .refused_i  (refused),
    .spoiled_i  (spoiled),
    .ended_i    (ended),
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
