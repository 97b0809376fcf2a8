// SPDX-License-Identifier: Apache-2.0

/// Arithmetic of the execute stage: ALU, first half of the multiplier, divider, branches.
///
/// Combinational but for the divider (`divide_done_o`) and the multiplier, whose product stands
/// in the cycle after `multiply_i`.
module fy_integer_unit
  import fy_pipeline_pkg::*;
#(
  /// Register width, 32 or 64
  parameter int unsigned Xlen = 64
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  input  fetched_t        fetched_i,
  input  decoded_t        decoded_i,
  input  logic [Xlen-1:0] rs1_i,
  input  logic [Xlen-1:0] rs2_i,
  /// The instruction leaves for the memory stage
  input  logic            multiply_i,
  /// Held until done
  input  logic            divide_i,
  output logic            divide_done_o,

  /// What control registers and coprocessor answered
  input  logic [Xlen-1:0] csr_i,
  input  logic [Xlen-1:0] coprocessor_i,

  /// Value for rd
  output logic [Xlen-1:0] result_o,
  /// rs1 plus immediate
  output logic [Xlen-1:0] sum_o,
  output logic [Xlen-1:0] product_o,

  /// Where the program goes on
  output logic [Xlen-1:0] next_o,
  output logic            misaligned_o,
  output outcome_t        outcome_o
);
  logic [Xlen-1:0] immediate, a, b, alu_result, divide_result, target, sequential, pc;
  logic            is_flow, taken;
  flow_e           flow;

  assign pc        = Xlen'(fetched_i.pc);
  assign immediate = Xlen'($signed(decoded_i.immediate));
  assign a         = decoded_i.use_pc ? pc : rs1_i;
  assign b         = decoded_i.use_immediate ? immediate : rs2_i;

  fy_alu #(
    .Xlen(Xlen)
  ) i_alu (
    .operation_i(decoded_i.alu_operation),
    .word_i     (decoded_i.word),
    .a_i        (a),
    .b_i        (b),
    .sum_o,
    .result_o   (alu_result)
  );

  fy_multiplier #(
    .Xlen(Xlen)
  ) i_multiplier (
    .clk_i,
    .function_i(fetched_i.instruction[13:12]),
    .word_i    (decoded_i.word),
    .a_i       (rs1_i),
    .b_i       (rs2_i),
    .valid_i   (multiply_i),
    .result_o  (product_o)
  );

  fy_divider #(
    .Xlen(Xlen)
  ) i_divider (
    .clk_i,
    .rst_ni,
    .function_i(fetched_i.instruction[13:12]),
    .word_i    (decoded_i.word),
    .a_i       (rs1_i),
    .b_i       (rs2_i),
    .valid_i   (divide_i),
    .result_o  (divide_result),
    .done_o    (divide_done_o)
  );

  fy_branch_unit #(
    .Xlen(Xlen)
  ) i_branch (
    .decoded_i,
    .funct3_i     (fetched_i.instruction[14:12]),
    .link_source_i(fetched_i.instruction[19:15]),
    .pc_i         (pc),
    .rs1_i,
    .rs2_i,
    .sum_i        (sum_o),
    .is_flow_o    (is_flow),
    .flow_o       (flow),
    .taken_o      (taken),
    .target_o     (target),
    .sequential_o (sequential),
    .next_o,
    .misaligned_o
  );

  always_comb begin
    outcome_o = '{is_flow: is_flow, flow: flow, taken: taken,
                  mispredicted: next_o != Xlen'(fetched_i.next_pc), pc: fetched_i.pc,
                  target: 64'(target), prediction: fetched_i.prediction};
  end

  always_comb begin
    unique case (decoded_i.unit)
      UnitJump, UnitJumpRegister: result_o = sequential;
      UnitDivide:                 result_o = divide_result;
      UnitCsr:                    result_o = csr_i;
      UnitCoprocessor:            result_o = coprocessor_i;
      default:                    result_o = alu_result;
    endcase
  end

  logic unused_fetched;
  assign unused_fetched = ^{fetched_i};
endmodule
