// SPDX-License-Identifier: Apache-2.0

/// Fetch stage: asks the instruction port for the predicted path, one instruction a cycle.
///
/// The request of cycle t is answered in t+1 on a hit and then stands at decode in that same
/// cycle. A redirect in cycle t asks for the new address in t+1 (later when the port is busy).
/// The address is translated first; a hit takes no time. An address without a translation, or not
/// executable, never leaves the core and comes back as a fault. A stalled request is not changed:
/// after a redirect it is let through and its answer dropped.
module fy_fetch
  import fy_core_pkg::*;
  import fy_mmu_pkg::*;
  import fy_pipeline_pkg::*;
#(
  /// Register width
  parameter int unsigned Xlen        = 64,
  /// Entries of the TLB
  parameter int unsigned Entries     = 8,
  /// First address
  parameter logic [63:0] ResetVector = 64'h8000_0000
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  output fetch_request_t  fetch_o,
  input  logic            fetch_ready_i,
  input  fetch_response_t fetch_i,

  output fetched_t        fetched_o,
  output logic            fetched_valid_o,
  input  logic            fetched_ready_i,

  /// Drop everything and go on at `redirect_address_i`
  input  logic            redirect_i,
  input  logic [63:0]     redirect_address_i,
  input  outcome_t        outcome_i,
  input  logic            outcome_valid_i,

  /// Ask for nothing new (FENCE.I, SFENCE.VMA); `idle_o` when nothing is under way
  input  logic            hold_i,
  output logic            idle_o,
  /// Passed on in the request
  input  logic            flush_i,

  /// Of the next instruction to be fetched
  input  context_t        context_i,
  /// Attributes of the translated address, in the same cycle
  output logic [63:0]     attribute_address_o,
  input  attributes_t     attributes_i,
  input  translation_fence_t fence_i,
  output walk_request_t   walk_o,
  input  logic            walk_ready_i,
  input  walk_response_t  walk_i,
  output tlb_events_t     events_o
);
  logic [Xlen-1:0] pc_q, target_q, next, redirect_address;
  prediction_t     prediction;
  logic            may_ask, ask, accept, stalled_q, cancel_q, translated, good;
  logic            owed_q, owed_d, drop_q, fault_q, page_fault_q, arrived;
  physical_t       translation, physical, stalled_address_q;
  translation_status_e status;
  logic [1:0]      count;
  fetched_t        owed_entry_q, arrival;

  assign redirect_address = Xlen'(redirect_address_i);

  fy_tlb #(
    .Entries(Entries)
  ) i_tlb (
    .clk_i,
    .rst_ni,
    .valid_i   (may_ask && !stalled_q),
    .address_i (64'(pc_q)),
    .access_i  (AccessFetch),
    .context_i,
    .done_o    (translated),
    .status_o  (status),
    .physical_o(translation),
    .advance_i (accept && !stalled_q),
    .fence_i,
    .walk_o,
    .walk_ready_i,
    .walk_i,
    .events_o
  );

  assign attribute_address_o = 64'(translation);

  fy_branch_predictor #(
    .Xlen(Xlen)
  ) i_predictor (
    .clk_i,
    .rst_ni,
    .pc_i        (pc_q),
    .advance_i   (accept && !cancel_q && !redirect_i),
    .next_o      (next),
    .prediction_o(prediction),
    .outcome_i,
    .outcome_valid_i
  );

  // One answer is owed at a time; a request is made only when its answer has a place in the queue.
  assign arrived = owed_q && (fetch_i.valid || fault_q);
  assign may_ask = (!owed_q || arrived) && !hold_i && (count + 2'(owed_q && !drop_q) < 2'd2);
  assign ask     = (may_ask && translated) || stalled_q;
  // A stalled request was good when it was first offered; a fence may have dropped its translation.
  assign good    = stalled_q || (attributes_i.execute && status == TranslationDone);
  assign accept  = ask && (fetch_ready_i || !good);
  assign owed_d  = accept || (owed_q && !arrived);
  assign idle_o  = !owed_q && !stalled_q;

  assign physical = stalled_q ? stalled_address_q : translation;
  assign fetch_o  = '{valid: ask && good, flush: flush_i, address: 64'(physical)};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pc_q      <= Xlen'(ResetVector);
      stalled_q <= 1'b0;
      cancel_q  <= 1'b0;
      owed_q    <= 1'b0;
      drop_q    <= 1'b0;
      fault_q   <= 1'b0;
    end else begin
      owed_q    <= owed_d;
      stalled_q <= ask && !accept;
      if (accept) fault_q <= !good;
      if (redirect_i) begin
        drop_q   <= owed_d;
        cancel_q <= ask && !accept;
        if (!ask || accept) pc_q <= redirect_address;
      end else begin
        if (accept) begin
          pc_q     <= cancel_q ? target_q : next;
          cancel_q <= 1'b0;
          drop_q   <= cancel_q;
        end else begin
          drop_q <= drop_q && owed_d;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (redirect_i) target_q <= redirect_address;
    stalled_address_q <= physical;
    if (accept) begin
      page_fault_q <= status == TranslationPageFault;
      owed_entry_q <= '{pc: 64'(pc_q), next_pc: 64'(next), prediction: prediction, fault: 1'b0,
                        page_fault: 1'b0, side: '0, instruction: '0};
    end
  end

  always_comb begin
    arrival             = owed_entry_q;
    arrival.fault       = fault_q || fetch_i.error;
    arrival.page_fault  = fault_q && page_fault_q;
    arrival.side        = fetch_i.side;
    arrival.instruction = fetch_i.instruction;
  end

  logic unused_fields;
  assign unused_fields = ^{redirect_address_i, attributes_i, fetch_i.flush_done};

  fy_fetch_queue i_queue (
    .clk_i,
    .rst_ni,
    .clear_i        (redirect_i),
    .fetched_i      (arrival),
    .fetched_valid_i(arrived && !drop_q),
    .fetched_o,
    .fetched_valid_o,
    .fetched_ready_i,
    .count_o        (count)
  );
endmodule
