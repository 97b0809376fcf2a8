// SPDX-License-Identifier: Apache-2.0

/// One request of an L2 bank from its first A beat to its last D beat, an Acquire to its GrantAck.
///
/// A state machine without data: the line lies in the buffer of the same number in fy_l2_data.
/// Shows its registers; fy_l2_bank grants what is shared. A Get hit passes Lookup, Read, ReadWait
/// and Finish, a Put hit Lookup and Finish. A Get or Put that passes through (it missed and must
/// not allocate) owns no way: Lookup, Fetch, Refill, Finish, or Lookup and Finish with a store to
/// memory. Transition table: fy_l2_pkg::may_follow.
module fy_l2_transactor
  import fy_tl_pkg::*;
  import fy_l2_pkg::*;
#(
  /// Bytes of a line
  parameter int unsigned LineBytes = 64
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  /// With grant_i.start
  input  request_t    request_i,
  /// The client that asks, one bit; zero when it does not cache
  input  clients_t    requester_i,
  input  grant_t      grant_i,
  /// In StateLookup
  input  result_t     result_i,

  input  report_t     report_i,
  input  logic        report_valid_i,

  input  written_t    written_i,
  input  logic        written_valid_i,

  output transactor_t state_o
);
  localparam int unsigned OffsetBits = $clog2(LineBytes);

  // ---- state ------------------------------------------------------------------------------
  state_e      state_q, state_d;
  request_t    request_q;
  clients_t    requester_q, to_probe_q, awaiting_q;
  directory_t  directory_q;
  way_t        way_q;
  number_t     slot_q;
  logic [39:0] victim_q;
  logic        hit_q, owns_q, settled_q, shares_q, complete_q, failed_q, exclusive_q, with_data_q;
  logic        store_q, respond_q, record_q, acknowledge_q, changed_q, passes_q;

  // ---- the request ------------------------------------------------------------------------
  logic put, whole, acquire, flush, upgrade, legal, bypass;

  assign put     = is_put(request_q.opcode);
  assign acquire = is_acquire(request_q.opcode);
  assign flush   = request_q.opcode == Intent && request_q.param == IntentFlush;
  assign whole   = request_q.opcode == PutFullData && request_q.size == SizeBits'(OffsetBits);
  assign upgrade = acquire && (request_q.opcode == AcquirePerm || request_q.param != GrowNtoB);
  assign legal   = request_q.size <= SizeBits'(OffsetBits) &&
                   (put || request_q.opcode == Get || request_q.opcode == Intent ||
                    (acquire && request_q.size == SizeBits'(OffsetBits) && requester_q != '0));
  assign bypass  = !legal || (request_q.opcode == Intent && !flush);

  // ---- the directory, with the report of this cycle -------------------------------------
  directory_t known, directory;
  logic       hit, lookup, failed, passes;
  clients_t   others, to_probe;

  assign lookup = state_q == StateLookup;
  assign hit    = lookup ? result_i.hit : hit_q;
  assign passes = lookup ? !request_q.allocate && !bypass && !result_i.hit : passes_q;
  assign known  = lookup ? result_i.directory : directory_q;
  assign failed = failed_q || grant_i.refill_error || (grant_i.beat && grant_i.corrupt_beat) ||
                  (lookup && !legal) || (state_q == StateDrain && written_i.error);
  assign others = directory.sharers & ~requester_q;

  always_comb begin
    directory = known;
    if (report_valid_i) begin
      directory.dirty = known.dirty || report_i.data;
      if (!report_i.trunk && |(known.sharers & report_i.client)) directory.trunk = 1'b0;
      if (!report_i.keeps) directory.sharers = known.sharers & ~report_i.client;
    end
  end

  always_comb begin
    if (!result_i.hit || put || flush) to_probe = directory.sharers;
    else if (upgrade)                  to_probe = others;
    else if (!directory.trunk)         to_probe = '0;
    else                               to_probe = acquire ? others : directory.sharers;
  end

  // ---- next state -------------------------------------------------------------------------
  state_e after_probe, after_evict;
  logic   no_data, leave;

  // The client overwrites the line, or has it.
  assign no_data = request_q.opcode == AcquirePerm ||
                   (hit && request_q.param == GrowBtoT && |(directory.sharers & requester_q));

  always_comb begin
    after_evict = flush ? StateDrain : whole ? StateFinish : StateFetch;
    if (hit && !flush)        after_probe = put || (acquire && no_data) ? StateFinish : StateRead;
    else if (directory.dirty) after_probe = StateEvict;
    else                      after_probe = flush ? StateFinish : after_evict;
  end

  assign leave = complete_q && (!store_q || failed_q || grant_i.array) &&
                 (!respond_q || grant_i.response) && (!record_q || grant_i.record) &&
                 !report_valid_i && (!acknowledge_q || grant_i.grant_ack);

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      StateIdle:     if (grant_i.start) state_d = StateLookup;
      StateLookup: begin
        if (bypass || (flush && !result_i.hit)) state_d = StateFinish;
        else if (passes)                        state_d = put ? StateFinish : StateFetch;
        else if (!result_i.room)                state_d = StateRetry;
        else if (|to_probe)                     state_d = StateProbe;
        else                                    state_d = after_probe;
      end
      StateRetry:    if (grant_i.lookup) state_d = StateLookup;
      StateProbe:    if (to_probe_q == '0 && awaiting_q == '0) state_d = after_probe;
      StateEvict:    if (grant_i.array) state_d = after_evict;
      StateDrain:    if (written_valid_i && written_i.slot == slot_q) state_d = StateFinish;
      StateFetch: begin
        if (complete_q && failed_q) state_d = StateFinish;
        else if (grant_i.fetch)     state_d = StateRefill;
      end
      StateRefill:   if (grant_i.refilled) state_d = StateFinish;
      StateRead:     if (grant_i.array) state_d = StateReadWait;
      StateReadWait: state_d = StateFinish;
      StateFinish:   if (leave) state_d = StateIdle;
      default:       state_d = StateIdle;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= StateIdle;
    else state_q <= state_d;
  end

  // ---- what StateFinish does ----------------------------------------------------------------
  logic       enter, grows;
  directory_t grown;

  assign enter = state_d == StateFinish && state_q != StateFinish;
  assign grows = acquire && !failed;

  always_comb begin
    grown = hit ? directory : '0;
    if (grows) begin
      grown.trunk   = upgrade || (grown.sharers & ~requester_q) == '0;
      grown.sharers = grown.sharers | requester_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (grant_i.start) begin
      request_q   <= request_i;
      requester_q <= requester_i;
      owns_q      <= 1'b0;
      settled_q   <= 1'b0;
      passes_q    <= 1'b0;
      changed_q   <= 1'b0;
      complete_q  <= grant_i.last_beat;
      failed_q    <= grant_i.corrupt_beat;
    end else if (state_q != StateIdle) begin
      if (grant_i.beat && grant_i.last_beat) complete_q <= 1'b1;
      if (report_valid_i) changed_q <= 1'b1;
      if (state_q != StateDrain || state_d == StateFinish) failed_q <= failed;
      directory_q <= enter ? grown : directory;

      if (lookup) begin
        hit_q      <= result_i.hit;
        way_q      <= result_i.way;
        victim_q   <= result_i.victim;
        owns_q     <= state_d != StateRetry && !bypass && !passes && (result_i.hit || !flush);
        settled_q  <= bypass || passes || result_i.hit;
        passes_q   <= passes;
        to_probe_q <= to_probe;
        awaiting_q <= '0;
        shares_q   <= result_i.hit && !put && !flush && !upgrade;
      end
      if (grant_i.probe) begin
        to_probe_q <= to_probe_q & (to_probe_q - 1'b1);
        awaiting_q <= awaiting_q | (to_probe_q & (~to_probe_q + 1'b1));
      end
      // A probe and an answer in one cycle belong to different clients.
      if (report_valid_i && report_i.acknowledges) begin
        awaiting_q <= (awaiting_q | (grant_i.probe ? to_probe_q & (~to_probe_q + 1'b1) : '0)) &
                      ~report_i.client;
      end
      if (state_q == StateEvict && grant_i.array) slot_q <= grant_i.slot;

      if (enter) begin
        store_q       <= !bypass && (put || (!hit && !flush && !passes));
        respond_q     <= 1'b1;
        record_q      <= !bypass && !passes &&
                         (flush ? hit : !hit || acquire || changed_q || report_valid_i ||
                                        (put && !directory.dirty));
        acknowledge_q <= acquire && legal;
        exclusive_q   <= grown.trunk;
        with_data_q   <= acquire && !no_data;
      end else if (state_q == StateFinish) begin
        if (grant_i.array) store_q <= 1'b0;
        if (grant_i.response) respond_q <= 1'b0;
        if (grant_i.record) begin
          record_q  <= 1'b0;
          settled_q <= 1'b1;
        end
        if (report_valid_i) record_q <= 1'b1;
        if (grant_i.grant_ack) acknowledge_q <= 1'b0;
      end
    end
  end

  always_comb begin
    state_o             = '0;
    state_o.state       = state_q;
    state_o.request     = request_q;
    state_o.hit         = hit_q;
    state_o.owns        = owns_q;
    state_o.settled     = settled_q;
    state_o.passes      = passes_q;
    state_o.way         = way_q;
    state_o.directory   = directory_q;
    state_o.victim      = victim_q;
    state_o.to_probe    = to_probe_q;
    state_o.awaiting    = awaiting_q;
    state_o.shares      = shares_q;
    state_o.complete    = complete_q;
    state_o.failed      = failed_q;
    state_o.exclusive   = exclusive_q;
    state_o.with_data   = with_data_q;
    state_o.store       = store_q && !failed_q;
    state_o.respond     = respond_q;
    state_o.record      = record_q;
    state_o.keep        = !flush && (hit_q || !failed_q);
    state_o.acknowledge = acknowledge_q;
    if (state_q == StateFinish && put && !failed_q) state_o.directory.dirty = 1'b1;
  end

  // ---- checks -----------------------------------------------------------------------------
  assert property (@(posedge clk_i) disable iff (!rst_ni) may_follow(state_q, state_d));
  // A report finds a transactor that works on the line and waits, or is about to finish.
  assert property (@(posedge clk_i) disable iff (!rst_ni) !report_valid_i || (owns_q &&
      state_q inside {StateProbe, StateRead, StateReadWait, StateFinish}));
  // Only an owner of a way stores in the array, and no line that a client holds is evicted.
  assert property (@(posedge clk_i) disable iff (!rst_ni) !grant_i.array ||
      (passes_q && put && state_q == StateFinish) || (owns_q && !passes_q &&
      !(state_q == StateEvict && directory_q.sharers != '0)));
endmodule
