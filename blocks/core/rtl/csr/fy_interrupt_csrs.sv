// SPDX-License-Identifier: Apache-2.0

/// Interrupts: mip, mie, mideleg and the views sip and sie; which interrupt is to be taken.
///
/// Combinational read, write with effect from the next cycle. Lines are registered once. The
/// supervisor's bits are written by M; of sip only SSIP, where it is delegated. Interrupts of M
/// come before those delegated to S; within each: external, software, timer, M before S, the bus
/// error last.
module fy_interrupt_csrs
  import fy_core_pkg::*;
  import fy_pipeline_pkg::*;
#(
  /// Register width
  parameter int unsigned Xlen = 64
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  input  interrupts_t     interrupts_i,
  input  status_t         status_i,

  input  logic [11:0]     address_i,
  output logic            hit_o,
  output logic [Xlen-1:0] data_o,
  input  logic            write_i,
  input  logic [Xlen-1:0] write_data_i,

  /// An interrupt shall be taken
  output logic            interrupt_o,
  output logic [5:0]      interrupt_cause_o,
  /// An enabled interrupt is pending, globally enabled or not
  output logic            wake_o,
  /// mideleg
  output logic [16:0]     delegated_o
);
  typedef logic [16:0] bits_t;

  localparam bits_t All        = 17'h1_0aaa;
  localparam bits_t Supervisor = 17'h0_0222;

  interrupts_t lines_q;
  bits_t       soft_q, enabled_q, delegated_q, pending, active, machine, chosen, data;
  logic        machine_on, supervisor_on;

  assign pending = {lines_q.bus_error, 4'h0, lines_q.external, 3'h0, lines_q.timer, 3'h0,
                    lines_q.software, 3'h0} | soft_q;

  always_comb begin
    hit_o = 1'b1;
    unique case (address_i)
      12'h303: data = delegated_q;
      12'h304: data = enabled_q;
      12'h344: data = pending;
      12'h104: data = enabled_q & delegated_q;
      12'h144: data = pending & delegated_q;
      default: begin
        data  = '0;
        hit_o = 1'b0;
      end
    endcase
  end
  assign data_o      = Xlen'(data);
  assign delegated_o = delegated_q;

  // ---- which one ----------------------------------------------------------------------------

  assign machine_on    = status_i.privilege != PrivilegeMachine || status_i.machine_interrupts;
  assign supervisor_on = status_i.privilege == PrivilegeUser ||
                         (status_i.privilege == PrivilegeSupervisor &&
                          status_i.supervisor_interrupts);
  assign active        = pending & enabled_q;
  assign wake_o        = active != '0;
  assign machine       = machine_on ? active & ~delegated_q : '0;

  always_comb begin
    chosen = machine;
    if (machine == '0 && supervisor_on) chosen = active & delegated_q;
  end
  assign interrupt_o = chosen != '0;

  always_comb begin
    if (chosen[11]) interrupt_cause_o = InterruptExternal;
    else if (chosen[3]) interrupt_cause_o = InterruptSoftware;
    else if (chosen[7]) interrupt_cause_o = InterruptTimer;
    else if (chosen[9]) interrupt_cause_o = InterruptSupervisorExternal;
    else if (chosen[1]) interrupt_cause_o = InterruptSupervisorSoftware;
    else if (chosen[5]) interrupt_cause_o = InterruptSupervisorTimer;
    else interrupt_cause_o = InterruptBusError;
  end

  // ---- writes -------------------------------------------------------------------------------

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      lines_q     <= '0;
      soft_q      <= '0;
      enabled_q   <= '0;
      delegated_q <= '0;
    end else begin
      lines_q <= interrupts_i;
      if (write_i) begin
        unique case (address_i)
          12'h303: delegated_q <= write_data_i[16:0] & Supervisor;
          12'h304: enabled_q <= write_data_i[16:0] & All;
          12'h344: soft_q <= write_data_i[16:0] & Supervisor;
          12'h104: enabled_q <= (write_data_i[16:0] & delegated_q) | (enabled_q & ~delegated_q);
          12'h144: if (delegated_q[1]) soft_q[1] <= write_data_i[1];
          default: ;
        endcase
      end
    end
  end

  logic unused_bits;
  assign unused_bits = ^{status_i, write_data_i};
endmodule
