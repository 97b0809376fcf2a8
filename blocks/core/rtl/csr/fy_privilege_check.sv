// SPDX-License-Identifier: Apache-2.0

/// Instructions that the privilege of the hart, or a trap bit of mstatus, makes illegal.
///
/// Combinational. CSR accesses are judged by the registers.
module fy_privilege_check
  import fy_core_pkg::*;
  import fy_pipeline_pkg::*;
(
  input  unit_e   unit_i,
  input  status_t status_i,
  output logic    illegal_o
);
  logic is_user, is_supervisor;

  assign is_user       = status_i.privilege == PrivilegeUser;
  assign is_supervisor = status_i.privilege == PrivilegeSupervisor;

  always_comb begin
    unique case (unit_i)
      UnitMachineReturn:    illegal_o = status_i.privilege != PrivilegeMachine;
      UnitSupervisorReturn: illegal_o = is_user || (is_supervisor && status_i.trap_return);
      UnitTranslationFence: illegal_o = is_user || (is_supervisor && status_i.trap_memory);
      UnitWait:             illegal_o = is_user || (is_supervisor && status_i.trap_wait);
      UnitCoprocessor:      illegal_o = is_user && !status_i.user_coprocessor;
      default:              illegal_o = 1'b0;
    endcase
  end

  logic unused_status;
  assign unused_status = ^status_i;
endmodule
