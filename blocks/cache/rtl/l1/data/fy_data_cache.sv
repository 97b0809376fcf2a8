// SPDX-License-Identifier: Apache-2.0

/// Non-blocking write-back data cache, coherent by TileLink-C probes. Composition of fy_l1_* parts.
///
/// An access accepted in cycle t is decided in t+1: done, pending (the value comes late), or
/// replay; `kill` in t+1 undoes it. Hits are done one a cycle, loads and stores mixed. A
/// miss offers its Acquire in t+2; its loads are delivered from the cycle after their beat, one a
/// cycle.
/// `data_ready_o` is low for one cycle an install or an urgent eviction, two a probe.
/// LR, SC and AMO are decided like loads, replayed until their line is held in Trunk, never late.
/// A guard (`Guarded`) sees each lookup and may answer in the place of the decision
/// (fy_guard_pkg); without one its ports are idle and synthesise to nothing.
/// Limits: addresses of 40 bits; whatever is not cacheable is done as on a device, without atomics;
/// one Release at a time.
module fy_data_cache
  import fy_core_pkg::*;
  import fy_l1_pkg::*;
  import fy_data_port_pkg::*;
  import fy_tl_pkg::*;
#(
  parameter int unsigned BeatBytes = 32,
  parameter int unsigned LineBytes = 64,
  parameter int unsigned Sets      = 64,
  parameter int unsigned Ways      = 4,
  parameter int unsigned MissSlots = 2,
  parameter int unsigned LoadQueue = 8,
  /// A guard is connected
  parameter bit          Guarded   = 1'b0
) (
  input  logic                                         clk_i,
  input  logic                                         rst_ni,

  input  data_request_t                                data_i,
  output logic                                         data_ready_o,
  output data_response_t                               data_o,

  output fy_tl#(.BeatBytes(BeatBytes))::forward_t      tl_o,
  input  fy_tl_pkg::forward_ready_t                    tl_ready_i,
  input  fy_tl#(.BeatBytes(BeatBytes))::backward_t     tl_i,
  output fy_tl_pkg::backward_ready_t                   tl_ready_o,

  output fy_guard_pkg::guard_query_t                   guard_o,
  output logic                                         guard_go_o,
  input  fy_guard_pkg::guard_answer_t                  guard_i,

  output logic                                         bus_error_o,
  output logic [39:0]                                  bus_error_address_o,
  output fy_cache_pkg::data_cache_events_t             events_o
);
  localparam int unsigned Offset  = $clog2(LineBytes);
  localparam int unsigned SetBits = $clog2(Sets);
  localparam int unsigned TagBits = AddressBits - SetBits - Offset;
  localparam int unsigned BeatLow = $clog2(BeatBytes);

  function automatic logic same_set(address_t a, address_t b);
    return a[Offset+:SetBits] == b[Offset+:SetBits];
  endfunction

  // ---- first cycle: arrays are read ---------------------------------------------------------
  logic          accept, hold, s1_valid_q;
  fy_guard_pkg::guard_answer_t guard;
  data_access_t  s1_q;
  line_step_t    step;
  address_t      s0_address, s1_address, op_address, probe_address;

  assign data_ready_o = !hold && !guard.hold;
  assign accept       = data_i.valid && data_ready_o;
  assign s0_address   = data_i.access.address[AddressBits-1:0];
  assign s1_address   = s1_q.address[AddressBits-1:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) s1_valid_q <= 1'b0;
    else s1_valid_q <= accept;
  end

  always_ff @(posedge clk_i) begin
    if (accept) s1_q <= data_i.access;
  end

  // ---- arrays -------------------------------------------------------------------------------
  lookup_t                      lookup;
  logic [Ways-1:0][TagBits-1:0] tags;
  line_state_t [Ways-1:0]       line_states;
  logic                         go, drain_valid, drain_ready;
  slot_operation_t              evict, install;
  logic [LineBytes*8-1:0]       line_read, line_write;
  logic [LineBytes-1:0]         line_stored;
  decision_t                    decision, unguarded;
  circumstances_t               now;
  word_write_t                  store, drain;
  logic [63:0]                  array_word;
  slot_match_t                  match;
  slot_summary_t                summary;

  fy_data_cache_arrays #(
    .Sets(Sets), .Ways(Ways), .LineBytes(LineBytes)
  ) i_arrays (
    .clk_i,
    .rst_ni,
    .read_i        (accept || step.op == OpLookup),
    .read_word_i   (accept && data_i.access.operation != DataStore &&
                    data_i.access.kind == KindCacheable),
    .read_address_i(step.op == OpLookup ? probe_address : s0_address),
    .address_i     (s1_address),
    .reserved_i    (match.reserved[Ways-1:0]),
    .lookup_o      (lookup),
    .word_o        (array_word),
    .dirty_i       (go && decision.push),
    .touch_i       (go && s1_q.kind == KindCacheable && (lookup.hit || decision.allocate)),
    .store_i       (drain),
    .store_valid_i (drain_valid),
    .store_ready_o (drain_ready),
    .line_address_i(op_address),
    .step_i        (step),
    .line_mask_i   (install.whole ? '1 : line_stored),
    .line_i        (line_write),
    .line_o        (line_read),
    .tags_o        (tags),
    .states_o      (line_states)
  );

  // ---- second cycle: decision ---------------------------------------------------------------
  logic [7:0]      forward_mask, stored;
  logic [63:0]     forward_data, word, old, stored_data, result;
  miss_t           miss;
  logic            buffer_ready, buffer_set_busy, queue_ready, load_conflict, uncached_ready;
  logic            reserved, failed, probe_held;
  release_t        releasing;

  assign word = overlay(array_word, forward_data, forward_mask);

  always_comb begin
    now = '{
        hit: lookup.hit, state: lookup.state, way_reserved: match.reserved[lookup.way],
        no_way: lookup.none,
        match: match, stored: stored,
        beat_received: match.received[3'(s1_address[Offset-1:0] >> BeatLow)],
        releasing: releasing.pending &&
            releasing.address[AddressBits-1:Offset] == s1_address[AddressBits-1:Offset],
        load_conflict: load_conflict, queue_ready: queue_ready, buffer_ready: buffer_ready,
        uncached_ready: uncached_ready, reserved: reserved, failed: failed};
  end

  fy_data_cache_decide i_decide (
    .request_i (s1_q),
    .now_i     (now),
    .decision_o(unguarded)
  );

  fy_data_cache_guard i_guard (
    .operation_i(s1_q.operation), .decision_i(unguarded), .guard_i(guard),
    .decision_o(decision)
  );

  assign guard      = Guarded ? guard_i : '0;
  assign guard_o    = Guarded ? '{
      valid: s1_valid_q, access: s1_q, hit: lookup.hit, dirty: lookup.state.dirty,
      set: 32'(s1_address[Offset+:SetBits]), way: lookup.way} : '0;
  assign guard_go_o = Guarded && go;

  assign go  = s1_valid_q && !data_i.kill;
  assign old = extend(word, s1_address[2:0], s1_q.size, s1_q.is_unsigned);

  fy_l1_atomic #(
    .LineBytes(LineBytes)
  ) i_atomic (
    .clk_i,
    .rst_ni,
    .go_i           (go),
    .request_i      (s1_q),
    .decision_i     (decision),
    .old_i          (old),
    .store_o        (stored_data),
    .response_o     (result),
    .reserved_o     (reserved),
    .failed_o       (failed),
    .op_i           (step.op),
    .op_address_i   (op_address),
    .error_i        (summary.error),
    .error_address_i(summary.error_address),
    .probe_address_i(probe_address),
    .probe_blocked_o(probe_held)
  );

  assign store = store_bytes(s1_address, s1_q.size, stored_data, lookup.way);

  assign miss = '{address: s1_address, way: lookup.way, grow: decision.grow, evict: lookup.evict,
                  victim: lookup.victim};

  fy_l1_store_buffer #(
    .Sets(Sets), .LineBytes(LineBytes)
  ) i_store_buffer (
    .clk_i,
    .rst_ni,
    .push_i           (store),
    .push_valid_i     (go && decision.push),
    .push_ready_o     (buffer_ready),
    .drain_o          (drain),
    .drain_valid_o    (drain_valid),
    .drain_ready_i    (drain_ready),
    .forward_address_i(s1_address),
    .forward_mask_o   (forward_mask),
    .forward_data_o   (forward_data),
    .set_address_i    (op_address),
    .set_busy_o       (buffer_set_busy)
  );

  // ---- misses -------------------------------------------------------------------------------
  logic                 acquire_valid, acquire_ready, beat_valid, probe_pending, probe_blocked;
  logic [MissSlots-1:0] queued;
  slot_t                acknowledged;
  logic                 acknowledged_valid, conflict, uncached_error;
  acquire_t             acquire;
  data_late_t           late, late_load;
  address_t             uncached_address;
  grant_beat_t          beat;
  logic                 late_valid, late_load_valid, late_load_ready, released, uncached_answer;

  fy_l1_miss_slots #(
    .Slots(MissSlots), .Sets(Sets), .LineBytes(LineBytes)
  ) i_slots (
    .clk_i, .rst_ni,
    .match_address_i(s1_address),
    .match_o        (match),
    .allocate_i     (go && decision.allocate),
    .miss_i         (miss),
    .acquire_o      (acquire),
    .acquire_valid_o(acquire_valid),
    .acquire_ready_i(acquire_ready),
    .beat_i         (beat),
    .beat_valid_i   (beat_valid),
    .acknowledged_i (acknowledged),
    .acknowledged_valid_i(acknowledged_valid),
    .evict_o        (evict),
    .evicted_i      (step.op == OpEvict),
    .install_o      (install),
    .installed_i    (step.op == OpInstall),
    .queued_i       (queued),
    .probe_address_i(probe_address),
    .probe_pending_o(probe_pending),
    .probe_blocked_o(probe_blocked),
    .summary_o      (summary)
  );

  fy_data_cache_loads #(
    .Slots(MissSlots), .Entries(LoadQueue), .LineBytes(LineBytes), .BeatBytes(BeatBytes)
  ) i_loads (
    .clk_i, .rst_ni,
    .go_i         (go),
    .request_i    (s1_q),
    .decision_i   (decision),
    .match_i      (match),
    .store_i      (store),
    .stored_o     (stored),
    .conflict_o   (load_conflict),
    .ready_o      (queue_ready),
    .beat_i       (beat),
    .beat_valid_i (beat_valid),
    .beat_data_i  (tl_i.d.data),
    .queued_o     (queued),
    .line_slot_i  (install.index),
    .line_data_o  (line_write),
    .line_stored_o(line_stored),
    .late_o       (late_load),
    .late_valid_o (late_load_valid),
    .late_ready_i (late_load_ready)
  );

  // ---- lines in and out, channels B and C ----------------------------------------------------
  fy_tl#(.BeatBytes(BeatBytes))::b_channel_t probe;
  fy_tl#(.BeatBytes(BeatBytes))::request_t   requested;
  fy_tl#(.BeatBytes(BeatBytes))::c_channel_t returned;
  fy_tl#(.BeatBytes(BeatBytes))::e_channel_t granted;
  logic                                      probe_ready;

  assign probe = '{b_valid: tl_i.b_valid, b: tl_i.b};

  assign conflict = (s1_valid_q && same_set(s1_address, op_address)) || buffer_set_busy;

  fy_data_cache_lines #(
    .Sets(Sets), .Ways(Ways), .LineBytes(LineBytes), .BeatBytes(BeatBytes), .Source(MissSlots)
  ) i_lines (
    .clk_i, .rst_ni,
    .install_i      (install),
    .install_dirty_i(|line_stored),
    .evict_i        (evict),
    .core_valid_i   (data_i.valid),
    .hold_o         (hold),
    .conflict_i     (conflict),
    .address_o      (op_address),
    .step_o         (step),
    .tags_i         (tags),
    .states_i       (line_states),
    .line_i         (line_read),
    .released_i     (released),
    .release_o      (releasing),
    .probe_address_o(probe_address),
    .probe_blocked_i(probe_blocked || probe_held),
    .tl_i           (probe),
    .tl_ready_o     (probe_ready),
    .tl_o           (returned),
    .tl_ready_i     (tl_ready_i.c)
  );

  // ---- channels A, D, E and the late port ----------------------------------------------------
  fy_data_cache_requests #(
    .LineBytes(LineBytes), .BeatBytes(BeatBytes), .Source(MissSlots + 1)
  ) i_requests (
    .clk_i, .rst_ni,
    .acquire_i        (acquire),
    .acquire_valid_i  (acquire_valid),
    .acquire_ready_o  (acquire_ready),
    .uncached_i       (s1_q),
    .uncached_valid_i (go && decision.uncached),
    .uncached_ready_o (uncached_ready),
    .tl_o             (requested),
    .tl_ready_i       (tl_ready_i.a),
    .tl_d_i           (tl_i.d),
    .answer_i         (uncached_answer),
    .late_load_i      (late_load),
    .late_load_valid_i(late_load_valid),
    .late_load_ready_o(late_load_ready),
    .late_o           (late),
    .late_valid_o     (late_valid),
    .error_o          (uncached_error),
    .error_address_o  (uncached_address)
  );

  fy_l1_response #(
    .Slots(MissSlots), .BeatBytes(BeatBytes)
  ) i_response (
    .clk_i, .rst_ni,
    .tl_i                ('{d_valid: tl_i.d_valid, d: tl_i.d}),
    .tl_o                (granted),
    .tl_ready_i          (tl_ready_i.e),
    .beat_o              (beat),
    .beat_valid_o        (beat_valid),
    .acknowledged_o      (acknowledged),
    .acknowledged_valid_o(acknowledged_valid),
    .released_o          (released),
    .uncached_o          (uncached_answer)
  );

  assign tl_o       = '{a_valid: requested.a_valid, a: requested.a, c_valid: returned.c_valid,
                        c: returned.c, e_valid: granted.e_valid, e: granted.e};
  assign tl_ready_o = '{b: probe_ready, d: 1'b1};

  always_comb begin
    data_o = '{
        status: decision.status, data: result, late_valid: late_valid, late: late,
        quiet: !(s1_valid_q && s1_q.operation != DataLoad) && !drain_valid && !summary.stores &&
               uncached_ready};
  end

  always_comb begin
    bus_error_o         = summary.error || uncached_error || (released && tl_i.d.denied);
    bus_error_address_o = summary.error ? summary.error_address :
        uncached_error ? uncached_address : releasing.address;
  end

  fy_data_cache_events #(
    .Sets(Sets), .LineBytes(LineBytes)
  ) i_events (
    .clk_i, .rst_ni,
    .go_i            (go),
    .request_i       (s1_q),
    .now_i           (now),
    .decision_i      (decision),
    .step_i          (step),
    .summary_i       (summary),
    .probe_accepted_i(tl_i.b_valid && probe_ready),
    .probe_address_i (probe_address),
    .probe_pending_i (probe_pending),
    .probe_held_i    (probe_held),
    .release_i       (releasing),
    .install_i       (install),
    .events_o
  );
endmodule
