// SPDX-License-Identifier: Apache-2.0

/// Probe of fy_hart: the RISC-V Formal Interface, one channel, as riscv-formal documents it.
///
/// Passive. Reading this file binds it to every hart as `i_rvfi`; a wrapper reads the signals by
/// their names there. An instruction is shown in the cycle of its retirement record, or when the
/// late loads in front of it have their values (fy_rvfi_order). What the interface leaves open:
/// - `intr` marks the first instruction of every handler; `pc_wdata` of an instruction that traps
///   is the handler. An interrupt is no instruction.
/// - A late load to x0, or one that memory answered with an error, has `mem_rmask` zero: what it
///   read is not known. What a coprocessor does to memory is not shown.
module fy_hart_rvfi
  import fy_core_pkg::*;
  import fy_pipeline_pkg::*;
  import fy_rvfi_pkg::*;
#(
  /// Register width
  parameter int unsigned Xlen  = 64,
  /// Instructions that can wait for a late load
  parameter int unsigned Depth = 1024
) (
  input logic            clk_i,
  input logic            rst_ni,

  // Execute: the operands that count, and where the program goes on
  input fetched_t        fetched_i,
  input decoded_t        decoded_i,
  input logic [Xlen-1:0] rs1_i,
  input logic [Xlen-1:0] rs2_i,
  input logic [Xlen-1:0] next_i,
  input data_access_t    access_i,

  // Memory: it leaves; a branch that is decided here
  input logic            memory_ready_i,
  input logic            pending_i,
  input logic [63:0]     load_data_i,
  input logic            branch_valid_i,
  input logic [Xlen-1:0] branch_next_i,

  input logic            late_error_i,
  input retirement_t     retirement_i
);
  /// What the retirement record does not tell
  typedef struct packed {
    logic [4:0]      rs1_addr;
    logic [4:0]      rs2_addr;
    logic [Xlen-1:0] rs1;
    logic [Xlen-1:0] rs2;
    logic [Xlen-1:0] next;
    logic [Xlen-1:0] address;
    logic            is_memory;
    logic            pending;
    data_operation_e operation;
    logic [1:0]      size;
    logic [63:0]     data;  // of a load
  } beside_t;

  beside_t      execute, memory_q, memory, write_q;
  instruction_t retired, ordered;
  logic [63:0]  count_q, stored;
  logic [7:0]   mask;
  logic         is_instruction, handler_q, late_error_q;

  // ---- on the way beside the instruction --------------------------------------------------

  always_comb begin
    execute           = '0;
    execute.next      = next_i;
    execute.address   = Xlen'(access_i.address);
    execute.is_memory = decoded_i.unit inside {UnitLoad, UnitStore, UnitAtomic};
    execute.operation = access_i.operation;
    execute.size      = access_i.size;
    // Nothing waits for the operands of a fault or of what is no instruction.
    if (!fetched_i.fault && !decoded_i.illegal) begin
      execute.rs1_addr = decoded_i.rs1;
      execute.rs2_addr = decoded_i.rs2;
      execute.rs1      = rs1_i;
      execute.rs2      = rs2_i;
    end
  end

  always_comb begin
    memory         = memory_q;
    memory.pending = pending_i;
    memory.data    = load_data_i;
    if (branch_valid_i) memory.next = branch_next_i;
  end

  always_ff @(posedge clk_i) begin
    if (memory_ready_i) memory_q <= execute;
    write_q      <= memory;
    late_error_q <= late_error_i;
  end

  // ---- retirement -------------------------------------------------------------------------

  assign is_instruction = retirement_i.valid && !(retirement_i.trap && retirement_i.is_interrupt);
  assign mask           = 8'((16'd1 << (5'd1 << write_q.size)) - 16'd1);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q   <= '0;
      handler_q <= 1'b0;
    end else begin
      count_q <= count_q + 64'(is_instruction);
      if (retirement_i.valid) handler_q <= retirement_i.trap;
    end
  end

  fy_atomic_unit i_atomic (
    .operation_i(write_q.operation),
    .size_i     (write_q.size),
    .old_i      (write_q.data),
    .operand_i  (64'(write_q.rs2)),
    .store_o    (stored)
  );

  always_comb begin
    retired           = '0;
    retired.order     = count_q;
    retired.insn      = retirement_i.instruction;
    retired.trap      = retirement_i.trap;
    retired.intr      = handler_q;
    retired.mode      = retirement_i.privilege;
    retired.rs1_addr  = write_q.rs1_addr;
    retired.rs2_addr  = write_q.rs2_addr;
    retired.rs1_rdata = 64'(write_q.rs1);
    retired.rs2_rdata = 64'(write_q.rs2);
    retired.pc_rdata  = retirement_i.pc;
    retired.pc_wdata  = 64'(write_q.next);
    if (retirement_i.rd_write) begin
      retired.rd_addr  = retirement_i.rd;
      retired.rd_wdata = retirement_i.rd_data;
    end
    if (write_q.is_memory && !retirement_i.trap) begin
      retired.mem_addr  = 64'(write_q.address);
      retired.mem_rdata = write_q.data;
      retired.mem_wdata = stored;
      if (retirement_i.store) retired.mem_wmask = mask;
      if (!(write_q.operation inside {DataStore, DataStoreConditional}) &&
          !(write_q.pending && !retirement_i.rd_late)) retired.mem_rmask = mask;
    end
  end

  // ---- the interface ----------------------------------------------------------------------

  logic              rvfi_valid, rvfi_trap, rvfi_halt, rvfi_intr;
  logic [63:0]       rvfi_order;
  logic [31:0]       rvfi_insn;
  logic [1:0]        rvfi_mode, rvfi_ixl;
  logic [4:0]        rvfi_rs1_addr, rvfi_rs2_addr, rvfi_rd_addr;
  logic [Xlen-1:0]   rvfi_rs1_rdata, rvfi_rs2_rdata, rvfi_rd_wdata, rvfi_pc_rdata, rvfi_pc_wdata;
  logic [Xlen-1:0]   rvfi_mem_addr, rvfi_mem_rdata, rvfi_mem_wdata;
  logic [Xlen/8-1:0] rvfi_mem_rmask, rvfi_mem_wmask;

  fy_rvfi_order #(
    .Depth(Depth)
  ) i_order (
    .clk_i, .rst_ni, .retired_valid_i(is_instruction), .retired_i(retired),
    .retired_late_i(retirement_i.rd_late),
    .late_valid_i(retirement_i.late_valid && retirement_i.late_rd != '0),
    .late_rd_i(retirement_i.late_rd), .late_data_i(retirement_i.late_data),
    .late_error_i(late_error_q), .ordered_valid_o(rvfi_valid), .ordered_o(ordered)
  );

  assign rvfi_order     = ordered.order;
  assign rvfi_insn      = ordered.insn;
  assign rvfi_trap      = ordered.trap;
  assign rvfi_halt      = 1'b0;
  assign rvfi_intr      = ordered.intr;
  assign rvfi_mode      = ordered.mode;
  assign rvfi_ixl       = Xlen == 32 ? 2'd1 : 2'd2;
  assign rvfi_rs1_addr  = ordered.rs1_addr;
  assign rvfi_rs2_addr  = ordered.rs2_addr;
  assign rvfi_rs1_rdata = Xlen'(ordered.rs1_rdata);
  assign rvfi_rs2_rdata = Xlen'(ordered.rs2_rdata);
  assign rvfi_rd_addr   = ordered.rd_addr;
  assign rvfi_rd_wdata  = Xlen'(ordered.rd_wdata);
  assign rvfi_pc_rdata  = Xlen'(ordered.pc_rdata);
  assign rvfi_pc_wdata  = Xlen'(ordered.pc_wdata);
  assign rvfi_mem_addr  = Xlen'(ordered.mem_addr);
  assign rvfi_mem_rmask = (Xlen / 8)'(ordered.mem_rmask);
  assign rvfi_mem_wmask = (Xlen / 8)'(ordered.mem_wmask);
  assign rvfi_mem_rdata = Xlen'(ordered.mem_rdata);
  assign rvfi_mem_wdata = Xlen'(ordered.mem_wdata);

  logic unused_inputs;
  assign unused_inputs = ^{fetched_i, decoded_i, access_i, retirement_i};
endmodule

bind fy_hart fy_hart_rvfi #(
  .Xlen(Xlen)
) i_rvfi (
  .clk_i,
  .rst_ni,
  .fetched_i     (x_fetched),
  .decoded_i     (x_decoded),
  .rs1_i         (x_late1 ? xlen_t'(forward_m.data) : x_rs1),
  .rs2_i         (x_late2 ? xlen_t'(forward_m.data) : x_rs2),
  .next_i        (i_flow.next),
  .access_i      (x_data),
  .memory_ready_i(m_ready),
  .pending_i     (m_pending),
  .load_data_i   (data_i.data),
  .branch_valid_i(i_flow.m_valid),
  .branch_next_i (i_flow.m_address),
  .late_error_i  (data_i.late.error),
  .retirement_i  (i_retirement.retirement)
);
