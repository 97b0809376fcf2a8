// SPDX-License-Identifier: Apache-2.0

/// Proof top of fy_hart, RV32 without translation: what retires did what the manual says.
///
/// `Claim` chooses a class of instructions: each that retires has the right operands, result, next
/// pc and access, or traps as it must. `Between` is what holds between instructions: each starts
/// where the one before went on, with the word that memory holds there; a register that the solver
/// chooses reads as it was last written, also by a late load; every access that memory saw is that
/// of the one instruction retiring next. `Control` is a control register that is written and read.
/// Memory, coprocessor and interrupts do anything within their contracts; every address may be
/// fetched, read and written. What the test cuts takes any value: predictions, values read from
/// control registers, interrupts, products, quotients.
module fy_hart_properties
  import fy_core_pkg::*;
  import fy_mmu_pkg::*;
  import fy_rv32_rules_pkg::*;
#(
  parameter int unsigned Claim = 0
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input interrupts_t           interrupts_i,
  input logic                  free_fetch_ready_i,
  input fetch_response_t       free_fetch_i,
  input logic                  free_data_ready_i,
  input data_response_t        free_data_i,
  input logic                  coprocessor_ready_i,
  input coprocessor_response_t coprocessor_i,
  input logic                  translation_fence_done_i
);
  localparam int unsigned Between    = 0;
  localparam int unsigned Control    = 9;

  localparam attributes_t AllAllowed =
      '{kind: KindCacheable, read: 1'b1, write: 1'b1, execute: 1'b1};

  fetch_request_t       fetch;
  fetch_response_t      fetch_response;
  data_request_t        data;
  data_response_t       data_response;
  logic                 fetch_ready, data_ready, performed, late;
  data_access_t         access;
  coprocessor_request_t coprocessor;
  walk_request_t [1:0]  walk;
  logic [1:0][63:0]     addresses;
  translation_fence_t   fence;
  core_events_t         events;

  // Chosen by the solver, once.
  logic [31:0] word_address_q, word_q;
  logic [4:0]  register_q;

  always_ff @(posedge clk_i) begin
    word_address_q <= word_address_q;
    word_q         <= word_q;
    register_q     <= register_q;
  end

  fy_hart #(
    .Xlen(32)
  ) i_hart (
    .clk_i, .rst_ni, .hart_id_i('0), .time_i('0), .interrupts_i, .fetch_o(fetch),
    .fetch_ready_i(fetch_ready), .fetch_i(fetch_response), .data_o(data),
    .data_ready_i(data_ready), .data_i(data_response), .coprocessor_o(coprocessor),
    .coprocessor_ready_i, .coprocessor_i, .walk_o(walk), .walk_ready_i('0), .walk_i('0),
    .attribute_address_o(addresses), .attributes_i({2{AllAllowed}}), .translation_fence_o(fence),
    .translation_fence_done_i, .debug_request_i(1'b0), .events_o(events)
  );

  fy_hart_free_memory i_memory (
    .clk_i, .rst_ni, .free_fetch_ready_i, .free_fetch_i, .free_data_ready_i, .free_data_i,
    .word_address_i(word_address_q), .word_i(word_q), .fetch_i(fetch), .fetch_ready_o(fetch_ready),
    .fetch_o(fetch_response), .data_i(data), .data_ready_o(data_ready), .data_o(data_response),
    .performed_o(performed), .late_o(late), .access_o(access)
  );

  // ---- what retires, as the probe shows it before it waits for late values ----------------
  fy_rvfi_pkg::instruction_t shown;
  logic                      valid, interrupt, answered_q, late_q;
  data_access_t              access_q;

  assign shown     = i_hart.i_rvfi.retired;
  assign valid     = i_hart.i_rvfi.is_instruction;
  assign interrupt = i_hart.i_retirement.retirement.valid && !valid;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) answered_q <= 1'b0;
    else answered_q <= performed;
  end

  always_ff @(posedge clk_i) begin
    access_q <= access;
    late_q   <= late;
  end

  // ---- a class of instructions ------------------------------------------------------------
  effect_t effect;
  logic    right, operands, result, accessed, asked;

  assign effect   = effect_of(shown.insn, shown.pc_rdata[31:0], shown.rs1_rdata[31:0],
                              shown.rs2_rdata[31:0], shown.mem_rdata[31:0]);
  assign operands = (!effect.reads1 || shown.rs1_addr == shown.insn[19:15]) &&
                    (!effect.reads2 || shown.rs2_addr == shown.insn[24:20]);
  // A late value is followed from memory to the register by the claim on registers.
  assign result   = shown.rd_addr == effect.rd &&
                    (late_q && effect.read != '0 ||
                     shown.rd_wdata[31:0] == (effect.rd == '0 ? '0 : effect.value));
  assign accessed = shown.mem_wmask == 8'(effect.write) &&
                    shown.mem_rmask == (late_q && effect.rd == '0 ? '0 : 8'(effect.read)) &&
                    (effect.read == '0 && effect.write == '0 ||
                     shown.mem_addr[31:0] == effect.address) &&
                    (effect.write == '0 || shown.mem_wdata[31:0] == shown.rs2_rdata[31:0]);
  // And the same on the port.
  assign asked    = effect.read == '0 && effect.write == '0 ||
                    answered_q && access_q.address == 64'(effect.address) &&
                    access_q.size == shown.insn[13:12] &&
                    (effect.write != '0 ? access_q.operation == DataStore &&
                                          access_q.data[31:0] == shown.rs2_rdata[31:0]
                                        : access_q.operation == DataLoad &&
                                          access_q.is_unsigned == shown.insn[14] &&
                                          access_q.id.tag == shown.rd_addr);

  always_comb begin
    if (effect.trap) right = shown.trap && shown.rd_addr == '0 && !answered_q;
    else right = !shown.trap && operands && result && accessed && asked &&
                 shown.pc_wdata[31:0] == effect.next;
  end

  // ---- between instructions ---------------------------------------------------------------
  logic        followed_q, known_q, owed_q, late_arrives;
  logic [31:0] next_q, value_q;

  assign late_arrives = data_response.late_valid && data_response.late.id.tag == register_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      followed_q <= 1'b0;
      known_q    <= 1'b0;
      owed_q     <= 1'b0;
    end else begin
      if (valid || interrupt) followed_q <= valid;
      if (valid && shown.rd_addr == register_q) begin
        known_q <= 1'b1;
        owed_q  <= i_hart.i_retirement.retirement.rd_late;
      end
      if (late_arrives) owed_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (valid) next_q <= shown.pc_wdata[31:0];
    if (valid && shown.rd_addr == register_q) value_q <= shown.rd_wdata[31:0];
    if (late_arrives) value_q <= data_response.late.data[31:0];
  end

  logic wrong1, wrong2;
  assign wrong1 = shown.rs1_addr == register_q &&
                  (owed_q || shown.rs1_rdata[31:0] != value_q);
  assign wrong2 = shown.rs2_addr == register_q &&
                  (owed_q || shown.rs2_rdata[31:0] != value_q);

  // ---- claims -----------------------------------------------------------------------------
  class_e shown_class;
  logic   control_right;

  fy_scratch_rule i_scratch_rule (
    .clk_i, .rst_ni, .valid_i(valid), .shown_i(shown), .right_o(control_right)
  );

  assign shown_class = class_of(shown.insn);

  always_ff @(posedge clk_i) begin
    if (rst_ni && Claim == Control) a_control: assert (control_right);
    else if (rst_ni && Claim != Between) begin
      a_class    : assert (!valid || shown_class != class_e'(Claim) || right);
    end else if (rst_ni) begin
      a_next     : assert (!(valid && followed_q) || shown.pc_rdata[31:0] == next_q);
      a_word     : assert (!valid || shown.pc_rdata[31:0] != word_address_q ||
                           shown.insn == word_q || (shown.trap && shown.insn == '0));
      a_register : assert (!(valid && known_q && register_q != '0) || !(wrong1 || wrong2));
      a_zero     : assert (!valid || ((shown.rs1_addr != '0 || shown.rs1_rdata == '0) &&
                                      (shown.rs2_addr != '0 || shown.rs2_rdata == '0)));
      a_once     : assert (answered_q == (valid && !shown.trap && i_hart.i_rvfi.write_q.is_memory));
      a_owed     : assert (!(performed && late && access.id.tag != '0 &&
                             i_memory.owed_q[access.id.tag]));
      a_no_walk  : assert (!walk[0].valid && !walk[1].valid);
    end
  end

  logic unused;
  assign unused = ^{coprocessor, addresses, fence, events, walk, shown};

  // The run begins in reset.
  logic first_q = 1'b1;
  always_ff @(posedge clk_i) begin
    first_q <= 1'b0;
    reset: assume (rst_ni == !first_q);
  end
endmodule
