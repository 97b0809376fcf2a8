// SPDX-License-Identifier: Apache-2.0

/// Chooses the trap of the instruction in execute: an interrupt, else its first exception.
///
/// Combinational. The conditions must already be restricted to an instruction that is there.
module fy_trap_select
  import fy_core_pkg::*;
  import fy_pipeline_pkg::*;
(
  input  fetched_t    fetched_i,
  input  logic        interrupt_i,
  input  logic [5:0]  interrupt_cause_i,
  input  logic        illegal_i,
  input  logic        breakpoint_i,
  input  logic        call_i,
  input  privilege_e  privilege_i,
  input  logic        misaligned_target_i,
  input  logic [63:0] target_i,
  input  logic        data_fault_i,
  input  logic [5:0]  data_fault_cause_i,
  input  logic [63:0] data_address_i,

  output trap_t       trap_o,
  output logic        trap_valid_o
);
  always_comb begin
    trap_valid_o = 1'b1;
    trap_o       = '{is_interrupt: interrupt_i, cause: interrupt_cause_i, pc: fetched_i.pc,
                     tval: '0};
    if (!interrupt_i) begin
      if (fetched_i.fault) begin
        trap_o.cause = fetched_i.page_fault ? CauseFetchPage : CauseFetchAccess;
        trap_o.tval  = fetched_i.pc;
      end else if (illegal_i) begin
        trap_o.cause = CauseIllegal;
        trap_o.tval  = 64'(fetched_i.instruction);
      end else if (breakpoint_i) begin
        trap_o.cause = CauseBreakpoint;
        trap_o.tval  = fetched_i.pc;
      end else if (call_i) begin
        trap_o.cause = CauseUserCall + 6'(privilege_i);
      end else if (misaligned_target_i) begin
        trap_o.cause = CauseFetchMisaligned;
        trap_o.tval  = target_i;
      end else if (data_fault_i) begin
        trap_o.cause = data_fault_cause_i;
        trap_o.tval  = data_address_i;
      end else begin
        trap_valid_o = 1'b0;
      end
    end
  end

  logic unused_fetched;
  assign unused_fetched = ^{fetched_i};
endmodule
