// SPDX-License-Identifier: Apache-2.0

/// Block RAM with one read and one masked write port.
///
/// Read data appears one cycle after `read_i` and holds until the next read. A read and a write
/// of one word in the same cycle return the old word.
module fy_ram_1r1w #(
  /// Words
  parameter int unsigned Words    = 64,
  /// Bits of a word
  parameter int unsigned Width    = 64,
  /// Bits that one mask bit covers; divides Width
  parameter int unsigned MaskBits = 8,
  localparam int unsigned IndexBits = $clog2(Words),
  localparam int unsigned Lanes     = Width / MaskBits
) (
  input  logic                 clk_i,

  input  logic                 read_i,
  input  logic [IndexBits-1:0] read_index_i,
  output logic [Width-1:0]     read_data_o,

  input  logic                 write_i,
  input  logic [IndexBits-1:0] write_index_i,
  input  logic [Lanes-1:0]     write_mask_i,
  input  logic [Width-1:0]     write_data_i
);
  logic [Width-1:0] words_q [Words];

  always_ff @(posedge clk_i) begin
    if (read_i) read_data_o <= words_q[read_index_i];
    if (write_i) begin
      // Kept a loop, else the simulator looks at every lane in every cycle.
      // verilator unroll_disable
      for (int unsigned lane = 0; lane < Lanes; lane++) begin
        if (write_mask_i[lane]) begin
          words_q[write_index_i][lane*MaskBits+:MaskBits] <=
              write_data_i[lane*MaskBits+:MaskBits];
        end
      end
    end
  end

  if (Width % MaskBits != 0) begin : gen_mask
    $error("fy_ram_1r1w: MaskBits %0d does not divide Width %0d", MaskBits, Width);
  end
endmodule
