// SPDX-License-Identifier: Apache-2.0

/// Register between decode and execute: one instruction and its operands.
///
/// It is filled when it is empty or `advance_i` empties it. An operand that came late for a
/// branch waiting here is taken in, the mark (`late1_o`, `late2_o`) then goes.
module fy_execute_entry
  import fy_pipeline_pkg::*;
#(
  /// Register width
  parameter int unsigned Xlen = 64
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  /// Drop what is here and what comes
  input  logic            redirect_i,

  input  fetched_t        fetched_i,
  input  logic            fetched_valid_i,
  output logic            fetched_ready_o,
  input  decoded_t        decoded_i,
  input  logic [Xlen-1:0] rs1_i,
  input  logic [Xlen-1:0] rs2_i,
  input  logic            late1_i,
  input  logic            late2_i,
  /// The operands do not stand yet
  input  logic            hazard_i,

  /// Late results
  input  forward_t        late_i,

  output fetched_t        fetched_o,
  output logic            valid_o,
  output decoded_t        decoded_o,
  output logic [Xlen-1:0] rs1_o,
  output logic [Xlen-1:0] rs2_o,
  output logic            late1_o,
  output logic            late2_o,
  input  logic            advance_i
);
  logic enter;

  // A faulty fetch brings no instruction that could wait for anything.
  assign fetched_ready_o = (!valid_o || advance_i) && (!hazard_i || fetched_i.fault);
  assign enter           = fetched_valid_i && fetched_ready_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_o <= 1'b0;
    else if (redirect_i) valid_o <= 1'b0;
    else if (enter) valid_o <= 1'b1;
    else if (advance_i) valid_o <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (enter) begin
      fetched_o <= fetched_i;
      decoded_o <= decoded_i;
      rs1_o     <= rs1_i;
      rs2_o     <= rs2_i;
      late1_o   <= late1_i;
      late2_o   <= late2_i;
    end else if (late_i.valid) begin
      if (late1_o && late_i.rd == decoded_o.rs1) begin
        rs1_o   <= Xlen'(late_i.data);
        late1_o <= 1'b0;
      end
      if (late2_o && late_i.rd == decoded_o.rs2) begin
        rs2_o   <= Xlen'(late_i.data);
        late2_o <= 1'b0;
      end
    end
  end

  logic unused_late;
  assign unused_late = ^{late_i};
endmodule
