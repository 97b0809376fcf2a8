// SPDX-License-Identifier: Apache-2.0

/// Data of an L2 bank: the line array (one whole line a cycle) and a line buffer for each
/// transactor.
///
/// An array read in cycle t shows in t+1 on `line_o` and, unless it goes to memory, lies in the
/// buffer from t+2. Buffers take an A beat, an R beat and an array line in one cycle, of different
/// transactors. An R beat leaves the bytes that A beats wrote before. A buffer that goes to memory
/// past the array in cycle t shows on `forward_o` in t+1.
module fy_l2_data
  import fy_l2_pkg::*;
#(
  parameter int unsigned BeatBytes   = 32,
  parameter int unsigned LineBytes   = 64,
  parameter int unsigned Lines       = 16384,
  parameter int unsigned Transactors = 8,
  localparam int unsigned Beats     = LineBytes / BeatBytes,
  localparam int unsigned BeatBits  = Beats > 1 ? $clog2(Beats) : 1,
  localparam int unsigned IndexBits = $clog2(Lines),
  localparam int unsigned LineWidth = LineBytes * 8,
  localparam int unsigned BeatWidth = BeatBytes * 8,
  localparam int unsigned NumberBits = Transactors > 1 ? $clog2(Transactors) : 1
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  // channel A
  input  logic                  a_write_i,
  /// Also clears the byte marks
  input  logic                  a_start_i,
  input  number_t               a_number_i,
  input  logic [BeatBits-1:0]   a_index_i,
  input  logic [BeatWidth-1:0]  a_data_i,
  input  logic [BeatBytes-1:0]  a_mask_i,

  // memory
  input  logic                  r_write_i,
  input  number_t               r_number_i,
  input  logic [BeatBits-1:0]   r_index_i,
  input  logic [BeatWidth-1:0]  r_data_i,

  // array: read to a buffer or to `line_o`, write from a buffer or from channel C
  input  logic                  array_i,
  input  logic                  array_write_i,
  input  logic                  array_release_i,
  /// Store only the bytes that A beats wrote
  input  logic                  array_partial_i,
  /// The line read goes to memory
  input  logic                  array_evict_i,
  input  number_t               array_number_i,
  input  logic [IndexBits-1:0]  array_index_i,
  input  logic [LineWidth-1:0]  release_data_i,
  output logic [LineWidth-1:0]  line_o,

  /// This buffer goes to memory, and which of its bytes A beats wrote; not with `array_i`
  input  logic                  forward_i,
  output logic [LineWidth-1:0]  forward_o,
  output logic [LineBytes-1:0]  forward_mask_o,

  // channel D
  input  number_t               d_number_i,
  input  logic [BeatBits-1:0]   d_index_i,
  output logic [BeatWidth-1:0]  d_data_o
);
  logic [Beats-1:0][BeatWidth-1:0] buffers_q [Transactors];
  logic [Beats-1:0][BeatBytes-1:0] marks_q   [Transactors];
  logic                            read_q;
  logic [NumberBits-1:0]           read_number_q;

  fy_ram_1rw #(
    .Words(Lines), .Width(LineWidth), .MaskBits(8)
  ) i_array (
    .clk_i,
    .enable_i(array_i),
    .write_i (array_write_i),
    .index_i (array_index_i),
    .mask_i  (array_partial_i ? marks_q[NumberBits'(array_number_i)] : '1),
    .data_i  (array_release_i ? release_data_i : buffers_q[NumberBits'(array_number_i)]),
    .data_o  (line_o)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) read_q <= 1'b0;
    else read_q <= array_i && !array_write_i && !array_evict_i;
  end

  always_ff @(posedge clk_i) begin
    if (array_i) read_number_q <= NumberBits'(array_number_i);
    if (forward_i) begin
      forward_o      <= buffers_q[NumberBits'(array_number_i)];
      forward_mask_o <= marks_q[NumberBits'(array_number_i)];
    end

    if (a_start_i) marks_q[NumberBits'(a_number_i)] <= '0;
    if (a_write_i) begin
      buffers_q[NumberBits'(a_number_i)][a_index_i] <= a_data_i;
      marks_q[NumberBits'(a_number_i)][a_index_i]   <= a_mask_i;
    end

    if (r_write_i) begin
      if (marks_q[NumberBits'(r_number_i)][r_index_i] == '0) begin
        buffers_q[NumberBits'(r_number_i)][r_index_i] <= r_data_i;
      end else begin
        for (int unsigned i = 0; i < BeatBytes; i++) begin
          if (!marks_q[NumberBits'(r_number_i)][r_index_i][i]) begin
            buffers_q[NumberBits'(r_number_i)][r_index_i][i*8+:8] <= r_data_i[i*8+:8];
          end
        end
      end
    end

    if (read_q) buffers_q[read_number_q] <= line_o;
  end

  assign d_data_o = buffers_q[NumberBits'(d_number_i)][d_index_i];

  logic unused;
  assign unused = ^{a_number_i, r_number_i, array_number_i, d_number_i};
endmodule
