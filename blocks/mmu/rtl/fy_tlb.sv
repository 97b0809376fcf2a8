// SPDX-License-Identifier: Apache-2.0

/// Translation lookaside buffer of one requester: fully associative, ASID-tagged, superpages whole.
///
/// Contract: `done_o` in the cycle of the lookup when the translation stands or faults; otherwise
/// the requester holds the lookup, and the page is walked. A fault comes from a fresh walk only,
/// and only for a lookup that was held all the time; it stands until `advance_i` or another
/// lookup. An entry without the right, or a store to one with D clear, walks again.
/// Latency: a hit none; a miss asks the walker 1 cycle later and is done 1 cycle after its answer.
/// Limits: one walk at a time. The answer of a walk that was under way at a fence is dropped.
module fy_tlb
  import fy_mmu_pkg::*;
#(
  /// Entries, 2 to 64; the place of a page is taken again, then a free one, then one in turn
  parameter int unsigned Entries = 8
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                valid_i,
  input  logic [63:0]         address_i,
  input  access_e             access_i,
  input  context_t            context_i,
  output logic                done_o,
  output translation_status_e status_o,
  output physical_t           physical_o,
  /// The requester takes the outcome of `done_o` and goes on
  input  logic                advance_i,

  input  translation_fence_t  fence_i,

  output walk_request_t       walk_o,
  input  logic                walk_ready_i,
  input  walk_response_t      walk_i,

  output tlb_events_t         events_o
);
  localparam int unsigned IndexBits = $clog2(Entries);

  typedef enum logic [1:0] {
    StateIdle,
    StateAsk,
    StateWait,
    StateFault     // the fault stands
  } state_e;

  entry_t              entries_q [Entries];
  logic [Entries-1:0]  valid_q, match, dropped;
  logic [IndexBits-1:0] victim_q, place;

  state_e              state_q;
  vpn_t                vpn_q, vpn;
  access_e             access_q;
  context_t            context_q;
  translation_status_e fault_q;
  logic                stayed_q, stale_q, same, faulted, hit, canonical;
  logic                start, answered, refill;
  entry_t              entry;

  // ---- lookup -------------------------------------------------------------------------------

  assign vpn       = address_i[PageBits+:VpnBits];
  assign canonical = is_canonical(address_i);

  // Entries are compared only where something is translated: a simulator skips the rest.
  // Of a small page and a superpage that overlap, either is right: the lowest entry counts.
  always_comb begin
    match = '0;
    entry = entries_q[0];
    if (context_i.translate) begin
      for (int i = Entries - 1; i >= 0; i--) begin
        match[i] = valid_q[i] && entry_matches(entries_q[i], vpn, context_i.asid);
        if (match[i]) entry = entries_q[i];
      end
    end
  end

  assign hit     = match != '0 && permitted(entry, access_i, context_i);
  assign same    = valid_i && canonical && vpn == vpn_q && access_i == access_q &&
                   context_i == context_q;
  assign faulted = state_q == StateFault && same;

  always_comb begin
    done_o     = 1'b1;
    status_o   = TranslationDone;
    physical_o = physical_address(entry, address_i);
    if (!context_i.translate) begin
      physical_o = address_i[PhysicalBits-1:0];
      if (address_i[63:PhysicalBits] != '0) status_o = TranslationAccessFault;
    end else if (!canonical) begin
      status_o = TranslationPageFault;
    end else if (!hit) begin
      done_o   = faulted;
      status_o = fault_q;
    end
  end

  // ---- walk ---------------------------------------------------------------------------------

  // A fault of another lookup gives way in the same cycle.
  assign start    = valid_i && !done_o && !fence_i.valid &&
                    (state_q == StateIdle || state_q == StateFault);
  assign answered = walk_i.valid && !stale_q && !fence_i.valid;
  assign refill   = answered && walk_i.status == WalkLeaf &&
                    walk_i.entry.accessed;

  assign walk_o = '{valid: state_q == StateAsk, vpn: vpn_q, asid: context_q.asid,
                    root: context_q.root};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q  <= StateIdle;
      stayed_q <= 1'b0;
      stale_q  <= 1'b0;
    end else begin
      stayed_q <= start || (stayed_q && same);
      stale_q  <= (state_q == StateAsk || state_q == StateWait) && (stale_q || fence_i.valid) &&
                  !walk_i.valid;
      unique case (state_q)
        StateIdle: if (start) state_q <= StateAsk;
        StateAsk:  if (walk_ready_i) state_q <= StateWait;
        StateWait: begin
          if (walk_i.valid) begin
            state_q <= StateIdle;
            if (answered && stayed_q && same &&
                !(refill && permitted(walk_i.entry, access_q, context_q))) begin
              state_q <= StateFault;
            end
          end
        end
        default: begin
          if (start) state_q <= StateAsk;
          else if (!same || advance_i || fence_i.valid) state_q <= StateIdle;
        end
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (start) begin
      vpn_q     <= vpn;
      access_q  <= access_i;
      context_q <= context_i;
    end
    if (walk_i.valid) begin
      fault_q <= walk_i.status == WalkAccessFault ? TranslationAccessFault
                                                           : TranslationPageFault;
    end
  end

  // ---- entries ------------------------------------------------------------------------------

  // What a walk found takes the place of every entry for its page.
  always_comb begin
    dropped = '0;
    place   = victim_q;
    if (fence_i.valid) begin
      for (int i = 0; i < int'(Entries); i++) dropped[i] = fenced(entries_q[i], fence_i);
    end
    if (answered) begin
      for (int i = int'(Entries) - 1; i >= 0; i--) begin
        dropped[i] = entry_matches(entries_q[i], vpn_q, context_q.asid);
        if (dropped[i] || !valid_q[i]) place = IndexBits'(i);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q  <= '0;
      victim_q <= '0;
    end else begin
      valid_q <= valid_q & ~dropped;
      if (refill) begin
        valid_q[place] <= 1'b1;
        // Also when it was free: else the newest entry could be the next to go.
        if (place == victim_q) begin
          victim_q <= victim_q == IndexBits'(Entries - 1) ? '0 : victim_q + 1'b1;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (refill) entries_q[place] <= walk_i.entry;
  end

  assign events_o = '{miss: start,
                      fault: advance_i && done_o && status_o != TranslationDone};

  if (Entries < 2 || Entries > 64) begin : gen_entries
    $error("fy_tlb: Entries is %0d; it must be 2 to 64", Entries);
  end
endmodule
