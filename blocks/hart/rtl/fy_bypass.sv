// SPDX-License-Identifier: Apache-2.0

/// Finds the newest value of one source register among the results still in the pipeline.
///
/// Combinational. `wait_o` says that the newest value does not exist yet, `next_o` that it is
/// computed by the instruction in execute and may stand when that has reached the memory stage.
module fy_bypass
  import fy_pipeline_pkg::*;
#(
  /// Register width
  parameter int unsigned Xlen = 64
) (
  input  logic [4:0]      index_i,
  input  logic [Xlen-1:0] register_data_i,
  /// A late result is owed to the register and does not arrive now
  input  logic            pending_i,

  /// Youngest first
  input  forward_t        execute_i,
  input  forward_t        memory_i,
  input  forward_t        write_i,
  input  forward_t        late_i,

  output logic [Xlen-1:0] data_o,
  output logic            wait_o,
  output logic            next_o
);
  always_comb begin
    data_o = register_data_i;
    wait_o = 1'b0;
    next_o = 1'b0;
    if (execute_i.valid && execute_i.rd == index_i) begin
      data_o = Xlen'(execute_i.data);
      wait_o = !execute_i.available;
      next_o = !execute_i.available;
    end else if (memory_i.valid && memory_i.rd == index_i) begin
      data_o = Xlen'(memory_i.data);
      wait_o = !memory_i.available;
    end else if (write_i.valid && write_i.rd == index_i) begin
      data_o = Xlen'(write_i.data);
    end else if (late_i.valid && late_i.rd == index_i) begin
      data_o = Xlen'(late_i.data);
    end else begin
      wait_o = pending_i;
    end
  end

  logic unused_forward;
  assign unused_forward = ^{execute_i, memory_i, write_i, late_i};
endmodule
