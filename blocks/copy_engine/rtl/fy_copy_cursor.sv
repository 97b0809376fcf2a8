// SPDX-License-Identifier: Apache-2.0

/// Where a transfer stands: its shape, what is left of it, and the next piece.
///
/// A piece ends at a segment's end or at a page's end, whichever end comes first. `advance_i`
/// passes over it. `rewind_i`, held until `rewound_o`, goes back to the byte at position
/// `rewind_to_i`, a segment a cycle. `write_i` sets one field; writing the segments left also
/// copies the shape, as `start_i` does. `recall_valid_i` with `rewind_i` goes back in one cycle,
/// into the plain transfer that was passed before. All take effect in the next cycle.
/// Limits: rewinds to pieces passed since `start_i` or the last write, less than 16 MB ago.
module fy_copy_cursor
  import fy_copy_engine_pkg::*;
(
  input  logic          clk_i,
  input  logic          rst_ni,

  input  logic          start_i,
  /// With `start_i`: positions go on, as pieces of transfers before are under way
  input  logic          follows_i,
  input  logic [63:0]   source_i,
  input  logic [63:0]   target_i,
  input  shape_t        shape_i,

  input  cursor_write_t write_i,

  input  logic          advance_i,
  input  logic          rewind_i,
  input  position_t     rewind_to_i,
  output logic          rewound_o,
  input  passed_t       recall_i,
  input  logic          recall_valid_i,

  output cursor_t       cursor_o,
  output shape_t        shape_o,
  output piece_t        piece_o,
  /// The piece is the last one
  output logic          last_o,
  /// Where a plain transfer has ended, once all its pieces are passed
  output passed_t       passed_o,
  /// Something is left, `write_i` of this cycle included
  output logic          left_o
);
  localparam int unsigned PageBits = $clog2(PageBytes);

  cursor_t   cursor_q, cursor_d;
  shape_t    shape_q;
  position_t position_q;

  // ---- piece -------------------------------------------------------------------------------
  logic [12:0] to_source_end, to_target_end, to_page_end, bytes;
  logic        segment_end;

  function automatic logic [12:0] smaller(logic [12:0] a, logic [12:0] b);
    return a < b ? a : b;
  endfunction

  assign to_source_end = 13'(PageBytes) - 13'(cursor_q.source[PageBits-1:0]);
  assign to_target_end = 13'(PageBytes) - 13'(cursor_q.target[PageBits-1:0]);
  assign to_page_end   = smaller(to_source_end, to_target_end);
  assign bytes         = cursor_q.bytes >= 64'(PageBytes) ? to_page_end :
                         smaller(to_page_end, cursor_q.bytes[12:0]);
  assign segment_end   = cursor_q.bytes == 64'(bytes);
  // Only a written cursor can have a segment of no bytes ahead: nothing comes after it.
  assign last_o        = segment_end && (cursor_q.segments == 64'd1 ||
                                         shape_q.segment_bytes == '0);

  always_comb begin
    piece_o.source          = cursor_q.source;
    piece_o.target          = cursor_q.target;
    piece_o.bytes           = bytes;
    piece_o.position        = position_q;
    piece_o.source_allocate = shape_q.source_allocate;
    piece_o.target_allocate = shape_q.target_allocate;
    piece_o.source_goes_on  = cursor_q.bytes > 64'(to_source_end);
    piece_o.target_goes_on  = cursor_q.bytes > 64'(to_target_end);
  end

  // ---- rewind ------------------------------------------------------------------------------
  position_t   distance, recalled, position_d;
  logic [63:0] passed, back;
  logic        near;

  assign distance  = position_q - rewind_to_i;
  assign recalled  = recall_i.position_end - rewind_to_i;
  assign passed    = shape_q.segment_bytes - cursor_q.bytes;
  assign near    = 64'(distance) <= passed || shape_q.segment_bytes == '0;
  assign back      = near ? 64'(distance) : passed;
  assign rewound_o = distance == '0;

  // ---- next state --------------------------------------------------------------------------
  always_comb begin
    cursor_d   = cursor_q;
    position_d = position_q;
    if (start_i) begin
      cursor_d   = '{source: source_i, target: target_i, bytes: shape_i.segment_bytes,
                     segments: shape_i.segments};
      position_d = follows_i ? position_q : '0;
    end else if (advance_i) begin
      cursor_d.source   = cursor_q.source + 64'(bytes) + (segment_end ? shape_q.source_stride : '0);
      cursor_d.target   = cursor_q.target + 64'(bytes) + (segment_end ? shape_q.target_stride : '0);
      cursor_d.bytes    = segment_end ? shape_q.segment_bytes : cursor_q.bytes - 64'(bytes);
      cursor_d.segments = cursor_q.segments - 64'(segment_end);
      position_d        = position_q + position_t'(bytes);
    end else if (rewind_i && recall_valid_i) begin
      cursor_d.source   = recall_i.source_end - 64'(recalled);
      cursor_d.target   = recall_i.target_end - 64'(recalled);
      cursor_d.bytes    = 64'(recalled);
      cursor_d.segments = 64'd1;
      position_d        = rewind_to_i;
    end else if (rewind_i) begin
      // To the byte itself, or to the end of the segment before.
      cursor_d.source   = cursor_q.source - back - (near ? '0 : shape_q.source_stride);
      cursor_d.target   = cursor_q.target - back - (near ? '0 : shape_q.target_stride);
      cursor_d.bytes    = near ? cursor_q.bytes + back : '0;
      cursor_d.segments = cursor_q.segments + 64'(!near);
      position_d        = position_q - position_t'(back);
    end else begin
      if (write_i.fields[0]) cursor_d.source = write_i.value;
      if (write_i.fields[1]) cursor_d.target = write_i.value;
      if (write_i.fields[2]) cursor_d.bytes = write_i.value;
      if (write_i.fields[3]) cursor_d.segments = write_i.value;
    end
  end

  assign left_o   = cursor_d.bytes != '0 && cursor_d.segments != '0;
  assign cursor_o = cursor_q;
  assign shape_o  = shape_q;
  assign passed_o = '{source_end: cursor_q.source, target_end: cursor_q.target,
                      position_end: position_q};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cursor_q <= '0;
    end else if (start_i || advance_i || rewind_i || write_i.fields != '0) begin
      cursor_q <= cursor_d;
    end
  end

  always_ff @(posedge clk_i) begin
    position_q <= position_d;
    if (start_i || write_i.fields[3]) begin
      shape_q <= shape_i;
    end else if (rewind_i && recall_valid_i) begin
      shape_q.segment_bytes <= 64'(recalled);
    end
  end
endmodule
