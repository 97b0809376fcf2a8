// SPDX-License-Identifier: Apache-2.0

/// Proof top of fy_copy_engine: after SFENCE.VMA without address nothing of a user goes on.
///
/// The trackers are cut away: when they are idle, what they take and where they fail is free.
/// Instructions and fences are those of one hart: none comes while the other is held. A free engine
/// is at rest and holds nothing; from the end of such a fence until a Transfer or Resume is
/// accepted no page table is read, unless a supervisor's or machine's transfer goes on.
module fy_copy_forget_properties
  import fy_core_pkg::*;
  import fy_copy_engine_pkg::*;
  import fy_tl_pkg::*;
#(
  /// Assert what induction needs beside the claims
  parameter bit Lemmas = 1'b1
) (
  input logic                            clk_i,
  input logic                            rst_ni,
  input coprocessor_request_t            coprocessor_i,
  input logic [31:0]                     time_i,
  input fy_mmu_pkg::translation_fence_t  fence_i,
  input logic                            walk_ready_i,
  input fy_mmu_pkg::walk_response_t      walk_i,
  input fy_tl#(.BeatBytes(8))::response_t tl_i
);
  coprocessor_response_t             response;
  fy_mmu_pkg::walk_request_t         walk;
  fy_tl#(.BeatBytes(8))::request_t   tl;
  copy_engine_events_t               events;
  logic                              ready, tl_ready, done;

  fy_copy_engine #(
    .BeatBytes   (8),
    .BufferBlocks(2),
    .TlbEntries  (2)
  ) i_engine (
    .clk_i,
    .rst_ni,
    .block_limit_i           (6'd2),
    .tracker_limit_i         (3'd1),
    .throttle_i              (5'd0),
    .slots_i                 (1'b0),
    .coprocessor_i,
    .coprocessor_ready_o     (ready),
    .coprocessor_o           (response),
    .time_i,
    .translation_fence_i     (fence_i),
    .translation_fence_done_o(done),
    .walk_o                  (walk),
    .walk_ready_i,
    .walk_i,
    .tl_o                    (tl),
    .tl_ready_i              (1'b1),
    .tl_i,
    .tl_ready_o              (tl_ready),
    .events_o                (events)
  );

  // ---- environment ------------------------------------------------------------------------------
  logic                              owed_q, held_q, first_q = 1'b1;
  fy_mmu_pkg::translation_fence_t    fence_q;

  always_ff @(posedge clk_i) begin
    first_q <= 1'b0;
    fence_q <= fence_i;
    owed_q  <= rst_ni && ((walk.valid && walk_ready_i) || (owed_q && !walk_i.valid));
    held_q  <= rst_ni && fence_i.valid && !done;
  end

  always_ff @(posedge clk_i) begin
    reset         : assume (rst_ni == !first_q);
    one_at_a_time : assume (!(coprocessor_i.valid && fence_i.valid));
    fence_is_held : assume (!held_q || fence_i == fence_q);
    answers_walks : assume (owed_q || !walk_i.valid);
  end

  // ---- claims -----------------------------------------------------------------------------------
  logic claimed, by_user, at_rest, runs, still_q, met_q;

  assign claimed = i_engine.i_claim.owner_q.claimed;
  assign by_user = claimed && i_engine.i_claim.owner_q.privilege == PrivilegeUser;
  assign at_rest = i_engine.idle && i_engine.waiting == '0 && i_engine.report.status == StatusDone;
  assign runs    = i_engine.transfer || i_engine.resume;

  always_ff @(posedge clk_i) begin
    met_q   <= rst_ni && (met_q || (i_engine.abort && !i_engine.idle));
    still_q <= rst_ni && !runs && (still_q || (done && !fence_i.use_address && !claimed));
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      a_free   : assert (claimed || (at_rest && i_engine.cursor == '0 &&
                                     i_engine.report.address == '0 && !response.busy));
      a_user   : assert (!(done && !fence_i.use_address && by_user));
      a_drained: assert (!(done && !fence_i.use_address && (walk.valid || owed_q)));
      a_still  : assert (!still_q || !(walk.valid || i_engine.request_valid));
      c_abort  : cover (still_q && met_q);
      c_walk   : cover (i_engine.abort && walk.valid && i_engine.idle);
      if (Lemmas) begin
        a_paused : assert (claimed || !i_engine.i_frontend.paused_q);
        a_owed   : assert (owed_q == i_engine.i_translate.walking_q);
        a_walker : assert (owed_q == (i_engine.i_translate.i_tlb.state_q == 2'd2));
        a_quiet  : assert (!still_q || i_engine.quiet);
        a_idle   : assert (!still_q || (i_engine.idle && i_engine.waiting == '0 &&
                                        !i_engine.piece_valid));
      end
    end
  end
endmodule
