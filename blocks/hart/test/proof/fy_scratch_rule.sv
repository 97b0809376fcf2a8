// SPDX-License-Identifier: Apache-2.0

/// What instructions that access mscratch do, as the control register that holds any value.
///
/// Passive. `right_o` in the cycle in which one retires: it read what was last written or read,
/// and trapped only outside of M.
module fy_scratch_rule
  import fy_core_pkg::*;
  import fy_rvfi_pkg::*;
(
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         valid_i,
  input  instruction_t shown_i,
  output logic         right_o
);
  localparam logic [11:0] Scratch = 12'h340;

  logic [2:0]  funct3;
  logic        accesses, known_q, reads, right;
  logic [31:0] value_q, old, operand, new_value;

  assign funct3   = shown_i.insn[14:12];
  assign accesses = valid_i && shown_i.insn[6:0] == 7'b1110011 && funct3[1:0] != '0 &&
                    shown_i.insn[31:20] == Scratch;
  assign operand  = funct3[2] ? 32'(shown_i.insn[19:15]) : shown_i.rs1_rdata[31:0];
  assign reads    = shown_i.rd_addr != '0;
  assign old      = reads ? shown_i.rd_wdata[31:0] : value_q;

  always_comb begin
    unique case (funct3[1:0])
      2'd1:    new_value = operand;
      2'd2:    new_value = old | operand;
      default: new_value = old & ~operand;
    endcase
  end

  always_comb begin
    if (shown_i.mode != PrivilegeMachine) right = shown_i.trap && !reads;
    else right = !shown_i.trap && shown_i.rd_addr == shown_i.insn[11:7] &&
                 (funct3[2] || shown_i.rs1_addr == shown_i.insn[19:15]) &&
                 (!known_q || old == value_q) &&
                 shown_i.pc_wdata[31:0] == shown_i.pc_rdata[31:0] + 32'd4 &&
                 shown_i.mem_rmask == '0 && shown_i.mem_wmask == '0;
  end

  assign right_o = !accesses || right;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) known_q <= 1'b0;
    else if (accesses && !shown_i.trap && (reads || funct3[1:0] == 2'd1)) known_q <= 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (accesses && !shown_i.trap) value_q <= new_value;
  end

  logic unused;
  assign unused = ^{shown_i};
endmodule
