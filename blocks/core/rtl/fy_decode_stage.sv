// SPDX-License-Identifier: Apache-2.0

/// Decode stage: decodes, reads the registers and waits until every operand stands.
///
/// Combinational from the fetched instruction to operands and `hazard_o`. An instruction waits
/// for a source that is not computed yet, and for a destination that a load still owes (so that
/// writes of one register stay in order).
module fy_decode_stage
  import fy_pipeline_pkg::*;
#(
  /// Register width, 32 or 64
  parameter int unsigned Xlen = 64
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  input  logic [31:0]     instruction_i,
  output decoded_t        decoded_o,
  output logic [Xlen-1:0] rs1_o,
  output logic [Xlen-1:0] rs2_o,
  output logic            hazard_o,

  input  forward_t        execute_i,
  /// The result in execute or memory may come late
  input  logic            execute_load_i,
  input  forward_t        memory_i,
  input  logic            memory_load_i,
  /// The load in memory leaves with its value owed
  input  logic            memory_late_i,
  /// Written in this cycle
  input  forward_t        write_i,
  input  forward_t        late_i,

  /// A load result is owed
  output logic            any_pending_o
);
  logic [Xlen-1:0] data1, data2;
  logic [31:0]     pending;
  logic            wait1, wait2, wait_rd;

  fy_decoder #(
    .Xlen(Xlen)
  ) i_decoder (
    .instruction_i,
    .decoded_o
  );

  fy_register_file #(
    .Xlen(Xlen)
  ) i_registers (
    .clk_i,
    .read1_index_i(decoded_o.rs1),
    .read1_data_o (data1),
    .read2_index_i(decoded_o.rs2),
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
    .index_i        (decoded_o.rs1),
    .register_data_i(data1),
    .pending_i      (pending[decoded_o.rs1]),
    .execute_i,
    .memory_i,
    .write_i,
    .late_i,
    .data_o         (rs1_o),
    .wait_o         (wait1)
  );

  fy_bypass #(
    .Xlen(Xlen)
  ) i_bypass2 (
    .index_i        (decoded_o.rs2),
    .register_data_i(data2),
    .pending_i      (pending[decoded_o.rs2]),
    .execute_i,
    .memory_i,
    .write_i,
    .late_i,
    .data_o         (rs2_o),
    .wait_o         (wait2)
  );

  always_comb begin
    wait_rd = pending[decoded_o.rd];
    if (execute_load_i && execute_i.valid && execute_i.rd == decoded_o.rd) wait_rd = 1'b1;
    if (memory_load_i && memory_i.valid && memory_i.rd == decoded_o.rd && !memory_i.available) begin
      wait_rd = 1'b1;
    end
  end

  assign hazard_o = wait1 || wait2 || (decoded_o.rd_write && wait_rd);
endmodule
