// SPDX-License-Identifier: Apache-2.0

/// Counter events of an L2 bank, taken from its handshakes. Passive.
module fy_l2_events
  import fy_cache_pkg::*;
  import fy_tl_pkg::*;
  import fy_l2_pkg::*;
#(
  parameter int unsigned LineBytes     = 64,
  parameter int unsigned Transactors   = 8,
  parameter int unsigned Clients       = 4,
  /// Clients whose Gets and Puts `access_allocate` counts
  parameter logic [63:0] CountedClients = '1
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  input  transactor_t            transactors_i [Transactors],
  input  result_t                result_i,

  // channel A
  input  logic                   start_i,
  input  a_opcode_e              opcode_i,
  input  logic                   conflict_i,
  input  logic                   full_i,

  // channels B and C
  input  logic                   probe_i,
  input  report_t                report_i,
  input  logic [Transactors-1:0] report_for_i,
  input  logic                   release_i,

  // memory
  input  logic                   refilled_i,
  input  number_t                refill_number_i,
  input  logic                   evict_i,
  input  number_t                evict_number_i,

  output l2_events_t             events_o
);
  localparam int unsigned OffsetBits = $clog2(LineBytes);
  localparam int unsigned NumberBits = Transactors > 1 ? $clog2(Transactors) : 1;
  localparam int unsigned ClientBits = $clog2(Clients);

  logic [Transactors-1:0] evicted_q;   // the victim of this request was written back
  logic [4:0]             busy;
  logic                   hit, miss, takes, moves, passes, no_fetch, victim_held, victim_dirty;
  logic                   crossing, access_takes, get_passes, put_passes;
  transactor_t            one;

  always_comb begin
    busy         = '0;
    hit          = 1'b0;
    miss         = 1'b0;
    takes        = 1'b0;
    moves        = 1'b0;
    passes       = 1'b0;
    access_takes = 1'b0;
    get_passes   = 1'b0;
    put_passes   = 1'b0;
    no_fetch     = 1'b0;
    victim_held  = 1'b0;
    victim_dirty = 1'b0;
    crossing     = 1'b0;
    one          = '0;
    for (int unsigned i = 0; i < Transactors; i++) begin
      busy += 5'(transactors_i[i].state != StateIdle);
      if (transactors_i[i].state == StateLookup) begin
        one  = transactors_i[i];
        hit    = one.request.opcode != Intent && result_i.hit;
        moves  = (one.request.opcode == Get || is_put(one.request.opcode)) &&
                 one.request.size <= SizeBits'(OffsetBits);
        passes = moves && !one.request.allocate && !result_i.hit;
        takes  = one.request.opcode != Intent && !result_i.hit && result_i.room && !passes;
        miss   = takes || passes;
        access_takes = takes && moves &&
                       CountedClients[6'(one.request.source >> (DefaultSourceBits - ClientBits))];
        get_passes   = passes && one.request.opcode == Get;
        put_passes   = passes && one.request.opcode != Get;
        no_fetch     = takes && one.request.opcode == PutFullData &&
                       one.request.size == SizeBits'(OffsetBits);
        victim_held  = takes && result_i.directory.sharers != '0;
      end
      if (report_for_i[i] && transactors_i[i].state == StateProbe) begin
        victim_dirty = !transactors_i[i].hit && report_i.data;
        crossing     = !report_i.acknowledges &&
                       |((transactors_i[i].to_probe | transactors_i[i].awaiting) & report_i.client);
      end
    end
  end

  always_comb begin
    events_o                       = '0;
    events_o.get                   = start_i && opcode_i == Get;
    events_o.put                   = start_i && is_put(opcode_i);
    events_o.acquire               = start_i && is_acquire(opcode_i);
    events_o.hit                   = hit;
    events_o.miss                  = miss;
    events_o.refill                = refilled_i;
    events_o.writeback             = evict_i;
    events_o.put_no_fetch          = no_fetch;
    events_o.access_allocate       = access_takes;
    events_o.get_passed            = get_passes;
    events_o.put_passed            = put_passes;
    events_o.probe                 = probe_i;
    events_o.probe_data            = |report_for_i && report_i.acknowledges && report_i.data;
    events_o.release_clean         = release_i && !report_i.data;
    events_o.release_dirty         = release_i && report_i.data;
    events_o.back_invalidate       = victim_held;
    events_o.back_invalidate_dirty = victim_dirty;
    events_o.release_crossing      = crossing;
    events_o.refill_victim         = refilled_i && evicted_q[NumberBits'(refill_number_i)];
    events_o.set_conflict          = conflict_i;
    events_o.transactors_full      = full_i;
    events_o.transactors_busy      = busy;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) evicted_q <= '0;
    else begin
      for (int unsigned i = 0; i < Transactors; i++) begin
        if (transactors_i[i].state == StateIdle) evicted_q[i] <= 1'b0;
      end
      if (evict_i) evicted_q[NumberBits'(evict_number_i)] <= 1'b1;
    end
  end

  logic unused;
  assign unused = ^{one, report_i, refill_number_i, evict_number_i, result_i.way, result_i.victim,
                    result_i.directory};
endmodule
