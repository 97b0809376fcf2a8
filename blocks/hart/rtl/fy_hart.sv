// SPDX-License-Identifier: Apache-2.0

/// In-order core RV64IMA or RV32IMA with M, S, U and (64 bits) Sv39, five stages: F D X M W.
///
/// One instruction a cycle on straight code. Taken branches predicted right cost 1 cycle, wrong
/// ones 3; a result of a load or multiplication is used one cycle late, but by a branch at once.
/// All traps are found in X, so that what reaches M always retires. The README of the block has
/// the picture and the timings.
module fy_hart
  import fy_core_pkg::*;
  import fy_mmu_pkg::*;
  import fy_pipeline_pkg::*;
#(
  /// Register width, 32 or 64
  parameter int unsigned Xlen        = 64,
  /// First address
  parameter logic [63:0] ResetVector = 64'h8000_0000,
  /// Sizes of the TLBs
  parameter tlb_sizes_t  Tlbs        = DefaultTlbSizes
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

  // In pairs: fetch (0) and data (1)
  output walk_request_t [1:0]   walk_o,
  input  logic [1:0]            walk_ready_i,
  input  walk_response_t [1:0]  walk_i,

  /// Physical addresses, and what lies there, in the same cycle
  output logic [1:0][63:0]      attribute_address_o,
  input  attributes_t [1:0]     attributes_i,

  /// SFENCE.VMA
  output translation_fence_t    translation_fence_o,
  input  logic                  translation_fence_done_i,

  /// Reserved, tied low
  input  logic                  debug_request_i,

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
  logic          x_valid, x_late1, x_late2, x_late_stand, x_kill;
  logic          x_execute, x_interrupt, x_trap, x_advance;
  logic          x_is_memory, x_denied, x_illegal, x_misaligned, x_csr_illegal, x_data_fault;
  logic          x_release, accesses_done, fence_committed, flush, fence_valid, data_quiet;
  logic          coprocessor_valid;
  done_t         x_done;
  xlen_t         x_result, x_csr_data, x_sum, x_next;
  outcome_t      x_outcome;
  logic [5:0]    x_data_cause, interrupt_cause;
  trap_t         trap;
  csr_request_t  x_csr;
  data_access_t  x_data;
  xlen_t         vector, epc;
  logic          interrupt;
  return_e       x_return;
  status_t       status;
  context_t      fetch_context, load_store_context;
  forward_t      forward_x;
  leaving_t      x_leaving, written;
  tlb_events_t   fetch_tlb, data_tlb;

  // M and W
  logic          m_busy, m_ready, m_pending;
  xlen_t         m_product;
  forward_t      forward_m, forward_w, forward_late;

  // ---- contexts of translation ------------------------------------------------------------

  // SUM and MXR are not for fetch; and neither is MPRV.
  assign fetch_context      = data_context(status.privilege, 1'b0, PrivilegeUser, 1'b0, 1'b0,
                                           status.satp);
  assign load_store_context = data_context(status.privilege, status.mprv, status.mpp, status.sum,
                                           status.mxr, status.satp);

  // ---- F, D -------------------------------------------------------------------------------

  fy_fetch #(
    .Xlen       (Xlen),
    .Entries    (Tlbs.fetch),
    .ResetVector(ResetVector)
  ) i_fetch (
    .clk_i, .rst_ni, .fetch_o, .fetch_ready_i, .fetch_i, .fetched_o(fetched),
    .fetched_valid_o(fetched_valid), .fetched_ready_i(decode_ready), .redirect_i(redirect),
    .redirect_address_i(64'(redirect_address)), .outcome_i(outcome),
    .outcome_valid_i(outcome_valid), .hold_i(fetch_hold), .idle_o(fetch_idle), .flush_i(flush),
    .context_i(fetch_context), .attribute_address_o(attribute_address_o[0]),
    .attributes_i(attributes_i[0]), .fence_i(translation_fence_o), .walk_o(walk_o[0]),
    .walk_ready_i(walk_ready_i[0]), .walk_i(walk_i[0]), .events_o(fetch_tlb)
  );

  fy_decode_stage #(
    .Xlen(Xlen)
  ) i_decode (
    .clk_i, .rst_ni, .redirect_i(redirect), .fetched_i(fetched), .fetched_valid_i(fetched_valid),
    .fetched_ready_o(decode_ready), .hazard_o(hazard), .fetched_o(x_fetched), .valid_o(x_valid),
    .decoded_o(x_decoded), .rs1_o(x_rs1), .rs2_o(x_rs2), .late1_o(x_late1), .late2_o(x_late2),
    .advance_i(x_advance), .execute_i(forward_x), .memory_i(forward_m), .memory_late_i(m_pending),
    .write_i(forward_w), .late_i(forward_late), .any_pending_o(any_pending)
  );

  // ---- X: may it act, must it wait, where does the program go on --------------------------

  assign x_is_memory = x_decoded.unit inside {UnitLoad, UnitStore, UnitAtomic};
  // Only the instruction right in front can owe the operand, and it is in M or gone.
  assign x_late_stand =
      !(x_late1 && !(forward_m.valid && forward_m.available && forward_m.rd == x_decoded.rs1)) &&
      !(x_late2 && !(forward_m.valid && forward_m.available && forward_m.rd == x_decoded.rs2));

  assign x_done.coprocessor = !m_busy && coprocessor_ready_i;

  fy_execute_control i_control (
    .clk_i,
    .rst_ni,
    .valid_i          (x_valid),
    .kill_i           (x_kill),
    .fetch_fault_i    (x_fetched.fault),
    .unit_i           (x_decoded.unit),
    .illegal_i        (x_decoded.illegal || x_denied),
    .trap_i           (x_trap),
    .interrupt_i      (interrupt),
    .fence_committed_i(fence_committed),
    .offered_i        ((coprocessor_valid && !coprocessor_ready_i) ||
                       (x_is_memory && data_o.valid && !data_ready_i)),
    .done_i           (x_done),
    .memory_ready_i   (m_ready),
    .execute_o        (x_execute),
    .interrupt_o      (x_interrupt),
    .advance_o        (x_advance)
  );

  fy_execute_flow #(
    .Xlen(Xlen)
  ) i_flow (
    .clk_i, .rst_ni, .fetched_i(x_fetched), .unit_i(x_decoded.unit), .rs1_i(x_rs1), .rs2_i(x_rs2),
    .late_i({x_late2, x_late1}), .late_stand_i(x_late_stand),
    .memory_data_i(xlen_t'(forward_m.data)), .outcome_i(x_outcome), .next_i(x_next),
    .target_i(x_trap ? vector : epc), .trap_i(x_trap), .advance_i(x_advance), .done_o(x_done.flow),
    .kill_o(x_kill), .redirect_o(redirect), .redirect_address_o(redirect_address),
    .outcome_o(outcome), .outcome_valid_o(outcome_valid)
  );

  // ---- X: arithmetic ----------------------------------------------------------------------

  fy_integer_unit #(
    .Xlen(Xlen)
  ) i_integer (
    .clk_i, .rst_ni, .fetched_i(x_fetched), .decoded_i(x_decoded), .rs1_i(x_rs1), .rs2_i(x_rs2),
    .multiply_i(x_advance && x_decoded.unit == UnitMultiply),
    .divide_i(x_execute && x_decoded.unit == UnitDivide), .divide_done_o(x_done.divide),
    .csr_i(x_csr_data), .coprocessor_i(xlen_t'(coprocessor_i.result)), .result_o(x_result),
    .sum_o(x_sum), .product_o(m_product), .next_o(x_next), .misaligned_o(x_misaligned),
    .outcome_o(x_outcome)
  );

  // ---- X: control registers, traps --------------------------------------------------------

  always_comb begin
    x_return = ReturnNone;
    if (x_decoded.unit == UnitMachineReturn) x_return = ReturnMachine;
    if (x_decoded.unit == UnitSupervisorReturn) x_return = ReturnSupervisor;
  end

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
    .return_i         (x_return),
    .vector_o         (vector),
    .epc_o            (epc),
    .interrupt_o      (interrupt),
    .interrupt_cause_o(interrupt_cause),
    .wake_o           (x_done.wake),
    .status_o         (status)
  );

  fy_privilege_check i_privilege (
    .unit_i   (x_decoded.unit),
    .status_i (status),
    .illegal_o(x_denied)
  );

  assign x_illegal = x_decoded.illegal || x_denied ||
                     (x_decoded.unit == UnitCsr && x_csr_illegal) ||
                     (coprocessor_valid && coprocessor_ready_i && coprocessor_i.illegal);

  fy_trap_select i_trap_select (
    .fetched_i          (x_fetched),
    .interrupt_i        (x_interrupt),
    .interrupt_cause_i  (interrupt_cause),
    .illegal_i          (x_illegal),
    .breakpoint_i       (x_decoded.unit == UnitBreakpoint),
    .call_i             (x_decoded.unit == UnitEnvironmentCall),
    .privilege_i        (status.privilege),
    .misaligned_target_i(x_misaligned),
    .target_i           (x_outcome.target),
    .data_fault_i       (x_is_memory && x_data_fault),
    .data_fault_cause_i (x_data_cause),
    .data_address_i     (64'(x_sum)),
    .trap_o             (trap),
    .trap_valid_o       (x_trap)
  );

  // ---- X: data port, fences, coprocessor --------------------------------------------------

  assign data_quiet = data_i.quiet;

  fy_request_former i_requests (
    .hart_i(hart_id_i[4:0]), .fetched_i(x_fetched), .decoded_i(x_decoded), .rs1_i(64'(x_rs1)),
    .rs2_i(64'(x_rs2)), .address_i(64'(x_sum)), .result_i(64'(x_result)),
    .trap_i(trap), .trap_valid_i(x_trap), .stores_visible_i(data_quiet && !m_busy),
    .status_i(status), .coprocessor_valid_i(coprocessor_valid), .fence_valid_i(fence_valid),
    .csr_o(x_csr), .data_o(x_data), .coprocessor_o, .fence_o(translation_fence_o),
    .leaving_o(x_leaving)
  );

  assign accesses_done = data_quiet && !m_busy && !any_pending;
  // With .rl an atomic follows all older accesses; .aq holds by itself: no atomic is late.
  assign x_release     = x_decoded.unit == UnitAtomic && x_fetched.instruction[25];

  fy_load_store #(
    .Entries(Tlbs.data)
  ) i_load_store (
    .clk_i, .rst_ni, .request_i(x_data),
    .request_valid_i(x_execute && x_is_memory && (!x_release || accesses_done)),
    .request_ready_o(x_done.data), .context_i(load_store_context),
    .fault_valid_o(x_data_fault), .fault_o(x_data_cause), .advance_i(x_advance && x_is_memory),
    .busy_o(m_busy), .memory_ready_o(m_ready), .pending_o(m_pending),
    .attribute_address_o(attribute_address_o[1]), .attributes_i(attributes_i[1]), .data_o,
    .data_ready_i, .data_i, .fence_i(translation_fence_o), .walk_o(walk_o[1]),
    .walk_ready_i(walk_ready_i[1]), .walk_i(walk_i[1]), .events_o(data_tlb)
  );

  fy_fence i_fence (
    .clk_i, .rst_ni, .fence_instruction_i(x_execute && x_decoded.unit == UnitFenceInstruction),
    .fence_translation_i(x_execute && x_decoded.unit == UnitTranslationFence),
    .instruction_i(x_fetched.instruction), .accesses_done_i(accesses_done),
    .coprocessor_busy_i(coprocessor_i.busy), .hold_fetch_o(fetch_hold), .fetch_idle_i(fetch_idle),
    .fetch_flush_o(flush), .fetch_flush_done_i(fetch_i.flush_done),
    .translation_fence_valid_o(fence_valid), .translation_fence_done_i, .done_o(x_done.fence),
    .committed_o(fence_committed)
  );

  // An access in M could still hold X back after the handshake; so the offer waits for it.
  assign coprocessor_valid = x_execute && x_decoded.unit == UnitCoprocessor && !m_busy;

  // ---- X to M -----------------------------------------------------------------------------

  assign forward_x = '{
    valid: x_valid && x_decoded.rd_write,
    available: !(x_decoded.unit inside {UnitLoad, UnitMultiply, UnitAtomic}),
    rd: x_decoded.rd, data: 64'(x_result)};

  fy_retire_stage #(
    .Xlen(Xlen)
  ) i_retire (
    .clk_i,
    .rst_ni,
    .enter_i       (x_leaving),
    .enter_valid_i (x_advance),
    .enter_unit_i  (x_decoded.unit),
    .memory_ready_i(m_ready),
    .memory_late_i (m_pending),
    .load_data_i   (data_i.data),
    .product_i     (m_product),
    .late_valid_i  (data_i.late_valid),
    .late_i        (data_i.late),
    .memory_o      (forward_m),
    .write_o       (forward_w),
    .late_o        (forward_late),
    .written_o     (written)
  );

  assign events_o = '{
    retired: written.valid && !written.trap,
    load_use_stall: fetched_valid && hazard && (!x_valid || x_advance),
    fetch_stall: !fetched_valid && (!x_valid || x_advance),
    fence_stall: fetch_hold || (x_execute && x_decoded.unit == UnitFence && !x_done.fence),
    mispredict: outcome_valid && outcome.mispredicted,
    trap: written.valid && written.trap && !written.is_interrupt,
    interrupt_taken: written.valid && written.trap && written.is_interrupt,
    coprocessor_accept: coprocessor_valid && coprocessor_ready_i && !coprocessor_i.illegal,
    fetch_tlb_miss: fetch_tlb.miss,
    data_tlb_miss: data_tlb.miss,
    page_fault: written.valid && written.trap && !written.is_interrupt &&
                written.cause inside {CauseFetchPage, CauseLoadPage, CauseStorePage},
    translation_fence: fence_valid && translation_fence_done_i,
    atomic: x_advance && !x_trap && x_decoded.unit == UnitAtomic};

  logic unused_inputs;
  assign unused_inputs = ^{debug_request_i, hart_id_i, coprocessor_i, fetch_tlb,
                           data_tlb};

  if (Xlen != 32 && Xlen != 64) begin : gen_xlen
    $error("fy_hart: Xlen is %0d; it must be 32 or 64", Xlen);
  end
endmodule
