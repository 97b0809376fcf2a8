// SPDX-License-Identifier: Apache-2.0

/// Decode stage: decodes, reads the registers, waits until every operand stands, and hands over.
///
/// One cycle from `fetched_i` to the instruction in execute. An instruction waits
/// for a source that is not computed yet, and for a destination that a load still owes (so that
/// writes of one register stay in order). A branch does not wait for the instruction right in
/// front: `late1_o` and `late2_o` mark the operand that it still has to get.
module fy_decode_stage
  import fy_pipeline_pkg::*;
#(
  /// Register width, 32 or 64
  parameter int unsigned Xlen = 64
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  /// Drop what is here
  input  logic            redirect_i,
  input  fetched_t        fetched_i,
  input  logic            fetched_valid_i,
  output logic            fetched_ready_o,
  /// Operands do not stand yet
  output logic            hazard_o,

  /// The instruction in execute, which leaves with `advance_i`
  output fetched_t        fetched_o,
  output logic            valid_o,
  output decoded_t        decoded_o,
  output logic [Xlen-1:0] rs1_o,
  output logic [Xlen-1:0] rs2_o,
  output logic            late1_o,
  output logic            late2_o,
  input  logic            advance_i,

  input  forward_t        execute_i,
  input  forward_t        memory_i,
  /// The load in memory leaves with its value owed
  input  logic            memory_late_i,
  /// Written in this cycle
  input  forward_t        write_i,
  input  forward_t        late_i,
  /// A load result is owed
  output logic            any_pending_o
);
  decoded_t        decoded;
  logic [Xlen-1:0] rs1, rs2;
  logic            late1, late2;
  logic [Xlen-1:0] data1, data2;
  logic [31:0]     pending;
  logic            wait1, wait2, wait_rd, next1, next2, may_be_late;

  fy_decoder #(
    .Xlen(Xlen)
  ) i_decoder (
    .instruction_i(fetched_i.instruction),
    .decoded_o    (decoded)
  );

  fy_register_file #(
    .Xlen(Xlen)
  ) i_registers (
    .clk_i,
    .read1_index_i(decoded.rs1),
    .read1_data_o (data1),
    .read2_index_i(decoded.rs2),
    .read2_data_o (data2),
    .write_i      (write_i.valid),
    .write_index_i(write_i.rd),
    .write_data_i (Xlen'(write_i.data)),
    .late_i       (late_i.valid),
    .late_index_i (late_i.rd),
    .late_data_i  (Xlen'(late_i.data))
  );

  fy_scoreboard i_scoreboard (
    .clk_i,
    .rst_ni,
    .set_i        (memory_late_i && memory_i.valid),
    .set_index_i  (memory_i.rd),
    .clear_i      (late_i.valid),
    .clear_index_i(late_i.rd),
    .pending_o    (pending),
    .any_o        (any_pending_o)
  );

  fy_bypass #(
    .Xlen(Xlen)
  ) i_bypass1 (
    .index_i        (decoded.rs1),
    .register_data_i(data1),
    .pending_i      (pending[decoded.rs1]),
    .execute_i,
    .memory_i,
    .write_i,
    .late_i,
    .data_o         (rs1),
    .wait_o         (wait1),
    .next_o         (next1)
  );

  fy_bypass #(
    .Xlen(Xlen)
  ) i_bypass2 (
    .index_i        (decoded.rs2),
    .register_data_i(data2),
    .pending_i      (pending[decoded.rs2]),
    .execute_i,
    .memory_i,
    .write_i,
    .late_i,
    .data_o         (rs2),
    .wait_o         (wait2),
    .next_o         (next2)
  );

  always_comb begin
    wait_rd = pending[decoded.rd];
    // A load in execute or memory may still turn out to be late.
    if (execute_i.valid && execute_i.rd == decoded.rd && decoded_o.unit == UnitLoad) begin
      wait_rd = 1'b1;
    end
    if (memory_i.valid && memory_i.rd == decoded.rd && !memory_i.available) wait_rd = 1'b1;
  end

  // A target that is not a multiple of four traps in execute and so must be decided there.
  assign may_be_late = decoded.unit == UnitBranch && !decoded.immediate[1];
  assign late1     = may_be_late && next1;
  assign late2     = may_be_late && next2;
  assign hazard_o    = (wait1 && !late1) || (wait2 && !late2) ||
                       (decoded.rd_write && wait_rd);

  fy_execute_entry #(
    .Xlen(Xlen)
  ) i_entry (
    .clk_i,
    .rst_ni,
    .redirect_i,
    .fetched_i,
    .fetched_valid_i,
    .fetched_ready_o,
    .decoded_i(decoded),
    .rs1_i    (rs1),
    .rs2_i    (rs2),
    .late1_i  (late1),
    .late2_i  (late2),
    .hazard_i (hazard_o),
    .late_i,
    .fetched_o,
    .valid_o,
    .decoded_o,
    .rs1_o,
    .rs2_o,
    .late1_o,
    .late2_o,
    .advance_i
  );
endmodule
