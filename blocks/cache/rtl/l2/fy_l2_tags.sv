// SPDX-License-Identifier: Apache-2.0

/// Tags and directory of an L2 bank: one lookup and one write of a line's entry a cycle.
///
/// A lookup in cycle t is answered in t+1. After reset every set is walked to invalid, one a cycle;
/// `ready_o` is low meanwhile. The victim is an invalid way, else the pseudo-least-recently-used,
/// else any, never one of `used_i`. A lookup and a write of one set in one cycle: the old entry is
/// seen. A miss that takes no way leaves the order of use as it was.
module fy_l2_tags
  import fy_l2_pkg::*;
#(
  parameter int unsigned LineBytes      = 64,
  parameter int unsigned Sets           = 2048,
  parameter int unsigned Ways           = 8,
  parameter int unsigned CachingClients = 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  output logic             ready_o,

  input  logic             lookup_i,
  /// The lookup counts as a use of the line
  input  logic             lookup_touch_i,
  /// A miss takes a way
  input  logic             lookup_allocate_i,
  input  logic [39:0]      lookup_address_i,

  /// In the cycle of the answer: ways that transactors work on in this set
  input  logic [Ways-1:0]  used_i,
  output result_t          result_o,
  /// The way of the answer holds a line
  output logic             occupied_o,

  input  logic             write_i,
  input  logic [39:0]      write_address_i,
  input  way_t             write_way_i,
  input  logic             write_valid_i,
  input  directory_t       write_directory_i
);
  localparam int unsigned OffsetBits = $clog2(LineBytes);
  localparam int unsigned SetBits    = $clog2(Sets);
  localparam int unsigned WayBits    = $clog2(Ways);
  localparam int unsigned TagBits    = 40 - OffsetBits - SetBits;

  typedef struct packed {
    logic                      valid;
    logic                      dirty;
    logic                      trunk;
    logic [CachingClients-1:0] sharers;
    logic [TagBits-1:0]        tag;
  } entry_t;

  entry_t [Ways-1:0]   entries;
  entry_t              written, chosen;
  logic                initialised_q, touch_q, allocate_q;
  logic [SetBits-1:0]  walk_q;
  logic [39:0]         address_q;
  logic [TagBits-1:0]  tag;
  logic [Ways-1:0]     found, invalid, pool;
  logic [WayBits-1:0]  way, oldest;
  logic [Ways-2:0]     tree, path, away;

  assign ready_o = initialised_q;
  assign tag     = address_q[39-:TagBits];

  always_comb begin
    written         = '0;
    written.valid   = write_valid_i && initialised_q;
    written.dirty   = write_directory_i.dirty;
    written.trunk   = write_directory_i.trunk;
    written.sharers = write_directory_i.sharers[CachingClients-1:0];
    written.tag     = write_address_i[39-:TagBits];
  end

  fy_ram_1r1w #(
    .Words(Sets), .Width(Ways * $bits(entry_t)), .MaskBits($bits(entry_t))
  ) i_entries (
    .clk_i,
    .read_i       (lookup_i),
    .read_index_i (lookup_address_i[OffsetBits+:SetBits]),
    .read_data_o  (entries),
    .write_i      (write_i || !initialised_q),
    .write_index_i(initialised_q ? write_address_i[OffsetBits+:SetBits] : walk_q),
    .write_mask_i (initialised_q ? Ways'(1) << write_way_i[WayBits-1:0] : '1),
    .write_data_i ({Ways{written}})
  );

  // Any content of the tree is legal, so it needs no walk.
  fy_ram_1r1w #(
    .Words(Sets), .Width(Ways - 1), .MaskBits(1)
  ) i_tree (
    .clk_i,
    .read_i       (lookup_i),
    .read_index_i (lookup_address_i[OffsetBits+:SetBits]),
    .read_data_o  (tree),
    .write_i      (touch_q && (result_o.hit || (allocate_q && result_o.room))),
    .write_index_i(address_q[OffsetBits+:SetBits]),
    .write_mask_i (path),
    .write_data_i (away)
  );

  always_comb begin
    for (int unsigned i = 0; i < Ways; i++) begin
      found[i] = entries[i].valid && entries[i].tag == tag;
      invalid[i] = !entries[i].valid && !used_i[i];
    end
  end

  // A node of the tree is set when its upper half is the older one.
  always_comb begin
    int unsigned node;
    node   = 0;
    oldest = '0;
    for (int unsigned level = 0; level < WayBits; level++) begin
      oldest[WayBits-1-level] = tree[node];
      node = 2 * node + 1 + (tree[node] ? 1 : 0);
    end
  end

  always_comb begin
    pool = |found ? found : |invalid ? invalid : used_i[oldest] ? ~used_i : Ways'(1) << oldest;
    way  = '0;
    for (int i = Ways - 1; i >= 0; i--) begin
      if (pool[i]) way = WayBits'(i);
    end
  end

  always_comb begin
    int unsigned node;
    node = 0;
    path = '0;
    away = '0;
    for (int unsigned level = 0; level < WayBits; level++) begin
      path[node] = 1'b1;
      away[node] = !way[WayBits-1-level];
      node = 2 * node + 1 + (way[WayBits-1-level] ? 1 : 0);
    end
  end

  assign chosen     = entries[way];
  assign occupied_o = chosen.valid;

  always_comb begin
    result_o      = '0;
    result_o.hit  = |found;
    result_o.room = |pool;
    result_o.way  = way_t'(way);
    if (chosen.valid) begin
      result_o.directory.dirty   = chosen.dirty;
      result_o.directory.trunk   = chosen.trunk;
      result_o.directory.sharers = clients_t'(chosen.sharers);
    end
    result_o.victim = {chosen.tag, address_q[OffsetBits+:SetBits], OffsetBits'(0)};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      initialised_q <= 1'b0;
      walk_q        <= '0;
      touch_q       <= 1'b0;
    end else begin
      touch_q <= lookup_i && lookup_touch_i;
      if (!initialised_q) begin
        walk_q        <= walk_q + 1'b1;
        initialised_q <= walk_q == SetBits'(Sets - 1);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (lookup_i) begin
      address_q  <= lookup_address_i;
      allocate_q <= lookup_allocate_i;
    end
  end

  logic unused;
  assign unused = ^{write_way_i, lookup_address_i[OffsetBits-1:0], address_q[OffsetBits-1:0],
                    write_directory_i.sharers, write_address_i[OffsetBits-1:0]};
endmodule
