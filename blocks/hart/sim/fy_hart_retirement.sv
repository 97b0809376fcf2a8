// SPDX-License-Identifier: Apache-2.0

/// Probe of fy_hart: its retirement record, in which simulators and benches see what it did.
///
/// Passive. This file binds it to every hart as `i_retirement`; `core.toml` names the record there.
/// It shows an instruction two cycles after it left execute, unless M held it, and a late result
/// one cycle after it came, so that none comes before its load. An SC enters as a store and stays
/// one when it succeeds. A hart has one thread.
module fy_hart_retirement
  import fy_core_pkg::*;
  import fy_pipeline_pkg::*;
(
  input logic            clk_i,
  input logic            rst_ni,

  // Execute
  input fetched_t        fetched_i,
  input decoded_t        decoded_i,
  input privilege_e      privilege_i,
  input logic [63:0]     tval_i,
  input logic            trap_i,
  input data_operation_e operation_i,
  /// Translated address of the access, and what a store writes
  input logic [63:0]     physical_i,
  input logic [63:0]     data_i,

  // Memory: it may leave; the value of a load, zero of an SC that succeeds
  input logic            memory_ready_i,
  input logic [63:0]     load_data_i,

  // Write, and late results
  input leaving_t        written_i,
  input forward_t        late_i,
  input logic [3:0]      late_thread_i
);
  retirement_t entered, memory_q, leave, write_q, retirement;
  logic        conditional_q, late_valid_q;
  logic [3:0]  late_thread_q;
  forward_t    late_q;

  always_comb begin
    entered             = '0;
    entered.privilege   = privilege_i;
    entered.pc          = fetched_i.pc;
    entered.instruction = fetched_i.fault ? '0 : fetched_i.instruction;
    if (trap_i) begin
      entered.tval = tval_i;
    end else if (decoded_i.unit == UnitStore ||
                 (decoded_i.unit == UnitAtomic && operation_i != DataLoadReserved)) begin
      entered.store         = 1'b1;
      entered.store_size    = fetched_i.instruction[13:12];
      entered.store_address = physical_i;
      entered.store_data    = data_i;
    end
  end

  always_comb begin
    leave = memory_q;
    if (conditional_q && load_data_i != '0) leave.store = 1'b0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      memory_q      <= '0;
      conditional_q <= 1'b0;
      write_q       <= '0;
      late_valid_q  <= 1'b0;
    end else begin
      if (memory_ready_i) begin
        memory_q      <= entered;
        conditional_q <= decoded_i.unit == UnitAtomic && operation_i == DataStoreConditional;
      end
      write_q      <= leave;
      late_valid_q <= late_i.valid;
    end
  end

  always_ff @(posedge clk_i) begin
    late_q        <= late_i;
    late_thread_q <= late_thread_i;
  end

  always_comb begin
    retirement              = write_q;
    retirement.valid        = written_i.valid;
    retirement.trap         = written_i.trap;
    retirement.is_interrupt = written_i.is_interrupt;
    retirement.cause        = written_i.cause;
    retirement.rd_write     = written_i.rd_write;
    retirement.rd_late      = written_i.rd_late;
    retirement.rd           = written_i.rd;
    retirement.rd_data      = written_i.rd_data;
    retirement.late_valid   = late_valid_q;
    retirement.late_thread  = late_thread_q;
    retirement.late_rd      = late_q.rd;
    retirement.late_data    = late_q.data;
  end

  // The record is read by its name.
  logic unused_fields;
  assign unused_fields = ^{fetched_i, decoded_i, late_q, retirement};
endmodule

bind fy_hart fy_hart_retirement i_retirement (
  .clk_i,
  .rst_ni,
  .fetched_i     (x_fetched),
  .decoded_i     (x_decoded),
  .privilege_i   (status.privilege),
  .tval_i        (trap.tval),
  .trap_i        (x_trap),
  .operation_i   (x_data.operation),
  .physical_i    (attribute_address_o[1]),
  .data_i        (x_data.data),
  .memory_ready_i(m_ready),
  .load_data_i   (data_i.data),
  .written_i     (written),
  .late_i        (forward_late),
  .late_thread_i (data_i.late.id.thread)
);
