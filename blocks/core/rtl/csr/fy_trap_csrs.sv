// SPDX-License-Identifier: Apache-2.0

/// Registers of traps, interrupts and privilege: status, delegation, the banks of M and S.
///
/// Combinational read, write with effect from the next cycle. Interrupt lines are registered
/// once. A trap goes to S when it is delegated and was not caused in M. A trap has precedence
/// over a return, that over a write.
module fy_trap_csrs
  import fy_core_pkg::*;
  import fy_pipeline_pkg::*;
#(
  /// Register width
  parameter int unsigned Xlen = 64
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  input  interrupts_t     interrupts_i,

  input  logic [11:0]     address_i,
  output logic            hit_o,
  output logic [Xlen-1:0] data_o,
  input  logic            write_i,
  input  logic [Xlen-1:0] write_data_i,

  input  trap_t           trap_i,
  input  logic            trap_valid_i,
  /// Kind of return of the instruction in execute, and that it returns
  input  return_e         return_i,
  input  logic            return_valid_i,
  /// Where `trap_i` goes
  output logic [Xlen-1:0] vector_o,
  /// Where `return_i` goes
  output logic [Xlen-1:0] epc_o,

  /// An interrupt shall be taken
  output logic            interrupt_o,
  output logic [5:0]      interrupt_cause_o,
  /// An enabled interrupt is pending, globally enabled or not
  output logic            wake_o,
  /// `satp` is not filled in
  output status_t         status_o
);
  // What can occur below M; a call from M and the reserved causes stay zero.
  localparam logic [15:0] Delegable = 16'hb3ff;

  logic            status_hit, interrupt_hit, machine_hit, supervisor_hit, exceptions_hit;
  logic [Xlen-1:0] status_data, interrupt_data, machine_data, supervisor_data;
  logic [Xlen-1:0] machine_vector, supervisor_vector, machine_epc, supervisor_epc;
  logic [15:0]     exceptions_q;
  logic [16:0]     interrupts;
  logic            delegated, write;
  return_e         returns;

  assign exceptions_hit = address_i == 12'h302;
  assign hit_o = status_hit || interrupt_hit || machine_hit || supervisor_hit || exceptions_hit;
  // A part answers zero when the address is not one of its registers.
  assign data_o = status_data | interrupt_data | machine_data | supervisor_data |
                  (exceptions_hit ? Xlen'(exceptions_q) : '0);
  assign returns = return_valid_i ? return_i : ReturnNone;
  assign write   = write_i && !trap_valid_i && returns == ReturnNone;

  // ---- to M or to S -------------------------------------------------------------------------

  always_comb begin
    delegated = 1'b0;
    if (status_o.privilege != PrivilegeMachine) begin
      if (trap_i.is_interrupt) begin
        delegated = trap_i.cause < 6'd17 && interrupts[trap_i.cause[4:0]];
      end else begin
        delegated = trap_i.cause < 6'd16 && exceptions_q[trap_i.cause[3:0]];
      end
    end
  end

  assign vector_o = delegated ? supervisor_vector : machine_vector;
  assign epc_o    = return_i == ReturnSupervisor ? supervisor_epc : machine_epc;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) exceptions_q <= '0;
    else if (write && exceptions_hit) exceptions_q <= write_data_i[15:0] & Delegable;
  end

  // ---- parts --------------------------------------------------------------------------------

  fy_status_csr #(
    .Xlen(Xlen)
  ) i_status (
    .clk_i,
    .rst_ni,
    .address_i,
    .hit_o      (status_hit),
    .data_o     (status_data),
    .write_i    (write),
    .write_data_i,
    .trap_i     (trap_valid_i),
    .delegated_i(delegated),
    .return_i   (returns),
    .status_o
  );

  fy_interrupt_csrs #(
    .Xlen(Xlen)
  ) i_interrupts (
    .clk_i,
    .rst_ni,
    .interrupts_i,
    .status_i   (status_o),
    .address_i,
    .hit_o      (interrupt_hit),
    .data_o     (interrupt_data),
    .write_i    (write),
    .write_data_i,
    .interrupt_o,
    .interrupt_cause_o,
    .wake_o,
    .delegated_o(interrupts)
  );

  fy_trap_bank #(
    .Xlen(Xlen),
    .Base(12'h300)
  ) i_machine (
    .clk_i,
    .rst_ni,
    .address_i,
    .hit_o       (machine_hit),
    .data_o      (machine_data),
    .write_i     (write),
    .write_data_i,
    .trap_i,
    .trap_valid_i(trap_valid_i && !delegated),
    .vector_o    (machine_vector),
    .epc_o       (machine_epc)
  );

  fy_trap_bank #(
    .Xlen(Xlen),
    .Base(12'h100)
  ) i_supervisor (
    .clk_i,
    .rst_ni,
    .address_i,
    .hit_o       (supervisor_hit),
    .data_o      (supervisor_data),
    .write_i     (write),
    .write_data_i,
    .trap_i,
    .trap_valid_i(trap_valid_i && delegated),
    .vector_o    (supervisor_vector),
    .epc_o       (supervisor_epc)
  );
endmodule
