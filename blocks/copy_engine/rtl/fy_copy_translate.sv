// SPDX-License-Identifier: Apache-2.0

/// Turns pieces into requests of physical addresses, through a TLB of its own.
///
/// The context is captured at `start_i`. Without translation a piece passes in the same cycle.
/// With it: a cycle for the source, then one for the target, which may hand the request over at
/// once; so a piece each two cycles, and a request 1 cycle after the piece is offered. While a
/// request waits for the tracker, the next page of either end is looked up ahead, where the segment
/// goes on there; a fault of such a lookup is forgotten.
/// A refused piece is accepted with a status and goes nowhere: page fault, walk that failed, or an
/// address beyond 40 bits. The source decides before the target.
/// From a fence on no request is made and everything looked up is forgotten;
/// done when the trackers are idle. A request that a fence takes back was never accepted.
module fy_copy_translate
  import fy_copy_engine_pkg::*;
  import fy_mmu_pkg::*;
#(
  /// Entries of the TLB
  parameter int unsigned TlbEntries = 8
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  /// Transfer or Resume: take the context over; only while no piece is offered
  input  logic               start_i,
  /// Resume: forget all translations
  input  logic               flush_i,
  input  context_t           context_i,

  input  piece_t             piece_i,
  input  logic               piece_valid_i,
  output logic               piece_ready_o,
  output status_e            piece_status_o,

  output tracker_request_t   request_o,
  output logic               request_valid_o,
  input  logic               request_ready_i,
  input  logic               trackers_busy_i,

  input  translation_fence_t translation_fence_i,
  output logic               translation_fence_done_o,
  /// No walk is asked for or owed
  output logic               quiet_o,

  output walk_request_t      walk_o,
  input  logic               walk_ready_i,
  input  walk_response_t     walk_i,

  output translate_events_t  events_o
);
  typedef enum logic [2:0] {
    StepSource,
    StepTarget,
    StepSourceAhead,
    StepTargetAhead,
    StepWait
  } step_e;

  step_e       step_q;
  context_t    context_q;
  logic        earlier_q;       // requests of a context before may be under way, translated
  logic        walking_q;       // a walk was taken and is not answered
  logic [39:0] source_q, target_q;

  // ---- lookup ------------------------------------------------------------------------------
  logic                open, lookup_valid, lookup_done, is_piece, found, failed;
  logic [63:0]         lookup_address;
  access_e             lookup_access;
  translation_status_e lookup_status;
  physical_t           physical;
  tlb_events_t         tlb_events;
  translation_fence_t  fence;

  assign open     = context_q.translate && piece_valid_i && !translation_fence_i.valid;
  assign is_piece = step_q inside {StepSource, StepTarget};

  always_comb begin
    lookup_valid   = 1'b0;
    lookup_address = piece_i.source;
    lookup_access  = AccessLoad;
    case (step_q)
      StepSource: lookup_valid = open;
      StepTarget: begin
        lookup_valid   = open;
        lookup_address = piece_i.target;
        lookup_access  = AccessStore;
      end
      StepSourceAhead: begin
        lookup_valid   = open && piece_i.source_goes_on;
        lookup_address = piece_i.source + 64'(PageBytes);
      end
      StepTargetAhead: begin
        lookup_valid   = open && piece_i.target_goes_on;
        lookup_address = piece_i.target + 64'(PageBytes);
        lookup_access  = AccessStore;
      end
      default: ;
    endcase
  end

  // A kernel gives address-space ids to others without naming every address: all is forgotten.
  assign fence = '{valid: translation_fence_i.valid || flush_i, default: '0};

  fy_tlb #(
    .Entries(TlbEntries)
  ) i_tlb (
    .clk_i,
    .rst_ni,
    .valid_i   (lookup_valid),
    .address_i (lookup_address),
    .access_i  (lookup_access),
    .context_i (context_q),
    .done_o    (lookup_done),
    .status_o  (lookup_status),
    .physical_o(physical),
    .advance_i (lookup_done),
    .fence_i   (fence),
    .walk_o,
    .walk_ready_i,
    .walk_i,
    .events_o  (tlb_events)
  );

  assign found  = lookup_valid && lookup_done && lookup_status == TranslationDone &&
                  physical[PhysicalBits-1:40] == '0;
  assign failed = lookup_valid && lookup_done && !found;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q <= StepSource;
    end else if (!open || (piece_valid_i && piece_ready_o)) begin
      step_q <= StepSource;
    end else begin
      case (step_q)
        StepSource:      if (found) step_q <= StepTarget;
        StepTarget:      if (found) step_q <= StepSourceAhead;
        StepSourceAhead: if (!lookup_valid || lookup_done) step_q <= StepTargetAhead;
        StepTargetAhead: if (!lookup_valid || lookup_done) step_q <= StepWait;
        default: ;
      endcase
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      context_q <= '0;
      earlier_q <= 1'b0;
      walking_q <= 1'b0;
    end else begin
      if (start_i) begin
        context_q <= context_i;
        earlier_q <= trackers_busy_i && (context_q.translate || earlier_q);
      end
      walking_q <= (walk_o.valid && walk_ready_i) || (walking_q && !walk_i.valid);
    end
  end

  assign quiet_o = !walk_o.valid && !walking_q;

  always_ff @(posedge clk_i) begin
    if (step_q == StepSource) source_q <= physical[39:0];
    if (step_q == StepTarget) target_q <= physical[39:0];
  end

  // ---- outcome -----------------------------------------------------------------------------
  status_e bare_status, translated_status;

  // A piece lies in one page at either end: its first byte decides for all.
  always_comb begin
    bare_status = StatusDone;
    if (piece_i.target[63:40] != '0) bare_status = StatusTargetAccess;
    if (piece_i.source[63:40] != '0) bare_status = StatusSourceAccess;
  end

  always_comb begin
    translated_status = StatusDone;
    if (is_piece && failed) begin
      if (lookup_status == TranslationPageFault) begin
        translated_status = step_q == StepSource ? StatusSourcePage : StatusTargetPage;
      end else begin
        translated_status = step_q == StepSource ? StatusSourceAccess : StatusTargetAccess;
      end
    end
  end

  always_comb begin
    request_o.source          = context_q.translate ? source_q : piece_i.source[39:0];
    request_o.target          = context_q.translate ? target_q : piece_i.target[39:0];
    if (step_q == StepTarget) request_o.target = physical[39:0];
    request_o.bytes           = piece_i.bytes;
    request_o.position        = piece_i.position;
    request_o.source_allocate = piece_i.source_allocate;
    request_o.target_allocate = piece_i.target_allocate;
    if (context_q.translate) begin
      piece_status_o  = translated_status;
      request_valid_o = open && (step_q == StepTarget ? found : step_q != StepSource);
      piece_ready_o   = (request_valid_o && request_ready_i) || translated_status != StatusDone;
    end else begin
      piece_status_o  = bare_status;
      request_valid_o = piece_valid_i && bare_status == StatusDone;
      piece_ready_o   = request_ready_i || bare_status != StatusDone;
    end
  end

  // What is not translated needs no fence.
  assign translation_fence_done_o = translation_fence_i.valid &&
                                    !((context_q.translate || earlier_q) && trackers_busy_i);

  // A fault is counted where it stops a transfer.
  logic unused_fields;
  assign unused_fields = tlb_events.fault;
  assign events_o      = '{tlb_miss: tlb_events.miss, walk: walk_o.valid && walk_ready_i};

  if (TlbEntries < 2 || TlbEntries > 64) begin : gen_entries
    $error("fy_copy_translate: TlbEntries is %0d; it must be 2 to 64", TlbEntries);
  end
endmodule
