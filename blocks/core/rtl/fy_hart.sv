// SPDX-License-Identifier: Apache-2.0

/// In-order core RV64IM or RV32IM, machine mode, five stages: F D X M W.
///
/// One instruction a cycle on straight code. Taken branches predicted right cost 1 cycle, wrong
/// ones 3; a result of a load or multiplication is used one cycle late. All traps are found in X,
/// so that what reaches M always retires. blocks/core/README.md has the picture and the timings.
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

  // ---- F and D ----------------------------------------------------------------------------

  fetched_t fetched;
  decoded_t decoded;
  logic     fetched_valid, decode_ready, hazard, redirect, any_pending, hold_fetch, fetch_idle;
  xlen_t    decode_rs1, decode_rs2;
  outcome_t outcome;
  forward_t forward_x, forward_m, forward_w, forward_late;

  // ---- X ----------------------------------------------------------------------------------

  logic     x_valid_q, x_held_q, x_advance, x_wait, x_interrupt, x_trap, x_execute, x_load;
  fetched_t x_fetched_q;
  decoded_t x_decoded_q;
  xlen_t    x_rs1_q, x_rs2_q, x_immediate, x_alu_a, x_alu_b, x_sum, x_alu_result, x_result;
  xlen_t    x_target, x_sequential, x_branch_next, x_next;
  logic     x_is_flow, x_taken, x_misaligned_target, x_illegal;
  flow_e    x_flow;
  logic     is_memory, is_csr, is_divide, is_coprocessor, is_fence, is_fence_instruction, is_wait;
  logic     is_return;
  trap_t    trap;

  xlen_t                divide_result, csr_data, vector, epc;
  logic                 divide_done, csr_illegal, interrupt, wake, fence_done, fence_committed;
  logic [5:0]           interrupt_cause, data_fault_cause;
  csr_request_t         csr_request;
  data_request_t        data_request;
  logic                 data_request_ready, data_fault;
  coprocessor_request_t coprocessor;

  // ---- M and W ----------------------------------------------------------------------------

  logic        m_load_q, m_multiply_q, m_busy, m_ready, m_pending;
  retirement_t m_enter, m_q, w_enter, w_q;
  xlen_t       multiply_result;
  logic [63:0] load_data;
  data_late_t  late_q;
  logic        late_valid_q;

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
    .redirect_address_i(64'(x_next)),
    .outcome_i         (outcome),
    .outcome_valid_i   (x_advance && !x_trap),
    .hold_i            (hold_fetch),
    .idle_o            (fetch_idle)
  );

  fy_decode_stage #(
    .Xlen(Xlen)
  ) i_decode (
    .clk_i,
    .rst_ni,
    .instruction_i (fetched.instruction),
    .decoded_o     (decoded),
    .rs1_o         (decode_rs1),
    .rs2_o         (decode_rs2),
    .hazard_o      (hazard),
    .execute_i     (forward_x),
    .execute_load_i(x_load),
    .memory_i      (forward_m),
    .memory_load_i (m_load_q),
    .memory_late_i (m_pending),
    .write_i       (forward_w),
    .late_i        (forward_late),
    .any_pending_o (any_pending)
  );

  // A faulty fetch brings no instruction that could wait for anything.
  assign decode_ready = (!x_valid_q || x_advance) && (!hazard || fetched.fault);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      x_valid_q <= 1'b0;
      x_held_q  <= 1'b0;
    end else begin
      if (redirect) x_valid_q <= 1'b0;
      else if (!x_valid_q || x_advance) x_valid_q <= fetched_valid && decode_ready;
      // What has been offered is not withdrawn by an interrupt.
      x_held_q <= !x_advance && ((coprocessor_valid_o && !coprocessor_ready_i) ||
                                 (x_execute && is_memory && !data_fault && !data_ready_i));
    end
  end

  always_ff @(posedge clk_i) begin
    if (fetched_valid && decode_ready) begin
      x_fetched_q <= fetched;
      x_decoded_q <= decoded;
      x_rs1_q     <= decode_rs1;
      x_rs2_q     <= decode_rs2;
    end
  end

  // ---- X: what the instruction is, and whether it may act ---------------------------------

  assign x_interrupt = x_valid_q && interrupt && !x_held_q && !fence_committed &&
                       x_decoded_q.unit != UnitWait;
  assign x_execute   = x_valid_q && !x_interrupt && !x_fetched_q.fault && !x_decoded_q.illegal;

  assign is_memory            = x_decoded_q.unit == UnitLoad || x_decoded_q.unit == UnitStore;
  assign is_csr               = x_execute && x_decoded_q.unit == UnitCsr;
  assign is_divide            = x_execute && x_decoded_q.unit == UnitDivide;
  assign is_coprocessor       = x_execute && x_decoded_q.unit == UnitCoprocessor;
  assign is_fence             = x_execute && x_decoded_q.unit == UnitFence;
  assign is_fence_instruction = x_execute && x_decoded_q.unit == UnitFenceInstruction;
  assign is_wait              = x_execute && x_decoded_q.unit == UnitWait;
  assign is_return            = x_execute && x_decoded_q.unit == UnitMachineReturn;

  always_comb begin
    x_wait = 1'b0;
    if (x_execute && !x_trap) begin
      unique case (x_decoded_q.unit)
        UnitLoad, UnitStore:             x_wait = !data_request_ready;
        UnitDivide:                      x_wait = !divide_done;
        UnitFence, UnitFenceInstruction: x_wait = !fence_done;
        UnitCoprocessor:                 x_wait = m_busy || !coprocessor_ready_i;
        UnitWait:                        x_wait = !wake;
        default: ;
      endcase
    end
  end

  assign x_advance = x_valid_q && m_ready && !x_wait;

  // ---- X: arithmetic and branches ---------------------------------------------------------

  assign x_immediate = xlen_t'($signed(x_decoded_q.immediate));
  assign x_alu_a     = x_decoded_q.use_pc ? xlen_t'(x_fetched_q.pc) : x_rs1_q;
  assign x_alu_b     = x_decoded_q.use_immediate ? x_immediate : x_rs2_q;

  fy_alu #(
    .Xlen(Xlen)
  ) i_alu (
    .operation_i(x_decoded_q.alu_operation),
    .word_i     (x_decoded_q.word),
    .a_i        (x_alu_a),
    .b_i        (x_alu_b),
    .sum_o      (x_sum),
    .result_o   (x_alu_result)
  );

  fy_multiplier #(
    .Xlen(Xlen)
  ) i_multiplier (
    .clk_i,
    .function_i(x_fetched_q.instruction[13:12]),
    .word_i    (x_decoded_q.word),
    .a_i       (x_rs1_q),
    .b_i       (x_rs2_q),
    .valid_i   (x_advance && x_decoded_q.unit == UnitMultiply),
    .result_o  (multiply_result)
  );

  fy_divider #(
    .Xlen(Xlen)
  ) i_divider (
    .clk_i,
    .rst_ni,
    .function_i(x_fetched_q.instruction[13:12]),
    .word_i    (x_decoded_q.word),
    .a_i       (x_rs1_q),
    .b_i       (x_rs2_q),
    .valid_i   (is_divide),
    .result_o  (divide_result),
    .done_o    (divide_done)
  );

  fy_branch_unit #(
    .Xlen(Xlen)
  ) i_branch (
    .decoded_i    (x_decoded_q),
    .funct3_i     (x_fetched_q.instruction[14:12]),
    .link_source_i(x_fetched_q.instruction[19:15]),
    .pc_i         (xlen_t'(x_fetched_q.pc)),
    .rs1_i        (x_rs1_q),
    .rs2_i        (x_rs2_q),
    .sum_i        (x_sum),
    .is_flow_o    (x_is_flow),
    .flow_o       (x_flow),
    .taken_o      (x_taken),
    .target_o     (x_target),
    .sequential_o (x_sequential),
    .next_o       (x_branch_next),
    .misaligned_o (x_misaligned_target)
  );

  always_comb begin
    if (x_trap) x_next = vector;
    else if (is_return) x_next = epc;
    else x_next = x_branch_next;
  end

  always_comb begin
    outcome = '{is_flow: x_is_flow, flow: x_flow, taken: x_taken,
                mispredicted: x_next != xlen_t'(x_fetched_q.next_pc), pc: x_fetched_q.pc,
                target: 64'(x_target), prediction: x_fetched_q.prediction};
  end

  assign redirect = x_advance && (x_trap || is_fence_instruction ||
                                  x_next != xlen_t'(x_fetched_q.next_pc));

  // ---- X: control registers and traps -----------------------------------------------------

  always_comb begin
    csr_request = '0;
    if (is_csr) begin
      csr_request.address = x_fetched_q.instruction[31:20];
      csr_request.operand = x_fetched_q.instruction[14] ? 64'(x_fetched_q.instruction[19:15])
                                                        : 64'(x_rs1_q);
      // Set and clear with x0 or zero only read.
      if (x_fetched_q.instruction[13:12] == 2'd1) csr_request.operation = CsrWrite;
      else if (x_fetched_q.instruction[19:15] == 5'd0) csr_request.operation = CsrRead;
      else csr_request.operation = x_fetched_q.instruction[12] ? CsrClear : CsrSet;
    end
  end

  fy_csr_file #(
    .Xlen(Xlen)
  ) i_csrs (
    .clk_i,
    .rst_ni,
    .hart_id_i,
    .time_i,
    .interrupts_i,
    .request_i        (csr_request),
    .commit_i         (x_advance && !x_trap),
    .illegal_o        (csr_illegal),
    .data_o           (csr_data),
    .retire_i         (x_advance && !x_trap),
    .trap_i           (trap),
    .trap_valid_i     (x_advance && x_trap),
    .return_i         (x_advance && is_return),
    .vector_o         (vector),
    .epc_o            (epc),
    .interrupt_o      (interrupt),
    .interrupt_cause_o(interrupt_cause),
    .wake_o           (wake)
  );

  assign x_illegal = x_decoded_q.illegal || (is_csr && csr_illegal) ||
                     (coprocessor_valid_o && coprocessor_ready_i && coprocessor_response_i.illegal);

  fy_trap_select i_trap_select (
    .fetched_i          (x_fetched_q),
    .interrupt_i        (x_interrupt),
    .interrupt_cause_i  (interrupt_cause),
    .illegal_i          (x_illegal),
    .breakpoint_i       (x_decoded_q.unit == UnitBreakpoint),
    .call_i             (x_decoded_q.unit == UnitEnvironmentCall),
    .misaligned_target_i(x_misaligned_target),
    .target_i           (64'(x_target)),
    .data_fault_i       (is_memory && data_fault),
    .data_fault_cause_i (data_fault_cause),
    .data_address_i     (64'(x_sum)),
    .trap_o             (trap),
    .trap_valid_o       (x_trap)
  );

  // ---- X: data port, fences, coprocessor --------------------------------------------------

  assign data_request = '{
    id: '{hart: hart_id_i[1:0], thread: '0, tag: x_decoded_q.rd_write ? x_decoded_q.rd : '0},
    operation: x_decoded_q.unit == UnitStore ? DataStore : DataLoad,
    size: x_fetched_q.instruction[13:12], is_unsigned: x_fetched_q.instruction[14], device: 1'b0,
    address: 64'(x_sum), data: 64'(x_rs2_q)};

  fy_load_store #(
    .Attributes(Attributes)
  ) i_load_store (
    .clk_i,
    .rst_ni,
    .request_i      (data_request),
    .request_valid_i(x_execute && is_memory),
    .request_ready_o(data_request_ready),
    .fault_o        (data_fault),
    .fault_cause_o  (data_fault_cause),
    .busy_o         (m_busy),
    .memory_ready_o (m_ready),
    .pending_o      (m_pending),
    .load_data_o    (load_data),
    .data_o,
    .data_valid_o,
    .data_ready_i,
    .data_kill_o,
    .data_response_i
  );

  fy_fence i_fence (
    .clk_i,
    .rst_ni,
    .fence_i            (is_fence),
    .fence_instruction_i(is_fence_instruction),
    .instruction_i      (x_fetched_q.instruction),
    .accesses_done_i    (data_quiet_i && !m_busy && !any_pending),
    .coprocessor_busy_i,
    .hold_fetch_o       (hold_fetch),
    .fetch_idle_i       (fetch_idle),
    .fetch_flush_o,
    .fetch_flush_done_i,
    .done_o             (fence_done),
    .committed_o        (fence_committed)
  );

  // An access in M could still hold X back after the handshake; so the offer waits for it.
  assign coprocessor_valid_o = is_coprocessor && !m_busy;
  assign coprocessor = '{
    funct: x_fetched_q.instruction[31:25], xd: x_fetched_q.instruction[14],
    xs1: x_fetched_q.instruction[13], xs2: x_fetched_q.instruction[12],
    rd: x_fetched_q.instruction[11:7], rs1: 64'(x_rs1_q), rs2: 64'(x_rs2_q),
    privilege: PrivilegeMachine, sum: 1'b0, mxr: 1'b0, mprv: 1'b0, mpp: PrivilegeMachine,
    satp: '0, stores_visible: data_quiet_i && !m_busy};
  assign coprocessor_o = coprocessor;

  // ---- X: result --------------------------------------------------------------------------

  always_comb begin
    unique case (x_decoded_q.unit)
      UnitJump, UnitJumpRegister: x_result = x_sequential;
      UnitCsr:                    x_result = csr_data;
      UnitDivide:                 x_result = divide_result;
      UnitCoprocessor:            x_result = xlen_t'(coprocessor_response_i.result);
      default:                    x_result = x_alu_result;
    endcase
  end

  assign x_load    = x_decoded_q.unit == UnitLoad;
  assign forward_x = '{
    valid: x_valid_q && x_decoded_q.rd_write,
    available: !x_load && x_decoded_q.unit != UnitMultiply,
    rd: x_decoded_q.rd, data: 64'(x_result)};

  always_comb begin
    m_enter             = '0;
    m_enter.valid       = x_advance;
    m_enter.trap        = x_trap;
    m_enter.privilege   = PrivilegeMachine;
    m_enter.pc          = x_fetched_q.pc;
    m_enter.instruction = x_fetched_q.fault ? '0 : x_fetched_q.instruction;
    if (x_trap) begin
      m_enter.is_interrupt = trap.is_interrupt;
      m_enter.cause        = trap.cause;
      m_enter.tval         = trap.tval;
    end else begin
      m_enter.rd_write = x_decoded_q.rd_write;
      m_enter.rd       = x_decoded_q.rd_write ? x_decoded_q.rd : '0;
      m_enter.rd_data  = 64'(x_result);
      if (x_decoded_q.unit == UnitStore) begin
        m_enter.store         = 1'b1;
        m_enter.store_size    = x_fetched_q.instruction[13:12];
        m_enter.store_address = 64'(x_sum);
        m_enter.store_data    = 64'(x_rs2_q);
      end
    end
  end

  // ---- M: what is here retires ------------------------------------------------------------

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      m_q          <= '0;
      m_load_q     <= 1'b0;
      m_multiply_q <= 1'b0;
    end else if (m_ready) begin
      m_q          <= m_enter;
      m_load_q     <= x_load;
      m_multiply_q <= x_decoded_q.unit == UnitMultiply;
    end
  end

  always_comb begin
    w_enter       = m_q;
    w_enter.valid = m_q.valid && m_ready;
    if (m_load_q && m_q.rd_write) begin
      w_enter.rd_data = 64'(xlen_t'(load_data));
      w_enter.rd_late = m_pending;
    end else if (m_multiply_q && m_q.rd_write) begin
      w_enter.rd_data = 64'(multiply_result);
    end
  end

  assign forward_m = '{
    valid: m_q.valid && m_q.rd_write, available: !m_load_q || (m_ready && !m_pending),
    rd: m_q.rd, data: w_enter.rd_data};

  // ---- W ----------------------------------------------------------------------------------

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      w_q          <= '0;
      late_valid_q <= 1'b0;
    end else begin
      w_q          <= w_enter;
      late_valid_q <= forward_late.valid;
    end
  end

  // The trace shows a late result one cycle later, so that it never precedes its load.
  always_ff @(posedge clk_i) late_q <= data_late_i;

  assign forward_w = '{
    valid: w_q.valid && w_q.rd_write && !w_q.rd_late, available: 1'b1, rd: w_q.rd,
    data: w_q.rd_data};
  assign forward_late = '{
    valid: data_late_valid_i && data_late_i.id.tag != '0, available: 1'b1,
    rd: data_late_i.id.tag, data: 64'(xlen_t'(data_late_i.data))};

  always_comb begin
    retirement_o            = w_q;
    retirement_o.late_valid = late_valid_q;
    retirement_o.late_rd    = late_q.id.tag;
    retirement_o.late_data  = 64'(xlen_t'(late_q.data));
  end

  assign events_o = '{
    retired: w_q.valid && !w_q.trap,
    load_use_stall: fetched_valid && hazard && (!x_valid_q || x_advance),
    fetch_stall: !fetched_valid && (!x_valid_q || x_advance),
    fence_stall: (is_fence || is_fence_instruction) && !fence_done,
    mispredict: x_advance && !x_trap && outcome.mispredicted && !is_return,
    trap: w_q.valid && w_q.trap && !w_q.is_interrupt,
    interrupt_taken: w_q.valid && w_q.trap && w_q.is_interrupt,
    coprocessor_accept: coprocessor_valid_o && coprocessor_ready_i &&
                        !coprocessor_response_i.illegal};

  logic unused_inputs;
  assign unused_inputs = ^{debug_request_i, hart_id_i, is_wait, late_q, load_data, coprocessor_response_i};

  if (Xlen != 32 && Xlen != 64) begin : gen_xlen
    $error("fy_hart: Xlen is %0d; it must be 32 or 64", Xlen);
  end
endmodule
