// SPDX-License-Identifier: Apache-2.0

/// fy_hart with the attribute tables beside it, for benches that stand behind all its other ports,
/// and what its probe shows of what retires.
module fy_test_hart
  import fy_core_pkg::*;
  import fy_mmu_pkg::*;
#(
  /// Register width, 32 or 64
  parameter int unsigned Xlen = 64
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic [63:0]           hart_id_i,
  input  logic [63:0]           time_i,
  input  interrupts_t           interrupts_i,

  output fetch_request_t        fetch_o,
  input  logic                  fetch_ready_i,
  input  fetch_response_t       fetch_i,

  output data_request_t         data_o,
  input  logic                  data_ready_i,
  input  data_response_t        data_i,

  output coprocessor_request_t  coprocessor_o,
  input  logic                  coprocessor_ready_i,
  input  coprocessor_response_t coprocessor_i,

  output walk_request_t [1:0]   walk_o,
  input  logic [1:0]            walk_ready_i,
  input  walk_response_t [1:0]  walk_i,

  output translation_fence_t    translation_fence_o,
  input  logic                  translation_fence_done_i,

  output retirement_t           retirement_o,
  output logic                  rvfi_valid_o,
  output fy_rvfi_pkg::instruction_t rvfi_o,
  output core_events_t          events_o
);
  logic [1:0][63:0]  address;
  attributes_t [1:0] attributes;

  fy_hart #(
    .Xlen(Xlen)
  ) i_hart (
    .clk_i, .rst_ni, .hart_id_i, .time_i, .interrupts_i, .fetch_o, .fetch_ready_i, .fetch_i,
    .data_o, .data_ready_i, .data_i, .coprocessor_o, .coprocessor_ready_i, .coprocessor_i, .walk_o,
    .walk_ready_i, .walk_i, .attribute_address_o(address), .attributes_i(attributes),
    .translation_fence_o, .translation_fence_done_i, .debug_request_i(1'b0), .events_o
  );

  for (genvar i = 0; i < 2; i++) begin : gen_attributes
    fy_address_attributes #(.Attributes(fy_bench_map_pkg::Attributes)) i_attributes (
      .address_i(address[i]), .attributes_o(attributes[i])
    );
  end

  assign retirement_o = i_hart.i_retirement.retirement;
  assign rvfi_valid_o = i_hart.i_rvfi.rvfi_valid;
  assign rvfi_o = '{
    order: i_hart.i_rvfi.rvfi_order, insn: i_hart.i_rvfi.rvfi_insn,
    trap: i_hart.i_rvfi.rvfi_trap, intr: i_hart.i_rvfi.rvfi_intr, mode: i_hart.i_rvfi.rvfi_mode,
    rs1_addr: i_hart.i_rvfi.rvfi_rs1_addr, rs2_addr: i_hart.i_rvfi.rvfi_rs2_addr,
    rs1_rdata: 64'(i_hart.i_rvfi.rvfi_rs1_rdata), rs2_rdata: 64'(i_hart.i_rvfi.rvfi_rs2_rdata),
    rd_addr: i_hart.i_rvfi.rvfi_rd_addr, rd_wdata: 64'(i_hart.i_rvfi.rvfi_rd_wdata),
    pc_rdata: 64'(i_hart.i_rvfi.rvfi_pc_rdata), pc_wdata: 64'(i_hart.i_rvfi.rvfi_pc_wdata),
    mem_addr: 64'(i_hart.i_rvfi.rvfi_mem_addr), mem_rmask: 8'(i_hart.i_rvfi.rvfi_mem_rmask),
    mem_wmask: 8'(i_hart.i_rvfi.rvfi_mem_wmask), mem_rdata: 64'(i_hart.i_rvfi.rvfi_mem_rdata),
    mem_wdata: 64'(i_hart.i_rvfi.rvfi_mem_wdata)};
endmodule
