// SPDX-License-Identifier: Apache-2.0

/// Reads the source of a request into the buffer.
///
/// Whole blocks by Get of a block where the address is aligned and a block remains, otherwise one
/// Get of the aligned beat that holds the next bytes. Messages go out in address order; buffer
/// space is reserved when a message is accepted, so read data never waits: it has no ready.
/// Responses come in any order. A new request is taken when the last read of the previous one is
/// sent. Latency 1 cycle from request to Get; one message a cycle; 1 idle cycle between requests.
module fy_copy_reader
  import fy_tl_pkg::*;
  import fy_copy_engine_pkg::*;
#(
  /// Bytes of a TileLink beat
  parameter int unsigned BeatBytes    = 32,
  /// Bytes of a cache block
  parameter int unsigned BlockBytes   = 64,
  /// Blocks of the buffer
  parameter int unsigned BufferBlocks = 8
) (
  input  logic                                                           clk_i,
  input  logic                                                           rst_ni,

  input  tracker_request_t                                               request_i,
  input  logic                                                           request_valid_i,
  output logic                                                           request_ready_o,

  /// Entries that may be reserved at once
  input  fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::count_t          limit_i,
  /// Oldest entry that is not free yet
  input  fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::count_t          freed_i,
  /// Bytes before this point are reserved: their reads are sent
  output fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::pointer_t        reserved_o,

  output fy_tl#(.BeatBytes(BeatBytes))::request_t                        get_o,
  input  logic                                                           get_ready_i,

  /// Responses to reads
  input  fy_tl#(.BeatBytes(BeatBytes))::response_t                       answer_i,

  output fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::fill_t           fill_o,
  output logic                                                           fill_valid_o,

  /// Where the beat of `fill_o` came from, to report it when it is bad
  output access_error_t                                                  origin_o,
  output logic                                                           reordered_o,
  output logic                                                           full_o
);
  typedef fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::count_t   count_t;
  typedef fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::pointer_t pointer_t;
  typedef fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::lane_t    lane_t;
  typedef fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::entry_t   entry_t;
  typedef fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::read_t    read_t;

  localparam int unsigned LaneBits  = $clog2(BeatBytes);
  localparam int unsigned BlockBits = $clog2(BlockBytes);
  localparam int unsigned BeatBits  = BlockBits > LaneBits ? BlockBits - LaneBits : 1;
  localparam int unsigned Sources   = read_sources(BufferBlocks);
  localparam int unsigned IdBits    = $clog2(Sources);

  typedef logic [IdBits-1:0] id_t;

  // Request
  logic [39:0] address_q;
  logic [12:0] left_q;
  position_t   position_q;
  pointer_t    pointer_q;
  lane_t       shift_q;
  logic        allocate_q;

  // Transactions
  read_t              reads_q [Sources];
  logic [Sources-1:0] used_q;
  id_t                next_q, oldest_q;
  logic [BeatBits-1:0] beat_q;

  // ---- message -----------------------------------------------------------------------------
  logic        block, space, offered, send;
  lane_t       offset;
  logic [12:0] to_beat_end, bytes;
  pointer_t    last_byte;
  count_t      occupied;
  read_t       read;

  assign offset      = address_q[LaneBits-1:0];
  assign block       = address_q[BlockBits-1:0] == '0 && left_q >= 13'(BlockBytes);
  assign to_beat_end = 13'(BeatBytes) - 13'(offset);
  assign bytes       = block ? 13'(BlockBytes) : (left_q < to_beat_end ? left_q : to_beat_end);
  assign last_byte   = pointer_q + $bits(pointer_t)'(bytes) - 1'b1;
  assign occupied    = last_byte.entry + 1'b1 - freed_i;
  assign space       = occupied <= limit_i;

  assign offered         = left_q != '0 && space && !used_q[next_q];
  assign send            = offered && get_ready_i;
  assign request_ready_o = left_q == '0;
  assign reserved_o      = pointer_q;
  assign full_o          = left_q != '0 && !space;

  always_comb begin
    get_o            = '0;
    get_o.a_valid    = offered;
    get_o.a.opcode   = Get;
    get_o.a.size     = block ? SizeBits'(BlockBits) : SizeBits'(LaneBits);
    get_o.a.source   = DefaultSourceBits'(next_q);
    get_o.a.address  = {address_q[39:LaneBits], lane_t'(0)};
    get_o.a.allocate = allocate_q;
    get_o.a.mask     = '1;
  end

  // The first byte's own entry, or the one before it when the rotation carries the byte over.
  always_comb begin
    read.entry    = entry_t'(pointer_q.entry - count_t'(pointer_q.lane < shift_q));
    read.shift    = shift_q;
    read.first    = offset;
    read.last     = offset + lane_t'(bytes) - 1'b1;
    read.position = position_q;
    read.address  = address_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q    <= '0;
      pointer_q <= '0;
    end else if (request_valid_i && request_ready_o) begin
      left_q          <= request_i.bytes;
      // A request begins in an entry of its own.
      pointer_q.entry <= pointer_q.entry + count_t'(pointer_q.lane != '0);
      pointer_q.lane  <= request_i.target[LaneBits-1:0];
    end else if (send) begin
      left_q    <= left_q - bytes;
      pointer_q <= pointer_q + $bits(pointer_t)'(bytes);
    end
  end

  always_ff @(posedge clk_i) begin
    if (request_valid_i && request_ready_o) begin
      address_q  <= request_i.source;
      position_q <= request_i.position;
      allocate_q <= request_i.source_allocate;
      shift_q    <= request_i.target[LaneBits-1:0] - request_i.source[LaneBits-1:0];
    end else if (send) begin
      address_q  <= address_q + 40'(bytes);
      position_q <= position_q + position_t'(bytes);
    end
    if (send) reads_q[next_q] <= read;
  end

  // ---- response ----------------------------------------------------------------------------
  id_t   d_id;
  logic  d_last;
  read_t origin;

  assign d_id   = answer_i.d.source[IdBits-1:0];
  assign origin = reads_q[d_id];
  assign d_last = answer_i.d.size <= SizeBits'(LaneBits) ||
                  beat_q == BeatBits'(BlockBytes / BeatBytes - 1);

  assign fill_valid_o = answer_i.d_valid;
  always_comb begin
    fill_o.entry = origin.entry + entry_t'(beat_q);
    fill_o.shift = origin.shift;
    fill_o.first = origin.first;
    fill_o.last  = origin.last;
    fill_o.bad   = answer_i.d.denied || answer_i.d.corrupt;
    fill_o.data  = answer_i.d.data;
  end

  always_comb begin
    origin_o.is_target = 1'b0;
    origin_o.position  = origin.position + (position_t'(beat_q) << LaneBits);
    origin_o.address   = origin.address + (40'(beat_q) << LaneBits);
  end

  // `oldest_q` may lag: then an overtaking response goes uncounted, never the reverse.
  assign reordered_o = answer_i.d_valid && beat_q == '0 && used_q[oldest_q] && d_id != oldest_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q   <= '0;
      next_q   <= '0;
      oldest_q <= '0;
      beat_q   <= '0;
    end else begin
      if (answer_i.d_valid) begin
        beat_q <= d_last ? '0 : beat_q + 1'b1;
        if (d_last) used_q[d_id] <= 1'b0;
      end
      if (send) begin
        used_q[next_q] <= 1'b1;
        next_q         <= next_q + 1'b1;
      end
      if (used_q == '0) begin
        oldest_q <= next_q;
      end else if (!used_q[oldest_q]) begin
        oldest_q <= oldest_q + 1'b1;
      end
    end
  end

  logic unused_fields;
  assign unused_fields = ^{answer_i.d.opcode, answer_i.d.param, answer_i.d.source, answer_i.d.sink,
                           last_byte.lane, request_i.target, request_i.target_allocate};
endmodule
