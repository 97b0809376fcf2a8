// SPDX-License-Identifier: Apache-2.0

/// In-order core RV64IM or RV32IM, machine mode, five stages: F D X M W.
///
/// One instruction a cycle on straight code. Taken branches predicted right cost 1 cycle, wrong
/// ones 3; a result of a load or multiplication is used one cycle late, but by a branch at once.
/// All traps are found in X, so that what reaches M always retires. The README of the block has
/// the picture and the timings.
module fy_hart
  import fy_core_pkg::*;
  import fy_pipeline_pkg::*;
#(
  /// Register width, 32 or 64
  parameter int unsigned      Xlen        = 64,
  /// First address
  parameter logic [63:0]      ResetVector = 64'h8000_0000,
  /// Address map
  parameter attribute_table_t Attributes  = VirtAttributes
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic [63:0]           hart_id_i,
  input  logic [63:0]           time_i,
  input  interrupts_t           interrupts_i,

  output fetch_request_t        fetch_o,
  output logic                  fetch_valid_o,
  input  logic                  fetch_ready_i,
  input  fetch_response_t       fetch_response_i,
  input  logic                  fetch_response_valid_i,

  /// FENCE.I: held until done
  output logic                  fetch_flush_o,
  input  logic                  fetch_flush_done_i,

  output data_request_t         data_o,
  output logic                  data_valid_o,
  input  logic                  data_ready_i,
  output logic                  data_kill_o,
  input  data_response_t        data_response_i,

  input  data_late_t            data_late_i,
  input  logic                  data_late_valid_i,
  input  logic                  data_quiet_i,

  output coprocessor_request_t  coprocessor_o,
  output logic                  coprocessor_valid_o,
  input  logic                  coprocessor_ready_i,
  input  coprocessor_response_t coprocessor_response_i,
  input  logic                  coprocessor_busy_i,

  /// Reserved, tied low
  input  logic                  debug_request_i,

  output retirement_t           retirement_o,
  output core_events_t          events_o
);
  typedef logic [Xlen-1:0] xlen_t;

  // F and D
  fetched_t fetched;
  logic     fetched_valid, decode_ready, hazard, any_pending, fetch_hold, fetch_idle;
  logic     redirect;
  xlen_t    redirect_address;
  outcome_t outcome;
  logic     outcome_valid;

  // X
  fetched_t      x_fetched;
  decoded_t      x_decoded;
  xlen_t         x_rs1, x_rs2;
  logic          x_valid, x_held_q, x_late1, x_late2;
  logic          x_live, x_execute, x_interrupt, x_trap, x_wait, x_late_wait, x_advance, x_redirect;
  logic          x_is_memory, x_illegal, x_misaligned, x_divide_done, x_csr_illegal;
  logic          x_fence_done, x_fence_committed, x_data_ready, x_data_fault;
  xlen_t         x_result, x_csr_data, x_sum, x_next, x_branch_next;
  outcome_t      x_outcome;
  logic [5:0]    x_data_cause, interrupt_cause;
  trap_t         trap;
  csr_request_t  x_csr;
  data_request_t x_data;
  xlen_t         vector, epc;
  logic          interrupt, wake;
  forward_t      forward_x;
  retirement_t   x_retirement;

  // M and W
  logic          m_busy, m_ready, m_pending, m_redirect, m_outcome_valid;
  xlen_t         m_redirect_address, m_product;
  logic [63:0]   m_load_data;
  outcome_t      m_outcome;
  forward_t      forward_m, forward_w, forward_late;

  // ---- F, D -------------------------------------------------------------------------------

  fy_fetch #(
    .Xlen       (Xlen),
    .ResetVector(ResetVector),
    .Attributes (Attributes)
  ) i_fetch (
    .clk_i,
    .rst_ni,
    .fetch_o,
    .fetch_valid_o,
    .fetch_ready_i,
    .fetch_response_i,
    .fetch_response_valid_i,
    .fetched_o         (fetched),
    .fetched_valid_o   (fetched_valid),
    .fetched_ready_i   (decode_ready),
    .redirect_i        (redirect),
    .redirect_address_i(64'(redirect_address)),
    .outcome_i         (outcome),
    .outcome_valid_i   (outcome_valid),
    .hold_i            (fetch_hold),
    .idle_o            (fetch_idle)
  );

  fy_decode_stage #(
    .Xlen(Xlen)
  ) i_decode (
    .clk_i,
    .rst_ni,
    .redirect_i     (redirect),
    .fetched_i      (fetched),
    .fetched_valid_i(fetched_valid),
    .fetched_ready_o(decode_ready),
    .hazard_o       (hazard),
    .fetched_o      (x_fetched),
    .valid_o        (x_valid),
    .decoded_o      (x_decoded),
    .rs1_o          (x_rs1),
    .rs2_o          (x_rs2),
    .late1_o        (x_late1),
    .late2_o        (x_late2),
    .advance_i      (x_advance),
    .execute_i      (forward_x),
    .memory_i       (forward_m),
    .memory_late_i  (m_pending),
    .write_i        (forward_w),
    .late_i         (forward_late),
    .any_pending_o  (any_pending)
  );

  // ---- X: may it act, must it wait --------------------------------------------------------

  assign x_live      = x_valid && !m_redirect;
  assign x_interrupt = x_live && interrupt && !x_held_q && !x_fence_committed &&
                       x_decoded.unit != UnitWait;
  assign x_execute   = x_live && !x_interrupt && !x_fetched.fault && !x_decoded.illegal;
  // What has been offered is not withdrawn by an interrupt.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) x_held_q <= 1'b0;
    else x_held_q <= !x_advance && ((coprocessor_valid_o && !coprocessor_ready_i) ||
                                    (x_execute && x_is_memory && !x_data_fault && !data_ready_i));
  end

  assign x_is_memory = x_decoded.unit == UnitLoad || x_decoded.unit == UnitStore;
  assign x_advance   = x_live && m_ready && !x_wait;

  // Only the instruction right in front can owe the operand, and it is in M or gone.
  assign x_late_wait =
      (x_late1 && !(forward_m.valid && forward_m.available && forward_m.rd == x_decoded.rs1)) ||
      (x_late2 && !(forward_m.valid && forward_m.available && forward_m.rd == x_decoded.rs2));

  always_comb begin
    x_wait = 1'b0;
    if (x_execute && !x_trap) begin
      unique case (x_decoded.unit)
        UnitLoad, UnitStore:             x_wait = !x_data_ready;
        UnitDivide:                      x_wait = !x_divide_done;
        UnitFence, UnitFenceInstruction: x_wait = !x_fence_done;
        UnitCoprocessor:                 x_wait = m_busy || !coprocessor_ready_i;
        UnitWait:                        x_wait = !wake;
        // The predictor learns one outcome a cycle; a wrong prediction must not be lost.
        UnitJump, UnitJumpRegister:      x_wait = m_outcome_valid && x_outcome.mispredicted;
        UnitBranch: begin
          if (x_late1 || x_late2) x_wait = x_late_wait;
          else x_wait = m_outcome_valid && x_outcome.mispredicted;
        end
        default: ;
      endcase
    end
  end

  // ---- X: arithmetic, where the program goes on -------------------------------------------

  fy_integer_unit #(
    .Xlen(Xlen)
  ) i_integer (
    .clk_i,
    .rst_ni,
    .fetched_i    (x_fetched),
    .decoded_i    (x_decoded),
    .rs1_i        (x_rs1),
    .rs2_i        (x_rs2),
    .multiply_i   (x_advance && x_decoded.unit == UnitMultiply),
    .divide_i     (x_execute && x_decoded.unit == UnitDivide),
    .divide_done_o(x_divide_done),
    .csr_i        (x_csr_data),
    .coprocessor_i(xlen_t'(coprocessor_response_i.result)),
    .result_o     (x_result),
    .sum_o        (x_sum),
    .product_o    (m_product),
    .next_o       (x_branch_next),
    .misaligned_o (x_misaligned),
    .outcome_o    (x_outcome)
  );

  fy_late_branch #(
    .Xlen(Xlen)
  ) i_late_branch (
    .clk_i,
    .rst_ni,
    .enter_i           (x_advance && !x_trap && (x_late1 || x_late2)),
    .outcome_i         (x_outcome),
    .funct3_i          (x_fetched.instruction[14:12]),
    .rs1_i             (x_late1 ? xlen_t'(forward_m.data) : x_rs1),
    .rs2_i             (x_late2 ? xlen_t'(forward_m.data) : x_rs2),
    .predicted_i       (xlen_t'(x_fetched.next_pc)),
    .outcome_o         (m_outcome),
    .outcome_valid_o   (m_outcome_valid),
    .redirect_o        (m_redirect),
    .redirect_address_o(m_redirect_address)
  );

  always_comb begin
    if (x_trap) x_next = vector;
    else if (x_decoded.unit == UnitMachineReturn) x_next = epc;
    else x_next = x_branch_next;
  end

  always_comb begin
    if (x_trap || x_decoded.unit == UnitFenceInstruction) x_redirect = x_advance;
    else if (x_late1 || x_late2) x_redirect = 1'b0;
    else x_redirect = x_advance && x_next != xlen_t'(x_fetched.next_pc);
  end

  assign redirect         = m_redirect || x_redirect;
  assign redirect_address = m_redirect ? m_redirect_address : x_next;
  assign outcome          = m_outcome_valid ? m_outcome : x_outcome;
  assign outcome_valid    = m_outcome_valid ||
                            (x_advance && !x_trap && !x_late1 && !x_late2);

  // ---- X: control registers, traps --------------------------------------------------------

  fy_csr_file #(
    .Xlen(Xlen)
  ) i_csrs (
    .clk_i,
    .rst_ni,
    .hart_id_i,
    .time_i,
    .interrupts_i,
    .request_i        (x_csr),
    .commit_i         (x_advance && !x_trap && x_decoded.unit == UnitCsr),
    .illegal_o        (x_csr_illegal),
    .data_o           (x_csr_data),
    .retire_i         (x_advance && !x_trap),
    .trap_i           (trap),
    .trap_valid_i     (x_advance && x_trap),
    .return_i         (x_advance && !x_trap && x_decoded.unit == UnitMachineReturn),
    .vector_o         (vector),
    .epc_o            (epc),
    .interrupt_o      (interrupt),
    .interrupt_cause_o(interrupt_cause),
    .wake_o           (wake)
  );

  assign x_illegal = x_decoded.illegal ||
                     (x_decoded.unit == UnitCsr && x_csr_illegal) ||
                     (coprocessor_valid_o && coprocessor_ready_i && coprocessor_response_i.illegal);

  fy_trap_select i_trap_select (
    .fetched_i          (x_fetched),
    .interrupt_i        (x_interrupt),
    .interrupt_cause_i  (interrupt_cause),
    .illegal_i          (x_illegal),
    .breakpoint_i       (x_decoded.unit == UnitBreakpoint),
    .call_i             (x_decoded.unit == UnitEnvironmentCall),
    .misaligned_target_i(x_misaligned),
    .target_i           (x_outcome.target),
    .data_fault_i       (x_is_memory && x_data_fault),
    .data_fault_cause_i (x_data_cause),
    .data_address_i     (64'(x_sum)),
    .trap_o             (trap),
    .trap_valid_o       (x_trap)
  );

  // ---- X: data port, fences, coprocessor --------------------------------------------------

  fy_request_former i_requests (
    .hart_i          (hart_id_i[1:0]),
    .fetched_i       (x_fetched),
    .decoded_i       (x_decoded),
    .rs1_i           (64'(x_rs1)),
    .rs2_i           (64'(x_rs2)),
    .address_i       (64'(x_sum)),
    .result_i        (64'(x_result)),
    .trap_i          (trap),
    .trap_valid_i    (x_trap),
    .stores_visible_i(data_quiet_i && !m_busy),
    .csr_o           (x_csr),
    .data_o          (x_data),
    .coprocessor_o,
    .retirement_o    (x_retirement)
  );

  fy_load_store #(
    .Attributes(Attributes)
  ) i_load_store (
    .clk_i,
    .rst_ni,
    .request_i      (x_data),
    .request_valid_i(x_execute && x_is_memory),
    .request_ready_o(x_data_ready),
    .fault_o        (x_data_fault),
    .fault_cause_o  (x_data_cause),
    .busy_o         (m_busy),
    .memory_ready_o (m_ready),
    .pending_o      (m_pending),
    .load_data_o    (m_load_data),
    .data_o,
    .data_valid_o,
    .data_ready_i,
    .data_kill_o,
    .data_response_i
  );

  fy_fence i_fence (
    .clk_i,
    .rst_ni,
    .fence_instruction_i(x_execute && x_decoded.unit == UnitFenceInstruction),
    .instruction_i      (x_fetched.instruction),
    .accesses_done_i    (data_quiet_i && !m_busy && !any_pending),
    .coprocessor_busy_i,
    .hold_fetch_o       (fetch_hold),
    .fetch_idle_i       (fetch_idle),
    .fetch_flush_o,
    .fetch_flush_done_i,
    .done_o             (x_fence_done),
    .committed_o        (x_fence_committed)
  );

  // An access in M could still hold X back after the handshake; so the offer waits for it.
  assign coprocessor_valid_o = x_execute && x_decoded.unit == UnitCoprocessor && !m_busy;

  // ---- X to M -----------------------------------------------------------------------------

  assign forward_x = '{
    valid: x_valid && x_decoded.rd_write,
    available: x_decoded.unit != UnitLoad && x_decoded.unit != UnitMultiply,
    rd: x_decoded.rd, data: 64'(x_result)};

  fy_retire_stage #(
    .Xlen(Xlen)
  ) i_retire (
    .clk_i,
    .rst_ni,
    .enter_i       (x_retirement),
    .enter_valid_i (x_advance),
    .enter_unit_i  (x_decoded.unit),
    .memory_ready_i(m_ready),
    .memory_late_i (m_pending),
    .load_data_i   (m_load_data),
    .product_i     (m_product),
    .data_late_i,
    .data_late_valid_i,
    .memory_o      (forward_m),
    .write_o       (forward_w),
    .late_o        (forward_late),
    .retirement_o
  );

  assign events_o = '{
    retired: retirement_o.valid && !retirement_o.trap,
    load_use_stall: fetched_valid && hazard && (!x_valid || x_advance),
    fetch_stall: !fetched_valid && (!x_valid || x_advance),
    fence_stall: fetch_hold || (x_execute && x_decoded.unit == UnitFence && !x_fence_done),
    mispredict: outcome_valid && outcome.mispredicted,
    trap: retirement_o.valid && retirement_o.trap && !retirement_o.is_interrupt,
    interrupt_taken: retirement_o.valid && retirement_o.trap && retirement_o.is_interrupt,
    coprocessor_accept: coprocessor_valid_o && coprocessor_ready_i &&
                        !coprocessor_response_i.illegal};

  logic unused_inputs;
  assign unused_inputs = ^{debug_request_i, hart_id_i, coprocessor_response_i, retirement_o};

  if (Xlen != 32 && Xlen != 64) begin : gen_xlen
    $error("fy_hart: Xlen is %0d; it must be 32 or 64", Xlen);
  end
endmodule
