// SPDX-License-Identifier: Apache-2.0

/// Records that travel between the stages of a core; shared by all cores of the project.
package fy_pipeline_pkg;

  // ---- decoded instruction ----------------------------------------------------------------

  typedef enum logic [3:0] {
    AluAdd,
    AluSubtract,
    AluShiftLeft,
    AluLess,
    AluLessUnsigned,
    AluXor,
    AluShiftRight,
    AluShiftRightArithmetic,
    AluOr,
    AluAnd
  } alu_operation_e;

  /// Unit that executes the instruction.
  typedef enum logic [4:0] {
    UnitAlu,
    UnitBranch,
    UnitJump,
    UnitJumpRegister,
    UnitLoad,
    UnitStore,
    UnitMultiply,
    UnitDivide,
    UnitCsr,
    UnitFence,              // memory fences, FENCE.TSO and PAUSE
    UnitFenceInstruction,
    UnitCoprocessor,
    UnitEnvironmentCall,
    UnitBreakpoint,
    UnitMachineReturn,
    UnitWait,               // WFI
    UnitSupervisorReturn,
    UnitTranslationFence,   // SFENCE.VMA
    UnitAtomic              // LR, SC, AMO
  } unit_e;

  typedef struct packed {
    unit_e          unit;
    alu_operation_e alu_operation;
    logic           use_pc;         // first operand is the address of the instruction
    logic           use_immediate;  // second operand is the immediate
    logic           word;           // 32-bit operation of a 64-bit core
    logic           illegal;
    logic           rd_write;       // never with rd = x0
    logic [4:0]     rd;
    logic [4:0]     rs1;            // x0 when not read
    logic [4:0]     rs2;
    logic [31:0]    immediate;      // to be sign-extended
  } decoded_t;

  /// What an instruction of each unit waits for in execute has happened.
  typedef struct packed {
    logic data;
    logic divide;
    logic fence;
    logic coprocessor;
    logic flow;
    logic wake;
  } done_t;

  // ---- branch prediction ------------------------------------------------------------------

  typedef enum logic [1:0] {
    FlowBranch = 2'd0,
    FlowJump   = 2'd1,
    FlowCall   = 2'd2,
    FlowReturn = 2'd3
  } flow_e;

  localparam int unsigned HistoryBits = 9;

  /// State of the predictor before this instruction; travels with it and returns with the outcome.
  typedef struct packed {
    logic [HistoryBits-1:0] history;
    logic [1:0]             stack_pointer;
  } prediction_t;

  /// The outcome of an instruction that leaves the execute stage.
  typedef struct packed {
    logic        is_flow;           // a branch or jump
    flow_e       flow;
    logic        taken;
    logic        mispredicted;
    logic [63:0] pc;
    logic [63:0] target;
    prediction_t prediction;
  } outcome_t;

  // ---- fetch to decode --------------------------------------------------------------------

  typedef struct packed {
    logic [63:0] pc;
    logic [63:0] next_pc;           // predicted
    prediction_t prediction;
    logic        fault;             // the fetch failed
    logic        page_fault;        // by a page fault, otherwise by an access fault
    logic [fy_core_pkg::SideBits-1:0] side;  // beside the instruction word
    logic [31:0] instruction;
  } fetched_t;

  // ---- causes -----------------------------------------------------------------------------

  localparam logic [5:0] CauseFetchMisaligned  = 6'd0;
  localparam logic [5:0] CauseFetchAccess      = 6'd1;
  localparam logic [5:0] CauseIllegal          = 6'd2;
  localparam logic [5:0] CauseBreakpoint       = 6'd3;
  localparam logic [5:0] CauseLoadMisaligned   = 6'd4;
  localparam logic [5:0] CauseLoadAccess       = 6'd5;
  localparam logic [5:0] CauseStoreMisaligned  = 6'd6;
  localparam logic [5:0] CauseStoreAccess      = 6'd7;
  localparam logic [5:0] CauseUserCall         = 6'd8;   // plus the privilege of the caller
  localparam logic [5:0] CauseFetchPage        = 6'd12;
  localparam logic [5:0] CauseLoadPage         = 6'd13;
  localparam logic [5:0] CauseStorePage        = 6'd15;

  // The numbers of interrupts are those of their bits in mip.
  localparam logic [5:0] InterruptSupervisorSoftware = 6'd1;
  localparam logic [5:0] InterruptSoftware           = 6'd3;
  localparam logic [5:0] InterruptSupervisorTimer    = 6'd5;
  localparam logic [5:0] InterruptTimer              = 6'd7;
  localparam logic [5:0] InterruptSupervisorExternal = 6'd9;
  localparam logic [5:0] InterruptExternal           = 6'd11;
  localparam logic [5:0] InterruptBusError           = 6'd16;

  /// A trap that is entered, by an exception or an interrupt.
  typedef struct packed {
    logic        is_interrupt;
    logic [5:0]  cause;
    logic [63:0] pc;                // of the instruction that does not retire
    logic [63:0] tval;
  } trap_t;

  // ---- control and status registers -------------------------------------------------------

  localparam logic [11:0] CsrSatp            = 12'h180;
  localparam logic [11:0] CsrUserCoprocessor = 12'h5c0;  // custom, supervisor: bit 0

  /// Fields of the registers that the rest of the core uses.
  typedef struct packed {
    fy_core_pkg::privilege_e privilege;
    logic                    machine_interrupts;     // MIE
    logic                    supervisor_interrupts;  // SIE
    logic                    sum;
    logic                    mxr;
    logic                    mprv;
    fy_core_pkg::privilege_e mpp;
    logic                    trap_memory;            // TVM
    logic                    trap_wait;              // TW
    logic                    trap_return;            // TSR
    logic                    user_coprocessor;       // user mode may execute custom-2
    logic [63:0]             satp;
  } status_t;

  typedef enum logic [1:0] {
    ReturnNone       = 2'd0,
    ReturnMachine    = 2'd1,
    ReturnSupervisor = 2'd2
  } return_e;

  typedef enum logic [1:0] {
    CsrRead  = 2'd0,
    CsrWrite = 2'd1,
    CsrSet   = 2'd2,
    CsrClear = 2'd3
  } csr_operation_e;

  typedef struct packed {
    logic [11:0]    address;
    csr_operation_e operation;
    logic [63:0]    operand;
  } csr_request_t;

  // ---- results on their way to the register file ------------------------------------------

  typedef struct packed {
    logic        valid;             // writes rd, which is not x0
    logic        available;         // data stands now
    logic [4:0]  rd;
    logic [63:0] data;
  } forward_t;

  // ---- execute to write -------------------------------------------------------------------

  /// An instruction that left execute, or the trap that is entered in place of one.
  typedef struct packed {
    logic        valid;
    logic        trap;
    logic        is_interrupt;      // with trap
    logic [5:0]  cause;             // with trap
    logic        rd_write;          // never with rd = x0
    logic        rd_late;           // the value follows as a late result
    logic [4:0]  rd;
    logic [63:0] rd_data;
  } leaving_t;

endpackage
