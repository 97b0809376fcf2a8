// SPDX-License-Identifier: Apache-2.0

/// Upper-level entries of page tables: where the table of the next level lies.
///
/// Keyed by the root and the page number fields above the level, so that address spaces share it
/// without a flush. Combinational lookup: the lowest table known, else the root itself. A fill
/// counts from the next cycle; entries are replaced in turn.
module fy_walk_cache
  import fy_mmu_pkg::*;
#(
  /// Entries, 2 to 32
  parameter int unsigned Entries = 8
) (
  input  logic       clk_i,
  input  logic       rst_ni,

  input  vpn_t       vpn_i,
  input  ppn_t       root_i,
  output logic       hit_o,
  /// Level of the table that `table_o` is, 2 to 0
  output logic [1:0] level_o,
  output ppn_t       table_o,

  /// The table of `fill_level_i`, 1 or 0, for this page and root
  input  logic       fill_i,
  input  logic [1:0] fill_level_i,
  input  vpn_t       fill_vpn_i,
  input  ppn_t       fill_root_i,
  input  ppn_t       fill_table_i,

  input  logic       flush_i
);
  localparam int unsigned IndexBits = $clog2(Entries);

  // Fields of the page number above a level 1 table: 9 bits, above a level 0 table: 18 bits.
  typedef struct packed {
    logic [17:0] fields;
    logic        lowest;     // a level 0 table; otherwise level 1
    ppn_t        root;
    ppn_t        next;
  } cached_t;

  cached_t              entries_q [Entries];
  logic [Entries-1:0]   valid_q, match;
  logic [IndexBits-1:0] victim_q;
  cached_t              found;

  for (genvar i = 0; i < int'(Entries); i++) begin : gen_match
    assign match[i] = valid_q[i] && entries_q[i].root == root_i &&
                      entries_q[i].fields[17:9] == vpn_i[26:18] &&
                      (!entries_q[i].lowest || entries_q[i].fields[8:0] == vpn_i[17:9]);
  end

  always_comb begin
    found = '{fields: '0, lowest: 1'b0, root: '0, next: root_i};
    for (int i = 0; i < int'(Entries); i++) begin
      if (match[i] && !found.lowest) found = entries_q[i];
    end
  end

  assign hit_o   = match != '0;
  assign table_o = found.next;
  assign level_o = !hit_o ? 2'd2 : found.lowest ? 2'd0 : 2'd1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q  <= '0;
      victim_q <= '0;
    end else if (flush_i) begin
      valid_q <= '0;
    end else if (fill_i) begin
      valid_q[victim_q] <= 1'b1;
      victim_q          <= victim_q == IndexBits'(Entries - 1) ? '0 : victim_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (fill_i) begin
      entries_q[victim_q] <= '{fields: fill_vpn_i[26:9], lowest: fill_level_i == 2'd0,
                               root: fill_root_i, next: fill_table_i};
    end
  end

  logic unused_fields;
  assign unused_fields = ^{fill_vpn_i, vpn_i, found};

  if (Entries < 2 || Entries > 32) begin : gen_entries
    $error("fy_walk_cache: Entries is %0d; it must be 2 to 32", Entries);
  end
endmodule
