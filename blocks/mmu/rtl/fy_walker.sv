// SPDX-License-Identifier: Apache-2.0

/// Walks Sv39 page tables for several TLBs, one walk at a time, reading through a data cache port.
///
/// Contract: requests are taken round robin and each is answered once, a response with no ready.
/// Rights are not looked at, only whether the tables are well formed (privileged specification
/// 4.3.2, steps 1 to 6, with reserved bits). Tables have to lie in memory that can be cached.
/// Latency with every table in the data cache: 3 cycles a level from the handshake to the answer,
/// 3 in all when the walk cache holds the lowest table.
/// A walk that meets a fence goes on, but the walk cache keeps nothing of it; TLBs that saw the
/// fence do not use the answer.
module fy_walker
  import fy_mmu_pkg::*;
  import fy_core_pkg::*;
#(
  /// TLBs, 2 to 8
  parameter int unsigned Ports            = 3,
  parameter int unsigned WalkCacheEntries = 8
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  input  walk_request_t [Ports-1:0]  walk_i,
  output logic [Ports-1:0]           walk_ready_o,
  output walk_response_t [Ports-1:0] walk_o,

  input  translation_fence_t         fence_i,

  /// Attributes of a table's address, in the same cycle
  output logic [63:0]                attribute_address_o,
  input  attributes_t                attributes_i,

  output data_request_t              data_o,
  input  logic                       data_ready_i,
  input  data_response_t             data_i,

  output walker_events_t             events_o
);
  localparam int unsigned IndexBits = $clog2(Ports);

  typedef enum logic [2:0] {
    StateIdle,
    StateRead,     // the entry is asked for
    StateDecide,   // done, pending or replay
    StateLate,     // the entry comes late
    StateCheck     // the entry stands in entry_q
  } state_e;

  // A table entry as it lies in memory.
  typedef struct packed {
    logic [9:0] reserved;    // N, PBMT and what no extension uses
    ppn_t       ppn;
    logic [1:0] software;
    logic       dirty;
    logic       accessed;
    logic       is_global;
    logic       user;
    logic       execute;
    logic       write;
    logic       read;
    logic       valid;
  } table_entry_t;

  state_e               state_q;
  walk_request_t        request_q, request;
  walk_response_t       response;
  logic [Ports-1:0]     asking, grant, port_q;
  logic [IndexBits-1:0] index;
  logic                 any, start, stale_q, failed_q, legal, leaf, bad, next;
  logic [1:0]           level_q, first_level;
  ppn_t                 table_q, first_table;
  table_entry_t         entry_q;
  logic                 cached;
  logic [8:0]           field;
  logic [63:0]          address;

  // ---- which TLB's walk ---------------------------------------------------------------------

  always_comb begin
    for (int i = 0; i < int'(Ports); i++) asking[i] = walk_i[i].valid;
  end

  fy_round_robin #(
    .Inputs(Ports)
  ) i_choice (
    .clk_i,
    .rst_ni,
    .request_i(asking),
    .advance_i(state_q == StateIdle),
    .grant_o  (grant),
    .index_o  (index),
    .any_o    (any)
  );

  assign start        = any && state_q == StateIdle;
  assign walk_ready_o = state_q == StateIdle ? grant : '0;
  assign request      = walk_i[index];

  fy_walk_cache #(
    .Entries(WalkCacheEntries)
  ) i_cache (
    .clk_i,
    .rst_ni,
    .vpn_i       (request.vpn),
    .root_i      (request.root),
    .hit_o       (cached),
    .level_o     (first_level),
    .table_o     (first_table),
    .fill_i      (next && !stale_q),
    .fill_level_i(level_q - 2'd1),
    .fill_vpn_i  (request_q.vpn),
    .fill_root_i (request_q.root),
    .fill_table_i(entry_q.ppn),
    .flush_i     (fence_i.valid && !fence_i.use_address)
  );

  // ---- reading ------------------------------------------------------------------------------

  always_comb begin
    unique case (level_q)
      2'd0:    field = request_q.vpn[8:0];
      2'd1:    field = request_q.vpn[17:9];
      default: field = request_q.vpn[26:18];
    endcase
  end
  assign address = 64'({table_q, field, 3'b000});

  assign attribute_address_o = address;
  assign legal               = attributes_i.read && attributes_i.kind == KindCacheable;

  assign data_o = '{
    valid: state_q == StateRead && legal, kill: 1'b0,
    access: '{
      id: '{walker: 1'b1, hart: '0, thread: '0, tag: '0}, operation: DataLoad, size: 2'd3,
      is_unsigned: 1'b0, kind: KindCacheable, address: address, data: '0}};

  // ---- what the entry says ------------------------------------------------------------------

  assign leaf = entry_q.read || entry_q.execute;

  always_comb begin
    bad = !entry_q.valid || (entry_q.write && !entry_q.read) || entry_q.reserved != '0;
    if (leaf) begin
      if (level_q != 2'd0 && entry_q.ppn[8:0] != '0) bad = 1'b1;
      if (level_q == 2'd2 && entry_q.ppn[17:9] != '0) bad = 1'b1;
    end else if (level_q == 2'd0 || entry_q.dirty || entry_q.accessed || entry_q.user) begin
      bad = 1'b1;
    end
  end

  assign next = state_q == StateCheck && !failed_q && !bad && !leaf;

  always_comb begin
    response.valid  = 1'b0;
    response.status = failed_q ? WalkAccessFault : bad ? WalkPageFault : WalkLeaf;
    response.entry  = '{
        vpn: request_q.vpn, level: level_q, asid: request_q.asid, ppn: entry_q.ppn,
        dirty: entry_q.dirty, accessed: entry_q.accessed, is_global: entry_q.is_global,
        user: entry_q.user, execute: entry_q.execute, write: entry_q.write, read: entry_q.read};
    for (int i = 0; i < int'(Ports); i++) begin
      walk_o[i]       = response;
      walk_o[i].valid = state_q == StateCheck && !next && port_q[i];
    end
  end

  // ---- order --------------------------------------------------------------------------------

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StateIdle;
      stale_q <= 1'b0;
    end else begin
      // A walk that starts in the cycle of a fence still saw the walk cache from before it.
      stale_q <= fence_i.valid || (stale_q && !start);
      unique case (state_q)
        StateIdle: if (start) state_q <= StateRead;
        StateRead: begin
          if (!legal) state_q <= StateCheck;
          else if (data_ready_i) state_q <= StateDecide;
        end
        StateDecide: begin
          unique case (data_i.status)
            DataDone:    state_q <= StateCheck;
            DataPending: state_q <= StateLate;
            default:     state_q <= StateRead;
          endcase
        end
        StateLate: if (data_i.late_valid) state_q <= StateCheck;
        default:   state_q <= next ? StateRead : StateIdle;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (start) begin
      request_q <= request;
      port_q    <= grant;
      level_q   <= first_level;
      table_q   <= first_table;
    end else if (next) begin
      level_q <= level_q - 2'd1;
      table_q <= entry_q.ppn;
    end
    unique case (state_q)
      StateRead:   failed_q <= !legal;
      StateDecide: entry_q <= table_entry_t'(data_i.data);
      StateLate: begin
        entry_q <= table_entry_t'(data_i.late.data);
        if (data_i.late_valid) failed_q <= data_i.late.error;
      end
      default: ;
    endcase
  end

  assign events_o = '{walk: start, busy: state_q != StateIdle, cached: start && cached,
                      read: data_o.valid && data_ready_i};

  logic unused_fields;
  assign unused_fields = ^{fence_i, data_i, attributes_i, request_q, entry_q.software};

  if (Ports < 2 || Ports > 8) begin : gen_ports
    $error("fy_walker: Ports is %0d; it must be 2 to 8", Ports);
  end
  if (WalkCacheEntries < 2 || WalkCacheEntries > 32) begin : gen_cache
    $error("fy_walker: WalkCacheEntries is %0d; it must be 2 to 32", WalkCacheEntries);
  end
endmodule
