// SPDX-License-Identifier: Apache-2.0

/// Block RAM with two ports: one reads, the other reads or writes bytes.
///
/// Read data appears one cycle after the read and holds until the next one of that port. A word
/// that the second port writes while the first one reads it is read old here; a block RAM may give
/// anything. So a reader waits for the cycle after a write that it must see.
module fy_ram_1r1rw #(
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

  input  logic                 enable_i,
  input  logic                 write_i,
  input  logic [IndexBits-1:0] index_i,
  input  logic [Lanes-1:0]     mask_i,
  input  logic [Width-1:0]     data_i,
  output logic [Width-1:0]     data_o
);
  logic [Width-1:0] words_q [Words];

  always_ff @(posedge clk_i) begin
    if (read_i) read_data_o <= words_q[read_index_i];
    if (enable_i) begin
      if (write_i) begin
        // Kept a loop, else the simulator looks at every lane in every cycle.
        // verilator unroll_disable
        for (int unsigned lane = 0; lane < Lanes; lane++) begin
          if (mask_i[lane]) begin
            words_q[index_i][lane*MaskBits+:MaskBits] <= data_i[lane*MaskBits+:MaskBits];
          end
        end
      end else begin
        data_o <= words_q[index_i];
      end
    end
  end

  if (Width % MaskBits != 0) begin : gen_mask
    $error("fy_ram_1r1rw: MaskBits %0d does not divide Width %0d", MaskBits, Width);
  end
endmodule
