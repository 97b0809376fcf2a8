// SPDX-License-Identifier: Apache-2.0

/// Writes the buffered bytes of requests to the target, oldest entry first.
///
/// A whole aligned block goes as one PutFullData of a block, started only when all its bytes are
/// reserved; heads and tails as the largest naturally aligned power-of-two pieces up to a beat.
/// An entry is freed with its last byte. Requests are served in order; acknowledgements come in
/// any order, one may even precede the last beat of its message. `busy_o` covers all of them.
/// Latency 0 from drained data to Put; one beat a cycle; 1 idle cycle between requests.
module fy_copy_writer
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

  input  fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::write_request_t  request_i,
  input  logic                                                           request_valid_i,
  output logic                                                           request_ready_o,

  input  fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::pointer_t        reserved_i,
  /// Entry being drained; all older ones are free
  output fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::count_t          freed_o,
  input  fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::drain_t          drain_i,
  output logic                                                           free_o,

  output fy_tl#(.BeatBytes(BeatBytes))::request_t                        put_o,
  /// Last beat of the message
  output logic                                                           put_last_o,
  input  logic                                                           put_ready_i,

  /// An acknowledgement: number of the write transaction
  input  logic [$clog2(WriteSources)-1:0]                                ack_id_i,
  input  logic                                                           ack_valid_i,
  /// What the acknowledged message wrote, to report it when it failed
  output access_error_t                                                  origin_o,

  output logic                                                           reordered_o,
  output logic                                                           busy_o
);
  typedef fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::count_t   count_t;
  typedef fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::lane_t    lane_t;
  typedef fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::pointer_t pointer_t;
  typedef logic [$clog2(WriteSources)-1:0] id_t;

  localparam int unsigned LaneBits   = $clog2(BeatBytes);
  localparam int unsigned BlockBits  = $clog2(BlockBytes);
  localparam int unsigned BeatBits   = BlockBits > LaneBits ? BlockBits - LaneBits : 1;
  localparam int unsigned FirstWrite = read_sources(BufferBlocks);

  // Request
  logic [39:0]         target_q;
  logic [12:0]         left_q;
  position_t           position_q;
  logic                allocate_q;
  lane_t               shift_q;
  count_t              freed_q;
  logic [BeatBits-1:0] beat_q;

  // Transactions
  access_error_t           writes_q [WriteSources];
  logic [WriteSources-1:0] used_q;
  id_t                     next_q, oldest_q;

  // ---- message -----------------------------------------------------------------------------
  logic                block, reserved, needs_low, needs_high, arrived, started, offered, send;
  lane_t               lane;
  logic [SizeBits-1:0] size;
  logic [12:0]         bytes;
  logic [LaneBits:0]   lane_end, above;

  assign lane  = target_q[LaneBits-1:0];
  assign block = target_q[BlockBits-1:0] == '0 && left_q >= 13'(BlockBytes);

  // The largest power of two that divides the address and fits into what is left.
  always_comb begin
    size = '0;
    for (int unsigned s = 1; s <= LaneBits; s++) begin
      if ((target_q[LaneBits-1:0] & lane_t'((1 << s) - 1)) == '0 && left_q >= 13'(1 << s)) begin
        size = SizeBits'(s);
      end
    end
    if (block) size = SizeBits'(BlockBits);
  end

  assign bytes    = 13'd1 << size;
  assign lane_end = block ? (LaneBits + 1)'(BeatBytes) : (LaneBits + 1)'(lane) +
                    (LaneBits + 1)'(bytes);
  assign above    = (LaneBits + 1)'(BeatBytes) - lane_end;
  // Reserved: the reads are sent, so the bytes come whatever the writer does.
  assign reserved = pointer_t'(reserved_i - {freed_q, lane}) >= $bits(pointer_t)'(bytes);
  // Each part of an entry comes with one source beat.
  assign needs_low  = lane < shift_q;
  assign needs_high = lane_end > (LaneBits + 1)'(shift_q);
  assign arrived    = (drain_i.low || !needs_low) && (drain_i.high || !needs_high);
  assign started    = beat_q != '0;

  assign offered         = left_q != '0 && arrived && (started || (reserved && !used_q[next_q]));
  assign put_last_o      = !block || beat_q == BeatBits'(BlockBytes / BeatBytes - 1);
  assign send            = offered && put_ready_i;
  assign free_o          = send && (lane_end == (LaneBits + 1)'(BeatBytes) || left_q == bytes);
  assign freed_o         = freed_q;
  assign request_ready_o = left_q == '0;
  assign busy_o          = left_q != '0 || used_q != '0;

  always_comb begin
    put_o            = '0;
    put_o.a_valid    = offered;
    put_o.a.opcode   = PutFullData;
    put_o.a.size     = size;
    put_o.a.source   = DefaultSourceBits'(FirstWrite) + DefaultSourceBits'(next_q);
    put_o.a.address  = target_q;
    put_o.a.allocate = allocate_q;
    put_o.a.mask     = ({BeatBytes{1'b1}} << lane) & ({BeatBytes{1'b1}} >> above);
    put_o.a.corrupt  = (needs_low && drain_i.low_bad) || (needs_high && drain_i.high_bad);
    // Other lanes may still be filling: a stalled beat must not show that.
    put_o.a.data     = drain_i.data & ({(BeatBytes * 8){1'b1}} << {lane, 3'b000})
                                    & ({(BeatBytes * 8){1'b1}} >> {above, 3'b000});
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q  <= '0;
      beat_q  <= '0;
      freed_q <= '0;
    end else if (request_valid_i && request_ready_o) begin
      left_q <= request_i.bytes;
    end else if (send) begin
      beat_q <= put_last_o ? '0 : beat_q + 1'b1;
      if (put_last_o) left_q <= left_q - bytes;
      if (free_o) freed_q <= freed_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (request_valid_i && request_ready_o) begin
      target_q   <= request_i.target;
      position_q <= request_i.position;
      allocate_q <= request_i.allocate;
      shift_q    <= request_i.shift;
    end else if (send && put_last_o) begin
      target_q   <= target_q + 40'(bytes);
      position_q <= position_q + position_t'(bytes);
    end
    if (send && beat_q == '0) writes_q[next_q] <= '{1'b1, position_q, target_q};
  end

  // ---- acknowledgement ---------------------------------------------------------------------
  assign origin_o    = writes_q[ack_id_i];
  // `oldest_q` may lag: then an overtaking response goes uncounted, never the reverse.
  assign reordered_o = ack_valid_i && used_q[oldest_q] && ack_id_i != oldest_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q   <= '0;
      next_q   <= '0;
      oldest_q <= '0;
    end else begin
      if (send && beat_q == '0) used_q[next_q] <= 1'b1;
      if (ack_valid_i) used_q[ack_id_i] <= 1'b0;
      if (send && put_last_o) next_q <= next_q + 1'b1;
      if (used_q == '0) begin
        oldest_q <= next_q;
      end else if (!used_q[oldest_q]) begin
        oldest_q <= oldest_q + 1'b1;
      end
    end
  end
endmodule
