// SPDX-License-Identifier: Apache-2.0

/// Sizes of the proof of the crossbar: the smallest in which a block has two beats and a tracker
/// two blocks.
package fy_copy_crossbar_proof_pkg;
  import fy_copy_engine_pkg::*;
  import fy_tl_pkg::*;

  localparam int unsigned BeatBytes    = 2;
  localparam int unsigned BlockBytes   = 4;
  localparam int unsigned BufferBlocks = 2;
  localparam int unsigned BlockBits    = $clog2(BlockBytes);
  localparam int unsigned Reads        = read_sources(BufferBlocks);
  localparam int unsigned Sources      = tracker_sources(BufferBlocks);

  typedef logic [$clog2(Sources)-1:0] id_t;
  typedef logic [Sources-1:0]         ids_t;

  /// A beat of an answer that waits in a queue of the crossbar.
  typedef struct packed {
    logic       last;
    logic [2:0] opcode;
    logic [3:0] size;
    logic [9:0] source;
  } waiting_t;

  /// Whether it is the second beat of an answer that the one before began, or the first of another.
  /// `first_source` is that of the tracker's source 0.
  function automatic logic beat_fits(waiting_t beat, int unsigned first_source, ids_t blocks,
                                     logic second, id_t begun_id);
    id_t  id;
    logic read;
    id   = id_t'(beat.source);
    read = id < id_t'(Reads);
    return 32'(beat.source) == (first_source | 32'(id)) && 32'(id) < Sources &&
           beat.opcode == (read ? AccessAckData : AccessAck) &&
           beat.size == (blocks[id] ? SizeBits'(BlockBits) : SizeBits'($clog2(BeatBytes))) &&
           (second ? id == begun_id && beat.last : beat.last == !blocks[id]);
  endfunction
endpackage
