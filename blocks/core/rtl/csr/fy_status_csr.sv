// SPDX-License-Identifier: Apache-2.0

/// Privilege of the hart, mstatus and its view sstatus.
///
/// Combinational read; writes, traps and returns act from the next cycle. At most one of them in
/// a cycle. MPP keeps its value when the reserved 2 is written. UXL and SXL read 2.
module fy_status_csr
  import fy_core_pkg::*;
  import fy_pipeline_pkg::*;
#(
  /// Register width
  parameter int unsigned Xlen = 64
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  input  logic [11:0]     address_i,
  output logic            hit_o,
  output logic [Xlen-1:0] data_o,
  input  logic            write_i,
  input  logic [Xlen-1:0] write_data_i,

  input  logic            trap_i,
  /// The trap goes to S
  input  logic            delegated_i,
  input  return_e         return_i,

  /// `satp` is not filled in
  output status_t         status_o
);
  localparam logic [63:0] Widths = Xlen == 64 ? 64'h0000_000a_0000_0000 : '0;

  privilege_e privilege_q, mpp_q;
  logic       mie_q, mpie_q, sie_q, spie_q, spp_q;
  logic       mprv_q, sum_q, mxr_q, tvm_q, tw_q, tsr_q;
  logic       is_machine, is_supervisor;
  logic [22:0] machine;

  assign is_machine    = address_i == 12'h300;
  assign is_supervisor = address_i == 12'h100;
  assign hit_o         = is_machine || is_supervisor || (Xlen == 32 && address_i == 12'h310);

  assign machine = {tsr_q, tw_q, tvm_q, mxr_q, sum_q, mprv_q, 4'h0, mpp_q, 2'b00, spp_q,
                    mpie_q, 1'b0, spie_q, 1'b0, mie_q, 1'b0, sie_q, 1'b0};

  always_comb begin
    data_o = '0;
    if (is_machine) data_o = Xlen'(machine) | Xlen'(Widths);
    // SIE, SPIE, SPP, SUM, MXR, UXL
    if (is_supervisor) data_o = Xlen'(machine & 23'h0c_0122) | Xlen'(Widths & 64'h3_0000_0000);
  end

  assign status_o = '{
    privilege: privilege_q, machine_interrupts: mie_q, supervisor_interrupts: sie_q, sum: sum_q,
    mxr: mxr_q, mprv: mprv_q, mpp: mpp_q, trap_memory: tvm_q, trap_wait: tw_q,
    trap_return: tsr_q, user_coprocessor: 1'b0, satp: '0};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      privilege_q <= PrivilegeMachine;
      mpp_q       <= PrivilegeUser;
      {mie_q, mpie_q, sie_q, spie_q, spp_q}           <= '0;
      {mprv_q, sum_q, mxr_q, tvm_q, tw_q, tsr_q} <= '0;
    end else if (trap_i && delegated_i) begin
      privilege_q <= PrivilegeSupervisor;
      spp_q       <= privilege_q == PrivilegeSupervisor;
      spie_q      <= sie_q;
      sie_q       <= 1'b0;
    end else if (trap_i) begin
      privilege_q <= PrivilegeMachine;
      mpp_q       <= privilege_q;
      mpie_q      <= mie_q;
      mie_q       <= 1'b0;
    end else if (return_i == ReturnMachine) begin
      privilege_q <= mpp_q;
      mpp_q       <= PrivilegeUser;
      mie_q       <= mpie_q;
      mpie_q      <= 1'b1;
      if (mpp_q != PrivilegeMachine) mprv_q <= 1'b0;
    end else if (return_i == ReturnSupervisor) begin
      privilege_q <= spp_q ? PrivilegeSupervisor : PrivilegeUser;
      spp_q       <= 1'b0;
      sie_q       <= spie_q;
      spie_q      <= 1'b1;
      mprv_q      <= 1'b0;
    end else if (write_i && (is_machine || is_supervisor)) begin
      sie_q  <= write_data_i[1];
      spie_q <= write_data_i[5];
      spp_q  <= write_data_i[8];
      sum_q  <= write_data_i[18];
      mxr_q  <= write_data_i[19];
      if (is_machine) begin
        mie_q  <= write_data_i[3];
        mpie_q <= write_data_i[7];
        if (write_data_i[12:11] != 2'd2) mpp_q <= privilege_e'(write_data_i[12:11]);
        mprv_q <= write_data_i[17];
        tvm_q  <= write_data_i[20];
        tw_q   <= write_data_i[21];
        tsr_q  <= write_data_i[22];
      end
    end
  end

  logic unused_bits;
  assign unused_bits = ^write_data_i;
endmodule
