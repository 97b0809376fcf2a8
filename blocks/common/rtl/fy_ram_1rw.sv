// SPDX-License-Identifier: Apache-2.0

/// Block RAM with one port: a read or a masked write a cycle.
///
/// Read data appears one cycle after `enable_i && !write_i` and holds until the next read.
/// A port to another technology replaces the fy_ram modules alone.
module fy_ram_1rw #(
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
  input  logic                 enable_i,
  input  logic                 write_i,
  input  logic [IndexBits-1:0] index_i,
  input  logic [Lanes-1:0]     mask_i,
  input  logic [Width-1:0]     data_i,
  output logic [Width-1:0]     data_o
);
  logic [Width-1:0] words_q [Words];

  always_ff @(posedge clk_i) begin
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
    $error("fy_ram_1rw: MaskBits %0d does not divide Width %0d", MaskBits, Width);
  end
endmodule
