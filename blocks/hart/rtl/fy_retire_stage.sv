// SPDX-License-Identifier: Apache-2.0

/// Memory and write stage: results on their way to the registers.
///
/// What enters retires: M holds it while its access is replayed, W never waits. An instruction
/// stands in `written_o` two cycles after it left execute, unless M held it.
module fy_retire_stage
  import fy_core_pkg::*;
  import fy_pipeline_pkg::*;
#(
  /// Register width
  parameter int unsigned Xlen = 64
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  /// What leaves execute; its own `valid` is not looked at
  input  leaving_t        enter_i,
  input  logic            enter_valid_i,
  input  unit_e           enter_unit_i,

  /// Memory stage: it may leave, its load comes late, the load's value, the product
  input  logic            memory_ready_i,
  input  logic            memory_late_i,
  input  logic [63:0]     load_data_i,
  input  logic [Xlen-1:0] product_i,

  input  logic            late_valid_i,
  input  data_late_t      late_i,

  output forward_t        memory_o,
  output forward_t        write_o,
  output forward_t        late_o,
  /// What retires in this cycle
  output leaving_t        written_o
);
  logic     valid_q, load_q, multiply_q;
  leaving_t memory_q, leave, write_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      memory_q   <= '0;
      valid_q    <= 1'b0;
      load_q     <= 1'b0;
      multiply_q <= 1'b0;
      write_q    <= '0;
    end else begin
      if (memory_ready_i) begin
        memory_q   <= enter_i;
        valid_q    <= enter_valid_i;
        load_q     <= enter_unit_i == UnitLoad || enter_unit_i == UnitAtomic;
        multiply_q <= enter_unit_i == UnitMultiply;
      end
      write_q <= leave;
    end
  end

  always_comb begin
    leave       = memory_q;
    leave.valid = valid_q && memory_ready_i;
    if (load_q && memory_q.rd_write) begin
      leave.rd_data = 64'(Xlen'(load_data_i));
      leave.rd_late = memory_late_i;
    end else if (multiply_q && memory_q.rd_write) begin
      leave.rd_data = 64'(product_i);
    end
  end

  assign memory_o = '{
    valid: valid_q && memory_q.rd_write,
    available: !load_q || (memory_ready_i && !memory_late_i),
    rd: memory_q.rd, data: leave.rd_data};
  assign write_o = '{
    valid: write_q.valid && write_q.rd_write && !write_q.rd_late, available: 1'b1,
    rd: write_q.rd, data: write_q.rd_data};
  // A load to x0 carries tag 0 and has no register to write.
  assign late_o = '{
    valid: late_valid_i && late_i.id.tag != '0, available: 1'b1,
    rd: late_i.id.tag, data: 64'(Xlen'(late_i.data))};
  assign written_o = write_q;

  logic unused_late;
  assign unused_late = ^{late_i, load_data_i};
endmodule
