// SPDX-License-Identifier: Apache-2.0

/// Test top: the pieces of the core side by side, so that one build serves all their tests.
module core_units
  import fy_core_pkg::*;
  import fy_pipeline_pkg::*;
#(
  /// Register width
  parameter int unsigned Xlen = 64
) (
  input  logic           clk_i,
  input  logic           rst_ni,

  // Decoder, ALU, multiplier, divider, branch condition
  input  logic [31:0]    instruction_i,
  output decoded_t       decoded_o,
  input  logic [Xlen-1:0] a_i,
  input  logic [Xlen-1:0] b_i,
  input  alu_operation_e operation_i,
  input  logic           word_i,
  output logic [Xlen-1:0] sum_o,
  output logic [Xlen-1:0] alu_o,
  input  logic           multiply_i,
  output logic [Xlen-1:0] product_o,
  input  logic           divide_i,
  output logic [Xlen-1:0] quotient_o,
  output logic           divide_done_o,
  output logic           taken_o,

  // CSR file
  input  csr_request_t   csr_i,
  input  logic           commit_i,
  output logic           illegal_o,
  output logic [Xlen-1:0] csr_o,
  input  logic           retire_i,
  input  trap_t          trap_i,
  input  logic           trap_valid_i,
  input  return_e        return_i,
  input  interrupts_t    interrupts_i,
  output logic           interrupt_o,
  output logic [5:0]     cause_o,
  output logic           wake_o,
  output logic [Xlen-1:0] vector_o,
  output logic [Xlen-1:0] epc_o,
  output status_t        status_o,

  // Its parts alone: address of `csr_i`, written with `a_i` by bit 0 and bit 1 of `part_write_i`
  input  logic [1:0]     part_write_i,
  output logic [1:0]     part_hit_o,    // trap registers, counters
  output logic [Xlen-1:0] trap_csr_o,
  output logic [Xlen-1:0] counter_csr_o,
  output logic [Xlen-1:0] trap_vector_o,
  output logic [Xlen-1:0] trap_epc_o,
  output logic [7:0]     trap_flags_o,  // interrupt, wake, cause
  output status_t        trap_status_o,
  input  privilege_e     privilege_i,   // of the counters
  input  logic [63:0]    time_i         // of the counters
);
  fy_decoder #(.Xlen(Xlen)) i_decoder (.instruction_i, .decoded_o);
  fy_alu #(.Xlen(Xlen)) i_alu (
    .operation_i, .word_i, .a_i, .b_i, .sum_o, .result_o(alu_o));
  fy_multiplier #(.Xlen(Xlen)) i_multiplier (
    .clk_i, .function_i(instruction_i[13:12]), .word_i, .a_i, .b_i, .valid_i(multiply_i),
    .result_o(product_o));
  fy_divider #(.Xlen(Xlen)) i_divider (
    .clk_i, .rst_ni, .function_i(instruction_i[13:12]), .word_i, .a_i, .b_i, .valid_i(divide_i),
    .result_o(quotient_o), .done_o(divide_done_o));
  fy_branch_condition #(.Xlen(Xlen)) i_condition (
    .funct3_i(instruction_i[14:12]), .rs1_i(a_i), .rs2_i(b_i), .taken_o);
  fy_csr_file #(.Xlen(Xlen)) i_csrs (
    .clk_i, .rst_ni, .hart_id_i(64'd3), .time_i(64'h0123_4567_89ab_cdef), .interrupts_i,
    .request_i(csr_i), .commit_i, .illegal_o, .data_o(csr_o), .retire_i, .trap_i, .trap_valid_i,
    .return_i, .vector_o, .epc_o, .interrupt_o, .interrupt_cause_o(cause_o), .wake_o, .status_o);
  fy_trap_csrs #(.Xlen(Xlen)) i_trap_csrs (
    .clk_i, .rst_ni, .interrupts_i, .address_i(csr_i.address), .hit_o(part_hit_o[0]),
    .data_o(trap_csr_o), .write_i(part_write_i[0]), .write_data_i(a_i), .trap_i, .trap_valid_i,
    .return_i, .return_valid_i(1'b1), .vector_o(trap_vector_o), .epc_o(trap_epc_o),
    .interrupt_o(trap_flags_o[7]),
    .interrupt_cause_o(trap_flags_o[5:0]), .wake_o(trap_flags_o[6]),
    .status_o(trap_status_o));
  fy_counter_csrs #(.Xlen(Xlen)) i_counter_csrs (
    .clk_i, .rst_ni, .time_i, .retire_i, .privilege_i, .address_i(csr_i.address),
    .hit_o(part_hit_o[1]), .data_o(counter_csr_o), .write_i(part_write_i[1]), .write_data_i(a_i));
endmodule
