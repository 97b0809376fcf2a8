// SPDX-License-Identifier: Apache-2.0

/// Decides when a fence in the execute stage may leave.
///
/// FENCE waits for older accesses and the coprocessor, FENCE.TSO for accesses alone, PAUSE for
/// nothing. FENCE.I waits for accesses, holds fetch, and flushes the instruction cache; it can no
/// longer be interrupted once the flush has begun (`committed_o`). SFENCE.VMA does the same with
/// the translations: all that follows it is translated anew.
module fy_fence (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        fence_instruction_i,
  input  logic        fence_translation_i,
  input  logic [31:0] instruction_i,
  /// No older access is under way, in the core or in the cache
  input  logic        accesses_done_i,
  input  logic        coprocessor_busy_i,

  output logic        hold_fetch_o,
  input  logic        fetch_idle_i,
  output logic        fetch_flush_o,
  input  logic        fetch_flush_done_i,
  output logic        translation_fence_valid_o,
  input  logic        translation_fence_done_i,

  output logic        done_o,
  output logic        committed_o
);
  logic pause, total_store_order, may_begin, flush_q, translation_q;

  assign pause             = instruction_i == 32'h0100_000f;
  assign total_store_order = instruction_i[31:20] == 12'h833;

  always_comb begin
    if (fence_instruction_i) done_o = fetch_flush_o && fetch_flush_done_i;
    else if (fence_translation_i) begin
      done_o = translation_fence_valid_o && translation_fence_done_i;
    end else done_o = pause || (accesses_done_i && (total_store_order || !coprocessor_busy_i));
  end

  // No fetch is under way that was translated, or asked for, before the fence.
  assign hold_fetch_o              = fence_instruction_i || fence_translation_i;
  assign may_begin                 = accesses_done_i && fetch_idle_i;
  assign fetch_flush_o             = fence_instruction_i && (flush_q || may_begin);
  assign translation_fence_valid_o = fence_translation_i && (translation_q || may_begin);
  assign committed_o               = flush_q || translation_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flush_q       <= 1'b0;
      translation_q <= 1'b0;
    end else begin
      flush_q       <= fetch_flush_o && !fetch_flush_done_i;
      translation_q <= translation_fence_valid_o && !translation_fence_done_i;
    end
  end
endmodule
