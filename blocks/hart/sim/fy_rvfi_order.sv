// SPDX-License-Identifier: Apache-2.0

/// Puts retired instructions in order again when a load has got its value late.
///
/// An instruction passes in the cycle in which it retires while nothing older is owed a value;
/// behind a load that is, it waits. One leaves a cycle. A register is owed one value at a time: the
/// decode stage sees to it. What retires while `Depth` wait is lost, and `order` shows the gap.
module fy_rvfi_order
  import fy_rvfi_pkg::*;
#(
  /// Instructions that can wait, a power of two
  parameter int unsigned Depth = 1024
) (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         retired_valid_i,
  input  instruction_t retired_i,
  /// Its value comes late
  input  logic         retired_late_i,

  /// A late value, of a load that retired in an earlier cycle
  input  logic         late_valid_i,
  input  logic [4:0]   late_rd_i,
  input  logic [63:0]  late_data_i,
  /// What memory answered was an error: the value is none that was read
  input  logic         late_error_i,

  output logic         ordered_valid_o,
  output instruction_t ordered_o
);
  localparam int unsigned Bits = $clog2(Depth);

  instruction_t     waiting_q [Depth];
  logic [Depth-1:0] owed_q;
  logic [Bits-1:0]  first_q, last, owner;
  logic [Bits:0]    count_q;
  logic [Bits-1:0]  owner_q [32];  // of each register the load that it waits for
  logic             empty, enter, leave;

  assign empty = count_q == '0;
  assign last  = first_q + count_q[Bits-1:0];
  assign owner = owner_q[late_rd_i];
  assign leave = !empty && !owed_q[first_q];
  assign enter = retired_valid_i && (!empty || retired_late_i) && !count_q[Bits];

  assign ordered_valid_o = empty ? retired_valid_i && !retired_late_i : leave;
  assign ordered_o       = empty ? retired_i : waiting_q[first_q];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q <= '0;
      count_q <= '0;
      owed_q  <= '0;
    end else begin
      first_q <= first_q + Bits'(leave);
      count_q <= count_q + (Bits + 1)'(enter) - (Bits + 1)'(leave);
      if (late_valid_i) owed_q[owner] <= 1'b0;
      if (enter) owed_q[last] <= retired_late_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (late_valid_i) begin
      waiting_q[owner].rd_wdata  <= late_data_i;
      waiting_q[owner].mem_rdata <= late_data_i;
      if (late_error_i) waiting_q[owner].mem_rmask <= '0;
    end
    if (enter) begin
      waiting_q[last] <= retired_i;
      if (retired_late_i) owner_q[retired_i.rd_addr] <= last;
    end
  end
endmodule
