// SPDX-License-Identifier: Apache-2.0

/// Where the program goes on behind the instruction in execute, and what the predictor learns.
///
/// Combinational but for the branch that is decided one stage late (fy_late_branch): its redirect
/// goes first, and then nothing is in execute (`kill_o`). Traps, returns, FENCE.I, SFENCE.VMA and
/// accesses of satp always redirect, since what was fetched behind them need not be right.
module fy_execute_flow
  import fy_pipeline_pkg::*;
#(
  /// Register width
  parameter int unsigned Xlen = 64
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  input  fetched_t        fetched_i,
  input  unit_e           unit_i,
  input  logic [Xlen-1:0] rs1_i,
  input  logic [Xlen-1:0] rs2_i,
  /// Operands 2 and 1 are those of the instruction in the memory stage
  input  logic [1:0]      late_i,
  /// They stand
  input  logic            late_stand_i,
  input  logic [Xlen-1:0] memory_data_i,
  input  outcome_t        outcome_i,
  input  logic [Xlen-1:0] next_i,
  /// Where a trap or a return goes
  input  logic [Xlen-1:0] target_i,
  input  logic            trap_i,
  input  logic            advance_i,

  output logic            done_o,
  output logic            kill_o,
  output logic            redirect_o,
  output logic [Xlen-1:0] redirect_address_o,
  output outcome_t        outcome_o,
  output logic            outcome_valid_o
);
  logic            m_valid, forced, away, is_late;
  logic [Xlen-1:0] m_address, next;
  outcome_t        m_outcome;

  assign is_late = late_i != '0;
  // The predictor learns one outcome a cycle; a wrong prediction must not be lost.
  assign done_o  = is_late ? late_stand_i : !(m_valid && outcome_i.mispredicted);

  fy_late_branch #(
    .Xlen(Xlen)
  ) i_late_branch (
    .clk_i,
    .rst_ni,
    .enter_i           (advance_i && !trap_i && is_late),
    .outcome_i,
    .funct3_i          (fetched_i.instruction[14:12]),
    .rs1_i             (late_i[0] ? memory_data_i : rs1_i),
    .rs2_i             (late_i[1] ? memory_data_i : rs2_i),
    .predicted_i       (Xlen'(fetched_i.next_pc)),
    .outcome_o         (m_outcome),
    .outcome_valid_o   (m_valid),
    .redirect_o        (kill_o),
    .redirect_address_o(m_address)
  );

  always_comb begin
    forced = trap_i;
    next   = next_i;
    unique case (unit_i)
      UnitFenceInstruction, UnitTranslationFence: forced = 1'b1;
      UnitCsr: if (fetched_i.instruction[31:20] == CsrSatp) forced = 1'b1;
      UnitMachineReturn, UnitSupervisorReturn: begin
        forced = 1'b1;
        next   = target_i;
      end
      default: ;
    endcase
    if (trap_i) next = target_i;
  end

  always_comb begin
    if (forced) away = 1'b1;
    else if (is_late) away = 1'b0;
    else away = next != Xlen'(fetched_i.next_pc);
  end

  assign redirect_o         = kill_o || (advance_i && away);
  assign redirect_address_o = kill_o ? m_address : next;
  assign outcome_o          = m_valid ? m_outcome : outcome_i;
  assign outcome_valid_o    = m_valid || (advance_i && !trap_i && !is_late);

  logic unused_fetched;
  assign unused_fetched = ^{fetched_i};
endmodule
