// SPDX-License-Identifier: Apache-2.0

/// Proof top of fy_tlb: what a fence named, or a walk replaced, is never used again.
///
/// The solver chooses a fence, its cycle, a page and an address space; everything else is free.
/// The bench as walker puts a mark (the top bit of the page number) on each leaf that
/// must not be used any more after the event: on leaves that the fence names whose walk was taken
/// not after the fence, or on leaves of the page that came before the answer that replaces them.
/// So a marked physical address after the event is an old entry in use, wherever it hid.
module fy_tlb_properties
  import fy_mmu_pkg::*;
#(
  parameter int unsigned Entries = 2,
  /// 0: the event is a fence; 1: an answer for the page
  parameter bit          Replace = 1'b0,
  /// Assert what induction needs beside the claims
  parameter bit          Lemmas  = 1'b1
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic               valid_i,
  input logic [63:0]        address_i,
  input access_e            access_i,
  input context_t           context_i,
  input logic               advance_i,
  input translation_fence_t fence_i,
  input logic               event_i,
  input logic               walk_ready_i,
  input walk_response_t     walk_i
);
  logic                done;
  translation_status_e status;
  physical_t           physical;
  walk_request_t       walk;
  tlb_events_t         events;
  walk_response_t      response;

  fy_tlb #(
    .Entries(Entries)
  ) i_tlb (
    .clk_i,
    .rst_ni,
    .valid_i,
    .address_i,
    .access_i,
    .context_i,
    .done_o    (done),
    .status_o  (status),
    .physical_o(physical),
    .advance_i,
    .fence_i,
    .walk_o    (walk),
    .walk_ready_i,
    .walk_i    (response),
    .events_o  (events)
  );

  logic told, told_fault;
  assign told       = valid_i && context_i.translate && done && is_canonical(address_i);
  assign told_fault = told && status != TranslationDone;

  // ---- chosen by the solver -----------------------------------------------------------------
  translation_fence_t chosen_fence_q;
  vpn_t               chosen_vpn_q;
  asid_t              chosen_asid_q;

  always_ff @(posedge clk_i) begin
    chosen_fence_q <= chosen_fence_q;
    chosen_vpn_q   <= chosen_vpn_q;
    chosen_asid_q  <= chosen_asid_q;
  end

  // ---- the walker ---------------------------------------------------------------------------
  logic          owed_q, past_q, early_q, met_q, taken, now;
  walk_request_t request_q, asked;  // `asked`: as if it were still asked for

  always_comb begin
    asked       = walk;
    asked.valid = 1'b1;
  end

  assign taken = walk.valid && walk_ready_i;
  // An answer that counts, for no fence met its walk.
  logic replaces, named_fence;
  assign replaces    = walk_i.valid && !fence_i.valid && !met_q &&
                       request_q.vpn == chosen_vpn_q && request_q.asid == chosen_asid_q;
  assign named_fence = fence_i.valid && fence_i == chosen_fence_q;
  // A walk that was taken no later than the event is from before it.
  assign now   = event_i && !past_q && (Replace ? replaces : named_fence);

  logic old, named;
  assign named = Replace ? entry_matches(walk_i.entry, chosen_vpn_q, chosen_asid_q)
                         : fenced(walk_i.entry, chosen_fence_q);
  assign old   = Replace ? !past_q && !now : !past_q || early_q;

  always_comb begin
    response               = walk_i;
    response.entry.ppn[43] = named && old;
  end

  // ---- whether a fault is fresh -------------------------------------------------------------
  // The lookup stayed since the walk was taken, and no fence came in between.
  logic     same, fresh_walk_q, fresh_q, valid_q;
  vpn_t     vpn_q;
  access_e  access_q;
  context_t context_q;

  assign same = valid_i && is_canonical(address_i) && valid_q &&
                address_i[PageBits+:VpnBits] == vpn_q && access_i == access_q &&
                context_i == context_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      owed_q       <= 1'b0;
      past_q       <= 1'b0;
      early_q      <= 1'b0;
      valid_q      <= 1'b0;
      fresh_walk_q <= 1'b0;
      fresh_q      <= 1'b0;
    end else begin
      owed_q  <= taken || (owed_q && !walk_i.valid);
      past_q  <= past_q || now;
      if (taken) early_q <= !past_q;
      valid_q      <= valid_i && is_canonical(address_i);
      fresh_walk_q <= !fence_i.valid && ((taken && same) || (fresh_walk_q && same));
      fresh_q      <= !fence_i.valid && same && !(advance_i && told_fault) &&
                      (fresh_q || (fresh_walk_q && walk_i.valid));
    end
  end

  always_ff @(posedge clk_i) begin
    if (taken) request_q <= walk;
    vpn_q     <= address_i[PageBits+:VpnBits];
    access_q  <= access_i;
    context_q <= context_i;
  end

  // A fence came since the latest walk was asked for.
  always_ff @(posedge clk_i) met_q <= fence_i.valid || (met_q && !events.miss);

  // ---- environment --------------------------------------------------------------------------
  always_ff @(posedge clk_i) begin
    answers_walks: assume (owed_q || !walk_i.valid);
    answers_page:  assume (!walk_i.valid || (walk_i.entry.vpn == request_q.vpn &&
                                             walk_i.entry.asid == request_q.asid));
  end

  // ---- claims -------------------------------------------------------------------------------
  logic          asked_q;
  walk_request_t held_q;

  // What induction needs to know of the inside: a mark is on no entry but a named one, and the
  // TLB's walk or fault is that of the lookup one cycle ago unless the requester went.
  logic kept;
  assign kept = valid_q && vpn_q == i_tlb.vpn_q && access_q == i_tlb.access_q &&
                context_q == i_tlb.context_q;

  logic [Entries-1:0] marked, wrong;
  logic               gone;

  assign gone = !Lemmas || !past_q || marked == '0;

  for (genvar i = 0; i < int'(Entries); i++) begin : gen_entries
    assign marked[i] = i_tlb.valid_q[i] && i_tlb.entries_q[i].ppn[43];
    assign wrong[i]  = Replace ? !entry_matches(i_tlb.entries_q[i], chosen_vpn_q, chosen_asid_q)
                               : !fenced(i_tlb.entries_q[i], chosen_fence_q);
  end

  // Entry by entry a solver is done soonest.
  for (genvar i = 0; i < int'(Entries); i++) begin : gen_marks
    always_ff @(posedge clk_i) begin
      if (rst_ni && Lemmas) begin
        a_named : assert (!(marked[i] && wrong[i]));
        a_gone  : assert (!(past_q && marked[i]));
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni && Lemmas) begin
      a_state : assert (owed_q == (i_tlb.state_q == 2'd2));
      if (!Replace) a_stale : assert (!(past_q && owed_q && early_q) || i_tlb.stale_q);
      a_met   : assert (i_tlb.stale_q == (met_q && (walk.valid || owed_q)));
      a_kept  : assert (!(walk.valid || owed_q) || !i_tlb.stayed_q || kept);
      a_walk  : assert (!(owed_q && i_tlb.stayed_q && !i_tlb.stale_q) || fresh_walk_q);
      a_fault : assert (i_tlb.state_q != 2'd3 ||
                        (fresh_q && kept && i_tlb.fault_q != TranslationDone));
      a_asked : assert (!(owed_q && !walk.valid) || request_q == asked);
    end
  end

  always_ff @(posedge clk_i) begin
    asked_q <= rst_ni && walk.valid && !walk_ready_i;
    held_q  <= walk;
    if (rst_ni) begin
      // With the lemma of this cycle, one that follows from it takes no step of induction.
      if (Replace) begin
        a_replaced : assert (!gone || !(told && past_q && status == TranslationDone &&
                                        address_i[PageBits+:VpnBits] == chosen_vpn_q &&
                                        context_i.asid == chosen_asid_q && physical[55]));
      end else begin
        a_fenced : assert (!gone || !(told && past_q && status == TranslationDone &&
                                      physical[55]));
      end
      a_fresh : assert (!told_fault || fresh_q);
      a_held  : assert (!asked_q || (walk.valid && walk == held_q));
      a_once  : assert (!(owed_q && walk.valid));
      c_old   : cover (told && !past_q && status == TranslationDone && physical[55]);
      c_new   : cover (told && past_q && status == TranslationDone);
      c_early : cover (Replace || (past_q && owed_q && early_q && walk_i.valid && named));
      c_fault : cover (told && status == TranslationPageFault && past_q);
    end
  end

  // The run begins in reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) begin
    first_q <= 1'b0;
    reset: assume (rst_ni == !first_q);
  end
endmodule
