// SPDX-License-Identifier: Apache-2.0

/// Moves physically contiguous pieces: one reader, one writer, one buffer, one TL-UH port.
///
/// Reads of a request start when those of the previous one are sent, so that requests overlap.
/// Latency 1 cycle from request to its first Get. Answers are always taken. `error_o` is the
/// failure of the earliest byte since `clear_i`; the requests taken are finished all the same.
/// Limits: BufferBlocks 2, 4, 8, 16 or 32; smaller sizes from 2 by `block_limit_i`.
module fy_copy_tracker
  import fy_tl_pkg::*;
  import fy_copy_engine_pkg::*;
#(
  /// Bytes of a TileLink beat
  parameter int unsigned BeatBytes     = 32,
  /// Bytes of a cache block
  parameter int unsigned BlockBytes    = 64,
  /// Blocks of the buffer
  parameter int unsigned BufferBlocks  = 8,
  /// Requests that wait for the writer
  parameter int unsigned RequestDepth  = 4,
  /// Fewest blocks without deadlock; only a proof may lower it
  parameter int unsigned MinimumBlocks = 2
) (
  input  logic                                 clk_i,
  input  logic                                 rst_ni,

  /// Blocks used, 2 to BufferBlocks; taken over while idle
  input  logic [5:0]                           block_limit_i,

  /// At least one byte
  input  tracker_request_t                     request_i,
  input  logic                                 request_valid_i,
  output logic                                 request_ready_o,
  /// A request is under way or a write is not acknowledged
  output logic                                 busy_o,

  input  logic                                 clear_i,
  output access_error_t                        error_o,
  output logic                                 error_valid_o,

  output fy_tl#(.BeatBytes(BeatBytes))::request_t  tl_o,
  input  logic                                     tl_ready_i,
  /// The bus sees the message of channel A; before, another may take its place
  input  logic                                     passed_i,
  /// A Put is offered before a Get
  input  logic                                     put_first_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::response_t tl_i,

  output copy_engine_events_t                      events_o
);
  typedef fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::count_t         count_t;
  typedef fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::entry_t         entry_t;
  typedef fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::pointer_t       pointer_t;
  typedef fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::lane_t          lane_t;
  typedef fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::fill_t          fill_t;
  typedef fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::drain_t         drain_t;
  typedef fy_copy#(BeatBytes, BlockBytes, BufferBlocks)::write_request_t write_request_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::request_t                       request_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::response_t                      response_t;

  localparam int unsigned LaneBits   = $clog2(BeatBytes);
  localparam int unsigned BlockBeats = BlockBytes / BeatBytes;
  localparam int unsigned FirstWrite = read_sources(BufferBlocks);
  localparam int unsigned IdBits     = $clog2(WriteSources);

  // ---- requests: to the reader at once, to the writer through a queue -----------------------
  write_request_t queue_in, write_request;
  logic           reader_ready, queue_ready, write_request_valid, write_request_ready;

  assign request_ready_o = reader_ready && queue_ready;

  always_comb begin
    queue_in.target   = request_i.target;
    queue_in.bytes    = request_i.bytes;
    queue_in.position = request_i.position;
    queue_in.allocate = request_i.target_allocate;
    queue_in.shift    = request_i.target[LaneBits-1:0] - request_i.source[LaneBits-1:0];
  end

  fy_fifo #(
    .data_t(write_request_t),
    .Depth (RequestDepth)
  ) i_queue (
    .clk_i,
    .rst_ni,
    .data_i (queue_in),
    .valid_i(request_valid_i && reader_ready),
    .ready_o(queue_ready),
    .data_o (write_request),
    .valid_o(write_request_valid),
    .ready_i(write_request_ready)
  );

  // ---- reader, buffer, writer ---------------------------------------------------------------
  request_t      get, put;
  response_t     read_answer;
  logic          get_ready, put_last, put_ready, chosen;
  count_t        limit_q, freed;
  pointer_t      reserved;
  fill_t         fill;
  drain_t        drain;
  logic          fill_valid, free, is_write, writer_busy, full;
  logic          read_reordered, write_reordered;
  access_error_t read_origin, write_origin;

  assign is_write    = tl_i.d.source >= DefaultSourceBits'(FirstWrite);
  assign read_answer = '{d_valid: tl_i.d_valid && !is_write, d: tl_i.d};
  assign busy_o      = write_request_valid || writer_busy;

  fy_copy_reader #(
    .BeatBytes   (BeatBytes),
    .BlockBytes  (BlockBytes),
    .BufferBlocks(BufferBlocks)
  ) i_reader (
    .clk_i,
    .rst_ni,
    .request_i,
    .request_valid_i(request_valid_i && queue_ready),
    .request_ready_o(reader_ready),
    .limit_i        (limit_q),
    .freed_i        (freed),
    .reserved_o     (reserved),
    .get_o          (get),
    .get_ready_i    (get_ready),
    .answer_i       (read_answer),
    .fill_o         (fill),
    .fill_valid_o   (fill_valid),
    .origin_o       (read_origin),
    .reordered_o    (read_reordered),
    .full_o         (full)
  );

  fy_copy_buffer #(
    .BeatBytes   (BeatBytes),
    .BlockBytes  (BlockBytes),
    .BufferBlocks(BufferBlocks)
  ) i_buffer (
    .clk_i,
    .rst_ni,
    .fill_i      (fill),
    .fill_valid_i(fill_valid),
    .entry_i     (entry_t'(freed)),
    .drain_o     (drain),
    .free_i      (free)
  );

  fy_copy_writer #(
    .BeatBytes   (BeatBytes),
    .BlockBytes  (BlockBytes),
    .BufferBlocks(BufferBlocks)
  ) i_writer (
    .clk_i,
    .rst_ni,
    .request_i      (write_request),
    .request_valid_i(write_request_valid),
    .request_ready_o(write_request_ready),
    .reserved_i     (reserved),
    .freed_o        (freed),
    .drain_i        (drain),
    .free_o         (free),
    .put_o          (put),
    .put_last_o     (put_last),
    .put_ready_i    (put_ready),
    .ack_id_i       (IdBits'(tl_i.d.source - DefaultSourceBits'(FirstWrite))),
    .ack_valid_i    (tl_i.d_valid && is_write),
    .origin_o       (write_origin),
    .reordered_o    (write_reordered),
    .busy_o         (writer_busy)
  );

  fy_copy_arbiter i_arbiter (
    .clk_i,
    .rst_ni,
    .get_i     (get.a_valid),
    .put_i     (put.a_valid),
    .put_last_i(put_last),
    .put_o     (chosen),
    .taken_i   (tl_ready_i),
    .passed_i,
    .put_first_i
  );

  assign tl_o      = chosen ? put : get;
  assign get_ready = !chosen && tl_ready_i;
  assign put_ready = chosen && tl_ready_i;

  // ---- errors: the earliest byte, whatever the order of responses ----------------------------
  access_error_t error_q, origin;
  logic          error_valid_q, failed;

  assign failed        = tl_i.d_valid && (tl_i.d.denied || tl_i.d.corrupt);
  assign origin        = is_write ? write_origin : read_origin;
  assign error_o       = error_q;
  assign error_valid_o = error_valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      error_valid_q <= 1'b0;
    end else if (clear_i) begin
      error_valid_q <= 1'b0;
    end else if (failed) begin
      error_valid_q <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (failed && (!error_valid_q || precedes(origin.position, error_q.position))) begin
      error_q <= origin;
    end
  end

  // ---- strap ---------------------------------------------------------------------------------
  logic [5:0] blocks;

  always_comb begin
    blocks = block_limit_i;
    if (block_limit_i < 6'(MinimumBlocks)) blocks = 6'(MinimumBlocks);
    if (block_limit_i > 6'(BufferBlocks)) blocks = 6'(BufferBlocks);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      limit_q <= count_t'(BufferBlocks * BlockBeats);
    end else if (!busy_o) begin
      limit_q <= count_t'(32'(blocks) * BlockBeats);
    end
  end

  // ---- events --------------------------------------------------------------------------------
  logic put_started_q, get_is_block, put_is_block;

  assign get_is_block = get.a.size == SizeBits'($clog2(BlockBytes));
  assign put_is_block = put.a.size == SizeBits'($clog2(BlockBytes));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      put_started_q <= 1'b0;
    end else if (put.a_valid && put_ready) begin
      put_started_q <= !put_last;
    end
  end

  always_comb begin
    events_o             = '0;
    events_o.request     = request_valid_i && request_ready_o;
    events_o.get         = amount_t'(get.a_valid && get_ready && !get_is_block);
    events_o.get_block   = amount_t'(get.a_valid && get_ready && get_is_block);
    events_o.put         = amount_t'(put.a_valid && put_ready && !put_is_block);
    events_o.put_block   = amount_t'(put.a_valid && put_ready && put_is_block && !put_started_q);
    events_o.reordered   = amount_t'(read_reordered || write_reordered);
    events_o.buffer_full = amount_t'(full);
    events_o.busy        = busy_o;
    events_o.error       = amount_t'(failed);

    events_o.trackers_busy = amount_t'(busy_o);
  end

  if (BufferBlocks < MinimumBlocks || BufferBlocks > 32 ||
      (BufferBlocks & (BufferBlocks - 1)) != 0) begin : gen_blocks
    $error("fy_copy_tracker: BufferBlocks is %0d; it must be 2, 4, 8, 16 or 32 (one block %s)",
           BufferBlocks, "deadlocks when source and target are aligned differently");
  end
  if (BeatBytes < 2 || BeatBytes > BlockBytes ||
      (BeatBytes & (BeatBytes - 1)) != 0) begin : gen_beat
    $error("fy_copy_tracker: BeatBytes is %0d; it must be a power of two, 2 to BlockBytes %0d",
           BeatBytes, BlockBytes);
  end
endmodule
