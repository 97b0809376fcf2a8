// SPDX-License-Identifier: Apache-2.0

/// Lookup and rows of fy_cache_simple: what the arrays say of one access, and its word.
///
/// `read_i` starts an access; one cycle later `lookup_o` and `word_o` describe it, with the states
/// of that cycle. A row that is read to be written back is on `row_o` one cycle later. A tag that
/// is written in the cycle of a read of its set is not seen: the composer keeps them apart.
module fy_simple_arrays
  import fy_l1_pkg::*;
  import fy_simple_cache_pkg::*;
#(
  parameter  int unsigned Sets      = 64,
  parameter  int unsigned Ways      = 1,
  parameter  int unsigned LineBytes = 16,
  parameter  int unsigned RowBytes  = 16,
  localparam int unsigned TagBits   = AddressBits - $clog2(Sets) - $clog2(LineBytes)
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  /// All lines become invalid
  input  logic                         clear_i,

  input  logic                         read_i,
  input  address_t                     read_address_i,

  /// The access being decided; it stores into the line it hits; it makes its way the newest
  input  address_t                     address_i,
  output lookup_t                      lookup_o,
  output logic [63:0]                  word_o,
  input  logic                         store_i,
  input  logic                         dirty_i,
  input  logic [7:0]                   store_mask_i,
  input  logic [63:0]                  store_data_i,
  input  logic                         touch_i,

  input  row_access_t                  row_access_i,
  output logic [RowBytes*8-1:0]        row_o,
  input  logic [RowBytes*8-1:0]        row_i,

  input  update_t                      update_i,
  output logic [Ways-1:0][TagBits-1:0] tags_o,
  /// Of the set of `update_i.address`
  output line_state_t [Ways-1:0]       states_o
);
  localparam int unsigned RowLog   = $clog2(RowBytes);
  localparam int unsigned Rows     = Sets * LineBytes / RowBytes;
  localparam int unsigned RowBits  = $clog2(Rows);
  localparam int unsigned WayLow   = Ways > 1 ? $clog2(Ways) : 1;
  localparam int unsigned Words    = RowBytes < 8 ? 1 : RowBytes / 8;
  localparam int unsigned WordBits = Words > 1 ? $clog2(Words) : 1;

  logic [Ways-1:0]                 hits;
  logic [Ways-1:0][RowBytes*8-1:0] rows;
  logic [RowBytes*8-1:0]           row, store_row;
  logic [RowBytes-1:0]             store_mask;
  way_t                            hit_way;
  logic [RowBits-1:0]              row_index;

  assign row_index = row_access_i.address[RowLog+:RowBits];

  fy_l1_lookup #(
    .Sets(Sets), .Ways(Ways), .LineBytes(LineBytes), .CleanLeaves(1'b0)
  ) i_lookup (
    .clk_i,
    .rst_ni,
    .clear_i,
    .read_i,
    .read_address_i,
    .address_i,
    .reserved_i('0),
    .lookup_o,
    .hits_o    (hits),
    .dirty_i,
    .touch_i,
    .update_i,
    .tags_o,
    .states_o
  );

  fy_simple_rows #(
    .Rows(Rows), .Ways(Ways), .RowBytes(RowBytes)
  ) i_rows (
    .clk_i,
    .read_i       (read_i || row_access_i.read),
    .read_index_i (row_access_i.read ? row_index : read_address_i[RowLog+:RowBits]),
    .rows_o       (rows),
    .write_i      (store_i || row_access_i.write),
    .write_index_i(row_access_i.write ? row_index : address_i[RowLog+:RowBits]),
    .write_way_i  (row_access_i.write ? row_access_i.way : hit_way),
    .write_mask_i (row_access_i.write ? '1 : store_mask),
    .write_data_i (row_access_i.write ? row_i : store_row)
  );

  always_comb begin
    hit_way = '0;
    row     = '0;
    for (int unsigned i = 0; i < Ways; i++) begin
      if (hits[i]) begin
        hit_way = way_t'(i);
        row     = rows[i];
      end
    end
  end

  assign row_o = rows[row_access_i.way[WayLow-1:0]];

  // An access lies in one word of 8 bytes; a row of 4 bytes is one half of it, whichever.
  if (RowBytes < 8) begin : gen_half
    assign word_o     = {2{row}};
    assign store_row  = address_i[2] ? store_data_i[63:32] : store_data_i[31:0];
    assign store_mask = address_i[2] ? store_mask_i[7:4] : store_mask_i[3:0];
  end else begin : gen_words
    logic [Words-1:0][63:0] words;
    logic [Words-1:0][7:0]  masks;
    logic [WordBits-1:0]    word;

    assign word       = Words > 1 ? address_i[3+:WordBits] : '0;
    assign words      = row;
    assign word_o     = words[word];
    assign store_row  = {Words{store_data_i}};
    assign store_mask = masks;
    always_comb begin
      masks       = '0;
      masks[word] = store_mask_i;
    end
  end
endmodule
