// SPDX-License-Identifier: Apache-2.0

/// Proof top of fy_copy_translate: from a fence on, no request uses what the fence named, and the
/// fence is done only when the requests from before it have drained.
///
/// The solver chooses a fence and its cycle; pieces, contexts, walks and trackers are free. The
/// walker puts a mark (bit 39 of the physical address) on each leaf that the fence names and whose
/// walk was taken not after the fence: so a marked request after it is an old translation in use,
/// wherever it hid. A command starts while no piece is offered, though requests of the commands
/// before it may be under way; walks are answered once, with an entry of their page.
module fy_copy_translate_properties
  import fy_copy_engine_pkg::*;
  import fy_mmu_pkg::*;
#(
  parameter int unsigned Entries = 2,
  /// Assert what induction needs beside the claims
  parameter bit          Lemmas  = 1'b1
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic               start_i,
  input logic               resume_i,
  input context_t           context_i,
  input piece_t             piece_i,
  input logic               piece_valid_i,
  input logic               request_ready_i,
  input logic               drained_i,
  input translation_fence_t fence_i,
  input logic               event_i,
  input logic               walk_ready_i,
  input walk_response_t     walk_i
);
  logic              piece_ready, request_valid, fence_done;
  status_e           piece_status;
  tracker_request_t  request;
  walk_request_t     walk;
  walk_response_t    response;
  translate_events_t events;
  logic              busy_q, flush, quiet;

  assign flush = start_i && resume_i;

  fy_copy_translate #(
    .TlbEntries(Entries)
  ) i_translate (
    .clk_i,
    .rst_ni,
    .start_i,
    .flush_i                 (flush),
    .context_i,
    .piece_i,
    .piece_valid_i,
    .piece_ready_o           (piece_ready),
    .piece_status_o          (piece_status),
    .request_o               (request),
    .request_valid_o         (request_valid),
    .request_ready_i,
    .trackers_busy_i         (busy_q),
    .translation_fence_i     (fence_i),
    .translation_fence_done_o(fence_done),
    .quiet_o                 (quiet),
    .walk_o                  (walk),
    .walk_ready_i,
    .walk_i                  (response),
    .events_o                (events)
  );

  // ---- the fence, chosen by the solver --------------------------------------------------------
  translation_fence_t chosen_q;
  logic               past_q, now;

  always_ff @(posedge clk_i) chosen_q <= chosen_q;

  assign now = event_i && !past_q && fence_i.valid && fence_i == chosen_q;

  // ---- walker and trackers ----------------------------------------------------------------------
  logic          owed_q, early_q, taken, accepted, translate_q, old_q, mark;
  walk_request_t request_q, asked;  // `asked`: as if it were still asked for

  always_comb begin
    asked       = walk;
    asked.valid = 1'b1;
  end

  assign taken    = walk.valid && walk_ready_i;
  assign accepted = request_valid && request_ready_i;
  assign mark     = fenced(walk_i.entry, chosen_q) && (!past_q || early_q);

  always_comb begin
    response               = walk_i;
    response.entry.ppn[27] = mark;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      owed_q      <= 1'b0;
      past_q      <= 1'b0;
      early_q     <= 1'b0;
      busy_q      <= 1'b0;
      old_q       <= 1'b0;
      translate_q <= 1'b0;
    end else begin
      owed_q <= taken || (owed_q && !walk_i.valid);
      past_q <= past_q || now;
      if (taken) early_q <= !past_q;
      // Trackers are busy from a request on until all is drained, whenever.
      busy_q <= accepted || (busy_q && !drained_i);
      // Of them, those translated before the fence.
      old_q  <= (accepted && translate_q && !past_q) || (old_q && !drained_i);
      if (start_i) translate_q <= context_i.translate;
    end
  end

  always_ff @(posedge clk_i) begin
    if (taken) request_q <= walk;
  end

  // ---- environment ------------------------------------------------------------------------------
  always_ff @(posedge clk_i) begin
    starts_between_pieces: assume (!start_i || !piece_valid_i);
    answers_walks:         assume (owed_q || !walk_i.valid);
    answers_page:          assume (!walk_i.valid || (walk_i.entry.vpn == request_q.vpn &&
                                                     walk_i.entry.asid == request_q.asid));
  end

  // ---- lemmas -----------------------------------------------------------------------------------
  logic               met_q;
  logic [Entries-1:0] marked, wrong;

  // A fence came since the latest walk was asked for.
  always_ff @(posedge clk_i) met_q <= fence_i.valid || flush || (met_q && !events.tlb_miss);

  for (genvar i = 0; i < int'(Entries); i++) begin : gen_entries
    assign marked[i] = i_translate.i_tlb.valid_q[i] && i_translate.i_tlb.entries_q[i].ppn[27];
    assign wrong[i]  = !fenced(i_translate.i_tlb.entries_q[i], chosen_q);
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni && Lemmas) begin
      a_named   : assert ((marked & wrong) == '0);
      a_gone    : assert (!past_q || marked == '0);
      a_state   : assert (owed_q == (i_translate.i_tlb.state_q == 2'd2));
      a_stale   : assert (!(past_q && owed_q && early_q) || i_translate.i_tlb.stale_q);
      a_met     : assert (i_translate.i_tlb.stale_q == (met_q && (walk.valid || owed_q)));
      a_asked   : assert (!(owed_q && !walk.valid) || request_q == asked);
      a_context : assert (translate_q == i_translate.context_q.translate);
      a_step    : assert (translate_q || i_translate.step_q == 3'd0);
      a_source  : assert (!(past_q && i_translate.step_q != 3'd0) || !i_translate.source_q[39]);
      a_target  : assert (!(past_q && i_translate.step_q > 3'd1) || !i_translate.target_q[39]);
      a_old     : assert (!old_q || (busy_q && (translate_q || i_translate.earlier_q)));
    end
  end

  // ---- claims -----------------------------------------------------------------------------------
  logic old_use;

  assign old_use = translate_q && (request.source[39] || request.target[39]);

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      a_fenced  : assert (!(accepted && (past_q || now) && old_use));
      a_quiet   : assert (!(accepted && translate_q && fence_i.valid));
      a_drained : assert (!(fence_done && (past_q || now) && old_q));
      a_still   : assert (quiet == !(walk.valid || owed_q));
      if (Lemmas) a_done : assert (!fence_i.valid || busy_q || fence_done);
      c_old     : cover (accepted && !past_q && old_use);
      c_new     : cover (accepted && past_q && translate_q && owed_q);
      c_waits   : cover (now && old_q && owed_q && !fence_done);
      c_earlier : cover (past_q && old_q && !translate_q && !fence_done);
      c_done    : cover (past_q && fence_done && translate_q && piece_valid_i);
    end
  end

  // The run begins in reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) begin
    first_q <= 1'b0;
    reset: assume (rst_ni == !first_q);
  end
endmodule
