// SPDX-License-Identifier: Apache-2.0

/// What the RISC-V Formal Interface tells of one instruction, as a record.
///
/// The fields have the names of the interface without `rvfi_`; of a core of 32 bits the upper
/// halves are zero. `mem_addr` is the address of the lowest byte, as the program gave it.
package fy_rvfi_pkg;
  typedef struct packed {
    logic [63:0] order;
    logic [31:0] insn;
    logic        trap;
    logic        intr;
    logic [1:0]  mode;
    logic [4:0]  rs1_addr;
    logic [4:0]  rs2_addr;
    logic [63:0] rs1_rdata;
    logic [63:0] rs2_rdata;
    logic [4:0]  rd_addr;
    logic [63:0] rd_wdata;
    logic [63:0] pc_rdata;
    logic [63:0] pc_wdata;
    logic [63:0] mem_addr;
    logic [7:0]  mem_rmask;
    logic [7:0]  mem_wmask;
    logic [63:0] mem_rdata;
    logic [63:0] mem_wdata;
  } instruction_t;
endpackage
