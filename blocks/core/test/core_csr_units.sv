// SPDX-License-Identifier: Apache-2.0

/// The parts of the control and status registers side by side, each with its own answer: 0 status,
/// 1 interrupts, 2 supervisor, 3 and 4 the trap banks of M and S. Simulation only.
module core_csr_units
  import fy_core_pkg::*;
  import fy_pipeline_pkg::*;
#(
  /// Register width
  parameter int unsigned Xlen = 64
) (
  input  logic              clk_i,
  input  logic              rst_ni,

  input  logic [11:0]       address_i,
  input  logic              write_i,
  input  logic [63:0]       write_data_i,
  output logic [4:0]        hit_o,
  output logic [4:0][63:0]  data_o,

  // Traps and returns
  input  logic              trap_valid_i,
  input  logic              delegated_i,
  input  logic              is_interrupt_i,
  input  logic [5:0]        cause_i,
  input  logic [63:0]       pc_i,
  input  logic [63:0]       tval_i,
  input  logic [1:0]        return_i,

  // Interrupts: lines as interrupts_t, what the status register says
  input  logic [3:0]        lines_i,
  input  logic [1:0]        privilege_i,
  input  logic [1:0]        enables_i,   // MIE, SIE
  output logic              interrupt_o,
  output logic [5:0]        interrupt_cause_o,
  output logic              wake_o,
  output logic [16:0]       interrupts_delegated_o,

  output logic [1:0]        privilege_o,
  output logic [63:0]       satp_o,
  output logic              user_coprocessor_o,
  output logic [1:0][63:0]  vector_o,    // M, S
  output logic [1:0][63:0]  epc_o
);
  status_t status, seen;
  trap_t   trap;
  logic [4:0][Xlen-1:0] data;
  logic [1:0][Xlen-1:0] vector, epc;

  assign trap = '{is_interrupt: is_interrupt_i, cause: cause_i, pc: pc_i, tval: tval_i};
  always_comb begin
    seen                       = '0;
    seen.privilege             = privilege_e'(privilege_i);
    seen.machine_interrupts    = enables_i[1];
    seen.supervisor_interrupts = enables_i[0];
  end
  assign privilege_o = status.privilege;

  fy_status_csr #(.Xlen(Xlen)) i_status (
    .clk_i, .rst_ni, .address_i, .hit_o(hit_o[0]), .data_o(data[0]), .write_i,
    .write_data_i(write_data_i[Xlen-1:0]), .trap_i(trap_valid_i), .delegated_i,
    .return_i(return_e'(return_i)), .status_o(status));
  fy_interrupt_csrs #(.Xlen(Xlen)) i_interrupts (
    .clk_i, .rst_ni, .interrupts_i(lines_i), .status_i(seen), .address_i, .hit_o(hit_o[1]),
    .data_o(data[1]), .write_i, .write_data_i(write_data_i[Xlen-1:0]), .interrupt_o,
    .interrupt_cause_o, .wake_o, .delegated_o(interrupts_delegated_o));
  fy_supervisor_csrs #(.Xlen(Xlen)) i_supervisor (
    .clk_i, .rst_ni, .address_i, .hit_o(hit_o[2]), .data_o(data[2]), .write_i,
    .write_data_i(write_data_i[Xlen-1:0]), .satp_o,
    .user_coprocessor_o);

  for (genvar bank = 0; bank < 2; bank++) begin : gen_bank
    fy_trap_bank #(.Xlen(Xlen), .Base(bank == 0 ? 12'h300 : 12'h100)) i_bank (
      .clk_i, .rst_ni, .address_i, .hit_o(hit_o[3+bank]), .data_o(data[3+bank]), .write_i,
      .write_data_i(write_data_i[Xlen-1:0]), .trap_i(trap),
      .trap_valid_i(trap_valid_i && delegated_i == (bank == 1)), .vector_o(vector[bank]),
      .epc_o(epc[bank]));
    assign vector_o[bank] = 64'(vector[bank]);
    assign epc_o[bank]    = 64'(epc[bank]);
  end

  always_comb begin
    for (int i = 0; i < 5; i++) data_o[i] = 64'(data[i]);
  end

  logic unused;
  assign unused = ^status;
endmodule
