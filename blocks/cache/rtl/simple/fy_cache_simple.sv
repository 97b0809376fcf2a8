// SPDX-License-Identifier: Apache-2.0

/// Small data cache of one TL-UH port: no probes, one line moves at a time, lines of 4 to 64 bytes.
///
/// An access accepted in cycle t is decided in t+1; `data_i.kill` in t+1 undoes it. Hits are done
/// one a cycle, loads and stores mixed. What cannot be served is replayed (Policy.replay), or
/// kept: a load is Pending, a store Done, and the cache is not ready until it is served. A miss of
/// a clean place offers its Get in t+2; a hit is possible in the second cycle after the last beat.
/// Hits go on under a refill, but not while a dirty line is sent.
/// `flush_i`, held until `flush_done_o`, writes dirty lines back and empties the cache; with
/// `flush_keep_i` the lines stay. A failed refill ends its access (a load gets a late error),
/// and every failure shows on `bus_error_o`.
/// LR, SC and AMO are done on the line in the cache: one step for the threads of this cache alone.
/// Limits: an access lies in one line, so lines of 4 bytes have accesses of at most 4; one
/// reservation; other masters are not seen, software flushes.
module fy_cache_simple
  import fy_core_pkg::*;
  import fy_data_port_pkg::*;
  import fy_l1_pkg::address_t;
  import fy_l1_pkg::AddressBits;
  import fy_l1_pkg::lookup_t;
  import fy_l1_pkg::line_state_t;
  import fy_l1_pkg::update_t;
  import fy_simple_cache_pkg::*;
  import fy_tl_pkg::*;
#(
  parameter int unsigned BeatBytes = 32,
  parameter int unsigned LineBytes = 16,
  parameter int unsigned Sets      = 64,
  parameter int unsigned Ways      = 1,
  /// Stores that go on to memory, under way at once
  parameter int unsigned Writes    = 4,
  parameter policy_t     Policy    = DefaultPolicy
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  data_request_t  data_i,
  output logic           data_ready_o,
  output data_response_t data_o,

  input  logic           flush_i,
  input  logic           flush_keep_i,
  output logic           flush_done_o,

  output fy_tl#(.BeatBytes(BeatBytes))::request_t  tl_o,
  input  logic                                     tl_ready_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::response_t tl_i,
  output logic                                     tl_ready_o,

  output logic                               bus_error_o,
  output logic [39:0]                        bus_error_address_o,
  output fy_cache_pkg::simple_cache_events_t events_o
);
  typedef fy_tl#(.BeatBytes(BeatBytes))::a_t       a_t;
  typedef fy_tl#(.BeatBytes(BeatBytes))::request_t request_t;

  localparam int unsigned RowBytes = LineBytes < BeatBytes ? LineBytes : BeatBytes;
  localparam int unsigned TagBits  = AddressBits - $clog2(Sets) - $clog2(LineBytes);

  // ---- the core's side: replays, or the cache asks again itself --------------------------------
  data_request_t  offered, request;
  data_response_t response;
  logic           ready, offered_ready, all_served;

  always_comb begin
    offered       = data_i;
    offered.valid = data_i.valid && !flush_i;
  end
  assign data_ready_o = offered_ready && !flush_i;

  if (Policy.replay) begin : gen_replay
    assign request       = offered;
    assign offered_ready = ready;
    assign data_o        = response;
    assign all_served    = 1'b1;
  end else begin : gen_retry
    fy_simple_retry i_retry (
      .clk_i, .rst_ni,
      .core_i(offered), .core_ready_o(offered_ready), .core_o(data_o), .empty_o(all_served),
      .cache_o(request), .cache_ready_i(ready), .cache_i(response)
    );
  end

  // ---- first cycle: arrays are read -------------------------------------------------------------
  logic         accept, s1_valid_q, go, line_hold, flush_active;
  data_access_t s1_q;
  address_t     s1_address;

  assign ready      = !line_hold && !flush_active;
  assign accept     = request.valid && ready;
  assign go         = s1_valid_q && !request.kill;
  assign s1_address = s1_q.address[AddressBits-1:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) s1_valid_q <= 1'b0;
    else s1_valid_q <= accept;
  end
  always_ff @(posedge clk_i) begin
    if (accept) s1_q <= request.access;
  end

  // ---- arrays -----------------------------------------------------------------------------------
  lookup_t                      lookup;
  verdict_t                     verdict;
  facts_t                       facts;
  update_t                      update, line_update, flush_update;
  logic [Ways-1:0][TagBits-1:0] tags;
  line_state_t [Ways-1:0]       states;
  logic                         clear, flush_read;
  address_t                     flush_address;
  row_access_t                  row_access;
  logic [RowBytes*8-1:0]        row_out, row_in;
  logic [63:0]                  word, old, new_value, placed;
  logic [7:0]                   mask;

  fy_simple_arrays #(
    .Sets(Sets), .Ways(Ways), .LineBytes(LineBytes), .RowBytes(RowBytes)
  ) i_arrays (
    .clk_i, .rst_ni,
    .clear_i       (clear),
    .read_i        (accept || flush_read),
    .read_address_i(flush_read ? flush_address : request.access.address[AddressBits-1:0]),
    .address_i     (s1_address),
    .lookup_o      (lookup),
    .word_o        (word),
    .store_i       (go && verdict.store),
    .dirty_i       (go && verdict.store && Policy.write_back),
    .store_mask_i  (mask),
    .store_data_i  (placed),
    .touch_i       (go && s1_q.kind == KindCacheable && (lookup.hit || verdict.refill)),
    .row_access_i  (row_access),
    .row_o         (row_out),
    .row_i         (row_in),
    .update_i      (update),
    .tags_o        (tags),
    .states_o      (states)
  );

  // ---- second cycle: decision -------------------------------------------------------------------
  logic line_busy, refill_hold, failed, reserved, writes_ready, writes_empty, uncached_ready;

  assign facts = '{
      hit: lookup.hit, line_idle: !line_busy,
      can_refill: !line_busy && writes_empty && !refill_hold, array_free: !row_access.write,
      writes_ready: writes_ready, uncached_ready: uncached_ready,
      failed: failed, reserved: reserved};

  fy_simple_decide #(.Policy(Policy)) i_decide (
    .access_i(s1_q), .facts_i(facts), .verdict_o(verdict)
  );

  assign old    = extend(word, s1_address[2:0], s1_q.size, s1_q.is_unsigned);
  assign mask   = byte_mask(s1_q.size, s1_address[2:0]);
  assign placed = place(new_value, s1_address[2:0]);

  fy_atomic_unit i_atomic (
    .operation_i(s1_q.operation), .size_i(s1_q.size), .old_i(old), .operand_i(s1_q.data),
    .store_o(new_value)
  );

  fy_simple_reservation #(.LineBytes(LineBytes)) i_reservation (
    .clk_i, .rst_ni,
    .access_i  (s1_q),
    .done_i    (go && verdict.status == DataDone && !failed),
    .store_i   (go && verdict.store),
    .lost_i    ((go && verdict.refill) || clear),
    .reserved_o(reserved)
  );

  // ---- lines ------------------------------------------------------------------------------------
  job_t     job, flush_job;
  logic     flush_job_valid, refilled, refill_failed, refill_beat, evicted;
  address_t victim_address;
  request_t line_request, write_request, uncached_request;
  logic [2:0] a_ready;
  logic       line_last;

  assign job = flush_active ? flush_job : '{
      refill: 1'b1, address: s1_address, evict: lookup.evict, victim: lookup.victim,
      way: lookup.way};

  assign refilled      = line_update.valid;
  assign refill_failed = !line_update.state.valid;

  // The place of a miss is empty from the decision on, so that no access meets a line that leaves.
  always_comb begin
    update = '{valid: go && verdict.refill, write_tag: 1'b0, address: s1_address,
               way: lookup.way, state: '0};
    if (line_update.valid) update = line_update;
    if (flush_active) update = flush_update;
  end

  fy_simple_line #(
    .BeatBytes(BeatBytes), .LineBytes(LineBytes), .RowBytes(RowBytes)
  ) i_line (
    .clk_i, .rst_ni,
    .job_i        (job),
    .job_valid_i  (flush_job_valid || (go && verdict.refill)),
    .busy_o       (line_busy),
    .hold_o       (line_hold),
    .row_access_o (row_access),
    .row_i        (row_out),
    .row_o        (row_in),
    .update_o     (line_update),
    .tl_o         (line_request),
    .tl_last_o    (line_last),
    .tl_ready_i   (a_ready[0]),
    .tl_d_i       (tl_i.d),
    .refill_i     (refill_beat),
    .evicted_i    (evicted),
    .victim_o     (victim_address)
  );

  fy_simple_refilled #(.LineBytes(LineBytes)) i_refilled (
    .clk_i, .rst_ni,
    .refilled_i        (refilled),
    .bad_i             (refill_failed),
    .refilled_address_i(line_update.address),
    .address_i         (s1_address),
    .cached_i          (s1_q.kind == KindCacheable),
    .served_i          (go && verdict.status != DataReplay),
    .hold_o            (refill_hold),
    .failed_o          (failed)
  );

  fy_simple_flush #(
    .Sets(Sets), .Ways(Ways), .LineBytes(LineBytes), .WriteBack(Policy.write_back)
  ) i_flush (
    .clk_i, .rst_ni,
    .flush_i,
    .keep_i     (flush_keep_i),
    .done_o     (flush_done_o),
    .quiet_i    (all_served && !s1_valid_q && !line_busy && writes_empty && uncached_ready),
    .active_o   (flush_active),
    .read_o     (flush_read),
    .address_o  (flush_address),
    .tags_i     (tags),
    .states_i   (states),
    .update_o   (flush_update),
    .clear_o    (clear),
    .job_o      (flush_job),
    .job_valid_o(flush_job_valid),
    .job_busy_i (line_busy)
  );

  // ---- accesses that go to memory themselves, and channels A and D ------------------------------
  data_late_t uncached_late;
  logic       uncached_late_valid, uncached_error, writes_error, late_error_q;
  logic       uncached_answer, writes_answer;
  address_t   uncached_address, writes_address;
  data_id_t   late_id_q;

  fy_simple_writes #(.BeatBytes(BeatBytes), .Entries(Writes)) i_writes (
    .clk_i, .rst_ni,
    .address_i      (s1_address),
    .size_i         (s1_q.size),
    .mask_i         (mask),
    .data_i         (placed),
    .valid_i        (go && verdict.through),
    .ready_o        (writes_ready),
    .empty_o        (writes_empty),
    .tl_o           (write_request),
    .tl_ready_i     (a_ready[1]),
    .tl_d_i         (tl_i.d),
    .answer_i       (writes_answer),
    .error_o        (writes_error),
    .error_address_o(writes_address)
  );

  fy_uncached_port #(.Source(SourceUncached), .BeatBytes(BeatBytes)) i_uncached (
    .clk_i, .rst_ni,
    .request_i      (s1_q),
    .request_valid_i(go && verdict.uncached),
    .ready_o        (uncached_ready),
    .tl_o           (uncached_request),
    .tl_ready_i     (a_ready[2]),
    .tl_d_i         (tl_i.d),
    .answer_i       (uncached_answer),
    .late_o         (uncached_late),
    .late_valid_o   (uncached_late_valid),
    .late_ready_i   (!late_error_q),
    .error_o        (uncached_error),
    .address_o      (uncached_address)
  );

  fy_tl_arbiter #(.data_t(a_t), .Inputs(3)) i_requests (
    .clk_i, .rst_ni,
    .data_i({uncached_request.a, write_request.a, line_request.a}),
    .valid_i({uncached_request.a_valid, write_request.a_valid, line_request.a_valid}),
    .ready_o(a_ready), .last_i({2'b11, line_last}),
    .data_o(tl_o.a), .valid_o(tl_o.a_valid), .ready_i(tl_ready_i)
  );

  assign tl_ready_o      = 1'b1;
  assign refill_beat     = tl_i.d_valid && tl_i.d.source == DefaultSourceBits'(SourceRefill);
  assign evicted         = tl_i.d_valid && tl_i.d.source == DefaultSourceBits'(SourceEvict);
  assign uncached_answer = tl_i.d_valid && tl_i.d.source == DefaultSourceBits'(SourceUncached);
  assign writes_answer   = tl_i.d_valid && tl_i.d.source >= DefaultSourceBits'(SourceWrites);

  // ---- answers ----------------------------------------------------------------------------------
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) late_error_q <= 1'b0;
    else late_error_q <= go && verdict.late_error;
  end
  always_ff @(posedge clk_i) late_id_q <= s1_q.id;

  always_comb begin
    response.status     = verdict.status;
    response.data       = old;
    if (s1_q.operation == DataStoreConditional) response.data = 64'(!verdict.store);
    else if (failed) response.data = '0;
    response.late_valid = late_error_q || uncached_late_valid;
    response.late       = uncached_late;
    if (late_error_q) response.late = '{id: late_id_q, error: 1'b1, data: '0};
    response.quiet      = !(s1_valid_q && s1_q.operation != DataLoad) && writes_empty &&
        uncached_ready;
  end

  always_comb begin
    bus_error_o         = (refilled && refill_failed) || writes_error || uncached_error ||
        (evicted && tl_i.d.denied);
    bus_error_address_o = refilled && refill_failed ? line_update.address :
        writes_error ? writes_address : uncached_error ? uncached_address : victim_address;
  end

  assign events_o = '{
      load: go && s1_q.operation == DataLoad && verdict.status != DataReplay,
      store: go && s1_q.operation != DataLoad && verdict.status != DataReplay,
      miss: go && verdict.refill, refill: refilled, writeback: evicted,
      through: go && verdict.through, replay: go && verdict.status == DataReplay,
      uncached: go && verdict.uncached};

  if (LineBytes < 4 || LineBytes > 64 || (LineBytes & (LineBytes - 1)) != 0) begin : gen_line_bytes
    $error("fy_cache_simple: LineBytes is %0d; it must be 4, 8, 16, 32 or 64", LineBytes);
  end
  if (Writes < 1 || Writes > 32) begin : gen_writes
    $error("fy_cache_simple: Writes is %0d; it must be 1 to 32", Writes);
  end

  // An access lies in its line.
  assert property (@(posedge clk_i) disable iff (!rst_ni)
      !(s1_valid_q && s1_q.kind == KindCacheable) || (32'd1 << s1_q.size) <= LineBytes);
endmodule
