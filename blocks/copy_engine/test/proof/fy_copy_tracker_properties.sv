// SPDX-License-Identifier: Apache-2.0

/// Proof top of fy_copy_tracker: the buffer cannot deadlock, nothing is overrun or lost.
///
/// Beats and blocks are cut to a few bytes, requests to MaxBytes; alignment, order and delay of
/// everything is free. The environment is assumed to do as fy_copy_port_properties says and shown
/// to get what that promises; which kind of message comes first (`put_first_i`) is free. Progress
/// is bounded: while work remains and nothing is owed, a message is offered within QuietCycles.
/// Each message and response lessens a finite amount of work, so an environment that answers always
/// sees the end.
/// Nine claims in steps, each proved from those before it.
/// The twin: BufferBlocks 1, for which only this top lifts the check, must fail.
module fy_copy_tracker_properties
  import fy_tl_pkg::*;
  import fy_copy_engine_pkg::*;
#(
  parameter int unsigned BeatBytes    = 2,
  parameter int unsigned BlockBytes   = 4,
  parameter int unsigned BufferBlocks = 2,
  parameter int unsigned MaxBytes     = 11,
  parameter int unsigned QuietCycles  = 1,
  /// Claim proved, from those below it; 9: progress alone, from none; 10: nothing; 11: all of them;
  /// 12: any of them from those below it, which one the solver chooses
  parameter int unsigned Step         = 0,
  /// Induction: from any state, the claim having held as many cycles; 0: from reset
  parameter int unsigned Depth        = 0
) (
  input logic                              clk_i,
  input logic                              rst_ni,
  input tracker_request_t                  request_i,
  input logic                              request_valid_i,
  output fy_tl#(.BeatBytes(BeatBytes))::a_t tl_a_o,
  output logic                             tl_a_valid_o,
  input logic                              tl_a_ready_i,
  input logic                              tl_a_passed_i,
  input logic                              put_first_i,
  input fy_tl#(.BeatBytes(BeatBytes))::d_t tl_d_i,
  input logic                              tl_d_valid_i
);
  localparam int unsigned Entries    = BufferBlocks * BlockBytes / BeatBytes;
  localparam int unsigned CountBits  = $clog2(Entries) + 2;
  localparam int unsigned Reads      = read_sources(BufferBlocks);
  localparam int unsigned BlockBeats = BlockBytes / BeatBytes;
  localparam int unsigned ReadBits   = $clog2(Reads);

  copy_engine_events_t events_o;
  access_error_t       error_o;
  logic                request_ready_o, busy_o, error_valid_o;

  fy_tl#(.BeatBytes(BeatBytes))::request_t offer;
  assign tl_a_o       = offer.a;
  assign tl_a_valid_o = offer.a_valid;

  fy_copy_tracker #(
    .BeatBytes    (BeatBytes),
    .BlockBytes   (BlockBytes),
    .BufferBlocks (BufferBlocks),
    .RequestDepth (2),
    .MinimumBlocks(1)
  ) i_tracker (
    .clk_i,
    .rst_ni,
    .block_limit_i(6'(BufferBlocks)),
    .request_i,
    .request_valid_i,
    .request_ready_o,
    .busy_o,
    .clear_i      (1'b0),
    .error_o,
    .error_valid_o,
    .tl_o         (offer),
    .tl_ready_i   (tl_a_ready_i),
    .passed_i     (tl_a_passed_i),
    .put_first_i,
    .tl_i         ('{d_valid: tl_d_valid_i, d: tl_d_i}),
    .events_o
  );

  // ---- the environment, and what the port owes it --------------------------------------------
  logic environment, contract;

  fy_copy_port_properties #(
    .BeatBytes   (BeatBytes),
    .BlockBytes  (BlockBytes),
    .BufferBlocks(BufferBlocks),
    .QuietCycles (QuietCycles)
  ) i_port (
    .clk_i,
    .rst_ni,
    .busy_i       (busy_o),
    .put_first_i,
    .a_i          (tl_a_o),
    .a_valid_i    (tl_a_valid_o),
    .a_ready_i    (tl_a_ready_i),
    .a_passed_i   (tl_a_passed_i),
    .d_i          (tl_d_i),
    .d_valid_i    (tl_d_valid_i),
    .environment_o(environment),
    .contract_o   (contract)
  );

  logic [3:0] chosen_q, step;
  always_ff @(posedge clk_i) chosen_q <= chosen_q;
  assign step = Step != 12 ? 4'(Step) : chosen_q < 4'd9 ? chosen_q : '0;

  always_comb begin
    if (Step != 10) environment_kept: assume (environment);
    if (request_valid_i) begin
      request_has_bytes: assume (request_i.bytes != '0);
      request_is_short:  assume (request_i.bytes <= 13'(MaxBytes));
    end
  end

  wire [Reads-1:0]        read_owed    = i_port.read_owed_q;
  wire [Reads-1:0]        read_block   = i_port.read_block_q;
  wire [WriteSources-1:0] write_owed   = i_port.write_owed_q;
  wire [3:0]              a_beat       = i_port.a_beat_q;
  wire [3:0]              d_beat       = i_port.d_beat_q;
  wire [ReadBits-1:0]     d_read       = i_port.d_read_q;
  wire                    a_taken      = i_port.a_taken;
  wire                    a_is_get     = i_port.a_is_get;
  wire                    a_is_block   = i_port.a_is_block;
  wire                    quiet        = i_port.quiet;

  // ---- reservation: bytes asked for and bytes written, as channel A shows them ----------------
  logic [5:0] ahead_q;   // bytes read ahead of the writer
  logic [5:0] read_bytes, written;

  assign read_bytes = a_taken && a_is_get ? 6'(i_tracker.i_reader.bytes) : '0;
  assign written    = a_taken && !a_is_get && a_beat == '0 ? 6'(1 << tl_a_o.size) : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) ahead_q <= '0;
    else ahead_q <= ahead_q + read_bytes - written;
  end

  // The rule behind it (README of the block), whatever has arrived: the writer's next
  // message is reserved, or the reader has space for its next one.
  logic stuck;
  assign stuck = i_tracker.i_writer.left_q != '0 && i_tracker.i_writer.beat_q == '0 &&
                 ahead_q < 6'(1 << i_tracker.i_writer.size) &&
                 !(i_tracker.i_reader.left_q != '0 && i_tracker.i_reader.space);

  // ---- what makes it inductive -----------------------------------------------------------------
  // Requests in order: the writer's, two queued at most, the last of them also the reader's. Bytes
  // and entries from the writer's point to the reader's last byte are the same, told by either.
  localparam int unsigned LaneBits = $clog2(BeatBytes);
  typedef logic [6:0] amount_t;

  amount_t bytes_left, entries_left, reader_entries, last_left;
  logic    one, two, counts_agree, lanes_agree, sizes_sane, started_q;

  logic [CountBits-1:0] reserved_count;
  logic [LaneBits-1:0]  end_lane;

  assign one = i_tracker.i_queue.count_q != '0;
  assign two = i_tracker.i_queue.count_q == 2'd2;

  function automatic amount_t entries_of(logic [LaneBits-1:0] lane, amount_t bytes);
    return bytes == '0 ? '0 : (amount_t'(lane) + bytes + amount_t'(BeatBytes - 1)) >> LaneBits;
  endfunction

  wire [39:0] target_w = i_tracker.i_writer.target_q;
  wire [39:0] target_0 = i_tracker.i_queue.items_q[i_tracker.i_queue.read_q].target;
  wire [39:0] target_1 = i_tracker.i_queue.items_q[~i_tracker.i_queue.read_q].target;
  wire [12:0] bytes_0  = i_tracker.i_queue.items_q[i_tracker.i_queue.read_q].bytes;
  wire [12:0] bytes_1  = i_tracker.i_queue.items_q[~i_tracker.i_queue.read_q].bytes;
  wire amount_t writer_left = amount_t'(i_tracker.i_writer.left_q);
  wire amount_t reader_left = amount_t'(i_tracker.i_reader.left_q);
  wire bursting = i_tracker.i_writer.beat_q != '0;

  always_comb begin
    bytes_left   = writer_left - (bursting ? amount_t'(BlockBytes) : '0);
    entries_left = entries_of(target_w[LaneBits-1:0], writer_left) - amount_t'(bursting);
    last_left    = bytes_left;
    end_lane     = target_w[LaneBits-1:0] + LaneBits'(writer_left);
    if (one) begin
      bytes_left   += amount_t'(bytes_0);
      entries_left += entries_of(target_0[LaneBits-1:0], amount_t'(bytes_0));
      last_left    = amount_t'(bytes_0);
      end_lane     = target_0[LaneBits-1:0] + LaneBits'(bytes_0);
    end
    if (two) begin
      bytes_left   += amount_t'(bytes_1);
      entries_left += entries_of(target_1[LaneBits-1:0], amount_t'(bytes_1));
      last_left    = amount_t'(bytes_1);
      end_lane     = target_1[LaneBits-1:0] + LaneBits'(bytes_1);
    end
    reader_entries  = (amount_t'(i_tracker.i_reader.pointer_q.lane) + reader_left +
                       amount_t'(BeatBytes - 1)) >> LaneBits;
    reserved_count  = i_tracker.i_reader.pointer_q.entry - i_tracker.i_writer.freed_q +
                      CountBits'(started_q && i_tracker.i_reader.pointer_q.lane != '0);
    counts_agree    = bytes_left == amount_t'(ahead_q) + reader_left &&
                      CountBits'(entries_left) ==
                      CountBits'(i_tracker.i_reader.pointer_q.entry - i_tracker.i_writer.freed_q +
                                 CountBits'(reader_entries));
    lanes_agree     = last_left == '0 ||
                      end_lane == i_tracker.i_reader.pointer_q.lane + LaneBits'(reader_left);
    sizes_sane      = i_tracker.i_writer.left_q <= 13'(MaxBytes) &&
                      i_tracker.i_reader.left_q <= 13'(MaxBytes) &&
                      (!one || (bytes_0 != '0 && bytes_0 <= 13'(MaxBytes))) &&
                      (!two || (bytes_1 != '0 && bytes_1 <= 13'(MaxBytes))) &&
                      reader_left <= last_left;
  end

  // The reader has sent something of its request: its last entry is reserved.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) started_q <= 1'b1;
    else if (request_valid_i && request_ready_o) started_q <= 1'b0;
    else if (a_taken && a_is_get) started_q <= 1'b1;
  end

  // ---- what has arrived ------------------------------------------------------------------------
  // Some read owed will bring a part of an entry that is pending. The part of a byte that is held
  // has arrived or is pending.
  localparam int unsigned Cells = Entries * BeatBytes;
  typedef logic [$clog2(Entries)-1:0] entry_t;
  typedef logic [$clog2(Cells)-1:0]   cell_t;

  logic [Entries-1:0]               pending_low, pending_high, coming_low, coming_high;
  logic [Cells-1:0]                 held_q, held;
  logic [Entries-1:0][LaneBits-1:0] shift_q;
  logic                             parts_coming, bytes_covered, shifts_agree;

  wire [LaneBits-1:0] shift_w = i_tracker.i_writer.shift_q;
  wire [LaneBits-1:0] shift_0 = i_tracker.i_queue.items_q[i_tracker.i_queue.read_q].shift;
  wire [LaneBits-1:0] shift_1 = i_tracker.i_queue.items_q[~i_tracker.i_queue.read_q].shift;
  wire [LaneBits-1:0] shift_r = i_tracker.i_reader.shift_q;
  wire [LaneBits-1:0] shift_last = two ? shift_1 : (one ? shift_0 : shift_w);
  wire entry_t        freed      = entry_t'(i_tracker.i_writer.freed_q);

  fy_copy_tracker_arrivals #(
    .BeatBytes   (BeatBytes),
    .BlockBytes  (BlockBytes),
    .BufferBlocks(BufferBlocks)
  ) i_arrivals (
    .clk_i,
    .rst_ni,
    .get_i         (a_taken && a_is_get),
    .block_i       (a_is_block),
    .read_i        (i_tracker.i_reader.read),
    .pointer_i     (i_tracker.i_reader.pointer_q),
    .bytes_i       (i_tracker.i_reader.bytes),
    .put_i         (a_taken && !a_is_get),
    .mask_i        (tl_a_o.mask),
    .freed_i       (freed),
    .fill_valid_i  (i_tracker.fill_valid),
    .fill_i        (i_tracker.fill),
    .reads_i       (i_tracker.i_reader.reads_q),
    .owed_i        (read_owed),
    .owed_block_i  (read_block),
    .d_beat_i      (d_beat),
    .d_read_i      (d_read),
    .held_o        (held_q),
    .shift_o       (shift_q),
    .pending_low_o (pending_low),
    .pending_high_o(pending_high),
    .coming_low_o  (coming_low),
    .coming_high_o (coming_high)
  );
  assign parts_coming = (pending_low & ~coming_low) == '0 && (pending_high & ~coming_high) == '0;

  // Bytes held, told by the requests: each from its start as far as the reader has come.
  cell_t   start_w, start_0, start_1;
  amount_t here_w, here_0, here_1;
  always_comb begin
    start_w = {freed, target_w[LaneBits-1:0]};
    start_0 = {freed + entry_t'(entries_of(target_w[LaneBits-1:0], writer_left)) -
               entry_t'(bursting), target_0[LaneBits-1:0]};
    start_1 = {entry_t'(start_0 >> LaneBits) +
               entry_t'(entries_of(target_0[LaneBits-1:0], amount_t'(bytes_0))),
               target_1[LaneBits-1:0]};
    here_w  = writer_left - (bursting ? amount_t'(BeatBytes) : '0) - (one ? '0 : reader_left);
    here_0  = !one ? '0 : amount_t'(bytes_0) - (two ? '0 : reader_left);
    here_1  = !two ? '0 : amount_t'(bytes_1) - reader_left;
    held         = '0;
    shifts_agree = 1'b1;
    for (int unsigned k = 0; k < Cells; k++) begin
      if (amount_t'(k) < here_w) begin
        held[start_w + cell_t'(k)] = 1'b1;
        shifts_agree &= shift_q[entry_t'((start_w + cell_t'(k)) >> LaneBits)] == shift_w;
      end
      if (amount_t'(k) < here_0) begin
        held[start_0 + cell_t'(k)] = 1'b1;
        shifts_agree &= shift_q[entry_t'((start_0 + cell_t'(k)) >> LaneBits)] == shift_0;
      end
      if (amount_t'(k) < here_1) begin
        held[start_1 + cell_t'(k)] = 1'b1;
        shifts_agree &= shift_q[entry_t'((start_1 + cell_t'(k)) >> LaneBits)] == shift_1;
      end
    end
    bytes_covered = 1'b1;
    for (int unsigned e = 0; e < Entries; e++) begin
      for (int unsigned l = 0; l < BeatBytes; l++) begin
        if (held_q[e*BeatBytes+l]) begin
          bytes_covered &= LaneBits'(l) < shift_q[e] ?
                           pending_low[e] || i_tracker.i_buffer.low_q[e] :
                           pending_high[e] || i_tracker.i_buffer.high_q[e];
        end
      end
    end
  end

  // ---- reset ------------------------------------------------------------------------------------
  logic       first_q = Depth == 0;
  logic [3:0] age_q   = '0;
  logic       assumed, claimed;

  assign assumed = 32'(age_q) < Depth;
  assign claimed = Depth == 0 || 32'(age_q) == Depth;
  always_ff @(posedge clk_i) begin
    first_q <= 1'b0;
    age_q   <= age_q + 4'(age_q != '1);
    reset: assume (rst_ni == !first_q);
  end

  // ---- claims ----------------------------------------------------------------------------------
  // Each step proves its claims from those of the steps before, which hold by then.
  logic [8:0] claims;

  always_comb begin
    // Space: the deadlock rule, nothing overrun, and what makes it inductive.
    claims[0] = !stuck && ahead_q <= 6'(BufferBlocks * BlockBytes) &&
                32'(reserved_count) <= Entries && counts_agree && lanes_agree && sizes_sane &&
                i_tracker.i_queue.count_q <= 2'd2 && i_tracker.i_queue.write_q ==
                (i_tracker.i_queue.read_q ^ i_tracker.i_queue.count_q[0]) &&
                (started_q || (reader_left == last_left && reader_left != '0)) &&
                32'(i_tracker.limit_q) == Entries && a_beat == 4'(i_tracker.i_writer.beat_q) &&
                i_port.passed_q == i_tracker.i_arbiter.held_q &&
                (!bursting || (i_tracker.i_writer.block && a_beat == 4'd1 &&
                               i_tracker.i_arbiter.held_q && i_tracker.i_arbiter.put_q));
    // Transactions: owed is what is in use; idle means all written.
    claims[1] = read_owed == i_tracker.i_reader.used_q && i_tracker.i_writer.used_q ==
                (write_owed | (bursting ? WriteSources'(1) << i_tracker.i_writer.next_q : '0)) &&
                (!bursting || !write_owed[i_tracker.i_writer.next_q]) &&
                d_beat == 4'(i_tracker.i_reader.beat_q) &&
                (d_beat == '0 || (read_owed[d_read] && read_block[d_read] &&
                                    d_beat < 4'(BlockBeats))) &&
                (busy_o || write_owed == '0);
    // The reader rotates as its request says.
    claims[2] = reader_left == '0 || (shift_r == shift_last &&
                i_tracker.i_reader.pointer_q.lane ==
                LaneBits'(i_tracker.i_reader.offset + shift_r));
    // Bytes held lie where the requests say, and are rotated as they say.
    claims[3] = held_q == held;
    claims[4] = shifts_agree;
    // A pending part comes with a read that is owed.
    claims[5] = parts_coming;
    // The part of a byte held is pending or has arrived.
    claims[6] = bytes_covered;
    // Progress, whole bursts; data taken at any time.
    claims[7] = (!quiet || (writer_left == '0 && one)) &&
                (i_port.quiet_q == '0 || writer_left != '0) &&
                (!i_tracker.i_arbiter.held_q || bursting ||
                 (i_tracker.i_arbiter.put_q ? i_tracker.put.a_valid : i_tracker.get.a_valid)) &&
                (!(tl_a_valid_o && !a_is_get && !bursting) || ahead_q >= 6'(1 << tl_a_o.size)) &&
                32'(i_port.quiet_q) <= QuietCycles && i_port.alive;
    // The rest of the port's contract: what was offered is still there and has not changed.
    claims[8] = (!i_port.get_q || i_tracker.get.a_valid) &&
                (!i_port.put_q || i_tracker.put.a_valid) && contract;
  end

  for (genvar i = 0; i < 9; i++) begin : gen_step
    wire below = 4'(i) < step;
    wire own   = 4'(i) == step;

    always_ff @(posedge clk_i) begin
      if (rst_ni && (below || (own && assumed)) && step < 4'd9) shown: assume (claims[i]);
      if (rst_ni && ((own && i != 5) || step == 4'd11) && claimed) claim: assert (claims[i]);
      if (rst_ni && step == 4'd9 && i == 7) progress: assert (32'(i_port.quiet_q) <= QuietCycles);
    end
  end

  // Entry by entry a solver is done soonest.
  for (genvar e = 0; e < int'(Entries); e++) begin : gen_coming
    always_ff @(posedge clk_i) begin
      if (rst_ni && step == 4'd5 && claimed) low: assert (!pending_low[e] || coming_low[e]);
      if (rst_ni && step == 4'd5 && claimed) high: assert (!pending_high[e] || coming_high[e]);
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      full: cover (events_o.buffer_full && ahead_q == 6'(BufferBlocks * BlockBytes));
      put_waits: cover (a_beat != '0 && !tl_a_valid_o);
      overlap: cover (i_tracker.i_reader.left_q != '0 && i_tracker.i_writer.left_q != '0 &&
                      i_tracker.write_request_valid);
      finished: cover ($past(busy_o) && !busy_o);
    end
  end
endmodule
