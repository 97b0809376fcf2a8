// SPDX-License-Identifier: Apache-2.0

/// Says whether the instruction in execute may act, must wait, or gives way to an interrupt.
///
/// Combinational but for one bit: what has been offered on a port and was not taken is not
/// withdrawn by an interrupt. WFI and a fence that has begun are not interrupted either.
module fy_execute_control
  import fy_pipeline_pkg::*;
(
  input  logic     clk_i,
  input  logic     rst_ni,

  input  logic     valid_i,
  /// A branch in front went elsewhere: nothing is here
  input  logic     kill_i,
  input  logic     fetch_fault_i,
  input  unit_e    unit_i,
  input  logic     illegal_i,
  input  logic     trap_i,

  input  logic     interrupt_i,
  input  logic     fence_committed_i,
  /// A port was offered something that it did not take
  input  logic     offered_i,
  /// What each unit waits for has happened
  input  done_t    done_i,
  input  logic     memory_ready_i,

  /// The instruction may act
  output logic     execute_o,
  /// The interrupt takes its place
  output logic     interrupt_o,
  /// It leaves execute
  output logic     advance_o
);
  logic live, hold, held_q;

  assign live        = valid_i && !kill_i;
  assign interrupt_o = live && interrupt_i && !held_q && !fence_committed_i && unit_i != UnitWait;
  assign execute_o   = live && !interrupt_o && !fetch_fault_i && !illegal_i;
  assign advance_o   = live && memory_ready_i && !hold;

  always_comb begin
    hold = 1'b0;
    if (execute_o && !trap_i) begin
      unique case (unit_i)
        UnitLoad, UnitStore, UnitAtomic:                       hold = !done_i.data;
        UnitDivide:                                            hold = !done_i.divide;
        UnitFence, UnitFenceInstruction, UnitTranslationFence: hold = !done_i.fence;
        UnitCoprocessor:                                       hold = !done_i.coprocessor;
        UnitWait:                                              hold = !done_i.wake;
        UnitBranch, UnitJump, UnitJumpRegister:                hold = !done_i.flow;
        default: ;
      endcase
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_q <= 1'b0;
    else held_q <= execute_o && offered_i && !advance_o;
  end
endmodule
