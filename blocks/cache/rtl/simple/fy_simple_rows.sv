// SPDX-License-Identifier: Apache-2.0

/// Data array of fy_cache_simple: a line is one or more rows, a row of all ways is read at once.
///
/// Rows read in cycle t are on `rows_o` from t+1 to the next read, with what was written up to and
/// including cycle t. Writes beside reads, one row of one way a cycle.
module fy_simple_rows import fy_l1_pkg::way_t; #(
  parameter int unsigned Rows     = 64,  // of all sets
  parameter int unsigned Ways     = 1,
  parameter int unsigned RowBytes = 16,
  localparam int unsigned IndexBits = $clog2(Rows)
) (
  input  logic                            clk_i,

  input  logic                            read_i,
  input  logic [IndexBits-1:0]            read_index_i,
  output logic [Ways-1:0][RowBytes*8-1:0] rows_o,

  input  logic                            write_i,
  input  logic [IndexBits-1:0]            write_index_i,
  input  way_t                            write_way_i,
  input  logic [RowBytes-1:0]             write_mask_i,
  input  logic [RowBytes*8-1:0]           write_data_i
);
  logic [Ways-1:0][RowBytes-1:0]   mask, newer_q;
  logic [Ways-1:0][RowBytes*8-1:0] stored;
  logic [RowBytes*8-1:0]           data_q;

  always_comb begin
    for (int unsigned way = 0; way < Ways; way++) begin
      mask[way] = write_way_i == way_t'(way) ? write_mask_i : '0;
    end
  end

  fy_ram_1r1w #(
    .Words(Rows), .Width(Ways * RowBytes * 8), .MaskBits(8)
  ) i_ram (
    .clk_i,
    .read_i,
    .read_index_i,
    .read_data_o  (stored),
    .write_i,
    .write_index_i,
    .write_mask_i (mask),
    .write_data_i ({Ways{write_data_i}})
  );

  // The RAM gives the old bytes of a row that is written in the cycle of its read.
  always_ff @(posedge clk_i) begin
    if (read_i) begin
      newer_q <= write_i && write_index_i == read_index_i ? mask : '0;
      data_q  <= write_data_i;
    end
  end

  always_comb begin
    for (int unsigned way = 0; way < Ways; way++) begin
      for (int unsigned i = 0; i < RowBytes; i++) begin
        rows_o[way][i*8+:8] = newer_q[way][i] ? data_q[i*8+:8] : stored[way][i*8+:8];
      end
    end
  end
endmodule
