// SPDX-License-Identifier: Apache-2.0

/// Integer registers of one thread: two read ports, two write ports, x0 reads zero.
///
/// Reads are combinational and see the state before this edge: the reader bypasses. The ports
/// never write one register in the same cycle (the scoreboard sees to it).
module fy_register_file #(
  /// Register width
  parameter int unsigned Xlen = 64
) (
  input  logic            clk_i,

  input  logic [4:0]      read1_index_i,
  output logic [Xlen-1:0] read1_data_o,
  input  logic [4:0]      read2_index_i,
  output logic [Xlen-1:0] read2_data_o,

  /// In program order
  input  logic            write_i,
  input  logic [4:0]      write_index_i,
  input  logic [Xlen-1:0] write_data_i,

  /// Late results
  input  logic            late_i,
  input  logic [4:0]      late_index_i,
  input  logic [Xlen-1:0] late_data_i
);
  logic [Xlen-1:0] registers_q [32];

  assign read1_data_o = read1_index_i == 5'd0 ? '0 : registers_q[read1_index_i];
  assign read2_data_o = read2_index_i == 5'd0 ? '0 : registers_q[read2_index_i];

  always_ff @(posedge clk_i) begin
    if (write_i) registers_q[write_index_i] <= write_data_i;
    if (late_i) registers_q[late_index_i] <= late_data_i;
  end
endmodule
